#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "digit.glsl"
// counts[256·g + d] is how often digit d occurs in tile g of 2048 keys. The first pass that runs
// has the keys where they were to begin with.
layout(push_constant) uniform Push { uint n, tiles, pass; };
layout(std430, binding = 0) readonly buffer First { uvec2 first[]; };
layout(std430, binding = 1) readonly buffer Keys { uvec2 keys[]; };
layout(std430, binding = 2) readonly buffer Plan { uint plan[]; };
layout(std430, binding = 3) writeonly buffer Counts { uint counts[]; };
shared uint h[256];

void main() {
  uint t = thread(), g = group(), at = atPasses + passWords * pass;
  uvec2 bits = uvec2(plan[at + atBits], plan[at + atBits + 1u]);
  bool begins = plan[at + atFirst] != 0u;
  h[t] = 0u;
  barrier();
  for (uint r = 0u; r < rounds; r++) {
    uint i = (g * rounds + r) * 256u + t;
    if (i < n) atomicAdd(h[digit(begins ? first[i] : keys[i], bits)], 1u);
  }
  barrier();
  if (g < tiles) counts[g * 256u + t] = h[t];
}

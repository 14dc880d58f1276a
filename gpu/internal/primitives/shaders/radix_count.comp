#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "digit.glsl"
// counts[d·tiles + g] is how often digit d occurs in tile g of 2048 keys: digit by
// digit, so that one scan gives every tile's first place for every digit.
layout(push_constant) uniform Push { uint n, shift, tiles; };
layout(std430, binding = 0) readonly buffer Keys { uvec2 keys[]; };
layout(std430, binding = 1) writeonly buffer Counts { uint counts[]; };
shared uint h[256];

void main() {
  uint t = thread(), g = group();
  h[t] = 0u;
  barrier();
  for (uint r = 0u; r < rounds; r++) {
    uint i = (g * rounds + r) * 256u + t;
    if (i < n) atomicAdd(h[digit(keys[i], shift)], 1u);
  }
  barrier();
  if (g < tiles) counts[t * tiles + g] = h[t];
}

#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "digit.glsl"
// Which bits are set in some of the first number keys, of n at most, and which are clear in some: where both, keys
// differ. Tiles of 2048 keys.
layout(push_constant) uniform Push { uint n; };
layout(std430, binding = 0) readonly buffer Keys { uvec2 keys[]; };
layout(std430, binding = 1) readonly buffer Number { uint number; };
layout(std430, binding = 2) buffer Plan { uint plan[]; };
shared uint found[4];

void main() {
  uint t = thread(), last = min(number, n);
  if (t < 4u) found[t] = 0u;
  barrier();
  uvec2 some = uvec2(0u), clear = uvec2(0u);
  for (uint r = 0u; r < rounds; r++) {
    uint i = (group() * rounds + r) * 256u + t;
    if (i < last) {
      some |= keys[i];
      clear |= ~keys[i];
    }
  }
  atomicOr(found[0], some.x);
  atomicOr(found[1], some.y);
  atomicOr(found[2], clear.x);
  atomicOr(found[3], clear.y);
  barrier();
  if (t < 4u) atomicOr(plan[t], found[t]);
}

#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "merge.glsl"
// Merges sorted runs of a width two by two, stably: every element finds its rank in
// the other run by bisection.
layout(push_constant) uniform Push { uint n, width; };
layout(std430, binding = 0) readonly buffer Keys { uvec2 keys[]; };
layout(std430, binding = 1) readonly buffer Payload { uint payload[]; };
layout(std430, binding = 2) writeonly buffer KeysOut { uvec2 keysOut[]; };
layout(std430, binding = 3) writeonly buffer PayloadOut { uint payloadOut[]; };

void main() {
  uint i = item();
  if (i >= n) return;
  uint first = i & ~(2u * width - 1u), middle = min(first + width, n), last = min(first + 2u * width, n);
  bool left = i < middle;
  uint lo = left ? middle : first, hi = left ? last : middle, from = lo;
  uvec2 key = keys[i];
  while (lo < hi) {
    uint m = (lo + hi) / 2u;
    if (goesBefore(keys[m], key, !left)) lo = m + 1u; else hi = m;
  }
  uint at = first + (lo - from) + (left ? i - first : i - middle);
  keysOut[at] = key;
  payloadOut[at] = payload[i];
}

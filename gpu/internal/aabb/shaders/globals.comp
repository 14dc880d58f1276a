#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "item.glsl"
// The pairs of n items whose boxes meet, each once, the lesser number first: one thread an
// item, against those behind it. count goes on beyond the capacity. Contract: broad.Brute.
layout(push_constant) uniform Push { uint n, capacity; };
layout(std430, binding = 0) readonly buffer Items { Item items[]; };
layout(std430, binding = 1) buffer Count { uint count; };
layout(std430, binding = 2) writeonly buffer Pairs { uint pairs[]; };

void main() {
  uint i = item();
  if (i >= n) return;
  Item mine = items[i];
  for (uint k = i + 1u; k < n; k++) {
    if (!meet(mine, items[k])) continue;
    uint at = atomicAdd(count, 1u);
    if (at >= capacity) continue;
    pairs[2u * at] = i;
    pairs[2u * at + 1u] = k;
  }
}

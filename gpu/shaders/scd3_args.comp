#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
// How many groups the next level needs; the queue it fills is empty then. counts[3]
// keeps the length of the longest queue, which tells whether all was taken, counts[4]
// the sum of what was taken, as far as it can be told: it bounds the candidates.
layout(push_constant) uniform Push { uint from, capacity, most; };
layout(std430, binding = 0) buffer Counts { uint counts[]; };
layout(std430, binding = 1) writeonly buffer Args { uint args[]; };

void main() {
  if (item() > 0u) return;
  uint n = counts[from], groups = (min(n, capacity) + 255u) / 256u;
  counts[3] = max(counts[3], n);
  uint taken = min(n, capacity), sum = counts[4] + taken;
  counts[4] = sum < taken ? 0xffffffffu : sum;
  counts[1u - from] = 0u;
  uint y = (groups + most - 1u) / most;
  args[0] = y == 0u ? 0u : (groups + y - 1u) / y;
  args[1] = y;
  args[2] = 1u;
}

#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
// Sums of tiles of 2048 elements: a thread adds up eight, 256 apart; then halves are
// added to halves. Contract: refReduce, in this order.
layout(push_constant) uniform Push { uint n; };
layout(std430, binding = 0) readonly buffer V { float v[]; };
layout(std430, binding = 1) writeonly buffer Sums { float sums[]; };
shared float parts[256];

void main() {
  uint base = group() * 2048u;
  float x = 0.0;
  for (uint k = base + thread(); k < min(base + 2048u, n); k += 256u) x += v[k];
  parts[thread()] = x;
  barrier();
  for (uint k = 128u; k > 0u; k >>= 1) {
    if (thread() < k) parts[thread()] += parts[thread() + k];
    barrier();
  }
  if (thread() == 0u && base < n) sums[group()] = parts[0];
}

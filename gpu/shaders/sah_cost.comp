#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "item.glsl"
// The surface-area cost of n nodes from the first on, but for the root's area: a sum
// for each group of 256, from a place on.
layout(push_constant) uniform Push { uint n, first, at; float visit, test, sx, sy, sz; };
layout(std430, binding = 0) readonly buffer Nodes { Item nodes[]; };
layout(std430, binding = 1) writeonly buffer Sums { float sums[]; };
shared float parts[256];

void main() {
  uint i = item();
  float cost = 0.0;
  if (i < n) {
    Item b = nodes[first + i];
    vec3 d = (b.hi.xyz - b.lo.xyz) * vec3(sx, sy, sz);
    uint count = floatBitsToUint(b.hi.w);
    cost = (d.x * d.y + d.y * d.z + d.z * d.x) * (count == 0u ? visit : test * float(count));
  }
  parts[thread()] = cost;
  barrier();
  for (uint k = 128u; k > 0u; k >>= 1) {
    if (thread() < k) parts[thread()] += parts[thread() + k];
    barrier();
  }
  if (thread() == 0u && i < n) sums[at + group()] = parts[0];
}

#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "item.glsl"
// What each of n nodes from the first on adds to the surface-area cost, but for the
// division by the root's area.
layout(push_constant) uniform Push { uint n, first; float visit, test, sx, sy, sz; };
layout(std430, binding = 0) readonly buffer Nodes { Item nodes[]; };
layout(std430, binding = 1) writeonly buffer Costs { float costs[]; };

void main() {
  uint i = item();
  if (i >= n) return;
  Item b = nodes[first + i];
  vec3 d = (b.hi.xyz - b.lo.xyz) * vec3(sx, sy, sz);
  uint count = floatBitsToUint(b.hi.w);
  costs[i] = (d.x * d.y + d.y * d.z + d.z * d.x) * (count == 0u ? visit : test * float(count));
}

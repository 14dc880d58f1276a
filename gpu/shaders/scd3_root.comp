#version 450
#extension GL_GOOGLE_include_directive : require
#include "scd3.glsl"
// Every edge of a job against the root of its hierarchy.
layout(push_constant) uniform Push { uint first, n, root, capacity; };
layout(std430, binding = 3) writeonly buffer Queue { uvec2 queue[]; };
layout(std430, binding = 4) buffer Counts { uint counts[]; };

void main() {
  uint i = item();
  if (i >= n) return;
  uint edge = first + i;
  if (!meetsBox(edges[edge], root)) return;
  uint at = atomicAdd(counts[0], 1u);
  if (at < capacity) queue[at] = uvec2(edge, root);
}

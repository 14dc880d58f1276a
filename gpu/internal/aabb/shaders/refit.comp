#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "item.glsl"
// The boxes of n nodes of one level, from the first on: of the triangles of a leaf,
// of the two children of an inner node, which are done. Boxes of scaled vertices are
// exact. Contract: refRefit.
layout(push_constant) uniform Push { uint n, first; };
layout(std430, binding = 0) readonly buffer Vertices { float vertices[]; };
layout(std430, binding = 1) readonly buffer Triangles { uint triangles[]; };
layout(std430, binding = 2) readonly buffer Order { uint order[]; };
layout(std430, binding = 3) buffer Nodes { Item nodes[]; };
#include "mesh.glsl"

void main() {
  uint i = item();
  if (i >= n) return;
  Item node = nodes[first + i];
  uint at = floatBitsToUint(node.lo.w), count = floatBitsToUint(node.hi.w);
  vec3 lo, hi;
  if (count == 0u) {
    lo = min(nodes[at].lo.xyz, nodes[at + 1u].lo.xyz);
    hi = max(nodes[at].hi.xyz, nodes[at + 1u].hi.xyz);
  } else {
    boxAround(order[at], lo, hi);
    for (uint k = 1u; k < count; k++) {
      vec3 l, h;
      boxAround(order[at + k], l, h);
      lo = min(lo, l);
      hi = max(hi, h);
    }
  }
  nodes[first + i] = Item(vec4(lo, node.lo.w), vec4(hi, node.hi.w));
}

// What the kernels of scd3 share. A queue holds pairs of an edge and a node whose
// box the edge may have hit; links tell what lies below a node.
#include "group.glsl"
#include "scd.glsl"

struct Edge { vec4 orig, dirlen; };
struct Link { uint first, count; }; // count 0: the children are first and first + 1

layout(std430, binding = 0) readonly buffer Edges { Edge edges[]; };
layout(std430, binding = 1) readonly buffer Boxes { Record boxes[]; };
layout(std430, binding = 2) readonly buffer Links { Link links[]; };
// The edges of one job share a far with its records.
bool meetsBox(Edge e, uint node) {
  Record r = boxes[node];
  precise float end = e.dirlen.w * r.a.w;
  return hitBox(e.orig.xyz, e.dirlen, r) <= max(end, 0.0);
}

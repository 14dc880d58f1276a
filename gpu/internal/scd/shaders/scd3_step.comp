#version 450
#extension GL_GOOGLE_include_directive : require
#include "scd3.glsl"
#include "reserve.glsl"
// Two levels down at once: an edge and a node it may meet become up to four of the next
// queue; the triangles of leaves become candidates. Each is counted beyond its capacity.
layout(push_constant) uniform Push { uint level, capacity, found, candidateCapacity; };
layout(std430, binding = 1) readonly buffer Nodes { Item nodes[]; };
layout(std430, binding = 2) readonly buffer Order { uint order[]; };
layout(std430, binding = 3) readonly buffer Placed { Edge placed[]; };
layout(std430, binding = 4) readonly buffer Args { uint args[4]; };
layout(std430, binding = 5) readonly buffer Queue { uvec2 queue[]; };
layout(std430, binding = 6) buffer Counts { uint counts[]; };
layout(std430, binding = 7) writeonly buffer Next { uvec2 next[]; };
layout(std430, binding = 8) writeonly buffer Candidates { uvec2 candidates[]; }; // an edge, a triangle

Edge e;
vec3 scale;
float bound;
uint nodesLeft[4], nodeCount = 0u;
uvec2 leaves[4];
uint leafCount = 0u, triangleCount = 0u;

uint below(Item b) { return floatBitsToUint(b.lo.w); } // a child, or a place in order
uint count(Item b) { return floatBitsToUint(b.hi.w); } // of triangles; 0 for an inner node

void take(Item b) {
  leaves[leafCount++] = uvec2(below(b), count(b));
  triangleCount += count(b);
}

void open(uint node) {
  for (uint c = node; c < node + 2u; c++) {
    Item b = nodes[c];
    if (!meets(e, b, scale, bound)) continue;
    if (count(b) > 0u) take(b);
    else nodesLeft[nodeCount++] = c;
  }
}

void descend(Item b) {
  for (uint c = below(b); c < below(b) + 2u; c++) {
    Item child = nodes[c];
    if (!meets(e, child, scale, bound)) continue;
    if (count(child) > 0u) take(child);
    else open(below(child));
  }
}

void main() {
  uint i = item();
  if (i >= args[3]) return;
  uint edge = queue[i].x;
  e = placed[edge];
  uint job = floatBitsToUint(e.p.w);
  scale = scaleOf(job);
  bound = number(job, atBound);
  Item b = nodes[queue[i].y];
  if (count(b) > 0u) take(b); // the root was a leaf
  else descend(b);
  uint at;
  RESERVE(counts[level + 1u], nodeCount, at)
  for (uint k = 0u; k < nodeCount && at + k < capacity; k++) next[at + k] = uvec2(edge, nodesLeft[k]);
  RESERVE(counts[found], triangleCount, at)
  for (uint k = 0u; k < leafCount; k++) {
    for (uint t = leaves[k].x; t < leaves[k].x + leaves[k].y; t++, at++) {
      if (at < candidateCapacity) candidates[at] = uvec2(edge, order[t]);
    }
  }
}

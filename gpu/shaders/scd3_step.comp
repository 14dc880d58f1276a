#version 450
#extension GL_GOOGLE_include_directive : require
#include "scd3.glsl"
// One level down: what hits a child's box goes into the next queue, what hits a
// leaf's triangle is a candidate. Each group takes its room in the queue at once.
layout(push_constant) uniform Push { uint from, capacity, candidateCapacity; };
layout(std430, binding = 3) readonly buffer Triangles { Record triangles[]; };
layout(std430, binding = 4) readonly buffer Queue { uvec2 queue[]; };
layout(std430, binding = 5) writeonly buffer Next { uvec2 next[]; };
layout(std430, binding = 6) writeonly buffer Candidates { uvec2 candidates[]; };
layout(std430, binding = 7) buffer Counts { uint counts[]; }; // of two queues, of candidates, of the longest queue, of all taken

shared uint taken, base;

void leaf(uint edge, Edge e, Link l) {
  for (uint t = l.first; t < l.first + l.count; t++) {
    Record r = triangles[t];
    if (r.a.w < 0.0) continue; // the device does not take it
    precise float end = e.dirlen.w * r.a.w;
    if (hitTriangle(e.orig.xyz, e.dirlen, r) > max(end, 0.0)) continue;
    uint at = atomicAdd(counts[2], 1u);
    if (at < candidateCapacity) candidates[at] = uvec2(edge, t);
  }
}

void main() {
  if (thread() == 0u) taken = 0u;
  barrier();
  uint i = item(), found = 0u, at = 0u, edge = 0u;
  uint nodes[2];
  if (i < min(counts[from], capacity)) {
    uvec2 q = queue[i];
    edge = q.x;
    Edge e = edges[edge];
    Link l = links[q.y];
    if (l.count > 0u) {
      leaf(edge, e, l); // the root was a leaf
    } else {
      for (uint c = l.first; c < l.first + 2u; c++) {
        Link below = links[c];
        if (below.count > 0u) leaf(edge, e, below);
        else if (meetsBox(e, c)) nodes[found++] = c;
      }
    }
    if (found > 0u) at = atomicAdd(taken, found);
  }
  barrier();
  if (thread() == 0u && taken > 0u) base = atomicAdd(counts[1u - from], taken);
  barrier();
  for (uint k = 0u; k < found; k++) {
    uint to = base + at + k;
    if (to < capacity) next[to] = uvec2(edge, nodes[k]);
  }
}

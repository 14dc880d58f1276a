#version 450
#extension GL_GOOGLE_include_directive : require
#include "scd3.glsl"
#include "reserve.glsl"
// Places the edges of all jobs in their frames and tests them against the roots. Part 0
// takes one in stride, part 1 the others, unless a contact is certain by then.
layout(push_constant) uniform Push { uint n, jobCount, capacity, part, stride, level; };
layout(std430, binding = 1) readonly buffer EdgeEnds { Ends ends[]; };
layout(std430, binding = 2) readonly buffer Vertices { float vertices[]; };
layout(std430, binding = 3) readonly buffer Nodes { Item nodes[]; };
layout(std430, binding = 4) writeonly buffer Placed { Edge placed[]; };
layout(std430, binding = 5) writeonly buffer Queue { uvec2 queue[]; };
layout(std430, binding = 6) buffer Counts { uint counts[]; };

vec3 place(uint job, uint vertex) {
  vec3 v = vec3(vertices[3u * vertex], vertices[3u * vertex + 1u], vertices[3u * vertex + 2u]);
  vec3 r;
  for (uint k = 0u; k < 3u; k++) {
    uint row = atMap + 4u * k;
    r[k] = number(job, row) * v.x + number(job, row + 1u) * v.y + number(job, row + 2u) * v.z + number(job, row + 3u);
  }
  return r;
}

void main() {
  uint i = part == 0u ? item() * stride : item();
  if (i >= n || part == 1u && (i % stride == 0u || counts[0] != 0u)) return;
  uint job = jobOf(i, jobCount), edge = word(job, atEdges) + i - word(job, atFirst), root = word(job, atRoot);
  Edge e = Edge(vec4(place(job, ends[edge].a), uintBitsToFloat(job)), vec4(place(job, ends[edge].b), uintBitsToFloat(edge)));
  if (!meets(e, nodes[root], scaleOf(job), number(job, atBound))) return;
  placed[i] = e;
  uint at;
  RESERVE(counts[level], 1u, at)
  if (at < capacity) queue[at] = uvec2(i, root);
}

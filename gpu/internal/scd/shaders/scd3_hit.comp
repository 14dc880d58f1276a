#version 450
#extension GL_GOOGLE_include_directive : require
#include "scd3.glsl"
#include "reserve.glsl"
// Edges against triangles: where they are not surely apart, each triangle along the edge
// is left with the other. Within a mesh, an edge that ends in a corner of the triangle
// decides nothing: see apartButCorner and scd3_fold. With first set, counts[0] becomes 1
// once an edge surely crosses a triangle; such pairs have sure set in their first word.
layout(push_constant) uniform Push { uint capacity, first; };
layout(std430, binding = 1) readonly buffer EdgeEnds { Ends ends[]; };
layout(std430, binding = 2) readonly buffer Sides { uint sides[]; };
layout(std430, binding = 3) readonly buffer Vertices { float vertices[]; };
layout(std430, binding = 4) readonly buffer Triangles { uint triangles[]; };
layout(std430, binding = 5) readonly buffer Placed { Edge placed[]; };
layout(std430, binding = 6) readonly buffer Args { uint args[4]; };
layout(std430, binding = 7) readonly buffer Candidates { uvec2 candidates[]; };
layout(std430, binding = 8) buffer Counts { uint counts[]; };
layout(std430, binding = 9) buffer Count { uint count; };
layout(std430, binding = 10) writeonly buffer Left { uint left[]; };
#include "scd3_mesh.glsl"

void main() {
  uint i = item();
  if (i >= args[3]) return;
  uvec2 c = candidates[i];
  Edge e = placed[c.x];
  uint job = floatBitsToUint(e.p.w);
  Ends w = ends[floatBitsToUint(e.q.w)];
  uvec3 n = numbers(c.y);
  if (word(job, atKind) == self && (any(equal(n, uvec3(w.a))) || any(equal(n, uvec3(w.b))))) return;
  vec3 v[3], q = e.q.xyz - e.p.xyz;
  cornersOf(job, n, v);
  float m = largest(q), bound = number(job, atBound);
  for (int k = 0; k < 3; k++) {
    v[k] -= e.p.xyz;
    m = max(m, largest(v[k]));
  }
  if (edgeApart(vec3(0), q, v, bound + 10.0 * u * m)) return;
  uint mark = crosses(vec3(0), q, v, bound, m) ? sure : 0u;
  if (first != 0u && mark != 0u) atomicOr(counts[0], 1u);
  uint at;
  RESERVE(count, w.count, at)
  for (uint k = 0u; k < w.count; k++) put(job, at + k, sides[w.first + k], c.y - word(job, atTriangles), mark);
}

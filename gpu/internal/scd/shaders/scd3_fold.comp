#version 450
#extension GL_GOOGLE_include_directive : require
#include "scd3.glsl"
#include "reserve.glsl"
// Of the triangles along an edge of a mesh that is tested against itself, those pairs
// that may have more in common than the edge. n is the number of edges of all jobs.
layout(push_constant) uniform Push { uint n, jobCount, capacity; };
layout(std430, binding = 1) readonly buffer EdgeEnds { Ends ends[]; };
layout(std430, binding = 2) readonly buffer Sides { uint sides[]; };
layout(std430, binding = 3) readonly buffer Vertices { float vertices[]; };
layout(std430, binding = 4) readonly buffer Triangles { uint triangles[]; };
layout(std430, binding = 5) buffer Count { uint count; };
layout(std430, binding = 6) writeonly buffer Left { uint left[]; };
#include "scd3_mesh.glsl"

bool folded(uint job, uint x, uint y) {
  uint base = word(job, atTriangles);
  uvec3 nx = numbers(base + x), ny = numbers(base + y);
  vec3 a[3], b[3];
  cornersOf(job, nx, a);
  cornersOf(job, ny, b);
  vec3 origin = a[0];
  float m = 0.0;
  for (int k = 0; k < 3; k++) {
    a[k] -= origin;
    b[k] -= origin;
    m = max(m, max(largest(a[k]), largest(b[k])));
  }
  return !neighboursApart(a, b, nx, ny, number(job, atBound), m);
}

void main() {
  uint i = item();
  if (i >= n) return;
  uint job = jobOf(i, jobCount);
  if (word(job, atKind) != self) return;
  Ends w = ends[word(job, atEdges) + i - word(job, atFirst)];
  for (uint k = w.first; k < w.first + w.count; k++) {
    for (uint l = w.first; l < k; l++) {
      if (sides[l] == sides[k] || !folded(job, sides[l], sides[k])) continue;
      uint at;
      RESERVE(count, 1u, at)
      put(job, at, sides[l], sides[k], 0u);
    }
  }
}

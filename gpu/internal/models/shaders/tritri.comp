#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "pair.glsl"
#include "reserve.glsl"
#include "apart.glsl"
// Of the candidate pairs of triangles (pair, triangle of A, triangle of B) those that
// no axis surely separates; of neighbours in one mesh those that may have more in common
// than their corners. A pair of which an edge surely crosses the other's inside has sure set
// in its first word. count goes on beyond the capacity. Contract: refSeparated, which
// allows for rounding.
layout(push_constant) uniform Push { uint capacity; };
layout(std430, binding = 3) readonly buffer Args { uint args[4]; };
layout(std430, binding = 4) readonly buffer Candidates { uint candidates[]; };
layout(std430, binding = 5) buffer Count { uint count; };
layout(std430, binding = 6) writeonly buffer Left { uint left[]; };

// The coordinate axes, which are cheap, then normals, cross products of edges and edge
// normals in the planes: all there are for two triangles, coplanar ones included.
bool apart(vec3 a[3], vec3 b[3], float bound) {
  vec3 ea[3] = vec3[](a[1] - a[0], a[2] - a[1], a[0] - a[2]);
  vec3 eb[3] = vec3[](b[1] - b[0], b[2] - b[1], b[0] - b[2]);
  vec3 na = cross(ea[0], ea[1]), nb = cross(eb[0], eb[1]);
  if (separatedByCoordinates(a, b, bound) || separates(na, a, b, bound) || separates(nb, a, b, bound)) return true;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      if (separates(cross(ea[i], eb[j]), a, b, bound)) return true;
    }
  }
  for (int i = 0; i < 3; i++) {
    if (separates(cross(na, ea[i]), a, b, bound) || separates(cross(nb, eb[i]), a, b, bound)) return true;
  }
  return false;
}

// The corners' numbers; those of different bodies mean nothing to each other.
uvec3 numbers(uint pair, uint triangle) {
  uint t = 3u * (word(pair, atTrianglesA) + triangle);
  return uvec3(triangles[t], triangles[t + 1u], triangles[t + 2u]);
}

bool sharing(uvec3 a, uvec3 b) {
  return any(equal(a, b)) || any(equal(a, b.yzx)) || any(equal(a, b.zxy));
}

// Whether one of the six edges surely crosses the other triangle; one that ends in a common
// corner never does.
bool sureCrossing(vec3 a[3], vec3 b[3], float e, float m) {
  for (int k = 0; k < 3; k++) {
    int l = (k + 1) % 3;
    if (crosses(a[k], a[l], b, e, m) || crosses(b[k], b[l], a, e, m)) return true;
  }
  return false;
}

void main() {
  uint i = item();
  if (i >= args[3]) return;
  uint pair = candidates[3u * i], s = candidates[3u * i + 1u], t = candidates[3u * i + 2u];
  vec3 a[3], b[3];
  corners(pair, false, s, a);
  corners(pair, true, t, b);
  vec3 origin = a[0];
  float m = 0.0;
  for (int k = 0; k < 3; k++) {
    a[k] -= origin;
    b[k] -= origin;
    m = max(m, max(largest(a[k]), largest(b[k])));
  }
  float e = number(pair, atErrors);
  bool neighbours = false;
  if (word(pair, atSelf) != 0u) {
    uvec3 na = numbers(pair, s), nb = numbers(pair, t);
    neighbours = sharing(na, nb);
    if (neighbours && neighboursApart(a, b, na, nb, e, m)) return;
  }
  if (!neighbours && apart(a, b, e + 10.0 * u * m)) return;
  uint at;
  RESERVE(count, 1u, at)
  if (at >= capacity) return;
  left[3u * at] = sureCrossing(a, b, e, m) ? pair | sure : pair;
  left[3u * at + 1u] = s;
  left[3u * at + 2u] = t;
}

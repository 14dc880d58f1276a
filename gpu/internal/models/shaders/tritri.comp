#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "pair.glsl"
#include "reserve.glsl"
#include "tritri.glsl"
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

// The corners' numbers; those of different bodies mean nothing to each other.
uvec3 numbers(uint pair, uint triangle) {
  uint t = 3u * (word(pair, atTrianglesA) + triangle);
  return uvec3(triangles[t], triangles[t + 1u], triangles[t + 2u]);
}

bool sharing(uvec3 a, uvec3 b) {
  return any(equal(a, b)) || any(equal(a, b.yzx)) || any(equal(a, b.zxy));
}

void main() {
  uint i = item();
  if (i >= args[3]) return;
  uint pair = candidates[3u * i], s = candidates[3u * i + 1u], t = candidates[3u * i + 2u];
  vec3 a[3], b[3];
  corners(pair, false, s, a);
  corners(pair, true, t, b);
  float m = around(a, b), e = number(pair, atErrors);
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

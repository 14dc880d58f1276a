#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "pair.glsl"
#include "reserve.glsl"
// Of the candidate pairs of triangles (pair, triangle of A, triangle of B) those that
// no axis surely separates. count goes on beyond the capacity. Contract:
// refSeparated, which allows for rounding.
layout(push_constant) uniform Push { uint capacity; };
layout(std430, binding = 3) readonly buffer Args { uint args[4]; };
layout(std430, binding = 4) readonly buffer Candidates { uint candidates[]; };
layout(std430, binding = 5) buffer Count { uint count; };
layout(std430, binding = 6) writeonly buffer Left { uint left[]; };

// Any vector is a fair axis: its own rounding does not matter, only that of the
// projections. Let u = 2^-23 bound one operation's relative error (rounding may go
// either way, products and sums may be fused or not), m the largest coordinate of a
// corner relative to A's first, which is but an origin, E the sum of the errors of
// both bodies' corners in the pair's frame, |L| the 1-norm. A corner is off by its
// body's error and u·m for the subtraction; a projection adds 3.01·u·|L|·m. So both
// projections together are off by at most |L|(E + 8.1·u·m). 10·u·m also covers the
// rounding of |L|, the bound and the gap; E comes rounded up by more than that.
// Flushed subnormals: in a projection fewer than 16 times 2^-126; before it E, which
// is at least 2^-119, holds them.
const float u = 1.0 / 8388608.0;
const float flushed = 1.0 / 1.3292279957849159e36; // 2^-120

bool separates(vec3 axis, vec3 a[3], vec3 b[3], float bound) {
  vec3 p = vec3(dot(axis, a[0]), dot(axis, a[1]), dot(axis, a[2]));
  vec3 q = vec3(dot(axis, b[0]), dot(axis, b[1]), dot(axis, b[2]));
  float leastP = min(min(p.x, p.y), p.z), mostP = max(max(p.x, p.y), p.z);
  float leastQ = min(min(q.x, q.y), q.z), mostQ = max(max(q.x, q.y), q.z);
  float gap = max(leastP - mostQ, leastQ - mostP);
  return gap > (abs(axis.x) + abs(axis.y) + abs(axis.z)) * bound + flushed;
}

// The coordinate axes, which are cheap, then normals, cross products of edges and edge
// normals in the planes: all there are for two triangles, coplanar ones included.
bool apart(vec3 a[3], vec3 b[3], float bound) {
  vec3 ea[3] = vec3[](a[1] - a[0], a[2] - a[1], a[0] - a[2]);
  vec3 eb[3] = vec3[](b[1] - b[0], b[2] - b[1], b[0] - b[2]);
  vec3 na = cross(ea[0], ea[1]), nb = cross(eb[0], eb[1]);
  if (separates(vec3(1, 0, 0), a, b, bound) || separates(vec3(0, 1, 0), a, b, bound) || separates(vec3(0, 0, 1), a, b, bound)) return true;
  if (separates(na, a, b, bound) || separates(nb, a, b, bound)) return true;
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

float largest(vec3 v) { return max(max(abs(v.x), abs(v.y)), abs(v.z)); }

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
  if (apart(a, b, number(pair, atErrors) + 10.0 * u * m)) return;
  uint at;
  RESERVE(count, 1u, at)
  if (at >= capacity) return;
  left[3u * at] = pair;
  left[3u * at + 1u] = s;
  left[3u * at + 2u] = t;
}

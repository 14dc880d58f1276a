// Tests whose answer is surely apart, or not; corners are given relative to one of them.
//
// Any vector is a fair axis: its own rounding does not matter, only that of the
// projections. Let u = 2^-23 bound one operation's relative error (rounding may go
// either way, products and sums may be fused or not), m the largest coordinate of a
// corner, E the sum of the errors of both bodies' corners in the frame, |L| the
// 1-norm. A corner is off by its body's error and u·m for the subtraction; a projection
// adds 3.01·u·|L|·m. So both projections together are off by at most |L|(E + 8.1·u·m).
// bound = E + 10·u·m also covers the rounding of |L|, the bound and the gap; E comes
// rounded up by more than that. Flushed subnormals: in a projection fewer than 16 times
// 2^-126; before it E, which is at least 2^-119, holds them.
const float u = 1.0 / 8388608.0;
const float flushed = 1.0 / 1.3292279957849159e36; // 2^-120

// Set in the number of a pair of bodies beside triangles that surely touch.
const uint sure = 0x80000000u;

float sum3(vec3 v) { return abs(v.x) + abs(v.y) + abs(v.z); }
float largest(vec3 v) { return max(max(abs(v.x), abs(v.y)), abs(v.z)); }

bool separates(vec3 axis, vec3 a[3], vec3 b[3], float bound) {
  vec3 p = vec3(dot(axis, a[0]), dot(axis, a[1]), dot(axis, a[2]));
  vec3 q = vec3(dot(axis, b[0]), dot(axis, b[1]), dot(axis, b[2]));
  float leastP = min(min(p.x, p.y), p.z), mostP = max(max(p.x, p.y), p.z);
  float leastQ = min(min(q.x, q.y), q.z), mostQ = max(max(q.x, q.y), q.z);
  return max(leastP - mostQ, leastQ - mostP) > sum3(axis) * bound + flushed;
}

bool separatedByCoordinates(vec3 a[3], vec3 b[3], float bound) {
  return separates(vec3(1, 0, 0), a, b, bound) || separates(vec3(0, 1, 0), a, b, bound) || separates(vec3(0, 0, 1), a, b, bound);
}

// An edge and a triangle: the normal, the edge against each side, and, where both lie
// in one plane, what is normal to a side there.
bool edgeApart(vec3 p, vec3 q, vec3 b[3], float bound) {
  vec3 a[3] = vec3[](p, q, q), d = q - p;
  vec3 sides[3] = vec3[](b[1] - b[0], b[2] - b[1], b[0] - b[2]);
  vec3 n = cross(sides[0], sides[1]);
  if (separatedByCoordinates(a, b, bound) || separates(n, a, b, bound)) return true;
  for (int k = 0; k < 3; k++) {
    if (separates(cross(d, sides[k]), a, b, bound)) return true;
  }
  for (int k = 0; k < 3; k++) {
    if (separates(cross(n, sides[k]), a, b, bound)) return true;
  }
  return separates(cross(n, d), a, b, bound);
}

// A determinant of three differences of corners, coordinates of at most M = 2m, off by
// ε = 2E + 4·u·m, is off by 18·M²·ε for them and 30·u·M³ for its evaluation:
// m²(144·E + 528·u·m). That of a normal takes the same.
float determinantBound(float e, float m) { return m * m * (160.0 * e + 800.0 * u * m) + flushed; }

bool beyond(vec2 s, float bound) { return min(s.x, s.y) > bound || max(s.x, s.y) < -bound; }

// Whether the edge surely crosses the inside of the triangle: its ends are on different
// sides of the plane, and it passes all sides of the triangle the same way round. Contract: refCrosses.
bool crosses(vec3 p, vec3 q, vec3 b[3], float e, float m) {
  float bound = determinantBound(e, m);
  vec3 n = cross(b[1] - b[0], b[2] - b[0]), d = q - p;
  float s = dot(n, p - b[0]), t = dot(n, q - b[0]);
  if (!(max(s, t) > bound && min(s, t) < -bound)) return false;
  vec3 k = vec3(dot(d, cross(b[0] - p, b[1] - p)), dot(d, cross(b[1] - p, b[2] - p)), dot(d, cross(b[2] - p, b[0] - p)));
  return min(min(k.x, k.y), k.z) > bound || max(max(k.x, k.y), k.z) < -bound;
}

// Two triangles with one corner in common, a[0] = b[0]. What else they have in common
// is convex and holds that corner, so it has another extreme point, which lies on a side
// that does not end in the corner: one of the two opposite sides meets the other triangle.
bool apartButCorner(vec3 a[3], vec3 b[3], float bound) {
  return edgeApart(a[1], a[2], b, bound) && edgeApart(b[1], b[2], a, bound);
}

// Two triangles with a side in common, a[0] = b[0] and a[1] = b[1]: they have nothing
// else in common unless they lie in one plane and on one side of that side. With
// N any vector, N·((a1 − a0) × (x − a0)) is positive on one side of the plane through
// a0, a1 along N and negative on the other; it is off by at most |N|·m(8·E + 72·u·m), counted as above
// but with ε = E + 4·u·m, as all corners are of one body.
bool apartButSide(vec3 a[3], vec3 b[3], float e, float m) {
  vec3 side = a[1] - a[0], n = cross(side, a[2] - a[0]), k = cross(side, b[2] - a[0]);
  if (abs(dot(n, b[2] - a[0])) > determinantBound(e, m)) return true;
  float bound = sum3(n) * m * (10.0 * e + 100.0 * u * m) + flushed;
  return dot(n, n) > bound && dot(n, k) < -bound;
}

void turn(inout vec3 v[3], inout uvec3 number, uint k) {
  v = vec3[](v[k], v[(k + 1u) % 3u], v[(k + 2u) % 3u]);
  number = uvec3(number[k], number[(k + 1u) % 3u], number[(k + 2u) % 3u]);
}

// Triangles of one mesh, of which the same numbers mean the same corners: whether they
// surely have nothing in common beyond those. e is the sum of both errors.
bool neighboursApart(vec3 a[3], vec3 b[3], uvec3 na, uvec3 nb, float e, float m) {
  uint shared_ = 0u, i = 0u, j = 0u;
  for (uint k = 0u; k < 3u; k++) {
    for (uint l = 0u; l < 3u; l++) {
      if (na[k] != nb[l]) continue;
      if (shared_ == 0u) {
        i = k;
        j = l;
      }
      shared_++;
    }
  }
  bool repeated = na.x == na.y || na.y == na.z || na.z == na.x || nb.x == nb.y || nb.y == nb.z || nb.z == nb.x;
  if (repeated || shared_ == 3u) return false;
  turn(a, na, i);
  turn(b, nb, j);
  if (shared_ == 1u) return apartButCorner(a, b, e + 10.0 * u * m);
  // The other common corner to place 1: which way round a triangle goes is all the same.
  if (na.y != nb.y && na.y != nb.z) a = vec3[](a[0], a[2], a[1]), na = na.xzy;
  if (nb.y != na.y) b = vec3[](b[0], b[2], b[1]);
  return apartButSide(a, b, e, m);
}

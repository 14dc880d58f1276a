// What bodies a and b are to each other: the unit normal from b to a, a point between
// them, and whether they surely touch (1), surely do not (-1), or neither (0).
//
// The record is the pose that the host makes of a place: it is off by a few roundings of
// the coordinates, the extents and the offset of the shape, less than EPS/8 of their sum, and
// so is each corner that the host computes from it. Hulls of corners off by c contain the
// box shrunk by c and lie in the box grown by it, so that distances are off by less than
// 2·sqrt(3)·c. Squares take additions and products alone, which are correctly rounded: a
// relative EPS covers them. margin is more than all of it.
layout(std430, binding = 0) readonly buffer Parameters { real p[]; };
layout(std430, binding = 1) readonly buffer Records { real bodies[]; };
layout(std430, binding = 2) readonly buffer Places { real x[]; };

real3 place(uint i) { return real3(x[3u * i], x[3u * i + 1u], x[3u * i + 2u]); }
real3 extents(uint i) { return real3(bodies[record * i], bodies[record * i + 1u], bodies[record * i + 2u]); }
bool isBall(uint i) { return bodies[record * i + atBall] != 0; }

real largest(real3 v) { return max(max(abs(v.x), abs(v.y)), abs(v.z)); }

// sureness compares a squared distance with a reach.
int sureness(real square, real reach, real margin) {
  real r = reach + margin;
  if (square > r * r * (1 + 4 * EPS)) return -1;
  r = reach - margin;
  return r > 0 && square < r * r * (1 - 4 * EPS) ? 1 : 0;
}

real3 unit(real3 d) {
  real m = largest(d);
  if (!(m > 0)) return real3(0, 0, 1);
  d /= m;
  return d / sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
}

// least is the axis on which two boxes overlap least, as a normal.
real3 least(real3 d, real3 reach) {
  real3 gap = abs(d) - reach;
  int k = gap.x >= gap.y ? 0 : 1;
  if (gap.z > gap[k]) k = 2;
  real3 n = real3(0);
  n[k] = d[k] < 0 ? -1 : 1;
  return n;
}

int touching(uint a, uint b, out real3 n, out real3 point) {
  real3 xa = place(a), xb = place(b), ea = extents(a), eb = extents(b), d = xa - xb;
  real margin = EPS * (largest(xa) + largest(xb) + largest(ea) + largest(eb) + bodies[record * a + atOffset] + bodies[record * b + atOffset]);
  if (isBall(a) && isBall(b)) {
    n = unit(d);
    point = xb + n * ((eb.x + sqrt(d.x * d.x + d.y * d.y + d.z * d.z) - ea.x) / 2);
    return sureness(d.x * d.x + d.y * d.y + d.z * d.z, ea.x + eb.x, margin);
  }
  if (!isBall(a) && !isBall(b)) {
    real3 gap = abs(d) - ea - eb, lo = max(xa - ea, xb - eb), hi = min(xa + ea, xb + eb);
    n = least(d, ea + eb);
    point = (lo + hi) / 2;
    if (gap.x > margin || gap.y > margin || gap.z > margin) return -1;
    real thin = min(min(min(ea.x, ea.y), ea.z), min(min(eb.x, eb.y), eb.z));
    return gap.x < -margin && gap.y < -margin && gap.z < -margin && thin > margin ? 1 : 0;
  }
  bool first = isBall(a); // the ball
  real3 c = first ? xa : xb, m = first ? xb : xa, e = first ? eb : ea;
  real r = first ? ea.x : eb.x;
  point = clamp(c, m - e, m + e);
  real3 from = c - point;
  bool inside = from.x == 0 && from.y == 0 && from.z == 0;
  n = inside ? least(c - m, e) : unit(from);
  if (!first) n = -n;
  real thin = min(min(e.x, e.y), e.z);
  int s = sureness(from.x * from.x + from.y * from.y + from.z * from.z, r, margin);
  return s == 1 && !(thin > margin) ? 0 : s;
}

// The tests of the streaming methods: scdTriangle and scdBox of hit.go, which
// derives every constant. `precise` keeps the order of operations; fused ones are
// only more exact.
const float unit = 5.9604644775390625e-8; // 2^-24
const float farDepth = 1.0;
const float leastDen = 8.67361737988403547e-19; // 2^-60
const float parallel = 9.094947017729282379e-13; // 2^-40

struct Record { vec4 a, b, c, d; };

float dot3(vec3 a, vec3 b) { precise float s = a.x * b.x + a.y * b.y + a.z * b.z; return s; }
vec3 cross3(vec3 a, vec3 b) {
  precise vec3 c = vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
  return c;
}
float sum3(vec3 a) { precise float s = abs(a.x) + abs(a.y) + abs(a.z); return s; }

float hitTriangle(vec3 orig, vec4 dirlen, Record r) {
  if (dirlen.w < 0.0) return farDepth;
  vec3 d = dirlen.xyz, e12 = r.b.xyz, e13 = r.c.xyz, n = r.d.xyz;
  float s12 = r.b.w, s13 = r.c.w, sn = r.d.w;
  precise vec3 v = orig - r.a.xyz;
  float m = sum3(v);

  vec3 c = cross3(v, d);
  float du = dot3(e13, c), dv = -dot3(e12, c);
  float det = dot3(e13, cross3(e12, d));
  float num = -dot3(n, v), den = dot3(n, d);

  precise float near = unit * (12.0 * m + 4.0);
  precise float eu = s13 * near, ev = s12 * near, ed = (12.0 * unit) * (s12 * s13);
  precise float errNum = (sn * unit) * (8.0 * m + 3.0), errDen = (6.0 * unit) * sn;

  if (abs(det) > ed && abs(den) > errDen) {
    if (det < 0.0) { du = -du; dv = -dv; }
    if (den < 0.0) num = -num;
    precise float sum = du + dv, most = abs(det) + (eu + ev + ed);
    if (du < -eu || dv < -ev || sum > most || num < -errNum) return farDepth;
    precise float t = max(num - errNum, 0.0) / max(abs(den) + errDen, leastDen);
    precise float depth = (t * (1.0 - 9.5367431640625e-7)) * r.a.w;
    return min(depth, farDepth);
  }
  precise float mostU = abs(det) + (ed + eu), mostV = abs(det) + (ed + ev);
  if (abs(du) > mostU || abs(dv) > mostV) return farDepth;
  precise float pad = unit * (20.0 + 4.0 * m + 4.0 * (s12 + s13));
  precise vec3 w = v + dirlen.w * d;
  precise vec3 lo = min(v, w) - pad, hi = max(v, w) + pad;
  bool apart = any(greaterThan(lo, max(max(e12, e13), vec3(0)))) || any(lessThan(hi, min(min(e12, e13), vec3(0))));
  return apart ? farDepth : 0.0;
}

void slab(vec4 axis, vec3 q, vec3 dir, float pad, inout float enter, inout float leave) {
  float o = dot3(axis.xyz, q), d = dot3(axis.xyz, dir);
  precise float h = (axis.w + pad) * (1.0 + 16.0 * unit) + (16.0 * unit) * abs(o);
  if (abs(d) < parallel) {
    if (abs(o) > h) leave = -1.0;
    return;
  }
  precise float t1 = (-h - o) / d, t2 = (h - o) / d;
  enter = max(enter, min(t1, t2));
  leave = min(leave, max(t1, t2));
}

float hitBox(vec3 orig, vec4 dirlen, Record r) {
  if (dirlen.w < 0.0) return farDepth;
  precise vec3 q = orig - r.a.xyz;
  precise float pad = unit * (8.0 * sum3(q) + 4.0 + 7.0 * dirlen.w);
  float enter = 0.0, leave = 3.402823466e38;
  slab(r.b, q, dirlen.xyz, pad, enter, leave);
  slab(r.c, q, dirlen.xyz, pad, enter, leave);
  slab(r.d, q, dirlen.xyz, pad, enter, leave);
  if (enter > leave) return farDepth;
  precise float depth = enter * r.a.w;
  return min(depth, farDepth);
}

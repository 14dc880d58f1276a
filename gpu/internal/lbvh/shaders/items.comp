#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "item.glsl"
#include "pair.glsl"
#include "reserve.glsl"
// The triangles of each pair of bodies that come near the other body, as items with
// the pair as group. n is the number of triangles of all pairs. Boxes enclose the
// triangle whatever the rounding. count goes on beyond the capacity.
layout(push_constant) uniform Push { uint n, pairCount, capacity; };
layout(std430, binding = 3) buffer Count { uint count; };
layout(std430, binding = 4) writeonly buffer Items { Item items[]; };

uint pairOf(uint i) {
  uint lo = 0u, hi = pairCount; // first[lo] <= i < first[hi]
  while (hi - lo > 1u) {
    uint m = (lo + hi) / 2u;
    if (word(m, atFirst) <= i) lo = m; else hi = m;
  }
  return lo;
}

vec3 vector(uint pair, uint at) { return vec3(number(pair, at), number(pair, at + 1u), number(pair, at + 2u)); }

void main() {
  uint i = item();
  if (i >= n) return;
  uint p = pairOf(i), t = i - word(p, atFirst);
  bool second = t >= word(p, atCountA);
  if (second) t -= word(p, atCountA);
  vec3 v[3];
  corners(p, second, t, v);
  float e = number(p, second ? atErrorB : atErrorA);
  Item b;
  b.lo.xyz = min(min(v[0], v[1]), v[2]) - e;
  b.hi.xyz = max(max(v[0], v[1]), v[2]) + e;
  uint cull = second ? atCullB : atCullA;
  if (any(greaterThan(b.lo.xyz, vector(p, cull + 3u))) || any(lessThan(b.hi.xyz, vector(p, cull)))) return;
  uint at;
  RESERVE(count, 1u, at)
  if (at >= capacity) return;
  uint mask = word(p, atSelf) != 0u ? 3u : second ? 2u : 1u;
  b.lo.w = uintBitsToFloat(t);
  b.hi.w = uintBitsToFloat(p << 2 | mask);
  items[at] = b;
}

// What the kernels of scd3 share. A job is the edges of one body against the tree of
// another (or of itself), in a frame along that tree's boxes: see edgeJob, word for word.
#include "group.glsl"
#include "item.glsl"
#include "apart.glsl"

const uint jobWords = 24u;
const uint atMap = 0u, atScale = 12u, atBound = 15u, atFirst = 16u, atEdges = 17u, atRoot = 18u, atPair = 19u, atKind = 20u, atTriangles = 21u;
const uint swapped = 1u, self = 2u;
layout(std430, binding = 0) readonly buffer Jobs { uint jobs[]; };

uint word(uint job, uint at) { return jobs[jobWords * job + at]; }
float number(uint job, uint at) { return uintBitsToFloat(word(job, at)); }
vec3 scaleOf(uint job) { return vec3(number(job, atScale), number(job, atScale + 1u), number(job, atScale + 2u)); }

// The job that item i belongs to, of so many.
uint jobOf(uint i, uint jobCount) {
  uint lo = 0u, hi = jobCount; // first[lo] <= i < first[hi]
  while (hi - lo > 1u) {
    uint m = (lo + hi) / 2u;
    if (word(m, atFirst) <= i) lo = m; else hi = m;
  }
  return lo;
}

// An edge where its job sees it: p.w is the job, q.w the edge's number.
struct Edge { vec4 p, q; };

// What an edge is: its ends and its triangles, so many of sides from one on.
struct Ends { uint a, b, first, count; };

// Box and edge are apart on a coordinate axis or on one normal to the edge and to such
// an axis. All coordinates are at most 1; halves of sums and differences are off by
// 1.01·u, so the distance d of the middles by 4.1·u, and on an axis L of those normal to
// the computed edge, its products with d and with the half sides by 9·u·|L|: with the
// other halves, below 20·u·|L|, and the bound itself is rounded. Contract: refMeets.
bool meets(Edge e, Item b, vec3 scale, float bound) {
  vec3 lo = scale * b.lo.xyz, hi = scale * b.hi.xyz;
  vec3 h = 0.5 * e.q.xyz - 0.5 * e.p.xyz, k = 0.5 * hi - 0.5 * lo;
  vec3 d = (0.5 * e.q.xyz + 0.5 * e.p.xyz) - (0.5 * hi + 0.5 * lo), g = abs(h);
  float pad = bound + 24.0 * u;
  if (any(greaterThan(abs(d), k + g + pad))) return false;
  vec3 x = abs(cross(d, h)), reach = k.yzx * g.zxy + k.zxy * g.yzx;
  return !any(greaterThan(x, reach + (g.yzx + g.zxy) * pad + flushed));
}

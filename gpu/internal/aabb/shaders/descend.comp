#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "item.glsl"
#include "pair.glsl"
#include "reserve.glsl"
// One level of the descent over two trees for many pairs of bodies: the stream of
// node pairs (pair, node of A, node of B) of one level in, that of the next out; both
// nodes are opened at once. Pairs of leaves become pairs of triangles. counts[level]
// is how many came in. What goes out is counted beyond the capacity.
layout(push_constant) uniform Push { uint level, capacity, triangleCapacity; };
layout(std430, binding = 3) readonly buffer Nodes { Item nodes[]; };
layout(std430, binding = 4) readonly buffer Order { uint order[]; };
layout(std430, binding = 5) readonly buffer Args { uint args[4]; };
layout(std430, binding = 6) readonly buffer In { uint stream[]; };
layout(std430, binding = 7) buffer Counts { uint counts[]; };
layout(std430, binding = 8) writeonly buffer Out { uint next[]; };
layout(std430, binding = 9) buffer Found { uint found; };
layout(std430, binding = 10) writeonly buffer Candidates { uint candidates[]; };

// A box of scaled vertices in the pair's frame: centre and the images of its half
// edges, columns of the map.
struct Placed { vec3 center; vec3 edge[3]; };

Placed place(uint pair, uint map, Item b) {
  vec3 c = 0.5 * b.lo.xyz + 0.5 * b.hi.xyz, h = 0.5 * b.hi.xyz - 0.5 * b.lo.xyz;
  Placed p;
  for (uint i = 0u; i < 3u; i++) {
    uint row = map + 4u * i;
    vec3 m = vec3(number(pair, row), number(pair, row + 1u), number(pair, row + 2u));
    p.center[i] = m.x * c.x + m.y * c.y + m.z * c.z + number(pair, row + 3u);
    for (uint k = 0u; k < 3u; k++) p.edge[k][i] = m[k] * h[k];
  }
  return p;
}

// On any axis L, boxes are apart when their centres are further apart than the half
// edges reach, |L·d| > Σ|L·e|. With ρ, τ, u as in the bound of the maps, each body has
// a part in the error of |L| times: centre 6.1u(ρ + τ), half edges with the rounding
// of c and h 6.1u·ρ, d and its projection 4.1u(ρ + τ), those of the edges and their
// sum 8.1u·ρ: below 25u(ρ + τ), while its error in the record is at least 8u(ρ + τ).
// 4 times that also covers the rounding of the bound itself; the constant, 2^-120,
// flushed subnormals.
bool apartOn(vec3 axis, vec3 d, Placed a, Placed b, float bound) {
  float reach = abs(dot(axis, a.edge[0])) + abs(dot(axis, a.edge[1])) + abs(dot(axis, a.edge[2])) +
    abs(dot(axis, b.edge[0])) + abs(dot(axis, b.edge[1])) + abs(dot(axis, b.edge[2]));
  return abs(dot(axis, d)) > reach + (abs(axis.x) + abs(axis.y) + abs(axis.z)) * bound + 7.5e-37;
}

bool apart(uint pair, Item x, Item y) {
  Placed a = place(pair, atMapA, x), b = place(pair, atMapB, y);
  vec3 d = a.center - b.center;
  float bound = 4.0 * number(pair, atErrors);
  if (apartOn(vec3(1, 0, 0), d, a, b, bound) || apartOn(vec3(0, 1, 0), d, a, b, bound) || apartOn(vec3(0, 0, 1), d, a, b, bound)) return true;
  for (int k = 0; k < 3; k++) {
    if (apartOn(cross(a.edge[k], a.edge[(k + 1) % 3]), d, a, b, bound)) return true;
    if (apartOn(cross(b.edge[k], b.edge[(k + 1) % 3]), d, a, b, bound)) return true;
  }
  return false;
}

void push(uint pair, uint x, uint y, bool test) {
  if (test && apart(pair, nodes[x], nodes[y])) return;
  uint at;
  RESERVE(counts[level + 1u], 1u, at)
  if (at >= capacity) return;
  next[3u * at] = pair;
  next[3u * at + 1u] = x;
  next[3u * at + 2u] = y;
}

void leaves(uint pair, Item x, Item y, bool same) {
  uint firstA = floatBitsToUint(x.lo.w), countA = floatBitsToUint(x.hi.w);
  uint firstB = floatBitsToUint(y.lo.w), countB = floatBitsToUint(y.hi.w);
  uint all = same ? countA * (countA - 1u) / 2u : countA * countB;
  uint at;
  RESERVE(found, all, at)
  bool self = word(pair, atSelf) != 0u;
  for (uint i = 0u; i < countA; i++) {
    for (uint j = same ? i + 1u : 0u; j < countB; j++) {
      if (at < triangleCapacity) {
        uint a = order[firstA + i] - word(pair, atTrianglesA), b = order[firstB + j] - word(pair, atTrianglesB);
        candidates[3u * at] = pair;
        candidates[3u * at + 1u] = self ? min(a, b) : a;
        candidates[3u * at + 2u] = self ? max(a, b) : b;
      }
      at++;
    }
  }
}

void main() {
  uint i = item();
  if (i >= args[3]) return;
  uint pair = stream[3u * i], s = stream[3u * i + 1u], t = stream[3u * i + 2u];
  Item x = nodes[s], y = nodes[t];
  bool same = s == t && word(pair, atSelf) != 0u;
  bool leafA = floatBitsToUint(x.hi.w) != 0u, leafB = floatBitsToUint(y.hi.w) != 0u;
  if (leafA && leafB) {
    leaves(pair, x, y, same);
    return;
  }
  uint a = floatBitsToUint(x.lo.w), b = floatBitsToUint(y.lo.w);
  if (same) {
    push(pair, a, a, false);
    push(pair, a + 1u, a + 1u, false);
    push(pair, a, a + 1u, true);
    return;
  }
  for (uint k = 0u; k < (leafA ? 1u : 2u); k++) {
    for (uint l = 0u; l < (leafB ? 1u : 2u); l++) push(pair, leafA ? s : a + k, leafB ? t : b + l, true);
  }
}

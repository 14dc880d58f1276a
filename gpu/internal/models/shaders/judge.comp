#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "pair.glsl"
#include "tritri.glsl"
// What candidate pairs of triangles (pair, triangle of A, triangle of B) say about their pair of
// bodies: bit 0 of its word is set where two triangles surely touch, bit 1 where two are not
// surely apart. A pair of bodies of which the former is known is not looked at again, so that
// bit 1 means nothing beside bit 0. Contract: Poses.
layout(push_constant) uniform Push { uint none; };
layout(std430, binding = 3) readonly buffer Args { uint args[4]; };
layout(std430, binding = 4) readonly buffer Candidates { uint candidates[]; };
layout(std430, binding = 5) buffer Words { uint words[]; };

void main() {
  uint i = item();
  if (i >= args[3]) return;
  uint pair = candidates[3u * i];
  if ((words[pair] & 1u) != 0u) return;
  vec3 a[3], b[3];
  corners(pair, false, candidates[3u * i + 1u], a);
  corners(pair, true, candidates[3u * i + 2u], b);
  float m = around(a, b), e = number(pair, atErrors);
  if (apart(a, b, e + 10.0 * u * m)) return;
  atomicOr(words[pair], sureCrossing(a, b, e, m) ? 1u : 2u);
}

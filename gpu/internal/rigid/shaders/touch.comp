#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "real.glsl"
#include "contact.glsl"
// The narrow phase: pairs of bodies whose boxes meet become contacts, keys with the lesser
// body in the high word, unless they surely do not touch. The payload is 1 where only exact
// arithmetic can tell. Contract: refTouch.
layout(push_constant) uniform Push { uint pairCapacity, capacity; };
layout(std430, binding = 3) readonly buffer PairCount { uint pairCount; };
layout(std430, binding = 4) readonly buffer Pairs { uint pairs[]; };
layout(std430, binding = 5) buffer Count { uint count; };
layout(std430, binding = 6) writeonly buffer Keys { uvec2 keys[]; };
layout(std430, binding = 7) writeonly buffer Payload { uint payload[]; };

void main() {
  uint i = item();
  if (i >= min(pairCount, pairCapacity)) return;
  uint a = min(pairs[3u * i + 1u], pairs[3u * i + 2u]), b = max(pairs[3u * i + 1u], pairs[3u * i + 2u]);
  real3 n, point;
  int s = touching(a, b, n, point);
  if (s < 0) return;
  uint at = atomicAdd(count, 1u);
  if (at >= capacity) return;
  keys[at] = uvec2(b, a);
  payload[at] = s == 0 ? 1u : 0u;
}

#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "item.glsl"
// The boxes of bodies, from the first on, by their least corners and sizes: items with the body's number that meet all
// others. The sum is off by 2^-23 of its size at most, which the sizes allow for. Contract: Boxes.
layout(push_constant) uniform Push { uint n, first; };
layout(std430, binding = 0) readonly buffer Places { float places[]; };
layout(std430, binding = 1) readonly buffer Sizes { float sizes[]; };
layout(std430, binding = 2) writeonly buffer Items { Item items[]; };

void main() {
  uint i = item();
  if (i >= n) return;
  i += first;
  vec3 lo = vec3(places[3u * i], places[3u * i + 1u], places[3u * i + 2u]);
  vec3 size = vec3(sizes[3u * i], sizes[3u * i + 1u], sizes[3u * i + 2u]);
  items[i] = Item(vec4(lo, uintBitsToFloat(i)), vec4(lo + size, uintBitsToFloat(3u)));
}

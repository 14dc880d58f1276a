#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "item.glsl"
// The boxes of n triangles from the first on.
layout(push_constant) uniform Push { uint n, first; };
layout(std430, binding = 0) readonly buffer Vertices { float vertices[]; };
layout(std430, binding = 1) readonly buffer Triangles { uint triangles[]; };
layout(std430, binding = 2) writeonly buffer Boxes { Item boxes[]; };
#include "mesh.glsl"

void main() {
  uint i = item();
  if (i >= n) return;
  vec3 lo, hi;
  boxAround(first + i, lo, hi);
  boxes[i] = Item(vec4(lo, 0.0), vec4(hi, 0.0));
}

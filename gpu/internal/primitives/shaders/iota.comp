#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
// out[i] = i·step + first.
layout(push_constant) uniform Push { uint n, first, step; };
layout(std430, binding = 0) writeonly buffer Out { uint result[]; };

void main() {
  uint i = item();
  if (i < n) result[i] = i * step + first;
}

#version 450
#extension GL_GOOGLE_include_directive : require
#include "scd_draw.glsl"
// The record travels to every pixel of the rectangle.
layout(location = 0) flat out vec4 a;
layout(location = 1) flat out vec4 b;
layout(location = 2) flat out vec4 c;
layout(location = 3) flat out vec4 d;

void main() {
  Draw w = placed();
  a = w.a;
  b = w.b;
  c = w.c;
  d = w.d;
}

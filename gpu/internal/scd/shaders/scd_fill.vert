#version 450
#extension GL_GOOGLE_include_directive : require
#include "scd_draw.glsl"
layout(location = 0) flat out vec4 a;

void main() { a = placed().a; }

#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
// The end of a round: nobody has a claim.
layout(push_constant) uniform Push { uint n; };
layout(std430, binding = 0) readonly buffer Keys { uvec2 keys[]; };
layout(std430, binding = 1) writeonly buffer First { uint first[]; };

void main() {
  uint i = item();
  if (i >= n) return;
  first[keys[i].x] = 0xFFFFFFFFu;
  first[keys[i].y] = 0xFFFFFFFFu;
}

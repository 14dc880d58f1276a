#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "real.glsl"
// A round of impacts: each contact that has not had its turn claims its bodies; the first
// in canonical order gets them. Bodies that nothing moves are there for all.
layout(push_constant) uniform Push { uint n; };
layout(std430, binding = 0) readonly buffer Keys { uvec2 keys[]; };
layout(std430, binding = 1) readonly buffer Records { real bodies[]; };
layout(std430, binding = 2) readonly buffer Done { uint done[]; };
layout(std430, binding = 3) buffer First { uint first[]; };

void main() {
  uint i = item();
  if (i >= n || done[i] != 0u) return;
  if (bodies[record * keys[i].x + atMass] != 0) atomicMin(first[keys[i].x], i);
  if (bodies[record * keys[i].y + atMass] != 0) atomicMin(first[keys[i].y], i);
}

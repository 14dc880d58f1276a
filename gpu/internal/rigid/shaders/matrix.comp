#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "real.glsl"
// The model matrix of each body, three rows of four: its rotation, which stays, and where
// the origin of its coordinates is. Shapes are nine numbers of the rotation and the centre.
layout(push_constant) uniform Push { uint n; };
layout(std430, binding = 0) readonly buffer Shapes { real shapes[]; };
layout(std430, binding = 1) readonly buffer Places { real x[]; };
layout(std430, binding = 2) writeonly buffer Matrices { real matrices[]; };

void main() {
  uint i = item();
  if (i >= n) return;
  for (uint r = 0u; r < 3u; r++) {
    real away = 0;
    for (uint k = 0u; k < 3u; k++) {
      real m = shapes[12u * i + 3u * r + k];
      matrices[12u * i + 4u * r + k] = m;
      away += m * shapes[12u * i + 9u + k];
    }
    matrices[12u * i + 4u * r + 3u] = x[3u * i + r] - away;
  }
}

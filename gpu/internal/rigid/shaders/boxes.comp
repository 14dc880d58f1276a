#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "item.glsl"
#include "real.glsl"
// A float32 box surely around each body, in the frame of the scene. Bodies that nothing
// moves have mask 1, which does not look for its own kind.
layout(push_constant) uniform Push { uint n; };
layout(std430, binding = 0) readonly buffer Parameters { real p[]; };
layout(std430, binding = 1) readonly buffer Records { real bodies[]; };
layout(std430, binding = 2) readonly buffer Places { real x[]; };
layout(std430, binding = 3) writeonly buffer Items { Item items[]; };

void main() {
  uint i = item();
  if (i >= n) return;
  vec3 lo, hi;
  real far = 0;
  for (uint k = 0u; k < 3u; k++) far = max(far, abs(x[3u * i + k]) + bodies[record * i + k]);
  for (uint k = 0u; k < 3u; k++) {
    // Differences, scaling and the conversion to float32 are off by less than 2^-20 of
    // what goes in; EPS covers what a pose adds (see contact.glsl), 2^-120 what is flushed.
    real d = x[3u * i + k] - p[atOrigin + k], extent = bodies[record * i + k], scale = p[atScale];
    real pad = (abs(d) + extent) * real(9.5367431640625e-07) + 4 * EPS * (far + bodies[record * i + atOffset]);
    float a = float((d - extent - pad) * scale), b = float((d + extent + pad) * scale);
    lo[k] = clamp(a - abs(a) * 2.4e-7 - 7.6e-37, -8.0e37, 8.0e37);
    hi[k] = clamp(b + abs(b) * 2.4e-7 + 7.6e-37, -8.0e37, 8.0e37);
  }
  uint mask = bodies[record * i + atMass] == 0 ? 1u : 3u;
  items[i] = Item(vec4(lo, uintBitsToFloat(i)), vec4(hi, uintBitsToFloat(mask)));
}

#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "real.glsl"
// Gravitation, the sum over all pairs in the order of the bodies, a tile of 256 at a time
// in shared memory; then it acts for half a sub-step. A pull is an acceleration and a
// potential; the tide is the largest m/r^3, as the bits of a float32. Contract: refPull.
layout(push_constant) uniform Push { uint n; };
layout(std430, binding = 0) readonly buffer Parameters { real p[]; };
layout(std430, binding = 1) readonly buffer Records { real bodies[]; };
layout(std430, binding = 2) readonly buffer Places { real x[]; };
layout(std430, binding = 3) buffer Velocities { real v[]; };
layout(std430, binding = 4) writeonly buffer Pulls { real pulls[]; };
layout(std430, binding = 5) buffer Tide { uint tide; };

shared real tile[4 * 256];

void main() {
  uint i = item(), t = thread();
  real3 at = real3(0), sum = real3(0);
  real steep = 0, phi = 0;
  if (i < n) at = real3(x[3u * i], x[3u * i + 1u], x[3u * i + 2u]);
  for (uint from = 0u; from < n; from += 256u) {
    uint j = from + t;
    for (uint k = 0u; k < 3u; k++) tile[4u * t + k] = j < n ? x[3u * j + k] : 0;
    tile[4u * t + 3u] = j < n ? bodies[record * j + atMass] : 0;
    barrier();
    for (uint k = 0u; k < 256u; k++) {
      real3 d = real3(tile[4u * k], tile[4u * k + 1u], tile[4u * k + 2u]) - at;
      real m = tile[4u * k + 3u], rr = d.x * d.x + d.y * d.y + d.z * d.z;
      if (m == 0 || !(rr > 0)) continue;
      real q = m / sqrt(rr);
      phi += q;
      sum += d * (q / rr);
      steep = max(steep, q / rr);
    }
    barrier();
  }
  if (i >= n || bodies[record * i + atMass] == 0) return;
  if (steep > 0) atomicMax(tide, floatBitsToUint(float(min(steep, real(3e38)))));
  sum *= p[atG];
  for (uint k = 0u; k < 3u; k++) {
    pulls[4u * i + k] = sum[k];
    v[3u * i + k] += sum[k] * (p[atStep] / 2);
  }
  pulls[4u * i + 3u] = -p[atG] * phi;
}

#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "real.glsl"
// Gravitation after Barnes and Hut, Nature 324, 1986, down the linear hierarchy: one thread
// a leaf, in leaf order; cells that reach less than theta/2 of their distance are taken whole.
// Then it acts for half a sub-step. Contract: refPull, within the error of the method.
layout(push_constant) uniform Push { int n; };
layout(std430, binding = 0) readonly buffer Parameters { real p[]; };
layout(std430, binding = 1) readonly buffer Records { real bodies[]; };
layout(std430, binding = 2) readonly buffer Places { real x[]; };
layout(std430, binding = 3) readonly buffer Order { uint order[]; };
layout(std430, binding = 4) readonly buffer Children { ivec2 children[]; };
layout(std430, binding = 5) readonly buffer Cells { real cells[]; };
layout(std430, binding = 6) buffer Velocities { real v[]; };
layout(std430, binding = 7) writeonly buffer Pulls { real pulls[]; };
layout(std430, binding = 8) buffer Tide { uint tide; };

const int deepest = 97; // see traverse.comp

void main() {
  int i = int(item());
  if (i >= n) return;
  uint body = order[i];
  if (bodies[record * body + atMass] == 0) return;
  real3 at = real3(x[3u * body], x[3u * body + 1u], x[3u * body + 2u]), sum = real3(0);
  real steep = 0, phi = 0, theta = p[atTheta];
  int stack[deepest], depth = 1;
  stack[0] = 0;
  while (depth > 0) {
    int node = stack[--depth];
    uint o = 11u * uint(node);
    real m = cells[o], reach = cells[o + 4u];
    if (m == 0) continue;
    real3 d = real3(cells[o + 1u], cells[o + 2u], cells[o + 3u]) - at;
    real rr = d.x * d.x + d.y * d.y + d.z * d.z;
    bool leaf = node >= n - 1;
    if (!leaf && !(4 * reach * reach < theta * theta * rr)) {
      stack[depth++] = children[node].y;
      stack[depth++] = children[node].x;
      continue;
    }
    if (!(rr > 0)) continue;
    real near = 1 / sqrt(rr), q = m * near, qrr = q * near * near;
    phi += q;
    sum += d * qrr;
    steep = max(steep, qrr);
    if (leaf) continue;
    real3 qd = real3(
      cells[o + 5u] * d.x + cells[o + 6u] * d.y + cells[o + 7u] * d.z,
      cells[o + 6u] * d.x + cells[o + 8u] * d.y + cells[o + 9u] * d.z,
      cells[o + 7u] * d.x + cells[o + 9u] * d.y + cells[o + 10u] * d.z);
    real dqd = d.x * qd.x + d.y * qd.y + d.z * qd.z;
    // By powers of 1/r one at a time: float32 has no room for more.
    real3 w = qd * near * near * near * near * near;
    real s = dqd * near * near * near * near * near;
    phi += s / 2;
    sum += d * (real(2.5) * s * near * near) - w;
  }
  if (steep > 0) atomicMax(tide, floatBitsToUint(float(min(steep, real(3e38)))));
  sum *= p[atG];
  for (uint k = 0u; k < 3u; k++) {
    pulls[4u * body + k] = sum[k];
    v[3u * body + k] += sum[k] * (p[atStep] / 2);
  }
  pulls[4u * body + 3u] = -p[atG] * phi;
}

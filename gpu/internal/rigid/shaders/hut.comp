#version 450
#extension GL_GOOGLE_include_directive : require
#define GROUP 64 // a thread has much to do
#include "group.glsl"
#include "real.glsl"
// Gravitation after Barnes and Hut, Nature 324, 1986, down the linear hierarchy; cells that reach
// less than theta/2 of their distance are taken whole. A thread goes down for several bodies at once,
// next to each other in leaf order, so that it reads a cell once for all (after Barnes, J. Comput. Phys. 87,
// 1990): it opens what is too near for one of them. Then gravitation acts for half a sub-step. Contract: refPull,
// within the error of the method.
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
const int together = 8; // bodies of a thread: see kernels

void main() {
  int first = together * int(item());
  if (first >= n) return;
  real3 at[together], sum[together];
  real phi[together], steep = 0, theta = p[atTheta];
  bool pulled[together];
  for (int k = 0; k < together; k++) {
    uint body = order[min(first + k, n - 1)];
    at[k] = real3(x[3u * body], x[3u * body + 1u], x[3u * body + 2u]);
    pulled[k] = bodies[record * body + atMass] != 0;
    sum[k] = real3(0);
    phi[k] = 0;
  }
  int stack[deepest], depth = 1;
  stack[0] = 0;
  while (depth > 0) {
    int node = stack[--depth];
    uint o = 11u * uint(node);
    real m = cells[o];
    if (m == 0) continue;
    real reach = 2 * cells[o + 4u];
    real3 centre = real3(cells[o + 1u], cells[o + 2u], cells[o + 3u]);
    bool leaf = node >= n - 1, far = true;
    if (!leaf) {
      real least = theta * theta;
      for (int k = 0; k < together; k++) {
        real3 d = centre - at[k];
        far = far && reach * reach < least * (d.x * d.x + d.y * d.y + d.z * d.z);
      }
      if (!far) {
        ivec2 c = children[node];
        stack[depth++] = c.y;
        stack[depth++] = c.x;
        continue;
      }
    }
    real xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;
    if (!leaf) {
      xx = cells[o + 5u];
      xy = cells[o + 6u];
      xz = cells[o + 7u];
      yy = cells[o + 8u];
      yz = cells[o + 9u];
      zz = cells[o + 10u];
    }
    for (int k = 0; k < together; k++) {
      real3 d = centre - at[k];
      real rr = d.x * d.x + d.y * d.y + d.z * d.z;
      if (!(rr > 0)) continue;
      real near = 1 / sqrt(rr), q = m * near, qrr = q * near * near;
      phi[k] += q;
      sum[k] += d * qrr;
      steep = max(steep, qrr);
      if (leaf) continue;
      real3 qd = real3(xx * d.x + xy * d.y + xz * d.z, xy * d.x + yy * d.y + yz * d.z, xz * d.x + yz * d.y + zz * d.z);
      real dqd = d.x * qd.x + d.y * qd.y + d.z * qd.z;
      // By powers of 1/r one at a time: float32 has no room for more.
      real3 w = qd * near * near * near * near * near;
      real s = dqd * near * near * near * near * near;
      phi[k] += s / 2;
      sum[k] += d * (real(2.5) * s * near * near) - w;
    }
  }
  if (steep > 0) atomicMax(tide, floatBitsToUint(float(min(steep, real(3e38)))));
  for (int k = 0; k < together; k++) {
    if (first + k >= n || !pulled[k]) continue;
    uint body = order[first + k];
    sum[k] *= p[atG];
    for (uint c = 0u; c < 3u; c++) {
      pulls[4u * body + c] = sum[k][c];
      v[3u * body + c] += sum[k][c] * (p[atStep] / 2);
    }
    pulls[4u * body + 3u] = -p[atG] * phi[k];
  }
}

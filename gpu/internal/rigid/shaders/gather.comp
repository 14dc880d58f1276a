#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "real.glsl"
// What the nodes of the linear hierarchy are from afar, from the leaves up as in fit.comp:
// of the two threads that come to a node the second goes on. A cell has the mass, the centre
// of mass, how far its masses may be from there, and the moments m(3dd' - |d|^2) as
// xx, xy, xz, yy, yz, zz. Nodes without a mass stay out. Contract: refPull.
layout(push_constant) uniform Push { int n; };
layout(std430, binding = 0) readonly buffer Order { uint order[]; };
layout(std430, binding = 1) readonly buffer Children { ivec2 children[]; };
layout(std430, binding = 2) readonly buffer Parents { int parents[]; };
layout(std430, binding = 3) readonly buffer Records { real bodies[]; };
layout(std430, binding = 4) readonly buffer Places { real x[]; };
layout(std430, binding = 5) coherent buffer Cells { real cells[]; };
layout(std430, binding = 6) coherent buffer Arrived { uint arrived[]; };

// join makes the cell of node p from those of its children.
void join(int p, ivec2 c) {
  real mass = 0, reach = 0, q[6];
  real3 sum = real3(0);
  for (int k = 0; k < 6; k++) q[k] = 0;
  for (int k = 0; k < 2; k++) {
    uint o = 11u * uint(c[k]);
    mass += cells[o];
    sum += real3(cells[o + 1u], cells[o + 2u], cells[o + 3u]) * cells[o];
  }
  real3 centre = mass > 0 ? sum / mass : real3(0);
  for (int k = 0; k < 2; k++) {
    uint o = 11u * uint(c[k]);
    real m = cells[o];
    if (m == 0) continue;
    real3 d = real3(cells[o + 1u], cells[o + 2u], cells[o + 3u]) - centre;
    real dd = d.x * d.x + d.y * d.y + d.z * d.z;
    reach = max(reach, (sqrt(dd) + cells[o + 4u]) * (1 + EPS));
    q[0] += cells[o + 5u] + m * (3 * d.x * d.x - dd);
    q[1] += cells[o + 6u] + m * 3 * d.x * d.y;
    q[2] += cells[o + 7u] + m * 3 * d.x * d.z;
    q[3] += cells[o + 8u] + m * (3 * d.y * d.y - dd);
    q[4] += cells[o + 9u] + m * 3 * d.y * d.z;
    q[5] += cells[o + 10u] + m * (3 * d.z * d.z - dd);
  }
  uint at = 11u * uint(p);
  cells[at] = mass;
  for (int k = 0; k < 3; k++) cells[at + 1u + uint(k)] = centre[k];
  cells[at + 4u] = reach;
  for (int k = 0; k < 6; k++) cells[at + 5u + uint(k)] = q[k];
}

shared uint climbing[2]; // by turns, so that none is cleared while it is read

void main() {
  int i = int(item()), p = -1;
  if (i < n) {
    uint body = order[i], at = 11u * uint(n - 1 + i);
    cells[at] = bodies[record * body + atMass];
    for (uint k = 0u; k < 3u; k++) cells[at + 1u + k] = x[3u * body + k];
    for (uint k = 4u; k < 11u; k++) cells[at + k] = 0;
    p = parents[n - 1 + i];
  }
  if (thread() == 0u) climbing[0] = 0u;
  uint turn = 0u, more;
  do {
    memoryBarrierBuffer(); // this thread's cell before its arrival
    bool second = false;
    if (p >= 0) second = atomicAdd(arrived[p], 1u) == 1u;
    memoryBarrierBuffer(); // the other's arrival before its cell
    if (second) join(p, children[p]);
    p = second ? parents[p] : -1;
    barrier();
    if (p >= 0) climbing[turn] = 1u;
    if (thread() == 0u) climbing[turn ^ 1u] = 0u;
    barrier();
    more = climbing[turn];
    turn ^= 1u;
  } while (more != 0u);
}

#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "real.glsl"
#include "contact.glsl"
// The impulses of a round, along the normals, through the centres: no two of them share a
// body that moves, so that all rounds together are what one thread would do in canonical
// order. left counts contacts that wait for their turn. Contract: refImpact.
layout(push_constant) uniform Push { uint n; };
layout(std430, binding = 3) readonly buffer Keys { uvec2 keys[]; };
layout(std430, binding = 4) readonly buffer Pulls { real pulls[]; };
layout(std430, binding = 5) readonly buffer First { uint first[]; };
layout(std430, binding = 6) buffer Velocities { real v[]; };
layout(std430, binding = 7) buffer Done { uint done[]; };
layout(std430, binding = 8) buffer Left { uint left; };
layout(std430, binding = 9) writeonly buffer Impulses { real impulses[]; };

real3 velocity(uint i) { return real3(v[3u * i], v[3u * i + 1u], v[3u * i + 2u]); }

// drawn is the acceleration of a body: gravitation, and gravity unless nothing moves it.
real3 drawn(uint i) {
  if (bodies[record * i + atMass] == 0) return real3(0);
  return real3(pulls[4u * i] + p[atGravity], pulls[4u * i + 1u] + p[atGravity + 1u], pulls[4u * i + 2u] + p[atGravity + 2u]);
}

void main() {
  uint i = item();
  if (i >= n || done[i] != 0u) return;
  uint a = keys[i].y, b = keys[i].x;
  real ia = bodies[record * a + atInverse], ib = bodies[record * b + atInverse];
  if (ia != 0 && first[a] != i || ib != 0 && first[b] != i) {
    atomicAdd(left, 1u);
    return;
  }
  done[i] = 1u;
  real3 normal, point;
  touching(a, b, normal, point);
  real u = -dot(velocity(a) - velocity(b), normal); // of approach
  real size = 0;
  if (u > 0) {
    real e = min(bodies[record * a + atBounce], bodies[record * b + atBounce]);
    // What comes together no faster than it is drawn within half a sub-step lies on the
    // other and parts as fast as it came: else it would sink in. No energy is added.
    real weak = -dot(drawn(a) - drawn(b), normal) * (p[atStep] / 2);
    size = (u + max(e * u, min(u, weak))) / (ia + ib);
    for (uint k = 0u; k < 3u; k++) {
      if (ia != 0) v[3u * a + k] += size * ia * normal[k];
      if (ib != 0) v[3u * b + k] -= size * ib * normal[k];
    }
  }
  for (uint k = 0u; k < 3u; k++) {
    impulses[7u * i + k] = point[k];
    impulses[7u * i + 3u + k] = normal[k];
  }
  impulses[7u * i + 6u] = size;
}

#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
// Where a twist or a wave moves n vertices, from the first on, out of their place at
// rest, which is scaled by powers of two into [-1, 1], each axis on its own; so is the
// result, relative to its centre. See deform.go for the bound of the error. Contract:
// package motion.
layout(push_constant) uniform Push {
  uint n, first, wave;
  uint a, b;       // the axis of the twist or along which the wave runs; across
  float q;         // quarter turns a unit of a
  float amplitude; // of the wave, in units of b
  float sx, sy, sz, cx, cy, cz; // units of rest in those of the result; the centre
  float uv, vu;    // of a twist: units of v at rest in those of u, and the reverse
};
layout(std430, binding = 0) readonly buffer Rest { float rest[]; };
layout(std430, binding = 1) writeonly buffer Vertices { float vertices[]; };

// Sine and cosine of x quarter turns: what is left after the nearest whole number, at
// most a half, is exact; Taylor's polynomials do for it.
vec2 sincos(float x) {
  float whole = floor(x + 0.5), r = (x - whole) * 1.5707963267948966, z = r * r;
  float s = r + r * (z * (-1.0 / 6.0 + z * (1.0 / 120.0 + z * (-1.0 / 5040.0 + z * (1.0 / 362880.0)))));
  float c = 1.0 + z * (-0.5 + z * (1.0 / 24.0 + z * (-1.0 / 720.0 + z * (1.0 / 40320.0 + z * (-1.0 / 3628800.0)))));
  switch (int(whole) & 3) {
  case 0: return vec2(s, c);
  case 1: return vec2(c, -s);
  case 2: return vec2(-s, -c);
  default: return vec2(-c, s);
  }
}

void main() {
  uint i = item();
  if (i >= n) return;
  uint at = 3u * (first + i);
  vec3 r = vec3(rest[at], rest[at + 1u], rest[at + 2u]), s = vec3(sx, sy, sz), y = r * s;
  vec2 turn = sincos(r[a] * q);
  if (wave != 0u) {
    y[b] += amplitude * turn.x;
  } else {
    uint u = (a + 1u) % 3u, v = (a + 2u) % 3u;
    y[u] = r[u] * s[u] * turn.y - r[v] * uv * turn.x;
    y[v] = r[u] * vu * turn.x + r[v] * s[v] * turn.y;
  }
  vertices[at] = y.x - cx;
  vertices[at + 1u] = y.y - cy;
  vertices[at + 2u] = y.z - cz;
}

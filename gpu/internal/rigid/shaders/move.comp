#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "real.glsl"
// The first half of a sub-step: gravitation acts for half of it, then the bodies fly
// through all of it under uniform gravity and bounce off the walls. Bodies do not turn, so
// each axis is a problem of its own, and its parabolas are met exactly. Contract: refMove.
layout(push_constant) uniform Push { uint n; };
layout(std430, binding = 0) readonly buffer Parameters { real p[]; };
layout(std430, binding = 1) readonly buffer Records { real bodies[]; };
layout(std430, binding = 2) buffer Places { real x[]; };
layout(std430, binding = 3) buffer Velocities { real v[]; };
layout(std430, binding = 4) readonly buffer Pulls { real pulls[]; };
layout(std430, binding = 5) buffer Received { real received[]; };

// A body that hits walls more often in a sub-step stays at the last one for the rest of
// it, with its velocity.
const int mostBounces = 64;

// until is when a body at height c above a floor, with velocity w and acceleration g
// away from it, comes to it, and the speed there; beyond t for never.
real until(real c, real w, real g, real t, out real speed) {
  real square = w * w - 2 * g * c;
  speed = 0;
  if (!(square >= 0)) return 2 * t;
  speed = sqrt(square);
  if (w < 0) return 2 * c / (speed - w);
  return g < 0 ? (w + speed) / -g : 2 * t;
}

void main() {
  uint i = item();
  if (i >= n || bodies[record * i + atMass] == 0) return;
  for (uint k = 0u; k < 3u; k++) {
    real t = p[atStep], g = p[atGravity + k], at = x[3u * i + k], w = v[3u * i + k] + pulls[4u * i + k] * (t / 2);
    if (p[atWalled] != 0) {
      real e = min(bodies[record * i + atBounce], real(1)), m = bodies[record * i + atMass], half_ = bodies[record * i + k];
      real low = p[atLow + k] + half_, high = p[atHigh + k] - half_;
      // Rounding takes nothing through a wall.
      low += 4 * EPS * (abs(p[atLow + k]) + half_);
      high -= 4 * EPS * (abs(p[atHigh + k]) + half_);
      if (low > high) continue; // no room to move
      at = clamp(at, low, high);
      for (int bounce = 0; t > 0; bounce++) {
        real down, up;
        real sDown = until(at - low, w, g, t, down), sUp = until(high - at, -w, -g, t, up);
        bool below = sDown <= sUp;
        real s = below ? sDown : sUp, speed = below ? down : up, away = below ? real(1) : real(-1);
        if (!(s <= t)) break;
        at = below ? low : high;
        w = away * e * speed;
        received[6u * i + 2u * k + (below ? 0u : 1u)] += m * (1 + e) * speed;
        t -= max(s, real(0));
        if (bounce == mostBounces || w == 0 && g * away <= 0) {
          t = 0;
          g = 0;
        }
      }
      at = clamp(at + (w + g / 2 * t) * t, low, high);
    } else {
      at += (w + g / 2 * t) * t;
    }
    x[3u * i + k] = at;
    v[3u * i + k] = w + g * t;
  }
}

#version 450
#extension GL_GOOGLE_include_directive : require
#include "sah.glsl"
// Splits the small nodes, one thread a node, with bins of its own for one axis at a
// time. Contract: refSAH.
layout(std430, binding = 7) readonly buffer Heads { uvec2 heads[]; };
vec3 lows[binCount], highs[binCount];
uint counts[binCount];
float right[binCount]; // a plane's share of the cost on its right

void fill(uint first, uint count, uint axis, float low, float scale) {
  for (uint b = 0u; b < binCount; b++) {
    lows[b] = vec3(1e38);
    highs[b] = vec3(-1e38);
    counts[b] = 0u;
  }
  for (uint i = 0u; i < count; i++) {
    Item b = boxOf(order[first + i]);
    uint k = binOf(middle(b)[axis], low, scale);
    lows[k] = min(lows[k], b.lo.xyz);
    highs[k] = max(highs[k], b.hi.xyz);
    counts[k]++;
  }
}

// The best plane of the bins, of cost least or better.
void sweep(uint count, uint axis, float low, float scale, inout float least, inout Plan best) {
  vec3 lo = vec3(1e38), hi = vec3(-1e38);
  uint n = 0u;
  for (uint b = binCount - 1u; b > 0u; b--) {
    lo = min(lo, lows[b]);
    hi = max(hi, highs[b]);
    n += counts[b];
    right[b] = n > 0u ? float(n) * area(lo, hi) : 0.0;
  }
  lo = vec3(1e38);
  hi = vec3(-1e38);
  n = 0u;
  for (uint b = 1u; b < binCount; b++) {
    lo = min(lo, lows[b - 1u]);
    hi = max(hi, highs[b - 1u]);
    n += counts[b - 1u];
    if (n == 0u || n == count) continue;
    float c = float(n) * area(lo, hi) + right[b];
    if (c < least) {
      least = c;
      best = Plan(axis, b, n, low, scale);
    }
  }
}

void main() {
  uint node = item();
  if (node >= heads[k].x) return;
  uint first = queue[node].y, count = queue[node].z;
  if (count < least || count > most) return;
  vec3 lo = vec3(1e38), hi = vec3(-1e38), low = lo, high = hi;
  for (uint i = 0u; i < count; i++) {
    Item b = boxOf(order[first + i]);
    lo = min(lo, b.lo.xyz);
    hi = max(hi, b.hi.xyz);
    low = min(low, middle(b));
    high = max(high, middle(b));
  }
  float least = 1e38;
  Plan best = Plan(0u, 1u, 0u, 0.0, 0.0);
  if (count > 1u) {
    for (uint axis = 0u; axis < 3u; axis++) {
      float scale = binScale(low[axis], high[axis]);
      fill(first, count, axis, low[axis], scale);
      sweep(count, axis, low[axis], scale, least, best);
    }
  }
  best = decide(best, visit + test * least / max(area(lo, hi), 1e-37), count);
  cuts[node] = best.left;
  splits[node] = best.left > 0u ? 1u : 0u;
  if (best.left == 0u || best.bin == 0u) return;
  uint left = 0u, right = best.left;
  for (uint i = 0u; i < count; i++) {
    uint t = order[first + i];
    if (goesLeft(best, first + i, first, t)) sorted[first + left++] = t;
    else sorted[first + right++] = t;
  }
  for (uint i = 0u; i < count; i++) order[first + i] = sorted[first + i];
}

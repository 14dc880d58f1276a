#version 450
#extension GL_GOOGLE_include_directive : require
#include "sah.glsl"
// Splits the small nodes, one thread a node: every plane is tried by going through
// the triangles, which needs no memory but theirs. Contract: refSAH.
float cost(uint first, uint count, uint axis, uint bin, float low, float scale, out uint left) {
  vec3 lo[2] = vec3[](vec3(1e38), vec3(1e38)), hi[2] = vec3[](vec3(-1e38), vec3(-1e38));
  left = 0u;
  for (uint i = 0u; i < count; i++) {
    Item b = boxOf(order[first + i]);
    uint side = binOf(middle(b)[axis], low, scale) < bin ? 0u : 1u;
    left += 1u - side;
    lo[side] = min(lo[side], b.lo.xyz);
    hi[side] = max(hi[side], b.hi.xyz);
  }
  if (left == 0u || left == count) return 1e38;
  return float(left) * area(lo[0], hi[0]) + float(count - left) * area(lo[1], hi[1]);
}

void main() {
  uint node = item();
  if (node >= n) return;
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
      for (uint bin = 1u; bin < binCount; bin++) {
        uint left;
        float c = cost(first, count, axis, bin, low[axis], scale, left);
        if (c < least) {
          least = c;
          best = Plan(axis, bin, left, low[axis], scale);
        }
      }
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

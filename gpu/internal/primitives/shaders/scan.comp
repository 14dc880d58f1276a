#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "scan256.glsl"
// Exclusive prefix sum of v in place, in three runs of this kernel: mode 0 sums
// tiles of 2048 elements; mode 1, one group, scans those sums, n then being their
// number; mode 2 scans the tiles. Contract: refScan.
layout(push_constant) uniform Push { uint n, mode; };
layout(std430, binding = 0) buffer V { uint v[]; };
layout(std430, binding = 1) buffer Sums { uint sums[]; };

const uint each = 8u;

void scanSumsOfTiles() {
  uint carry = 0u, total;
  for (uint base = 0u; base < n; base += 256u) {
    uint i = base + thread();
    uint e = scan256(i < n ? sums[i] : 0u, total);
    if (i < n) sums[i] = carry + e;
    carry += total;
  }
}

void main() {
  if (mode == 1u) {
    scanSumsOfTiles();
    return;
  }
  uint a[each], x = 0u, total;
  uint base = item() * each;
  for (uint k = 0u; k < each; k++) {
    a[k] = base + k < n ? v[base + k] : 0u;
    x += a[k];
  }
  uint e = scan256(x, total);
  if (mode == 0u) {
    if (thread() == 0u && base < n) sums[group()] = total;
    return;
  }
  if (base >= n) return;
  e += sums[group()];
  for (uint k = 0u; k < each; k++) {
    if (base + k < n) v[base + k] = e;
    e += a[k];
  }
}

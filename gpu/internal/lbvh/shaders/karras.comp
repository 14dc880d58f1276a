#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
// The radix tree over n sorted keys: Karras, "Maximizing Parallelism in the
// Construction of BVHs, Octrees, and k-d Trees", HPG 2012, all inner nodes at once,
// equal keys told apart by their index. Inner nodes are 0 to n-2, the root first,
// leaves n-1 to 2n-2 in the order of the keys. Contract: refKarras.
// n is the number of items, at most most.
layout(push_constant) uniform Push { uint most; };
layout(std430, binding = 0) readonly buffer Keys { uvec2 keys[]; };
layout(std430, binding = 1) readonly buffer Number { uint number; };
layout(std430, binding = 2) writeonly buffer Children { ivec2 children[]; };
layout(std430, binding = 3) writeonly buffer Parents { int parents[]; };

int n;

// Length of the common prefix, -1 out of range.
int delta(int i, int j) {
  if (j < 0 || j >= n) return -1;
  uvec2 x = keys[i] ^ keys[j];
  if (x.y != 0u) return 31 - findMSB(x.y);
  if (x.x != 0u) return 63 - findMSB(x.x);
  return 95 - findMSB(uint(i ^ j));
}

void main() {
  int i = int(item());
  n = int(min(number, most));
  if (i >= n - 1) return;
  int d = delta(i, i + 1) > delta(i, i - 1) ? 1 : -1;
  int least = delta(i, i - d), most = 2;
  while (delta(i, i + most * d) > least) most *= 2;
  int len = 0;
  for (int s = most / 2; s > 0; s /= 2) {
    if (delta(i, i + (len + s) * d) > least) len += s;
  }
  int end = i + len * d, prefix = delta(i, end), cut = 0;
  for (int s = len; s > 1;) {
    s = (s + 1) / 2;
    if (delta(i, i + (cut + s) * d) > prefix) cut += s;
  }
  int left = i + cut * d + min(d, 0);
  ivec2 c = ivec2(left, left + 1);
  if (min(i, end) == c.x) c.x += n - 1;
  if (max(i, end) == c.y) c.y += n - 1;
  children[i] = c;
  parents[c.x] = i;
  parents[c.y] = i;
  if (i == 0) parents[0] = -1;
}

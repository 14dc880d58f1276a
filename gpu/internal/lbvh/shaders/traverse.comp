#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "item.glsl"
#include "reserve.glsl"
// The pairs of items whose boxes meet: one thread a leaf, in leaf order, descending
// only into nodes with a leaf to its right. Appended are group and the two numbers,
// that of mask 1 first, else the lesser. count goes on beyond the capacity.
// Contract: refPairs.
// n is the number of items, at most most.
layout(push_constant) uniform Push { uint most, capacity; };
layout(std430, binding = 0) readonly buffer Items { Item items[]; };
layout(std430, binding = 1) readonly buffer Number { uint number; };
layout(std430, binding = 2) readonly buffer Order { uint order[]; };
layout(std430, binding = 3) readonly buffer Children { ivec2 children[]; };
layout(std430, binding = 4) readonly buffer Nodes { Item nodes[]; };
layout(std430, binding = 5) buffer Count { uint count; };
layout(std430, binding = 6) writeonly buffer Pairs { uint pairs[]; };

// A descent leaves at most one node behind on each level, and each level has a
// longer common prefix than the one above, of 64 bits of key and 32 of index.
const int deepest = 96;

// append reports false where the host will give up whatever follows.
bool append(Item mine, uint other, uint group) {
  uint at;
  RESERVE(count, 1u, at)
  if (at >= capacity) return at < 0x80000000u;
  uint a = floatBitsToUint(mine.lo.w), b = other;
  uint mask = maskOf(mine);
  if (mask == 2u || mask == 3u && b < a) {
    uint c = a;
    a = b;
    b = c;
  }
  pairs[3u * at] = group;
  pairs[3u * at + 1u] = a;
  pairs[3u * at + 2u] = b;
  return true;
}

void main() {
  int i = int(item()), n = int(min(number, most));
  if (i >= n - 1) return;
  Item mine = items[order[i]];
  uint group = groupOf(mine), want = wanted(maskOf(mine));
  int stack[deepest], depth = 0, node = 0;
  for (;;) {
    ivec2 c = children[node];
    int next = -1;
    for (int k = 0; k < 2; k++) {
      int child = k == 0 ? c.x : c.y;
      Item b = nodes[child];
      if (floatBitsToUint(b.lo.w) <= uint(i) || groupOf(b) > group || (maskOf(b) & want) == 0u || !meet(mine, b)) continue;
      if (child >= n - 1) {
        if (groupOf(b) == group && !append(mine, floatBitsToUint(items[order[child - n + 1]].lo.w), group)) return;
      } else if (next < 0) {
        next = child;
      } else {
        stack[depth++] = child;
      }
    }
    if (next < 0) {
      if (depth == 0) return;
      next = stack[--depth];
    }
    node = next;
  }
}

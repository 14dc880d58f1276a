#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "item.glsl"
// The nodes' boxes from the leaves up, one thread a leaf: of the two that come to a
// node the second goes on. A node is an item: lo.w holds its last leaf, hi.w the
// least group and all masks below. Contract: fit in checkTree.
//
// A group goes on as long as one of its threads does, so that all meet the same
// barriers: drivers are known (llvmpipe 22.3) that take a memory barrier for one of
// control and lose threads where some come to fewer than others.
//
// n is the number of items, at most most; a single one has no tree.
layout(push_constant) uniform Push { uint most; };
layout(std430, binding = 0) readonly buffer Items { Item items[]; };
layout(std430, binding = 1) readonly buffer Number { uint number; };
layout(std430, binding = 2) readonly buffer Order { uint order[]; };
layout(std430, binding = 3) readonly buffer Children { ivec2 children[]; };
layout(std430, binding = 4) readonly buffer Parents { int parents[]; };
layout(std430, binding = 5) coherent buffer Nodes { Item nodes[]; };
layout(std430, binding = 6) coherent buffer Arrived { uint arrived[]; };

Item join(Item a, Item b) {
  uint last = max(floatBitsToUint(a.lo.w), floatBitsToUint(b.lo.w));
  uint group = min(groupOf(a), groupOf(b)), mask = maskOf(a) | maskOf(b);
  return Item(
    vec4(min(a.lo.xyz, b.lo.xyz), uintBitsToFloat(last)),
    vec4(max(a.hi.xyz, b.hi.xyz), uintBitsToFloat(group << 2 | mask)));
}

shared uint climbing[2]; // by turns, so that none is cleared while it is read

void main() {
  int i = int(item()), n = int(min(number, most)), p = -1;
  if (i < n && n > 1) {
    int node = n - 1 + i;
    Item b = items[order[i]];
    b.lo.w = uintBitsToFloat(uint(i));
    nodes[node] = b;
    p = parents[node];
  }
  if (thread() == 0u) climbing[0] = 0u;
  uint turn = 0u, more;
  do {
    memoryBarrierBuffer(); // this thread's box before its arrival
    bool second = false;
    if (p >= 0) second = atomicAdd(arrived[p], 1u) == 1u;
    memoryBarrierBuffer(); // the other's arrival before its box
    if (second) {
      ivec2 c = children[p];
      nodes[p] = join(nodes[c.x], nodes[c.y]);
    }
    p = second ? parents[p] : -1;
    barrier();
    if (p >= 0) climbing[turn] = 1u;
    if (thread() == 0u) climbing[turn ^ 1u] = 0u;
    barrier();
    more = climbing[turn];
    turn ^= 1u;
  } while (more != 0u);
}

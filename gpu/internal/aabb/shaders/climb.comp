#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "item.glsl"
// What refit does in one run for all n nodes of a tree, from the first on: a thread for
// each leaf, and of the two that come to a node the second goes on. See fit.comp for
// why a group goes on as long as one of its threads does. Contract: refRefit.
layout(push_constant) uniform Push { uint n, first; };
layout(std430, binding = 0) readonly buffer Vertices { float vertices[]; };
layout(std430, binding = 1) readonly buffer Triangles { uint triangles[]; };
layout(std430, binding = 2) readonly buffer Order { uint order[]; };
layout(std430, binding = 3) readonly buffer Parents { uint parents[]; };
layout(std430, binding = 4) coherent buffer Nodes { Item nodes[]; };
layout(std430, binding = 5) coherent buffer Arrived { uint arrived[]; };
#include "mesh.glsl"

shared uint climbing[2]; // by turns, so that none is cleared while it is read

const uint none = 0xFFFFFFFFu;

uint parentOf(uint node) { return node == first ? none : parents[node]; }

void main() {
  uint i = item(), p = none;
  if (i < n) {
    Item leaf = nodes[first + i];
    uint at = floatBitsToUint(leaf.lo.w), count = floatBitsToUint(leaf.hi.w);
    if (count != 0u) {
      vec3 lo, hi;
      boxAround(order[at], lo, hi);
      for (uint k = 1u; k < count; k++) {
        vec3 l, h;
        boxAround(order[at + k], l, h);
        lo = min(lo, l);
        hi = max(hi, h);
      }
      nodes[first + i] = Item(vec4(lo, leaf.lo.w), vec4(hi, leaf.hi.w));
      p = parentOf(first + i);
    }
  }
  if (thread() == 0u) climbing[0] = 0u;
  uint turn = 0u, more;
  do {
    memoryBarrierBuffer(); // this thread's box before its arrival
    bool second = false;
    if (p != none) second = atomicAdd(arrived[p], 1u) == 1u;
    memoryBarrierBuffer(); // the other's arrival before its box
    if (second) {
      float child = nodes[p].lo.w;
      uint c = floatBitsToUint(child);
      Item a = nodes[c], b = nodes[c + 1u];
      nodes[p] = Item(vec4(min(a.lo.xyz, b.lo.xyz), child), vec4(max(a.hi.xyz, b.hi.xyz), uintBitsToFloat(0u)));
    }
    p = second ? parentOf(p) : none;
    barrier();
    if (p != none) climbing[turn] = 1u;
    if (thread() == 0u) climbing[turn ^ 1u] = 0u;
    barrier();
    more = climbing[turn];
    turn ^= 1u;
  } while (more != 0u);
}

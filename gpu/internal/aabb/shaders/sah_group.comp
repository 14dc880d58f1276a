#version 450
#extension GL_GOOGLE_include_directive : require
#include "sah.glsl"
#include "sahbins.glsl"
#include "scan256.glsl"
// Splits the nodes of the middle sizes, one group a node. Contract: refSAH.
layout(std430, binding = 7) readonly buffer Middle { uint middleNodes[]; }; // their number, then they

void main() {
  if (group() >= middleNodes[0]) return;
  uint node = middleNodes[1u + group()];
  uint first = queue[node].y, count = queue[node].z;
  clearBins();
  barrier();
  for (uint i = thread(); i < count; i += 256u) addToBounds(boxOf(order[first + i]));
  barrier();
  for (uint i = thread(); i < count; i += 256u) addToBins(boxOf(order[first + i]));
  barrier();
  pick(count);
  if (thread() == 0u) {
    cuts[node] = plan.left;
    splits[node] = plan.left > 0u ? 1u : 0u;
  }
  if (plan.left == 0u) return;
  uint done = 0u, total;
  for (uint from = 0u; from < count; from += 256u) {
    uint i = from + thread(), t = i < count ? order[first + i] : 0u;
    bool left = i < count && goesLeft(plan, first + i, first, t);
    uint before = done + scan256(left ? 1u : 0u, total);
    if (i < count) sorted[first + (left ? before : plan.left + i - before)] = t;
    done += total;
  }
  memoryBarrierBuffer();
  barrier();
  for (uint i = thread(); i < count; i += 256u) order[first + i] = sorted[first + i];
}

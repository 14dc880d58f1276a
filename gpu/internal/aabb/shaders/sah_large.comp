#version 450
#extension GL_GOOGLE_include_directive : require
#include "sah.glsl"
#include "sahbins.glsl"
// Splits one large node k with all threads, in runs of this kernel told apart by
// most: 0 the bounds of the centroids, 1 the bins, 2 (one group) the plane, 3 who
// goes left, as 1 or 0 in splits, then a buffer of the size of the node. Contract: refSAH.
const uint atBins = 6u, atPlan = atBins + allBins;

void loadPlan() {
  if (thread() == 0u) plan = Plan(work[atPlan], work[atPlan + 1u], work[atPlan + 2u], uintBitsToFloat(work[atPlan + 3u]), uintBitsToFloat(work[atPlan + 4u]));
  barrier();
}

void main() {
  uint first = queue[k].y, i = item();
  bool live = i < n;
  uint t = live ? order[first + i] : 0u;
  if (most < 2u) clearBins();
  barrier();
  if (most == 0u) {
    if (live) addToBounds(boxOf(t));
    barrier();
    if (thread() < 3u) atomicMin(work[thread()], bounds[thread()]);
    else if (thread() < 6u) atomicMax(work[thread()], bounds[thread()]);
    return;
  }
  if (most < 3u) {
    if (thread() < 6u) bounds[thread()] = work[thread()];
    barrier();
  }
  if (most == 1u) {
    if (live) addToBins(boxOf(t));
    barrier();
    for (uint b = thread(); b < allBins; b += 256u) {
      uint word = b % binWords;
      if (word == 0u) atomicAdd(work[atBins + b], bins[b]);
      else if (word < 4u) atomicMin(work[atBins + b], bins[b]);
      else atomicMax(work[atBins + b], bins[b]);
    }
    return;
  }
  if (most == 2u) {
    for (uint b = thread(); b < allBins; b += 256u) bins[b] = work[atBins + b];
    barrier();
    pick(n);
    if (i != 0u) return;
    cuts[k] = plan.left;
    splits[k] = plan.left > 0u ? 1u : 0u;
    work[atPlan] = plan.axis;
    work[atPlan + 1u] = plan.bin;
    work[atPlan + 2u] = plan.left;
    work[atPlan + 3u] = floatBitsToUint(plan.low);
    work[atPlan + 4u] = floatBitsToUint(plan.scale);
    return;
  }
  loadPlan();
  if (!live) return;
  splits[i] = goesLeft(plan, first + i, first, t) ? 1u : 0u;
}

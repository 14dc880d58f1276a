// Exclusive sum over the 256 threads of a group. Every thread of the group must
// call it; it may be called again at once.
#ifdef SUBGROUP
#include "lanes.glsl"
// The first thread of each subgroup and the subgroup's sum, in any order; how many. The
// threads of a subgroup must be consecutive, which the self-test checks.
shared uint scanFirst[256], scanSums[256];
shared uint scanCount;

uint scan256(uint x, out uint total) {
  uint t = gl_LocalInvocationID.x;
  if (t == 0u) scanCount = 0u;
  barrier();
  uint e = laneSumBefore(x), sum = laneSum(x), first = laneLeast(t);
  if (laneElected()) {
    uint k = atomicAdd(scanCount, 1u);
    scanFirst[k] = first;
    scanSums[k] = sum;
  }
  barrier();
  uint before = 0u;
  total = 0u;
  for (uint k = 0u; k < scanCount; k++) {
    uint s = scanSums[k];
    before += scanFirst[k] < first ? s : 0u;
    total += s;
  }
  barrier();
  return before + e;
}
#else
shared uint scanSums[256];

// Hillis and Steele 1986.
uint scan256(uint x, out uint total) {
  uint t = gl_LocalInvocationID.x;
  scanSums[t] = x;
  barrier();
  for (uint o = 1u; o < 256u; o <<= 1) {
    uint y = t >= o ? scanSums[t - o] : 0u;
    barrier();
    scanSums[t] += y;
    barrier();
  }
  total = scanSums[255];
  uint e = scanSums[t] - x;
  barrier();
  return e;
}
#endif

// RESERVE(counter, n, at) adds n to a counter and leaves in at what it held: places for
// n elements, those of the threads of a subgroup at one go.
#ifdef SUBGROUP
#include "lanes.glsl"
#define RESERVE(counter, n, at) { \
  uint mine_ = laneSumBefore(n), all_ = laneSum(n), base_ = 0u; \
  if (laneElected()) base_ = atomicAdd(counter, all_); \
  at = laneFirst(base_) + mine_; \
}
#else
#define RESERVE(counter, n, at) { at = atomicAdd(counter, n); }
#endif

// RESERVE(counter, n, at) adds n to a counter and leaves in at what it held: places for
// n elements, those of the threads of a subgroup at one go.
#ifdef SUBGROUP
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#define RESERVE(counter, n, at) { \
  uint mine_ = subgroupExclusiveAdd(n), all_ = subgroupAdd(n), base_ = 0u; \
  if (subgroupElect()) base_ = atomicAdd(counter, all_); \
  at = subgroupBroadcastFirst(base_) + mine_; \
}
#else
#define RESERVE(counter, n, at) { at = atomicAdd(counter, n); }
#endif

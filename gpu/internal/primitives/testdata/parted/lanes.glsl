// lanes.glsl as if subgroups were smaller than gl_SubgroupSize, and not all of one size: the
// first three threads take part by themselves, and so do the others.
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require

#define PARTED(type, name, call) \
type name(uint x) { \
  if (gl_SubgroupInvocationID < 3u) return call; \
  return call; \
}

PARTED(uint, laneSumBefore, subgroupExclusiveAdd(x))
PARTED(uint, laneSum, subgroupAdd(x))
PARTED(uint, laneLeast, subgroupMin(x))
PARTED(uint, laneFirst, subgroupBroadcastFirst(x))
PARTED(bool, partElected, subgroupElect())
bool laneElected() { return partElected(0u); }

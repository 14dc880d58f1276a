// lanes.glsl of a device on which no thread stores the subgroup's sum: what became of the
// last thread of gl_SubgroupSize where subgroups were smaller.
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require

uint laneSumBefore(uint x) { return subgroupExclusiveAdd(x); }
uint laneSum(uint x) { return subgroupAdd(x); }
uint laneLeast(uint x) { return subgroupMin(x); }
bool laneElected() { return false; }
uint laneFirst(uint x) { return subgroupBroadcastFirst(x); }

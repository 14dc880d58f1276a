// What threads of a subgroup do together. Nothing depends on how many there are: a
// driver may run fewer than gl_SubgroupSize (Intel reports 32 and runs 8, 16 or 32), so no kernel
// reads that size, nor what could be derived from it: the number of subgroups and their
// indices. testdata has variants with smaller subgroups and with broken ones.
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require

uint laneSumBefore(uint x) { return subgroupExclusiveAdd(x); }
uint laneSum(uint x) { return subgroupAdd(x); }
uint laneLeast(uint x) { return subgroupMin(x); }
bool laneElected() { return subgroupElect(); }
uint laneFirst(uint x) { return subgroupBroadcastFirst(x); }

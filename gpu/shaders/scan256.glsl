// Exclusive sum over the 256 threads of a group. Every thread of the group must
// call it; it may be called again at once.
#ifdef SUBGROUP
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
shared uint scanSums[256];

uint scan256(uint x, out uint total) {
  uint e = subgroupExclusiveAdd(x);
  if (gl_SubgroupInvocationID == gl_SubgroupSize - 1u) scanSums[gl_SubgroupID] = e + x;
  barrier();
  uint before = 0u;
  total = 0u;
  for (uint k = 0u; k < gl_NumSubgroups; k++) {
    uint s = scanSums[k];
    before += k < gl_SubgroupID ? s : 0u;
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

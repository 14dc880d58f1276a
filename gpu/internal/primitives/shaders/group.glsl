// What every kernel shares: 256 threads a group, groups in two dimensions.
layout(local_size_x = 256) in;

uint group() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }
uint thread() { return gl_LocalInvocationID.x; }
uint item() { return group() * 256u + thread(); }

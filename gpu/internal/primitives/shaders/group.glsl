// What every kernel shares: 256 threads a group unless it has GROUP, groups in two dimensions.
#ifndef GROUP
#define GROUP 256
#endif
layout(local_size_x = GROUP) in;

uint group() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }
uint thread() { return gl_LocalInvocationID.x; }
uint item() { return group() * uint(GROUP) + thread(); }

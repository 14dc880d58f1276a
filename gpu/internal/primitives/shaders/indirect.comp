#version 450
// Groups of each items for the counts[at] items that were appended, in two dimensions
// where one is too short: the arguments of an indirect run. The fourth word is the
// number.
layout(local_size_x = 1) in;
layout(push_constant) uniform Push { uint capacity, mostGroups, at, each; };
layout(std430, binding = 0) readonly buffer Counts { uint counts[]; };
layout(std430, binding = 1) writeonly buffer Args { uint args[4]; };

void main() {
  uint n = min(counts[at], capacity), groups = (n + each - 1u) / each;
  uint y = max((groups + mostGroups - 1u) / mostGroups, 1u);
  args[0] = (groups + y - 1u) / y;
  args[1] = y;
  args[2] = 1u;
  args[3] = n;
}

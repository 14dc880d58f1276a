#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
// Flagged elements to the front, the others behind them: ranks are how many are flagged
// before each and, at n, in all. Contract: refCompact.
layout(push_constant) uniform Push { uint n, first; };
layout(std430, binding = 0) readonly buffer Ranks { uint ranks[]; };
layout(std430, binding = 1) readonly buffer In { uint v[]; };
layout(std430, binding = 2) writeonly buffer Out { uint kept[]; };

void main() {
  uint i = item();
  if (i >= n) return;
  uint before = ranks[i];
  bool flagged = ranks[i + 1u] != before;
  kept[first + (flagged ? before : ranks[n] + i - before)] = v[first + i];
}

#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "item.glsl"
// Ends a level: nodes that were split get two children side by side and put them into
// the next queue, close together, at twice the number of split nodes before them; the
// others become leaves. A node holds its children's number and 0, or its first place
// in order and its count. places in order begin at firstPlace. The last node of the queue
// leaves the head of the next level: how many nodes it has and which is the first.
layout(push_constant) uniform Push { uint level, firstPlace, few, many; };
layout(std430, binding = 0) readonly buffer Queue { uvec4 queue[]; };
layout(std430, binding = 1) readonly buffer Cuts { uint cuts[]; };
layout(std430, binding = 2) readonly buffer Ranks { uint ranks[]; };
layout(std430, binding = 3) buffer Nodes { Item nodes[]; };
layout(std430, binding = 4) writeonly buffer Next { uvec4 next[]; };
layout(std430, binding = 5) writeonly buffer Parents { uint parents[]; };
layout(std430, binding = 6) buffer Middle { uint middleNodes[]; };

layout(std430, binding = 7) buffer Heads { uvec2 heads[]; };

// Nodes of the middle sizes are listed, in any order: their number, then they.
void list(uint slot, uint count) {
  if (count > few && count <= many) middleNodes[1u + atomicAdd(middleNodes[0], 1u)] = slot;
}

void main() {
  uint k = item(), n = heads[level].x, nextNode = heads[level].y + n;
  if (k >= n) return;
  uvec4 q = queue[k];
  uint cut = cuts[k];
  if (k == n - 1u) heads[level + 1u] = uvec2(2u * ranks[k] + (cut == 0u ? 0u : 2u), nextNode);
  if (cut == 0u) {
    nodes[q.x].lo.w = uintBitsToFloat(firstPlace + q.y);
    nodes[q.x].hi.w = uintBitsToFloat(q.z);
    return;
  }
  uint slot = 2u * ranks[k], child = nextNode + slot;
  nodes[q.x].lo.w = uintBitsToFloat(child);
  nodes[q.x].hi.w = uintBitsToFloat(0u);
  parents[child] = q.x;
  parents[child + 1u] = q.x;
  next[slot] = uvec4(child, q.y, cut, 0u);
  next[slot + 1u] = uvec4(child + 1u, q.y + cut, q.z - cut, 0u);
  list(slot, cut);
  list(slot + 1u, q.z - cut);
}

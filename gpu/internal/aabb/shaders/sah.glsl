// What the kernels of the surface-area build share. A node of the queue is
// (node, first, count, -): a range of order. Splits are planes between 16 bins of the
// centroids' bounds on each axis.
#include "group.glsl"
#include "item.glsl"
layout(push_constant) uniform Push {
  uint n;            // triangles of the one node k
  uint k;            // the node that all threads work on, or the level
  uint least, most;  // sizes of node that this kernel takes
  float visit, test; // cost of a visit and of a triangle
  uint leaf;         // most triangles of a leaf
  float sx, sy, sz;  // sizes of the axes: boxes are scaled into a cube
  uint base;         // number of the first triangle
};
layout(std430, binding = 0) readonly buffer Boxes { Item boxes[]; };
layout(std430, binding = 1) buffer Order { uint order[]; };
layout(std430, binding = 2) coherent buffer Sorted { uint sorted[]; };
layout(std430, binding = 3) readonly buffer Queue { uvec4 queue[]; };
layout(std430, binding = 4) buffer Cuts { uint cuts[]; };   // triangles of the left child, 0 for a leaf
layout(std430, binding = 5) buffer Splits { uint splits[]; }; // 1 for a node that is split
layout(std430, binding = 6) buffer Work { uint work[]; };

const uint binCount = 16u;
const uint binWords = 7u; // count, lo, hi
const uint allBins = 3u * binCount * binWords;

// Plan of a split: triangles of bins below bin on the axis go left; bin 0 cuts in the
// middle of the range, whatever is where.
struct Plan { uint axis, bin, left; float low, scale; };

// Floats in an order that atomics on uint understand.
uint ordered(float f) {
  uint b = floatBitsToUint(f);
  return (b & 0x80000000u) != 0u ? ~b : b | 0x80000000u;
}
float unordered(uint b) { return uintBitsToFloat((b & 0x80000000u) != 0u ? b & 0x7FFFFFFFu : ~b); }

Item boxOf(uint triangle) { return boxes[triangle - base]; }
vec3 middle(Item b) { return 0.5 * b.lo.xyz + 0.5 * b.hi.xyz; }

uint binOf(float c, float low, float scale) { return uint(clamp((c - low) * scale, 0.0, float(binCount) - 0.5)); }
float binScale(float low, float high) { return high > low ? min(float(binCount) / (high - low), 1e30) : 0.0; }

bool goesLeft(Plan p, uint i, uint first, uint triangle) {
  if (p.bin == 0u) return i - first < p.left;
  return binOf(middle(boxOf(triangle))[p.axis], p.low, p.scale) < p.bin;
}

float area(vec3 lo, vec3 hi) {
  vec3 d = (hi - lo) * vec3(sx, sy, sz);
  return d.x * d.y + d.y * d.z + d.z * d.x;
}

// The decision between the best plane, a leaf and a cut in the middle.
Plan decide(Plan best, float cost, uint count) {
  bool found = best.left > 0u && best.left < count;
  if (count <= leaf && (!found || cost >= test * float(count))) best.left = 0u;
  else if (!found) {
    best.left = count / 2u;
    best.bin = 0u;
  }
  return best;
}

#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
// How often each digit occurs in the tiles before each, in place of how often in each; behind all tiles, how often in all.
// A group takes 16 digits, and of each its 16 lanes consecutive tiles.
layout(push_constant) uniform Push { uint tiles; };
layout(std430, binding = 0) buffer Counts { uint counts[]; };
shared uint sums[256];

void main() {
  uint t = thread(), lane = t >> 4, d = group() * 16u + (t & 15u);
  uint part = (tiles + 15u) / 16u, first = min(lane * part, tiles), last = min(first + part, tiles);
  uint sum = 0u;
  for (uint g = first; g < last; g++) sum += counts[g * 256u + d];
  sums[t] = sum;
  barrier();
  uint before = 0u;
  for (uint k = t & 15u; k < t; k += 16u) before += sums[k];
  for (uint g = first; g < last; g++) {
    uint n = counts[g * 256u + d];
    counts[g * 256u + d] = before;
    before += n;
  }
  if (lane == 15u) counts[tiles * 256u + d] = before;
}

#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "digit.glsl"
// One pass of a stable radix sort: every key and its payload go to the place that
// the scanned counts and its rank within its tile give. Ranks come from a matrix of
// bits in shared memory, a column for each digit, a bit for each thread.
layout(push_constant) uniform Push { uint n, shift, tiles; };
layout(std430, binding = 0) readonly buffer Keys { uvec2 keys[]; };
layout(std430, binding = 1) readonly buffer Payload { uint payload[]; };
layout(std430, binding = 2) readonly buffer Places { uint places[]; };
layout(std430, binding = 3) writeonly buffer KeysOut { uvec2 keysOut[]; };
layout(std430, binding = 4) writeonly buffer PayloadOut { uint payloadOut[]; };
shared uint place[256];
shared uint bits[8 * 256];

void main() {
  uint t = thread(), g = group();
  place[t] = g < tiles ? places[t * tiles + g] : 0u;
  uint row = t >> 5, bit = 1u << (t & 31u);
  for (uint r = 0u; r < rounds; r++) {
    for (uint k = 0u; k < 8u; k++) bits[k * 256u + t] = 0u;
    barrier();
    uint i = (g * rounds + r) * 256u + t;
    bool live = i < n;
    uvec2 key = live ? keys[i] : uvec2(0u);
    uint d = digit(key, shift);
    if (live) atomicOr(bits[row * 256u + d], bit);
    barrier();
    if (live) {
      uint at = place[d] + bitCount(bits[row * 256u + d] & (bit - 1u));
      for (uint k = 0u; k < row; k++) at += bitCount(bits[k * 256u + d]);
      keysOut[at] = key;
      payloadOut[at] = payload[i];
    }
    barrier();
    uint taken = 0u;
    for (uint k = 0u; k < 8u; k++) taken += bitCount(bits[k * 256u + t]);
    place[t] += taken; // this thread also clears column t: no barrier in between
  }
}

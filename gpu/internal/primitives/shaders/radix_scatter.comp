#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "digit.glsl"
// One pass of a stable radix sort: every key and its payload go to the place that follows from how many
// have a lesser digit, how many of the same digit are in the tiles before, and the rank within the tile. Ranks come from a matrix of
// bits in shared memory, a column for each digit, a bit for each thread. The first pass that runs has keys and payload where they
// were to begin with.
layout(push_constant) uniform Push { uint n, tiles, pass; };
layout(std430, binding = 0) readonly buffer First { uvec2 first[]; };
layout(std430, binding = 1) readonly buffer FirstPayload { uint firstPayload[]; };
layout(std430, binding = 2) readonly buffer Keys { uvec2 keys[]; };
layout(std430, binding = 3) readonly buffer Payload { uint payload[]; };
layout(std430, binding = 4) readonly buffer Plan { uint plan[]; };
layout(std430, binding = 5) readonly buffer Counts { uint counts[]; };
layout(std430, binding = 6) writeonly buffer KeysOut { uvec2 keysOut[]; };
layout(std430, binding = 7) writeonly buffer PayloadOut { uint payloadOut[]; };
shared uint place[256];
shared uint bits[8 * 256];

// How many keys have a digit less than d, of which there are n: all threads call it.
uint lesser(uint d, uint n) {
  bits[d] = n;
  barrier();
  uint sum = 0u;
  for (uint k = 0u; k < 16u; k++) sum += d < 16u ? bits[16u * d + k] : 0u;
  if (d < 16u) bits[256u + d] = sum;
  barrier();
  sum = 0u;
  for (uint k = 0u; k < d >> 4; k++) sum += bits[256u + k];
  for (uint k = d & ~15u; k < d; k++) sum += bits[k];
  barrier();
  return sum;
}

void main() {
  uint t = thread(), g = group(), at = atPasses + passWords * pass;
  uvec2 positions = uvec2(plan[at + atBits], plan[at + atBits + 1u]);
  bool begins = plan[at + atFirst] != 0u;
  place[t] = lesser(t, counts[tiles * 256u + t]) + (g < tiles ? counts[g * 256u + t] : 0u);
  uint row = t >> 5, bit = 1u << (t & 31u);
  for (uint r = 0u; r < rounds; r++) {
    for (uint k = 0u; k < 8u; k++) bits[k * 256u + t] = 0u;
    barrier();
    uint i = (g * rounds + r) * 256u + t;
    bool live = i < n;
    uvec2 key = uvec2(0u);
    if (live) key = begins ? first[i] : keys[i];
    uint d = digit(key, positions);
    if (live) atomicOr(bits[row * 256u + d], bit);
    barrier();
    if (live) {
      uint to = place[d] + bitCount(bits[row * 256u + d] & (bit - 1u));
      for (uint k = 0u; k < row; k++) to += bitCount(bits[k * 256u + d]);
      keysOut[to] = key;
      payloadOut[to] = begins ? firstPayload[i] : payload[i];
    }
    barrier();
    uint taken = 0u;
    for (uint k = 0u; k < 8u; k++) taken += bitCount(bits[k * 256u + t]);
    place[t] += taken; // this thread also clears column t: no barrier in between
  }
}

#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "merge.glsl"
// Sorts each block of 1024 keys with their payload, stably, by merging runs of
// doubling length in shared memory; a thread moves four.
layout(push_constant) uniform Push { uint n; };
layout(std430, binding = 0) readonly buffer Keys { uvec2 keys[]; };
layout(std430, binding = 1) readonly buffer Payload { uint payload[]; };
layout(std430, binding = 2) writeonly buffer KeysOut { uvec2 keysOut[]; };
layout(std430, binding = 3) writeonly buffer PayloadOut { uint payloadOut[]; };
const uint size = 1024u, each = 4u;
shared uvec2 k[size];
shared uint p[size];

// Where the element at i goes when runs of a width are merged, of count elements.
uint placeOf(uint i, uint width, uint count) {
  uint first = i & ~(2u * width - 1u), middle = min(first + width, count), last = min(first + 2u * width, count);
  bool left = i < middle;
  uint lo = left ? middle : first, hi = left ? last : middle, from = lo;
  while (lo < hi) {
    uint m = (lo + hi) / 2u;
    if (goesBefore(k[m], k[i], !left)) lo = m + 1u; else hi = m;
  }
  return first + (lo - from) + (left ? i - first : i - middle);
}

void main() {
  uint base = group() * size;
  uint count = base < n ? min(size, n - base) : 0u;
  for (uint i = thread(); i < count; i += 256u) {
    k[i] = keys[base + i];
    p[i] = payload[base + i];
  }
  barrier();
  for (uint width = 1u; width < size; width *= 2u) {
    uvec2 key[each];
    uint load[each], at[each];
    for (uint e = 0u; e < each; e++) {
      uint i = e * 256u + thread();
      if (i >= count) continue;
      key[e] = k[i];
      load[e] = p[i];
      at[e] = placeOf(i, width, count);
    }
    barrier();
    for (uint e = 0u; e < each; e++) {
      if (e * 256u + thread() >= count) continue;
      k[at[e]] = key[e];
      p[at[e]] = load[e];
    }
    barrier();
  }
  for (uint i = thread(); i < count; i += 256u) {
    keysOut[base + i] = k[i];
    payloadOut[base + i] = p[i];
  }
}

#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "merge.glsl"
// Sorts each block of 256 keys with their payload, stably, by merging runs of
// doubling length in shared memory.
layout(push_constant) uniform Push { uint n; };
layout(std430, binding = 0) readonly buffer Keys { uvec2 keys[]; };
layout(std430, binding = 1) readonly buffer Payload { uint payload[]; };
layout(std430, binding = 2) writeonly buffer KeysOut { uvec2 keysOut[]; };
layout(std430, binding = 3) writeonly buffer PayloadOut { uint payloadOut[]; };
shared uvec2 k[256];
shared uint p[256];

void main() {
  uint t = thread(), base = group() * 256u;
  uint count = base < n ? min(256u, n - base) : 0u;
  if (t < count) {
    k[t] = keys[base + t];
    p[t] = payload[base + t];
  }
  barrier();
  for (uint width = 1u; width < 256u; width *= 2u) {
    uvec2 key;
    uint load, at = t;
    if (t < count) {
      key = k[t];
      load = p[t];
      uint first = t & ~(2u * width - 1u), middle = min(first + width, count), last = min(first + 2u * width, count);
      bool left = t < middle;
      uint lo = left ? middle : first, hi = left ? last : middle, from = lo;
      while (lo < hi) {
        uint m = (lo + hi) / 2u;
        if (goesBefore(k[m], key, !left)) lo = m + 1u; else hi = m;
      }
      at = first + (lo - from) + (left ? t - first : t - middle);
    }
    barrier();
    if (t < count) {
      k[at] = key;
      p[at] = load;
    }
    barrier();
  }
  if (t < count) {
    keysOut[base + t] = k[t];
    payloadOut[base + t] = p[t];
  }
}

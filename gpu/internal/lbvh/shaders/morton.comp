#version 450
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"
#include "item.glsl"
// The 63-bit Morton code of each item's centre, 21 bits an axis over [-1, 1], below
// the item's group in groupBits bits; the code gives up its lowest ones. The payload
// is the item's index. Up to most, keys behind the last item are the largest there is, so that
// a stable sort leaves them behind. Contract: refMorton.
layout(push_constant) uniform Push { uint most, groupBits; };
layout(std430, binding = 0) readonly buffer Items { Item items[]; };
layout(std430, binding = 1) readonly buffer Number { uint number; };
layout(std430, binding = 2) writeonly buffer Keys { uvec2 keys[]; };
layout(std430, binding = 3) writeonly buffer Payload { uint payload[]; };

// Ten bits, two zeros after each.
uint spread(uint v) {
  v = (v | v << 16) & 0x030000FFu;
  v = (v | v << 8) & 0x0300F00Fu;
  v = (v | v << 4) & 0x030C30C3u;
  return (v | v << 2) & 0x09249249u;
}

uint weave(uvec3 v) { return spread(v.x) << 2 | spread(v.y) << 1 | spread(v.z); }

void main() {
  uint i = item();
  if (i >= most) return;
  payload[i] = i;
  if (i >= number) {
    keys[i] = uvec2(0xFFFFFFFFu);
    return;
  }
  Item b = items[i];
  vec3 c = clamp(0.5 * b.lo.xyz + 0.5 * b.hi.xyz, vec3(-1.0), vec3(1.0));
  uvec3 q = min(uvec3((c + 1.0) * 1048576.0), uvec3(2097151u));
  uint low = weave(q & 1023u), middle = weave(q >> 10 & 1023u), top = weave(q >> 20);
  uvec2 code = uvec2(low | middle << 30, middle >> 2 | top << 28);
  uint g = groupBits, group = groupOf(b);
  if (g > 0u) { // group << (63 - g) | code >> g, with 0 < g < 31
    code = uvec2(code.x >> g | code.y << (32u - g), code.y >> g);
    code.y |= group << (31u - g);
  }
  keys[i] = code;
}

#version 450
#extension GL_GOOGLE_include_directive : require
#include "digit.glsl"
// The passes of a radix sort over the bits of a mask in which keys differ: the last ones of those recorded, as few as it takes
// and at least one; those before run no groups. A pass takes groups for its tiles, in two dimensions where one is too short,
// and one for 16 values of a digit. Contract: refDigits.
layout(local_size_x = 1) in;
layout(push_constant) uniform Push { uint maskLow, maskHigh, recorded, tiles, mostGroups; };
layout(std430, binding = 0) buffer Plan { uint plan[]; };

void put(uint pass, uint groups, bool first) {
  uint at = atPasses + passWords * pass, y = max((groups + mostGroups - 1u) / mostGroups, 1u);
  plan[at + atTiles] = (groups + y - 1u) / y;
  plan[at + atTiles + 1u] = y;
  plan[at + atTiles + 2u] = 1u;
  plan[at + atFirst] = first ? 1u : 0u;
  plan[at + atRows] = groups > 0u ? 16u : 0u;
  plan[at + atRows + 1u] = 1u;
  plan[at + atRows + 2u] = 1u;
}

void main() {
  uvec2 differ = uvec2(plan[0] & plan[2] & maskLow, plan[1] & plan[3] & maskHigh);
  uint passes = max((uint(bitCount(differ.x) + bitCount(differ.y)) + 7u) / 8u, 1u);
  for (uint pass = 0u; pass < recorded; pass++) {
    if (pass + passes < recorded) {
      put(pass, 0u, false);
      continue;
    }
    uvec2 bits = uvec2(0u);
    for (uint k = 0u; k < 8u; k++) {
      uint at = noBit;
      if (differ.x != 0u) {
        at = uint(findLSB(differ.x));
        differ.x &= differ.x - 1u;
      } else if (differ.y != 0u) {
        at = uint(findLSB(differ.y)) + 32u;
        differ.y &= differ.y - 1u;
      }
      if (k < 4u) bits.x |= at << (8u * k); else bits.y |= at << (8u * (k - 4u));
    }
    put(pass, tiles, pass + passes == recorded);
    plan[atPasses + passWords * pass + atBits] = bits.x;
    plan[atPasses + passWords * pass + atBits + 1u] = bits.y;
  }
}

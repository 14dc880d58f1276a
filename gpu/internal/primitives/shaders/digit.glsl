// The plan of a radix sort: the bits in which keys differ, eight of them a pass. plan[0] and plan[1] are
// the bits set in some key, low word first, plan[2] and plan[3] those clear in some; passWords follow for each pass.
const uint passWords = 12u, atPasses = 4u;
// Places in these: groups of the kernels over tiles; whether the pass is the first that runs; groups of the scans of rows; the
// positions of the digit's bits, a byte each, the lowest first, noBit behind the last.
const uint atTiles = 0u, atFirst = 3u, atRows = 4u, atBits = 8u;
const uint noBit = 64u;

// The digit that the bits at eight positions of a 64-bit key make, low word first.
uint digit(uvec2 key, uvec2 positions) {
  uint d = 0u;
  for (uint k = 0u; k < 8u; k++) {
    uint at = (k < 4u ? positions.x : positions.y) >> (8u * (k & 3u)) & 255u;
    uint bit = (at < 32u ? key.x : key.y) >> (at & 31u) & 1u;
    d |= at < noBit ? bit << k : 0u;
  }
  return d;
}

// Work items of a group: 8 rounds of 256 keys.
const uint rounds = 8u;

// The digit of eight bits at a position of a 64-bit key, low word first.
uint digit(uvec2 key, uint shift) { return ((shift < 32u ? key.x : key.y) >> (shift & 31u)) & 255u; }

// Work items of a group: 8 rounds of 256 keys.
const uint rounds = 8u;

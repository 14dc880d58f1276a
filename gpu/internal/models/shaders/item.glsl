// An item is a box with what it stands for: lo.w holds a number of the caller's
// choice, hi.w the group and the mask, group·4 + mask. Items meet only within their
// group, and only where wanted() allows it.
struct Item { vec4 lo, hi; };

uint groupOf(Item b) { return floatBitsToUint(b.hi.w) >> 2; }
uint maskOf(Item b) { return floatBitsToUint(b.hi.w) & 3u; }

// The partners of an item: of 1 the items of 2 and the other way round (two bodies),
// of 3 all (within one).
uint wanted(uint mask) { return mask == 3u ? 3u : mask ^ 3u; }

bool meet(Item a, Item b) {
  return all(lessThanEqual(a.lo.xyz, b.hi.xyz)) && all(lessThanEqual(b.lo.xyz, a.hi.xyz));
}

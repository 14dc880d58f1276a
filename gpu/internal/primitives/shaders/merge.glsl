// Order of 64-bit keys, low word first; equal ones go before where ties is set.
bool goesBefore(uvec2 a, uvec2 b, bool ties) {
  if (a.y != b.y) return a.y < b.y;
  return ties ? a.x <= b.x : a.x < b.x;
}

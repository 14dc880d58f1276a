// The triangles of a job's tree in its frame, and where pairs that are left go: triples
// of the pair of bodies, a triangle of A and one of B, counted beyond the capacity.
vec3 vertexAt(uint job, uint v) { return scaleOf(job) * vec3(vertices[3u * v], vertices[3u * v + 1u], vertices[3u * v + 2u]); }

uvec3 numbers(uint triangle) { return uvec3(triangles[3u * triangle], triangles[3u * triangle + 1u], triangles[3u * triangle + 2u]); }

void cornersOf(uint job, uvec3 number, out vec3 v[3]) {
  for (int k = 0; k < 3; k++) v[k] = vertexAt(job, number[k]);
}

void put(uint job, uint at, uint x, uint y, uint mark) {
  if (at >= capacity) return;
  uint kind = word(job, atKind);
  bool turned = kind == swapped || kind == self && y < x;
  left[3u * at] = word(job, atPair) | mark;
  left[3u * at + 1u] = turned ? y : x;
  left[3u * at + 2u] = turned ? x : y;
}

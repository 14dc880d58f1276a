// A pair of bodies seen in a frame of its own, in words: see pairRecord.
const uint pairWords = 48u;
layout(std430, binding = 0) readonly buffer Pairs { uint pairs[]; };
layout(std430, binding = 1) readonly buffer Vertices { float vertices[]; };
layout(std430, binding = 2) readonly buffer Triangles { uint triangles[]; };

const uint atMapA = 0u, atMapB = 12u, atErrorA = 24u, atErrorB = 25u, atCullA = 26u, atCullB = 32u;
const uint atFirst = 38u, atCountA = 39u, atCountB = 40u, atTrianglesA = 41u, atTrianglesB = 42u, atSelf = 43u, atErrors = 44u, atRootA = 45u, atRootB = 46u;

uint word(uint pair, uint at) { return pairs[pairWords * pair + at]; }
float number(uint pair, uint at) { return uintBitsToFloat(word(pair, at)); }

// The place of a vertex in the pair's frame; its error is bounded by the record's.
vec3 placed(uint pair, uint map, uint vertex) {
  vec3 v = vec3(vertices[3u * vertex], vertices[3u * vertex + 1u], vertices[3u * vertex + 2u]);
  vec3 r;
  for (uint k = 0u; k < 3u; k++) {
    uint row = map + 4u * k;
    r[k] = number(pair, row) * v.x + number(pair, row + 1u) * v.y + number(pair, row + 2u) * v.z + number(pair, row + 3u);
  }
  return r;
}

void corners(uint pair, bool second, uint triangle, out vec3 v[3]) {
  uint map = second ? atMapB : atMapA;
  uint t = 3u * (word(pair, second ? atTrianglesB : atTrianglesA) + triangle);
  for (uint k = 0u; k < 3u; k++) v[k] = placed(pair, map, triangles[t + k]);
}

// The corners of a triangle as its model's scaled vertices.
vec3 vertexAt(uint v) { return vec3(vertices[3u * v], vertices[3u * v + 1u], vertices[3u * v + 2u]); }

void boxAround(uint triangle, out vec3 lo, out vec3 hi) {
  vec3 a = vertexAt(triangles[3u * triangle]), b = vertexAt(triangles[3u * triangle + 1u]), c = vertexAt(triangles[3u * triangle + 2u]);
  lo = min(min(a, b), c);
  hi = max(max(a, b), c);
}

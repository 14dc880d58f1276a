// Whether two triangles are surely apart, and whether they surely touch.
#include "apart.glsl"

// The coordinate axes, which are cheap, then normals, cross products of edges and edge
// normals in the planes: all there are for two triangles, coplanar ones included.
bool apart(vec3 a[3], vec3 b[3], float bound) {
  vec3 ea[3] = vec3[](a[1] - a[0], a[2] - a[1], a[0] - a[2]);
  vec3 eb[3] = vec3[](b[1] - b[0], b[2] - b[1], b[0] - b[2]);
  vec3 na = cross(ea[0], ea[1]), nb = cross(eb[0], eb[1]);
  if (separatedByCoordinates(a, b, bound) || separates(na, a, b, bound) || separates(nb, a, b, bound)) return true;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      if (separates(cross(ea[i], eb[j]), a, b, bound)) return true;
    }
  }
  for (int i = 0; i < 3; i++) {
    if (separates(cross(na, ea[i]), a, b, bound) || separates(cross(nb, eb[i]), a, b, bound)) return true;
  }
  return false;
}

// Whether one of the six edges surely crosses the other triangle; one that ends in a common
// corner never does.
bool sureCrossing(vec3 a[3], vec3 b[3], float e, float m) {
  for (int k = 0; k < 3; k++) {
    int l = (k + 1) % 3;
    if (crosses(a[k], a[l], b, e, m) || crosses(b[k], b[l], a, e, m)) return true;
  }
  return false;
}

// Both, with the first corner as origin: a and b are moved there, m is the largest coordinate.
float around(inout vec3 a[3], inout vec3 b[3]) {
  vec3 origin = a[0];
  float m = 0.0;
  for (int k = 0; k < 3; k++) {
    a[k] -= origin;
    b[k] -= origin;
    m = max(m, max(largest(a[k]), largest(b[k])));
  }
  return m;
}

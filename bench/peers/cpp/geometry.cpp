#include "geometry.h"

#include <algorithm>
#include <limits>

namespace peers {

void place(const std::vector<Vec3>& local, const Pose& m, std::vector<Vec3>& world) {
  world.resize(local.size());
  for (std::size_t i = 0; i < local.size(); i++) {
    const Vec3& p = local[i];
    for (int r = 0; r < 3; r++) {
      const double* row = &m[4 * r];
      world[i][r] = ((row[0] * p[0] + row[1] * p[1]) + row[2] * p[2]) + row[3];
    }
  }
}

Box bounds(const std::vector<Vec3>& v, const Triangle& t) {
  Box b;
  for (int k = 0; k < 3; k++) {
    b.lo[k] = std::min(v[t[0]][k], std::min(v[t[1]][k], v[t[2]][k]));
    b.hi[k] = std::max(v[t[0]][k], std::max(v[t[1]][k], v[t[2]][k]));
  }
  return b;
}

Box bounds(const std::vector<Vec3>& vertices) {
  const double inf = std::numeric_limits<double>::infinity();
  Box b{{inf, inf, inf}, {-inf, -inf, -inf}};
  for (const Vec3& v : vertices)
    for (int k = 0; k < 3; k++) {
      b.lo[k] = std::min(b.lo[k], v[k]);
      b.hi[k] = std::max(b.hi[k], v[k]);
    }
  return b;
}

}  // namespace peers

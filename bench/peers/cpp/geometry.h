// Meshes and poses as the driver sends them: every library is built from the
// same float64 coordinates and uint32 indices.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace peers {

using Vec3 = std::array<double, 3>;
using Triangle = std::array<std::uint32_t, 3>;

struct Mesh {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
};

// Pose is the 3x4 matrix [R|t], row-major. Body A is posed, body B stays.
using Pose = std::array<double, 12>;

// Pairs lists contacts as (triangle of A, triangle of B), in any order.
using Pairs = std::vector<std::array<std::uint32_t, 2>>;

static_assert(sizeof(Vec3) == 24 && sizeof(Triangle) == 12 && sizeof(Pose) == 96 &&
                  sizeof(Pairs::value_type) == 8,
              "the wire format is these arrays as they lie in memory");

// place writes the posed vertices, ((r0*x + r1*y) + r2*z) + t with every
// operation rounded to double: the coordinates the contract defines. It must
// be compiled with -ffp-contract=off.
void place(const std::vector<Vec3>& local, const Pose& pose, std::vector<Vec3>& world);

// Box is closed.
struct Box {
  Vec3 lo, hi;
};

// Body is a box of the broad-phase workload; its faces are centre ± half,
// rounded to double.
struct Body {
  Vec3 centre, half;
};

// bounds returns the box of a triangle.
Box bounds(const std::vector<Vec3>& vertices, const Triangle& t);

// bounds returns the box of all vertices.
Box bounds(const std::vector<Vec3>& vertices);

inline Box bounds(const Body& b) {
  Box r;
  for (int k = 0; k < 3; k++) r.lo[k] = b.centre[k] - b.half[k], r.hi[k] = b.centre[k] + b.half[k];
  return r;
}

inline bool overlap(const Box& a, const Box& b) {
  for (int k = 0; k < 3; k++)
    if (a.lo[k] > b.hi[k] || b.lo[k] > a.hi[k]) return false;
  return true;
}

}  // namespace peers

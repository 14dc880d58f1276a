// Triangle tests by CGAL kernels, shared by the CGAL and Embree engines.
// Exact decides with filtered exact predicates, Plain in bare double.
#pragma once

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/intersections.h>

#include "geometry.h"

namespace peers {

using Exact = CGAL::Exact_predicates_inexact_constructions_kernel;
using Plain = CGAL::Simple_cartesian<double>;

template <class Kernel>
typename Kernel::Point_3 point(const Vec3& v) {
  return {v[0], v[1], v[2]};
}

template <class Kernel>
typename Kernel::Triangle_3 triangle(const std::vector<Vec3>& v, const Triangle& t) {
  return {point<Kernel>(v[t[0]]), point<Kernel>(v[t[1]]), point<Kernel>(v[t[2]])};
}

template <class Kernel>
bool meet(const std::vector<Vec3>& va, const Triangle& a, const std::vector<Vec3>& vb,
          const Triangle& b) {
  return CGAL::do_intersect(triangle<Kernel>(va, a), triangle<Kernel>(vb, b));
}

}  // namespace peers

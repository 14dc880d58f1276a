// distances N SEED: N pairs of random and degenerate triangles, with the float64 nearest to their exact
// distance by CGAL: 18 coordinates and the distance a line, hexadecimal. See ../../../docs/distance.md.
#include <CGAL/Gmpq.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/intersections.h>
#include <CGAL/squared_distance_3.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

using Number = CGAL::Gmpq;
using Kernel = CGAL::Simple_cartesian<Number>;
using Point = Kernel::Point_3;
using Segment = Kernel::Segment_3;
using Triangle = Kernel::Triangle_3;

// Shape is a triangle as what it is: a point, a segment or a triangle.
struct Shape {
  int dimension;
  Point point;
  Segment segment;
  Triangle triangle;
  explicit Shape(const Point* p) : dimension(2), point(p[0]), triangle(p[0], p[1], p[2]) {
    if (!CGAL::collinear(p[0], p[1], p[2])) return;
    Number longest = 0;
    for (int i = 0; i < 3; i++) {
      const Segment s(p[i], p[(i + 1) % 3]);
      if (s.squared_length() >= longest) longest = s.squared_length(), segment = s;
    }
    dimension = longest > 0 ? 1 : 0;
  }
};

template <class F>
Number with(const Shape& s, F f) {
  return s.dimension == 2 ? f(s.triangle) : s.dimension == 1 ? f(s.segment) : f(s.point);
}

template <class X, class Y>
Number apart(const X& x, const Y& y) { return CGAL::squared_distance(x, y); }

// CGAL has no distance of a segment and a triangle: that of an end, or of an edge.
Number apart(const Segment& s, const Triangle& t) {
  if (CGAL::do_intersect(s, t)) return 0;
  Number least = std::min(Number(CGAL::squared_distance(s.source(), t)), Number(CGAL::squared_distance(s.target(), t)));
  for (int i = 0; i < 3; i++) least = std::min(least, Number(CGAL::squared_distance(s, Segment(t[i], t[(i + 1) % 3]))));
  return least;
}
Number apart(const Triangle& t, const Segment& s) { return apart(s, t); }

Number squared(const Shape& a, const Shape& b) {
  return with(a, [&](const auto& x) { return with(b, [&](const auto& y) { return apart(x, y); }); });
}

// rounded is the float64 nearest to the root, ties to even.
double rounded(const Number& square) {
  double d = std::sqrt(CGAL::to_double(square));
  const auto above = [&](double lo, double hi) {  // the root is above the middle of two neighbours
    const Number m = (Number(lo) + Number(hi)) / 2;
    std::uint64_t bits;
    std::memcpy(&bits, &lo, sizeof bits);
    return square > m * m || (square == m * m && bits % 2 == 1);
  };
  while (d > 0 && !above(std::nextafter(d, 0), d)) d = std::nextafter(d, 0);
  while (above(d, std::nextafter(d, INFINITY))) d = std::nextafter(d, INFINITY);
  return d;
}

int main(int argc, char** argv) {
  const long n = argc > 1 ? std::atol(argv[1]) : 1000;
  std::mt19937_64 random(argc > 2 ? std::atol(argv[2]) : 1);
  const auto below = [&](int k) { return static_cast<int>(random() % k); };
  const auto real = [&] { return std::ldexp(static_cast<double>(random() >> 11), -53) * 2 - 1; };
  for (long line = 0; line < n; line++) {
    double c[18];
    const int kind = below(5);
    const double scale = std::ldexp(1, below(200) - 100);
    for (int k = 0; k < 18; k++) {
      double x = kind < 2 ? below(7) - 3 : kind == 2 ? (below(17) - 8) / 8.0 : real();
      if (k >= 9 && k % 3 == 2 && line % 3) x += kind < 3 ? below(9) : 2 * real();  // mostly apart
      c[k] = x;
    }
    if (kind == 3) {  // slivers, and what is nearly parallel
      for (int k = 0; k < 3; k++) c[6 + k] = c[k] + 0.5 * (c[3 + k] - c[k]) + std::ldexp(real(), -below(60));
      for (int k = 0; k < 9; k++) if (below(3) == 0) c[9 + k] = c[k] + std::ldexp(real(), -below(60));
    }
    if (below(4) == 0) for (int k = 0; k < 3; k++) c[6 + k] = c[3 * below(2) + k];  // degenerate
    Point p[6];
    for (int k = 0; k < 18; k++) c[k] *= scale;
    for (int i = 0; i < 6; i++) p[i] = Point(c[3 * i], c[3 * i + 1], c[3 * i + 2]);
    for (const double x : c) std::printf("%a ", x);
    std::printf("%a\n", rounded(squared(Shape(p), Shape(p + 3))));
  }
}

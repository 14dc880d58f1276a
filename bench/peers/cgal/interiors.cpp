// interiors N SEED: N pairs of closed meshes, and whether their interiors have a point in common by CGAL's Nef
// polyhedra, exactly. A pair is a line "pair 0" or "pair 1" and two meshes: the numbers of corners and triangles, a corner a
// line, hexadecimal, a triangle a line. See ../../../docs/kinds.md.
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Nef_polyhedron_3.h>
#include <CGAL/Polyhedron_3.h>
#include <CGAL/Polyhedron_incremental_builder_3.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Polyhedron = CGAL::Polyhedron_3<Kernel>;
using Nef = CGAL::Nef_polyhedron_3<Kernel>;
using Corner = std::array<double, 3>;
using Face = std::array<int, 3>;

std::mt19937_64 source;
int below(int n) { return int(source() % n); }
double real() { return double(source() >> 11) / 9007199254740992.0; }

// Shell is one closed surface, outward.
struct Shell {
  std::vector<Corner> corners;
  std::vector<Face> faces;
};

struct Builder : CGAL::Modifier_base<Polyhedron::HalfedgeDS> {
  const Shell& s;
  explicit Builder(const Shell& shell) : s(shell) {}
  void operator()(Polyhedron::HalfedgeDS& hds) override {
    CGAL::Polyhedron_incremental_builder_3<Polyhedron::HalfedgeDS> b(hds, true);
    b.begin_surface(s.corners.size(), s.faces.size());
    for (const Corner& c : s.corners) b.add_vertex(Kernel::Point_3(c[0], c[1], c[2]));
    for (const Face& f : s.faces) b.add_facet(f.begin(), f.end());
    b.end_surface();
  }
};

Nef nef(const Shell& s) {
  Polyhedron p;
  Builder b(s);
  p.delegate(b);
  if (!p.is_closed()) std::fprintf(stderr, "not closed\n"), std::exit(1);
  return Nef(p);
}

// prism extrudes a polygon that goes around counterclockwise and is cut into triangles.
Shell prism(const std::vector<std::array<double, 2>>& outline, const std::vector<Face>& cuts, double bottom, double top) {
  Shell s;
  const int n = int(outline.size());
  for (const auto& x : outline) s.corners.push_back({x[0], x[1], bottom}), s.corners.push_back({x[0], x[1], top});
  for (const Face& f : cuts) {
    s.faces.push_back({2 * f[0], 2 * f[2], 2 * f[1]});
    s.faces.push_back({2 * f[0] + 1, 2 * f[1] + 1, 2 * f[2] + 1});
  }
  for (int i = 0; i < n; i++) {
    const int a = 2 * i, b = 2 * ((i + 1) % n);
    s.faces.push_back({a, b, b + 1});
    s.faces.push_back({a, b + 1, a + 1});
  }
  return s;
}

Shell box(double x, double y, double z) {
  return prism({{-x / 2, -y / 2}, {x / 2, -y / 2}, {x / 2, y / 2}, {-x / 2, y / 2}}, {{0, 1, 2}, {0, 2, 3}}, -z / 2, z / 2);
}

Shell angle() {  // an L
  return prism({{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}}, {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}, 0, 1 + below(2));
}

Shell round(int n) {
  std::vector<std::array<double, 2>> outline;
  std::vector<Face> cuts;
  for (int i = 0; i < n; i++) outline.push_back({std::cos(i * 2 * M_PI / n), std::sin(i * 2 * M_PI / n)});
  for (int i = 2; i < n; i++) cuts.push_back({0, i - 1, i});
  return prism(outline, cuts, 0, 1 + below(3));
}

Shell tube() {  // a square one
  Shell s;
  for (int r = 2; r >= 1; r--)
    for (int z = 0; z < 2; z++)
      for (const auto& c : {std::array<int, 2>{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) s.corners.push_back({double(r * c[0]), double(r * c[1]), double(2 * z)});
  auto quad = [&s](int a, int b, int c, int d) { s.faces.push_back({a, b, c}), s.faces.push_back({a, c, d}); };
  for (int i = 0; i < 4; i++) {
    const int k = (i + 1) % 4;
    quad(i, k, 4 + k, 4 + i);             // outside
    quad(8 + i, 12 + i, 12 + k, 8 + k);   // the hole
    quad(i, 8 + i, 8 + k, k);             // bottom
    quad(4 + i, 4 + k, 12 + k, 12 + i);   // top
  }
  return s;
}

Shell tetrahedron() {
  for (;;) {
    Shell s;
    for (int i = 0; i < 4; i++) s.corners.push_back({double(below(7) - 3), double(below(7) - 3), double(below(7) - 3)});
    double m[3][3];
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++) m[i][k] = s.corners[i + 1][k] - s.corners[0][k];
    const double volume = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
    if (volume == 0) continue;
    if (volume < 0) std::swap(s.corners[0], s.corners[1]);
    s.faces = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    return s;
  }
}

// Part is a body: a shell, and another one that is a cavity or a second component.
struct Part {
  std::vector<Shell> shells;
  bool cavity = false;
};

Part part() {
  switch (below(8)) {
    case 0: return {{box(2 + below(4), 2 + below(4), 2 + below(4))}};
    case 1: return {{tetrahedron()}};
    case 2: return {{angle()}};
    case 3: return {{tube()}};
    case 4: return {{round(5 + below(8))}};
    case 5: return {{box(4, 4, 4), box(2, 2, 2)}, true};
    case 6: {
      Part p{{box(1, 1, 1), box(1, 1, 1)}};
      for (Corner& c : p.shells[1].corners) c[0] += 2;
      return p;
    }
  }
  return {{box(0.25 * (1 + below(4)), 0.25 * (1 + below(4)), 0.25 * (1 + below(4)))}};
}

// place moves a part: a quarter turn and a step of a half, after which much is coplanar, or any turn and place.
void place(Part* p) {
  double m[3][3] = {}, t[3];
  if (below(2)) {
    int order[3] = {0, 1, 2};
    for (int i = 2; i > 0; i--) std::swap(order[i], order[below(i + 1)]);
    const bool odd = (order[0] > order[1]) != (order[0] > order[2]) != (order[1] > order[2]);
    const int x = below(2) ? 1 : -1, y = below(2) ? 1 : -1;
    m[0][order[0]] = x, m[1][order[1]] = y, m[2][order[2]] = x * y * (odd ? -1 : 1);
    for (double& v : t) v = below(7) / 2.0 - 1.5;
  } else {
    double q[4], n = 0;
    for (double& v : q) v = real() - 0.5, n += v * v;
    n = std::sqrt(n);
    for (double& v : q) v /= n;
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double r[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
                            {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
                            {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}};
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++) m[i][k] = r[i][k];
    for (double& v : t) v = 3 * real() - 1.5;
  }
  for (Shell& s : p->shells)
    for (Corner& c : s.corners) {
      const Corner o = c;
      for (int i = 0; i < 3; i++) c[i] = m[i][0] * o[0] + m[i][1] * o[1] + m[i][2] * o[2] + t[i];
    }
}

Nef solid(const Part& p) {
  Nef n = nef(p.shells[0]);
  if (p.shells.size() == 1) return n.interior();
  return (p.cavity ? n - nef(p.shells[1]) : n + nef(p.shells[1])).interior();
}

void print(const Part& p) {
  size_t corners = 0, faces = 0, from = 0;
  for (const Shell& s : p.shells) corners += s.corners.size(), faces += s.faces.size();
  std::printf("%zu %zu\n", corners, faces);
  for (const Shell& s : p.shells)
    for (const Corner& c : s.corners) std::printf("%a %a %a\n", c[0], c[1], c[2]);
  for (size_t i = 0; i < p.shells.size(); i++) {
    const bool around = i == 1 && p.cavity;
    for (const Face& f : p.shells[i].faces) std::printf("%zu %zu %zu\n", from + f[0], from + f[around ? 2 : 1], from + f[around ? 1 : 2]);
    from += p.shells[i].corners.size();
  }
}

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: interiors N SEED\n"), 2;
  source.seed(std::strtoull(argv[2], nullptr, 10));
  for (int i = 0, n = std::atoi(argv[1]); i < n; i++) {
    Part a = part(), b = part();
    place(&a), place(&b);
    std::printf("pair %d\n", (solid(a) * solid(b)).is_empty() ? 0 : 1);
    print(a), print(b);
    std::fflush(stdout);
  }
}

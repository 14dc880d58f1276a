// CGAL: one AABB tree over B, asked by each posed triangle of A whose box
// meets B's. CGAL has no public traversal of two trees that lists the pairs.
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Box_intersection_d/Box_with_info_d.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/box_intersection_d.h>

#include "cgal_triangles.h"
#include "library.h"

namespace peers {
namespace {

template <class Kernel>
class Tree : public PairEngine {
  using Triangles = std::vector<typename Kernel::Triangle_3>;
  using Primitive = CGAL::AABB_triangle_primitive<Kernel, typename Triangles::const_iterator>;
  using AabbTree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;

 public:
  Tree(const Mesh& a, const Mesh& b) : a_(a), bounds_(bounds(b.vertices)) {
    b_.reserve(b.triangles.size());
    for (const Triangle& t : b.triangles) b_.push_back(triangle<Kernel>(b.vertices, t));
    tree_.insert(b_.cbegin(), b_.cend());
    tree_.build();
  }

  bool touches(const Pose& pose) override {
    place(a_.vertices, pose, world_);
    for (const Triangle& t : a_.triangles)
      if (near(t) && tree_.do_intersect(triangle<Kernel>(world_, t))) return true;
    return false;
  }

  void contacts(const Pose& pose, Pairs& out) override {
    place(a_.vertices, pose, world_);
    for (std::size_t i = 0; i < a_.triangles.size(); i++) {
      if (!near(a_.triangles[i])) continue;
      found_.clear();
      tree_.all_intersected_primitives(triangle<Kernel>(world_, a_.triangles[i]),
                                       std::back_inserter(found_));
      for (const auto& it : found_)
        out.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(it - b_.cbegin())});
    }
  }

 private:
  bool near(const Triangle& t) const { return overlap(bounds(world_, t), bounds_); }

  const Mesh& a_;
  Box bounds_;
  Triangles b_;
  AabbTree tree_;
  std::vector<Vec3> world_;
  std::vector<typename AabbTree::Primitive_id> found_;
};

// Surface_mesh takes manifold faces only; one it refuses gets corners of its own.
CGAL::Surface_mesh<Exact::Point_3> surface(const Mesh& m) {
  CGAL::Surface_mesh<Exact::Point_3> s;
  std::vector<CGAL::SM_Vertex_index> ids;
  for (const Vec3& v : m.vertices) ids.push_back(s.add_vertex(point<Exact>(v)));
  for (const Triangle& t : m.triangles) {
    if (s.add_face(ids[t[0]], ids[t[1]], ids[t[2]]) != s.null_face()) continue;
    std::array<CGAL::SM_Vertex_index, 3> own;
    for (int k = 0; k < 3; k++) own[k] = s.add_vertex(point<Exact>(m.vertices[t[k]]));
    s.add_face(own[0], own[1], own[2]);
  }
  return s;
}

class SelfIntersections : public SelfEngine {
 public:
  explicit SelfIntersections(const Mesh& m) : surface_(surface(m)) {}

  void run(Pairs& out) override {
    std::vector<std::pair<CGAL::SM_Face_index, CGAL::SM_Face_index>> found;
    CGAL::Polygon_mesh_processing::self_intersections<CGAL::Sequential_tag>(
        surface_, std::back_inserter(found));
    for (const auto& f : found) out.push_back({f.first.idx(), f.second.idx()});
  }

 private:
  CGAL::Surface_mesh<Exact::Point_3> surface_;
};

class BoxIntersection : public BoxEngine {
  using Handle = CGAL::Box_intersection_d::Box_with_info_d<double, 3, std::uint32_t>;

 public:
  explicit BoxIntersection(const std::vector<Body>&) {}

  void step(const std::vector<Body>& bodies, Pairs& out) override {
    handles_.clear();
    for (std::size_t i = 0; i < bodies.size(); i++) {
      Box b = bounds(bodies[i]);
      handles_.emplace_back(b.lo.data(), b.hi.data(), static_cast<std::uint32_t>(i));
    }
    CGAL::box_self_intersection_d(handles_.begin(), handles_.end(),
                                  [&](const Handle& a, const Handle& b) {
                                    out.push_back({a.info(), b.info()});
                                  });
  }

 private:
  std::vector<Handle> handles_;
};

}  // namespace

Library library() {
  Library lib;
  lib.name = "CGAL";
  lib.version = CGAL_VERSION_STR;
  lib.pairs = {{"cgal-exact", true, make<PairEngine, Tree<Exact>, Mesh, Mesh>},
               {"cgal-double", true, make<PairEngine, Tree<Plain>, Mesh, Mesh>}};
  lib.selfs = {{"cgal-self", make<SelfEngine, SelfIntersections, Mesh>}};
  lib.boxes = {{"cgal-box", make<BoxEngine, BoxIntersection, std::vector<Body>>}};
  return lib;
}

}  // namespace peers

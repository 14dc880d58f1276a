// FCL (Flexible Collision Library). The vector instruction set must be that of
// Debian's libfcl (baseline x86-64): Eigen's alignment is part of the ABI.
#include <fcl/fcl.h>

#include "library.h"

namespace peers {
namespace {

template <class Volume>
std::shared_ptr<fcl::BVHModel<Volume>> model(const Mesh& m) {
  std::vector<fcl::Vector3d> points;
  points.reserve(m.vertices.size());
  for (const Vec3& v : m.vertices) points.emplace_back(v[0], v[1], v[2]);
  std::vector<fcl::Triangle> triangles;
  triangles.reserve(m.triangles.size());
  for (const Triangle& t : m.triangles) triangles.emplace_back(t[0], t[1], t[2]);
  auto bvh = std::make_shared<fcl::BVHModel<Volume>>();
  bvh->beginModel(static_cast<int>(triangles.size()), static_cast<int>(points.size()));
  bvh->addSubModel(points, triangles);
  bvh->endModel();
  return bvh;
}

fcl::Transform3d transform(const Pose& m) {
  fcl::Transform3d t = fcl::Transform3d::Identity();
  for (int r = 0; r < 3; r++) {
    for (int c = 0; c < 3; c++) t.linear()(r, c) = m[4 * r + c];
    t.translation()(r) = m[4 * r + 3];
  }
  return t;
}

template <class Volume>
class Bvh : public PairEngine {
 public:
  Bvh(const Mesh& a, const Mesh& b) : a_(model<Volume>(a)), b_(model<Volume>(b)) {}

  bool touches(const Pose& pose) override {
    fcl::CollisionResultd result;
    return collide(pose, 1, result) > 0;
  }

  void contacts(const Pose& pose, Pairs& out) override {
    fcl::CollisionResultd result;
    collide(pose, std::size_t{1} << 30, result);
    for (std::size_t i = 0; i < result.numContacts(); i++) {
      const fcl::Contactd& c = result.getContact(i);
      out.push_back({static_cast<std::uint32_t>(c.b1), static_cast<std::uint32_t>(c.b2)});
    }
  }

 private:
  std::size_t collide(const Pose& pose, std::size_t limit, fcl::CollisionResultd& result) const {
    const fcl::CollisionRequestd request(limit, false);
    return fcl::collide(a_.get(), transform(pose), b_.get(), fcl::Transform3d::Identity(), request,
                        result);
  }

  std::shared_ptr<fcl::BVHModel<Volume>> a_, b_;
};

// Distances in double arithmetic, tolerances 0.
class Ranging : public DistanceEngine {
 public:
  Ranging(const Mesh& a, const Mesh& b) : a_(model<fcl::OBBRSSd>(a)), b_(model<fcl::OBBRSSd>(b)) {}

  double distance(const Pose& pose) override {
    fcl::DistanceResultd result;
    const fcl::DistanceRequestd request(false, false, 0, 0);
    fcl::distance(a_.get(), transform(pose), b_.get(), fcl::Transform3d::Identity(), request, result);
    return result.min_distance;
  }

  // FCL has no query that stops early.
  bool within(const Pose& pose, double reach) override { return distance(pose) <= reach; }

 private:
  std::shared_ptr<fcl::BVHModel<fcl::OBBRSSd>> a_, b_;
};

// A mesh against itself at the identity gives every pair twice, neighbours and
// each triangle with itself included; the driver keeps those it asked for.
template <class Volume>
class SelfBvh : public SelfEngine {
 public:
  explicit SelfBvh(const Mesh& m) : mesh_(m) {}

  void run(Pairs& out) override {
    const auto bvh = model<Volume>(mesh_);
    const auto identity = fcl::Transform3d::Identity();
    fcl::CollisionResultd result;
    fcl::collide(bvh.get(), identity, bvh.get(), identity,
                 fcl::CollisionRequestd(std::size_t{1} << 30, false), result);
    for (std::size_t i = 0; i < result.numContacts(); i++) {
      const fcl::Contactd& c = result.getContact(i);
      if (c.b1 < c.b2)
        out.push_back({static_cast<std::uint32_t>(c.b1), static_cast<std::uint32_t>(c.b2)});
    }
  }

 private:
  const Mesh& mesh_;
};

class DynamicTree : public BoxEngine {
 public:
  explicit DynamicTree(const std::vector<Body>& first) {
    std::vector<fcl::CollisionObjectd*> raw;
    for (const Body& b : first) {
      auto shape = std::make_shared<fcl::Boxd>(2 * b.half[0], 2 * b.half[1], 2 * b.half[2]);
      objects_.push_back(std::make_unique<fcl::CollisionObjectd>(shape));
      move(*objects_.back(), b);
      objects_.back()->setUserData(reinterpret_cast<void*>(objects_.size() - 1));
      raw.push_back(objects_.back().get());
    }
    manager_.registerObjects(raw);
    manager_.setup();
  }

  void step(const std::vector<Body>& bodies, Pairs& out) override {
    for (std::size_t i = 0; i < bodies.size(); i++) move(*objects_[i], bodies[i]);
    manager_.update();
    manager_.collide(&out, report);
  }

 private:
  static void move(fcl::CollisionObjectd& o, const Body& b) {
    o.setTranslation({b.centre[0], b.centre[1], b.centre[2]});
    o.computeAABB();
  }

  static bool report(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* out) {
    const auto id = [](const fcl::CollisionObjectd* o) {
      return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(o->getUserData()));
    };
    static_cast<Pairs*>(out)->push_back({id(a), id(b)});
    return false;
  }

  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects_;
  fcl::DynamicAABBTreeCollisionManagerd manager_;
};

}  // namespace

Library library() {
  using OBBRSS = fcl::OBBRSSd;
  using OBB = fcl::OBBd;
  Library lib;
  lib.name = "FCL";
  lib.version = FCL_VERSION;
  lib.pairs = {{"fcl-obbrss", true, make<PairEngine, Bvh<OBBRSS>, Mesh, Mesh>},
               {"fcl-obb", true, make<PairEngine, Bvh<OBB>, Mesh, Mesh>}};
  lib.distances = {{"fcl-rss", make<DistanceEngine, Ranging, Mesh, Mesh>}};
  lib.selfs = {{"fcl-obbrss", make<SelfEngine, SelfBvh<OBBRSS>, Mesh>}};
  lib.boxes = {{"fcl-dyntree", make<BoxEngine, DynamicTree, std::vector<Body>>}};
  return lib;
}

}  // namespace peers

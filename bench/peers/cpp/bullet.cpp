// Bullet's GImpact (float): its quantized hierarchies traversed against each
// other, candidates decided by its own triangle test with zero margin. The
// world-level query merges contacts and so cannot list the pairs.
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>

#include <cmath>

#include "library.h"

namespace peers {
namespace {

class Shape {
 public:
  explicit Shape(const Mesh& m) {
    for (const Vec3& v : m.vertices)
      for (const double x : v) vertices_.push_back(static_cast<float>(x));
    for (const Triangle& t : m.triangles)
      for (const auto i : t) indices_.push_back(static_cast<int>(i));
    btIndexedMesh part;
    part.m_numTriangles = static_cast<int>(m.triangles.size());
    part.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(indices_.data());
    part.m_triangleIndexStride = 3 * sizeof(int);
    part.m_numVertices = static_cast<int>(m.vertices.size());
    part.m_vertexBase = reinterpret_cast<const unsigned char*>(vertices_.data());
    part.m_vertexStride = 3 * sizeof(float);
    part.m_vertexType = PHY_FLOAT;
    arrays_.addIndexedMesh(part, PHY_INTEGER);
    shape_ = std::make_unique<btGImpactMeshShape>(&arrays_);
    shape_->setMargin(0);
    shape_->updateBound();
  }
  btGImpactMeshShapePart* part() { return shape_->getMeshPart(0); }

 private:
  std::vector<float> vertices_;
  std::vector<int> indices_;
  btTriangleIndexVertexArray arrays_;
  std::unique_ptr<btGImpactMeshShape> shape_;
};

btTransform transform(const Pose& m) {
  const auto f = [&](int i) { return static_cast<btScalar>(m[i]); };
  return btTransform(btMatrix3x3(f(0), f(1), f(2), f(4), f(5), f(6), f(8), f(9), f(10)),
                     btVector3(f(3), f(7), f(11)));
}

class GImpact : public PairEngine {
 public:
  GImpact(const Mesh& a, const Mesh& b) : a_(a), b_(b) {}

  bool touches(const Pose& pose) override {
    bool hit = false;
    visit(pose, [&](std::uint32_t, std::uint32_t) { return hit = true; });
    return hit;
  }

  void contacts(const Pose& pose, Pairs& out) override {
    visit(pose, [&](std::uint32_t a, std::uint32_t b) {
      out.push_back({a, b});
      return false;
    });
  }

 private:
  // visit calls found for each intersecting pair until it returns true.
  template <class Found>
  void visit(const Pose& pose, Found found) {
    btGImpactMeshShapePart *a = a_.part(), *b = b_.part();
    const btTransform ta = transform(pose), tb = btTransform::getIdentity();
    a->lockChildShapes();
    b->lockChildShapes();
    candidates_.resize(0);
    btGImpactQuantizedBvh::find_collision(a->getBoxSet(), ta, b->getBoxSet(), tb, candidates_);
    for (int i = 0; i < candidates_.size(); i++) {
      const int p = candidates_[i].m_index1, q = candidates_[i].m_index2;
      if (meet(*a, p, ta, *b, q, tb) &&
          found(static_cast<std::uint32_t>(p), static_cast<std::uint32_t>(q)))
        break;
    }
    a->unlockChildShapes();
    b->unlockChildShapes();
  }

  static bool meet(btGImpactMeshShapePart& a, int p, const btTransform& ta, btGImpactMeshShapePart& b,
                   int q, const btTransform& tb) {
    btPrimitiveTriangle s, t;
    a.getPrimitiveTriangle(p, s);
    b.getPrimitiveTriangle(q, t);
    s.applyTransform(ta);
    t.applyTransform(tb);
    s.buildTriPlane();
    t.buildTriPlane();
    GIM_TRIANGLE_CONTACT contact;
    return s.overlap_test_conservative(t) && s.find_triangle_collision_clip_method(t, contact);
  }

  Shape a_, b_;
  btPairSet candidates_;
};

float below(double x) {
  const float f = static_cast<float>(x);
  return static_cast<double>(f) > x ? std::nextafterf(f, -HUGE_VALF) : f;
}

float above(double x) {
  const float f = static_cast<float>(x);
  return static_cast<double>(f) < x ? std::nextafterf(f, HUGE_VALF) : f;
}

class Dbvt : public BoxEngine {
 public:
  explicit Dbvt(const std::vector<Body>& first) {
    for (std::size_t i = 0; i < first.size(); i++) {
      const Box b = bounds(first[i]);
      proxies_.push_back(broad_.createProxy(lo(b), hi(b), BOX_SHAPE_PROXYTYPE,
                                            reinterpret_cast<void*>(i), 1, 1, &dispatcher_));
    }
  }
  ~Dbvt() override {
    for (btBroadphaseProxy* p : proxies_) broad_.destroyProxy(p, &dispatcher_);
  }

  void step(const std::vector<Body>& bodies, Pairs& out) override {
    for (std::size_t i = 0; i < bodies.size(); i++) {
      const Box b = bounds(bodies[i]);
      broad_.setAabb(proxies_[i], lo(b), hi(b), &dispatcher_);
    }
    broad_.calculateOverlappingPairs(&dispatcher_);
    const auto& cache = broad_.getOverlappingPairCache()->getOverlappingPairArray();
    for (int i = 0; i < cache.size(); i++) {
      const std::uint32_t p = id(cache[i].m_pProxy0), q = id(cache[i].m_pProxy1);
      // Its boxes are fattened floats: the double ones decide.
      if (overlap(bounds(bodies[p]), bounds(bodies[q]))) out.push_back({p, q});
    }
  }

 private:
  static btVector3 lo(const Box& b) { return {below(b.lo[0]), below(b.lo[1]), below(b.lo[2])}; }
  static btVector3 hi(const Box& b) { return {above(b.hi[0]), above(b.hi[1]), above(b.hi[2])}; }
  static std::uint32_t id(const btBroadphaseProxy* p) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(p->m_clientObject));
  }

  btDefaultCollisionConfiguration config_;
  btCollisionDispatcher dispatcher_{&config_};
  btDbvtBroadphase broad_;
  std::vector<btBroadphaseProxy*> proxies_;
};

}  // namespace

Library library() {
  const int v = btGetVersion();
  Library lib;
  lib.name = "Bullet";
  lib.version = std::to_string(v / 100) + "." + std::to_string(v % 100) + " (float)";
  lib.pairs = {{"bullet-gimpact", true, make<PairEngine, GImpact, Mesh, Mesh>}};
  lib.boxes = {{"bullet-dbvt", make<BoxEngine, Dbvt, std::vector<Body>>}};
  return lib;
}

}  // namespace peers

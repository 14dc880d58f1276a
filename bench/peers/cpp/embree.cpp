// Embree: user geometry of boxes rounded outward to float, collided by
// rtcCollide, each candidate pair decided by a triangle test of a CGAL kernel
// on the double coordinates. rtcCollide works in one common space, so the
// moving mesh is posed and its hierarchy refitted in every query; it has no
// early exit, so the boolean query traverses everything too.
#include <embree3/rtcore.h>
#include <tbb/global_control.h>

#include <atomic>
#include <cmath>
#include <stdexcept>

#include "cgal_triangles.h"
#include "library.h"

namespace peers {
namespace {

float below(double x) {
  const float f = static_cast<float>(x);
  return static_cast<double>(f) > x ? std::nextafterf(f, -HUGE_VALF) : f;
}

float above(double x) {
  const float f = static_cast<float>(x);
  return static_cast<double>(f) < x ? std::nextafterf(f, HUGE_VALF) : f;
}

void round_out(const Box& b, RTCBounds* out) {
  out->lower_x = below(b.lo[0]), out->lower_y = below(b.lo[1]), out->lower_z = below(b.lo[2]);
  out->upper_x = above(b.hi[0]), out->upper_y = above(b.hi[1]), out->upper_z = above(b.hi[2]);
}

std::atomic<std::ptrdiff_t> device_bytes{0};

// device is single-threaded and counts its memory.
RTCDevice device() {
  static tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  static RTCDevice d = [] {
    RTCDevice made = rtcNewDevice("threads=1,set_affinity=0");
    if (made == nullptr) throw std::runtime_error("embree: no device");
    const auto count = [](void*, ssize_t bytes, bool) {
      device_bytes += bytes;
      return true;
    };
    rtcSetDeviceMemoryMonitorFunction(made, count, nullptr);
    return made;
  }();
  return d;
}

// Scene is one user geometry whose boxes come from a callback on its owner,
// asked in every update.
class Scene {
 public:
  Scene(std::size_t primitives, RTCBoundsFunction boxes, void* owner, RTCBuildQuality quality) {
    const bool fixed = quality == RTC_BUILD_QUALITY_MEDIUM;
    scene_ = rtcNewScene(device());
    rtcSetSceneBuildQuality(scene_, fixed ? quality : RTC_BUILD_QUALITY_LOW);
    rtcSetSceneFlags(scene_, fixed ? RTC_SCENE_FLAG_ROBUST
                                   : RTCSceneFlags(RTC_SCENE_FLAG_ROBUST | RTC_SCENE_FLAG_DYNAMIC));
    geometry_ = rtcNewGeometry(device(), RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryBuildQuality(geometry_, quality);
    rtcSetGeometryUserPrimitiveCount(geometry_, static_cast<unsigned>(primitives));
    rtcSetGeometryUserData(geometry_, owner);
    rtcSetGeometryBoundsFunction(geometry_, boxes, nullptr);
    rtcSetGeometryIntersectFunction(geometry_, [](const RTCIntersectFunctionNArguments*) {});
    rtcSetGeometryOccludedFunction(geometry_, [](const RTCOccludedFunctionNArguments*) {});
    rtcAttachGeometry(scene_, geometry_);
  }
  ~Scene() {
    rtcReleaseGeometry(geometry_);
    rtcReleaseScene(scene_);
  }
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  // update rebuilds or refits, as the build quality says, from the boxes now.
  void update() {
    rtcCommitGeometry(geometry_);
    rtcCommitScene(scene_);
    const RTCError e = rtcGetDeviceError(device());
    if (e != RTC_ERROR_NONE) throw std::runtime_error("embree: error " + std::to_string(e));
  }
  RTCScene get() const { return scene_; }

 private:
  RTCScene scene_;
  RTCGeometry geometry_;
};

// Soup is what the bounds callback of a mesh reads.
struct Soup {
  const std::vector<Vec3>& vertices;
  const std::vector<Triangle>& triangles;

  static void boxes(const RTCBoundsFunctionArguments* args) {
    const auto& s = *static_cast<const Soup*>(args->geometryUserPtr);
    round_out(bounds(s.vertices, s.triangles[args->primID]), args->bounds_o);
  }
};

template <class Kernel>
class Refit : public PairEngine {
 public:
  Refit(const Mesh& a, const Mesh& b)
      : a_(a), b_(b), world_(a.vertices), soup_a_{world_, a.triangles}, soup_b_{b.vertices, b.triangles},
        scene_a_(a.triangles.size(), Soup::boxes, &soup_a_, RTC_BUILD_QUALITY_REFIT),
        scene_b_(b.triangles.size(), Soup::boxes, &soup_b_, RTC_BUILD_QUALITY_MEDIUM) {
    scene_a_.update();
    scene_b_.update();
  }

  bool touches(const Pose& pose) override {
    out_ = nullptr;
    collide(pose);
    return hit_;
  }

  void contacts(const Pose& pose, Pairs& out) override {
    out_ = &out;
    collide(pose);
  }

  // Embree's own account covers what it took from malloc as well.
  std::size_t bytes(std::size_t) const override {
    return static_cast<std::size_t>(device_bytes.load()) + world_.capacity() * sizeof(Vec3);
  }

 private:
  void collide(const Pose& pose) {
    place(a_.vertices, pose, world_);
    scene_a_.update();
    hit_ = false;
    rtcCollide(scene_a_.get(), scene_b_.get(), test, this);
  }

  static void test(void* self, RTCCollision* found, unsigned n) {
    auto& e = *static_cast<Refit*>(self);
    for (unsigned i = 0; i < n && !(e.out_ == nullptr && e.hit_); i++) {
      const unsigned p = found[i].primID0, q = found[i].primID1;
      if (!meet<Kernel>(e.world_, e.a_.triangles[p], e.b_.vertices, e.b_.triangles[q])) continue;
      e.hit_ = true;
      if (e.out_ != nullptr) e.out_->push_back({p, q});
    }
  }

  const Mesh &a_, &b_;
  std::vector<Vec3> world_;
  Soup soup_a_, soup_b_;
  Scene scene_a_, scene_b_;
  Pairs* out_ = nullptr;  // null asks for the boolean only
  bool hit_ = false;
};

// Pairs of triangles that share a vertex index are left out: Embree's callback
// knows candidates only, and the double test cannot tell a shared corner from
// a contact beyond it.
template <class Kernel>
class SelfRefit : public SelfEngine {
 public:
  explicit SelfRefit(const Mesh& m)
      : mesh_(m), soup_{m.vertices, m.triangles},
        scene_(m.triangles.size(), Soup::boxes, &soup_, RTC_BUILD_QUALITY_REFIT) {
    scene_.update();
  }

  void run(Pairs& out) override {
    scene_.update();
    out_ = &out;
    rtcCollide(scene_.get(), scene_.get(), test, this);
  }

 private:
  static bool share(const Triangle& a, const Triangle& b) {
    for (const auto i : a)
      for (const auto j : b)
        if (i == j) return true;
    return false;
  }

  static void test(void* self, RTCCollision* found, unsigned n) {
    auto& e = *static_cast<SelfRefit*>(self);
    for (unsigned i = 0; i < n; i++) {
      const unsigned p = found[i].primID0, q = found[i].primID1;
      if (p >= q) continue;
      const Triangle &a = e.mesh_.triangles[p], &b = e.mesh_.triangles[q];
      if (!share(a, b) && meet<Kernel>(e.mesh_.vertices, a, e.mesh_.vertices, b))
        e.out_->push_back({p, q});
    }
  }

  const Mesh& mesh_;
  Soup soup_;
  Scene scene_;
  Pairs* out_ = nullptr;
};

// LowRebuild rebuilds by Morton codes in every step (quality LOW).
class LowRebuild : public BoxEngine {
 public:
  explicit LowRebuild(const std::vector<Body>& first)
      : boxes_(first.size()), scene_(first.size(), bounds_of, this, RTC_BUILD_QUALITY_LOW) {
    move(first);
  }

  void step(const std::vector<Body>& bodies, Pairs& out) override {
    move(bodies);
    out_ = &out;
    rtcCollide(scene_.get(), scene_.get(), report, this);
  }

 private:
  void move(const std::vector<Body>& bodies) {
    for (std::size_t i = 0; i < bodies.size(); i++) boxes_[i] = bounds(bodies[i]);
    scene_.update();
  }

  static void bounds_of(const RTCBoundsFunctionArguments* args) {
    round_out(static_cast<const LowRebuild*>(args->geometryUserPtr)->boxes_[args->primID], args->bounds_o);
  }

  // The float boxes are wider: the double ones decide.
  static void report(void* self, RTCCollision* found, unsigned n) {
    auto& e = *static_cast<LowRebuild*>(self);
    for (unsigned i = 0; i < n; i++) {
      const unsigned p = found[i].primID0, q = found[i].primID1;
      if (p < q && overlap(e.boxes_[p], e.boxes_[q])) e.out_->push_back({p, q});
    }
  }

  std::vector<Box> boxes_;
  Scene scene_;
  Pairs* out_ = nullptr;
};

}  // namespace

Library library() {
  Library lib;
  lib.name = "Embree";
  lib.version = RTC_VERSION_STRING;
  lib.pairs = {{"embree-double", true, make<PairEngine, Refit<Plain>, Mesh, Mesh>},
               {"embree-exact", true, make<PairEngine, Refit<Exact>, Mesh, Mesh>}};
  lib.selfs = {{"embree-double", make<SelfEngine, SelfRefit<Plain>, Mesh>},
               {"embree-exact", make<SelfEngine, SelfRefit<Exact>, Mesh>}};
  lib.boxes = {{"embree-low", make<BoxEngine, LowRebuild, std::vector<Body>>}};
  return lib;
}

}  // namespace peers

// ODE (Open Dynamics Engine): trimesh against trimesh, which is OPCODE on
// float hierarchies. Its contacts carry no reliable triangle pairs, so only
// the boolean query exists.
#include <ode/ode.h>
#include <ode/version.h>

#include "library.h"

namespace peers {
namespace {

class Shape {
 public:
  explicit Shape(const Mesh& m) {
    for (const Triangle& t : m.triangles) indices_.insert(indices_.end(), t.begin(), t.end());
    data_ = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildDouble(data_, m.vertices.data(), sizeof(Vec3),
                                static_cast<int>(m.vertices.size()), indices_.data(),
                                static_cast<int>(indices_.size()), 3 * sizeof(dTriIndex));
    geom_ = dCreateTriMesh(nullptr, data_, nullptr, nullptr, nullptr);
  }
  ~Shape() {
    dGeomDestroy(geom_);
    dGeomTriMeshDataDestroy(data_);
  }
  Shape(const Shape&) = delete;
  Shape& operator=(const Shape&) = delete;
  dGeomID geom() const { return geom_; }

 private:
  std::vector<dTriIndex> indices_;
  dTriMeshDataID data_;
  dGeomID geom_;
};

class TriMesh : public PairEngine {
 public:
  TriMesh(const Mesh& a, const Mesh& b) : a_(a), b_(b) {}

  bool touches(const Pose& m) override {
    const dMatrix3 r = {m[0], m[1], m[2], 0, m[4], m[5], m[6], 0, m[8], m[9], m[10], 0};
    dGeomSetPosition(a_.geom(), m[3], m[7], m[11]);
    dGeomSetRotation(a_.geom(), r);
    dContactGeom contact;
    return dCollide(a_.geom(), b_.geom(), 1 | CONTACTS_UNIMPORTANT, &contact, sizeof contact) > 0;
  }

  void contacts(const Pose&, Pairs&) override {}

 private:
  Shape a_, b_;
};

}  // namespace

Library library() {
  dInitODE2(0);
  dAllocateODEDataForThread(dAllocateMaskAll);
  Library lib;
  lib.name = "ODE";
  lib.version = dODE_VERSION;
  lib.pairs = {{"ode-trimesh", false, make<PairEngine, TriMesh, Mesh, Mesh>}};
  return lib;
}

}  // namespace peers

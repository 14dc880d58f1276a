// OPCODE (Optimized Collision Detection), as ODE's sources have it: hierarchies of boxes along the axes, without leaves, in float.
// FLAGS_opcode and LIBS_opcode name what the user built of it.
#include <Opcode.h>

#include "library.h"

namespace peers {
namespace {

class Model {
 public:
  explicit Model(const Mesh& m) {
    for (const Triangle& t : m.triangles)
      for (const auto i : t) indices_.push_back(static_cast<dTriIndex>(i));
    for (const Vec3& v : m.vertices)
      points_.emplace_back(static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2]));
    mesh_.SetNbTriangles(static_cast<udword>(m.triangles.size()));
    mesh_.SetNbVertices(static_cast<udword>(points_.size()));
    mesh_.SetPointers(reinterpret_cast<const IceMaths::IndexedTriangle*>(indices_.data()), points_.data());
    mesh_.SetStrides(3 * sizeof(dTriIndex), sizeof(IceMaths::Point));
    Opcode::OPCODECREATE how(&mesh_, Opcode::BuildSettings(Opcode::SPLIT_SPLATTER_POINTS | Opcode::SPLIT_GEOM_CENTER), true, false);
    tree_.Build(how);
  }
  const Opcode::Model* tree() const { return &tree_; }

 private:
  std::vector<dTriIndex> indices_;
  std::vector<IceMaths::Point> points_;
  Opcode::MeshInterface mesh_;
  Opcode::Model tree_;
};

class Contacts : public PairEngine {
 public:
  Contacts(const Mesh& a, const Mesh& b) : a_(a), b_(b) {
    cache_.Model0 = a_.tree();
    cache_.Model1 = b_.tree();
    collider_.SetTemporalCoherence(false);
  }

  bool touches(const Pose& pose) override {
    collide(pose, true);
    return collider_.GetContactStatus() != 0;
  }

  void contacts(const Pose& pose, Pairs& out) override {
    collide(pose, false);
    const IceCore::Pair* found = collider_.GetPairs();
    for (udword i = 0; i < collider_.GetNbPairs(); i++)
      out.push_back({static_cast<std::uint32_t>(found[i].id0), static_cast<std::uint32_t>(found[i].id1)});
  }

 private:
  // OPCODE's vectors are rows: its matrix is the transpose.
  void collide(const Pose& pose, bool first) {
    IceMaths::Matrix4x4 m, identity;
    identity.Identity();
    m.Identity();
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 4; c++) m.m[c][r] = static_cast<float>(pose[4 * r + c]);
    collider_.SetFirstContact(first);
    collider_.Collide(cache_, &m, &identity);
  }

  Model a_, b_;
  Opcode::AABBTreeCollider collider_;
  Opcode::BVTCache cache_;
};

}  // namespace

Library library() {
  Opcode::InitOpcode();
  Library lib;
  lib.name = "OPCODE";
  lib.version = "1.3 (float)";
  lib.pairs = {{"opcode", true, make<PairEngine, Contacts, Mesh, Mesh>}};
  return lib;
}

}  // namespace peers

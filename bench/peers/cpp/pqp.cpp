// PQP (Proximity Query Package): hierarchies of swept rectangles. No distribution has it; make PQP=DIR
// takes the folder with its sources.
#include <PQP.h>

#include "library.h"

namespace peers {
namespace {

struct Model {
  explicit Model(const Mesh& m) {
    pqp.BeginModel(static_cast<int>(m.triangles.size()));
    int id = 0;
    for (const Triangle& t : m.triangles)
      pqp.AddTri(m.vertices[t[0]].data(), m.vertices[t[1]].data(), m.vertices[t[2]].data(), id++);
    pqp.EndModel();
  }
  PQP_Model pqp;
};

struct Placement {
  explicit Placement(const Pose& m) {
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) turn[r][c] = m[4 * r + c];
      shift[r] = m[4 * r + 3];
    }
  }
  PQP_REAL turn[3][3], shift[3];
};

class Rectangles : public DistanceEngine {
 public:
  Rectangles(const Mesh& a, const Mesh& b) : a_(a), b_(b) {}

  double distance(const Pose& pose) override {
    Placement a(pose), b(identity);
    PQP_DistanceResult result;
    PQP_Distance(&result, a.turn, a.shift, &a_.pqp, b.turn, b.shift, &b_.pqp, 0, 0);
    return result.Distance();
  }

  bool within(const Pose& pose, double reach) override {
    Placement a(pose), b(identity);
    PQP_ToleranceResult result;
    PQP_Tolerance(&result, a.turn, a.shift, &a_.pqp, b.turn, b.shift, &b_.pqp, reach);
    return result.CloserThanTolerance() != 0;
  }

 private:
  static constexpr Pose identity = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  Model a_, b_;
};

class Contacts : public PairEngine {
 public:
  Contacts(const Mesh& a, const Mesh& b) : a_(a), b_(b) {}

  bool touches(const Pose& pose) override {
    collide(pose, PQP_FIRST_CONTACT);
    return found_.Colliding() != 0;
  }

  void contacts(const Pose& pose, Pairs& out) override {
    collide(pose, PQP_ALL_CONTACTS);
    for (int i = 0; i < found_.NumPairs(); i++)
      out.push_back({static_cast<std::uint32_t>(found_.Id1(i)), static_cast<std::uint32_t>(found_.Id2(i))});
  }

 private:
  void collide(const Pose& pose, int flag) {
    Placement a(pose), b({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0});
    PQP_Collide(&found_, a.turn, a.shift, &a_.pqp, b.turn, b.shift, &b_.pqp, flag);
  }

  Model a_, b_;
  PQP_CollideResult found_;
};

}  // namespace

Library library() {
  Library lib;
  lib.name = "PQP";
  lib.version = "1.3";
  lib.pairs = {{"pqp", true, make<PairEngine, Contacts, Mesh, Mesh>}};
  lib.distances = {{"pqp", make<DistanceEngine, Rectangles, Mesh, Mesh>}};
  return lib;
}

}  // namespace peers

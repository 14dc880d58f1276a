// RAPID (Robust and Accurate Polygon Interference Detection): hierarchies of oriented boxes. No
// distribution has it; FLAGS_rapid and LIBS_rapid name what the user built of it.
#include <RAPID.H>

#include "library.h"

namespace peers {
namespace {

struct Placement {
  explicit Placement(const Pose& m) {
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) turn[r][c] = m[4 * r + c];
      shift[r] = m[4 * r + 3];
    }
  }
  double turn[3][3], shift[3];
};

class Contacts : public PairEngine {
 public:
  Contacts(const Mesh& a, const Mesh& b) {
    fill(a_, a);
    fill(b_, b);
  }

  bool touches(const Pose& pose) override {
    collide(pose, RAPID_FIRST_CONTACT);
    return RAPID_num_contacts > 0;
  }

  void contacts(const Pose& pose, Pairs& out) override {
    collide(pose, RAPID_ALL_CONTACTS);
    for (int i = 0; i < RAPID_num_contacts; i++)
      out.push_back({static_cast<std::uint32_t>(RAPID_contact[i].id1), static_cast<std::uint32_t>(RAPID_contact[i].id2)});
  }

 private:
  static void fill(RAPID_model& model, const Mesh& m) {
    model.BeginModel();
    int id = 0;
    for (const Triangle& t : m.triangles)
      model.AddTri(m.vertices[t[0]].data(), m.vertices[t[1]].data(), m.vertices[t[2]].data(), id++);
    model.EndModel();
  }

  void collide(const Pose& pose, int flag) {
    Placement a(pose), b({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0});
    RAPID_Collide(a.turn, a.shift, &a_, b.turn, b.shift, &b_, flag);
  }

  RAPID_model a_, b_;
};

}  // namespace

Library library() {
  Library lib;
  lib.name = "RAPID";
  lib.version = "2.01";
  lib.pairs = {{"rapid", true, make<PairEngine, Contacts, Mesh, Mesh>}};
  return lib;
}

}  // namespace peers

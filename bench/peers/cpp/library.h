// What a library file offers the server: one explicit table per workload.
// Exactly one library file is linked into each binary.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "geometry.h"

namespace peers {

// PairEngine answers queries about two meshes it was built from. The meshes
// outlive it.
class PairEngine {
 public:
  virtual ~PairEngine() = default;
  // touches is the boolean query, stopping at the first contact it finds.
  virtual bool touches(const Pose& a) = 0;
  // contacts appends every intersecting pair of triangles.
  virtual void contacts(const Pose& a, Pairs& out) = 0;
  // bytes is what the engine holds, given what malloc has handed out since
  // before its build; engines with an allocator of their own know better.
  virtual std::size_t bytes(std::size_t malloced) const { return malloced; }
};

struct PairEntry {
  std::string name;
  bool lists_contacts;  // false: only the boolean query exists
  std::function<std::unique_ptr<PairEngine>(const Mesh& a, const Mesh& b)> build;
};

// DistanceEngine measures two meshes it was built from. The meshes outlive it.
class DistanceEngine {
 public:
  virtual ~DistanceEngine() = default;
  // distance is 0 where the meshes touch, or at most 0.
  virtual double distance(const Pose& a) = 0;
  // within reports whether they are at most a distance apart.
  virtual bool within(const Pose& a, double reach) = 0;
};

struct DistanceEntry {
  std::string name;
  std::function<std::unique_ptr<DistanceEngine>(const Mesh& a, const Mesh& b)> build;
};

// SelfEngine lists the contacts within one mesh, from its raw vertices on: a
// hierarchy that cannot be kept for changed vertices is rebuilt inside run.
class SelfEngine {
 public:
  virtual ~SelfEngine() = default;
  virtual void run(Pairs& out) = 0;
};

struct SelfEntry {
  std::string name;
  std::function<std::unique_ptr<SelfEngine>(const Mesh& m)> build;
};

// BoxEngine reports the overlapping pairs of moving boxes, each once, in any
// order of the two. Half-extents never change.
class BoxEngine {
 public:
  virtual ~BoxEngine() = default;
  virtual void step(const std::vector<Body>& bodies, Pairs& out) = 0;
};

struct BoxEntry {
  std::string name;
  std::function<std::unique_ptr<BoxEngine>(const std::vector<Body>& first)> build;
};

struct Library {
  std::string name;
  std::string version;
  std::vector<PairEntry> pairs;
  std::vector<DistanceEntry> distances;
  std::vector<SelfEntry> selfs;
  std::vector<BoxEntry> boxes;
};

// library is defined by the one library file of the binary.
Library library();

// make adapts an engine with a matching constructor to a table's build.
template <class Base, class Engine, class... Input>
std::unique_ptr<Base> make(const Input&... input) {
  return std::make_unique<Engine>(input...);
}

}  // namespace peers

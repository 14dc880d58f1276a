// The server's state and the requests of each workload (see ../README.md, "Protocol").
#pragma once

#include <chrono>
#include <sstream>

#include "library.h"
#include "wire.h"

namespace peers {

struct Server {
  Wire wire;
  Library lib = library();
  Mesh a, b;
  std::vector<Pose> poses;
  std::unique_ptr<PairEngine> pair;
  const PairEntry* pair_entry = nullptr;
  std::unique_ptr<DistanceEngine> ranging;

  // Requests. Each reads its arrays before it judges anything, so that a
  // refused request leaves the stream in step.
  void hello();
  void mesh(std::istringstream& args);
  void pose_batch(std::istringstream& args);
  void build(std::istringstream& args);
  void booleans();
  void all_contacts();
  void build_distance(std::istringstream& args);
  void distances();
  void within(std::istringstream& args);
  void self(std::istringstream& args);
  void boxes(std::istringstream& args);

  void answer(const std::string& request);

 private:
  void need_pair() const;
};

// nanoseconds runs f and returns how long it took.
template <class F>
std::int64_t nanoseconds(F&& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  const auto stop = std::chrono::steady_clock::now();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(stop - start).count();
}

// number reads the next argument as a count. A bad one loses the stream, since
// nobody knows how much data follows.
std::size_t number(std::istringstream& args);

// word reads the next argument.
std::string word(std::istringstream& args);

// find returns the entry of that name.
template <class Entry>
const Entry& find(const std::vector<Entry>& table, const std::string& name) {
  for (const Entry& e : table)
    if (e.name == name) return e;
  throw std::runtime_error("no engine " + name + " here");
}

}  // namespace peers

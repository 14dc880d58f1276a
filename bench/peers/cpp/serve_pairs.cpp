// The pair workload: two meshes, a batch of poses of the first.
#include <malloc.h>

#include <algorithm>

#include "server.h"

namespace peers {
namespace {

// held is what malloc has given out, in bytes.
std::size_t held() {
  const struct mallinfo2 m = mallinfo2();
  return m.uordblks + m.hblkhd;
}

// The first queries of a batch warm caches and scratch memory up, untimed.
constexpr std::size_t warm_up = 6;

void check(const Mesh& m) {
  if (m.triangles.empty()) throw std::runtime_error("mesh without triangles");
  for (const Triangle& t : m.triangles)
    for (const auto i : t)
      if (i >= m.vertices.size()) throw std::runtime_error("triangle index out of range");
}

}  // namespace

void Server::mesh(std::istringstream& args) {
  const std::string which = word(args);
  const std::size_t vertices = number(args), triangles = number(args);
  Mesh m;
  m.vertices = wire.array<Vec3>(vertices);
  m.triangles = wire.array<Triangle>(triangles);
  check(m);
  if (which != "a" && which != "b") throw std::runtime_error("mesh a or b expected, got " + which);
  pair.reset();  // it refers to the meshes
  ranging.reset();
  (which == "a" ? a : b) = std::move(m);
  wire.reply("ok");
}

void Server::pose_batch(std::istringstream& args) {
  poses = wire.array<Pose>(number(args));
  wire.reply("ok");
}

void Server::build(std::istringstream& args) {
  const PairEntry& entry = find(lib.pairs, word(args));
  if (a.triangles.empty() || b.triangles.empty()) throw std::runtime_error("build before mesh a and mesh b");
  pair.reset();
  const std::size_t before = held();
  const auto ns = nanoseconds([&] { pair = entry.build(a, b); });
  pair_entry = &entry;
  const std::size_t bytes = pair->bytes(held() - before);
  wire.reply("ok " + std::to_string(ns) + " " + std::to_string(bytes));
}

void Server::need_pair() const {
  if (!pair) throw std::runtime_error("query before build");
}

void Server::booleans() {
  need_pair();
  std::vector<std::int64_t> ns(poses.size());
  std::vector<std::uint8_t> hit(poses.size());
  for (std::size_t i = 0; i < std::min(warm_up, poses.size()); i++) pair->touches(poses[i]);
  for (std::size_t i = 0; i < poses.size(); i++)
    ns[i] = nanoseconds([&] { hit[i] = pair->touches(poses[i]); });
  wire.reply("ok " + std::to_string(poses.size()));
  wire.send(ns);
  wire.send(hit);
}

void Server::all_contacts() {
  need_pair();
  if (!pair_entry->lists_contacts) throw std::runtime_error(pair_entry->name + " cannot list contacts");
  std::vector<std::int64_t> ns(poses.size());
  std::vector<std::uint32_t> counts(poses.size());
  Pairs found, every;
  for (std::size_t i = 0; i < std::min(warm_up, poses.size()); i++) {
    found.clear();
    pair->contacts(poses[i], found);
  }
  for (std::size_t i = 0; i < poses.size(); i++) {
    found.clear();
    ns[i] = nanoseconds([&] { pair->contacts(poses[i], found); });
    counts[i] = static_cast<std::uint32_t>(found.size());
    every.insert(every.end(), found.begin(), found.end());
  }
  wire.reply("ok " + std::to_string(poses.size()) + " " + std::to_string(every.size()));
  wire.send(ns);
  wire.send(counts);
  wire.send(every);
}

}  // namespace peers

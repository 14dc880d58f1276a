// The distance workload: two meshes, a batch of poses of the first. Times are of the processor, so
// that other programs on the machine do not count.
#include <time.h>

#include "server.h"

namespace peers {
namespace {

std::int64_t processor_time() {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return std::int64_t{t.tv_sec} * 1000000000 + t.tv_nsec;
}

}  // namespace

void Server::build_distance(std::istringstream& args) {
  const DistanceEntry& entry = find(lib.distances, word(args));
  if (a.triangles.empty() || b.triangles.empty()) throw std::runtime_error("build before mesh a and mesh b");
  ranging.reset();
  ranging = entry.build(a, b);
  wire.reply("ok");
}

void Server::distances() {
  if (!ranging) throw std::runtime_error("query before build-distance");
  std::vector<std::int64_t> ns(poses.size());
  std::vector<double> value(poses.size());
  for (std::size_t i = 0; i < poses.size(); i++) {
    const std::int64_t start = processor_time();
    value[i] = ranging->distance(poses[i]);
    ns[i] = processor_time() - start;
  }
  wire.reply("ok " + std::to_string(poses.size()));
  wire.send(ns);
  wire.send(value);
}

void Server::within(std::istringstream& args) {
  const double reach = std::stod(word(args));
  if (!ranging) throw std::runtime_error("query before build-distance");
  std::vector<std::int64_t> ns(poses.size());
  std::vector<std::uint8_t> near(poses.size());
  for (std::size_t i = 0; i < poses.size(); i++) {
    const std::int64_t start = processor_time();
    near[i] = ranging->within(poses[i], reach);
    ns[i] = processor_time() - start;
  }
  wire.reply("ok " + std::to_string(poses.size()));
  wire.send(ns);
  wire.send(near);
}

}  // namespace peers

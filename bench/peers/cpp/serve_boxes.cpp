// The broad-phase workload: boxes of constant size, moved in every step. What
// is timed is a step: handing over the boxes, the update, listing the pairs.
#include "server.h"

namespace peers {

void Server::boxes(std::istringstream& args) {
  const std::string name = word(args);
  const std::size_t n = number(args), steps = number(args);
  std::vector<std::vector<Body>> motion;
  for (std::size_t s = 0; s <= steps; s++) motion.push_back(wire.array<Body>(n));  // [0] is the start
  const BoxEntry& entry = find(lib.boxes, name);

  std::unique_ptr<BoxEngine> engine;
  std::vector<std::int64_t> ns;
  std::vector<std::uint32_t> counts;
  Pairs found, every;
  const auto built = nanoseconds([&] { engine = entry.build(motion[0]); });
  for (std::size_t s = 1; s <= steps; s++) {
    found.clear();
    ns.push_back(nanoseconds([&] { engine->step(motion[s], found); }));
    counts.push_back(static_cast<std::uint32_t>(found.size()));
    every.insert(every.end(), found.begin(), found.end());
  }
  wire.reply("ok " + std::to_string(built) + " " + std::to_string(every.size()));
  wire.send(ns);
  wire.send(counts);
  wire.send(every);
}

}  // namespace peers

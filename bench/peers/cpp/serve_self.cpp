// The self-contact workload: mesh a against itself.
#include "server.h"

namespace peers {

void Server::self(std::istringstream& args) {
  const SelfEntry& entry = find(lib.selfs, word(args));
  if (a.triangles.empty()) throw std::runtime_error("self before mesh a");
  const auto engine = entry.build(a);
  Pairs found;
  const auto ns = nanoseconds([&] { engine->run(found); });
  wire.reply("ok " + std::to_string(ns) + " " + std::to_string(found.size()));
  wire.send(found);
}

}  // namespace peers

#include "server.h"

#include <iostream>

namespace peers {

std::string word(std::istringstream& args) {
  std::string w;
  if (!(args >> w)) throw std::runtime_error("argument missing");
  return w;
}

std::size_t number(std::istringstream& args) {
  std::string w;
  args >> w;
  if (w.empty() || w.size() > 12 || w.find_first_not_of("0123456789") != std::string::npos)
    throw Broken("count expected, got '" + w + "'");
  return std::stoull(w);
}

void Server::hello() { wire.reply("ok 1 " + lib.name + " " + lib.version + ", g++ " + __VERSION__); }

void Server::answer(const std::string& request) {
  std::istringstream args(request);
  const std::string verb = word(args);
  if (verb == "hello") return hello();
  if (verb == "mesh") return mesh(args);
  if (verb == "poses") return pose_batch(args);
  if (verb == "build") return build(args);
  if (verb == "bool") return booleans();
  if (verb == "all") return all_contacts();
  if (verb == "build-distance") return build_distance(args);
  if (verb == "distance") return distances();
  if (verb == "within") return within(args);
  if (verb == "self") return self(args);
  if (verb == "boxes") return boxes(args);
  throw Broken("unknown request " + verb);
}

// serve answers requests until the input ends.
void serve() {
  Server server;
  for (std::string request; server.wire.line(request); server.wire.flush()) {
    try {
      server.answer(request);
    } catch (const Broken&) {
      throw;
    } catch (const std::exception& e) {
      server.wire.reply(std::string("error ") + e.what());
    }
  }
}

}  // namespace peers

int main() {
  try {
    peers::serve();
  } catch (const std::exception& e) {
    std::cerr << "peerd: " << e.what() << '\n';
    return 1;
  }
  return 0;
}

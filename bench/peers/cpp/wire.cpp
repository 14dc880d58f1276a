#include "wire.h"

#include <unistd.h>

namespace peers {

Wire::Wire() {
  const int replies = dup(STDOUT_FILENO);
  if (replies < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) throw Broken("cannot take over stdout");
  out_ = fdopen(replies, "wb");
  if (out_ == nullptr) throw Broken("cannot take over stdout");
}

bool Wire::line(std::string& out) {
  constexpr std::size_t longest = 4096;
  out.clear();
  for (int c; (c = std::getchar()) != EOF;) {
    if (c == '\n') return true;
    if (out.size() == longest) throw Broken("request line too long");
    out.push_back(static_cast<char>(c));
  }
  if (!out.empty()) throw Broken("input ends within a request line");
  return false;
}

void Wire::reply(const std::string& text) {
  write(text.data(), text.size());
  write("\n", 1);
}

void Wire::read(void* to, std::size_t bytes) {
  if (std::fread(to, 1, bytes, stdin) != bytes) throw Broken("input ends within an array");
}

void Wire::write(const void* from, std::size_t bytes) {
  if (std::fwrite(from, 1, bytes, out_) != bytes) throw Broken("cannot write a reply");
}

void Wire::flush() {
  if (std::fflush(out_) != 0) throw Broken("cannot write a reply");
}

}  // namespace peers

// The wire: text lines with binary arrays behind them, little-endian as they
// lie in memory. Input comes on stdin; stdout is taken over so that a library
// that prints cannot damage a reply.
#pragma once

#include <cstddef>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace peers {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the wire is little-endian");

// Broken means the stream itself is lost and the server must end.
struct Broken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Wire {
 public:
  Wire();

  // line reads one request line, false at the end of input.
  bool line(std::string& out);

  // array reads n values of T.
  template <class T>
  std::vector<T> array(std::size_t n) {
    if (n > most_bytes / sizeof(T)) throw Broken("array of " + std::to_string(n) + " elements is too long");
    std::vector<T> v(n);
    read(v.data(), n * sizeof(T));
    return v;
  }

  // reply writes one line.
  void reply(const std::string& text);

  template <class T>
  void send(const std::vector<T>& v) {
    write(v.data(), v.size() * sizeof(T));
  }

  void flush();

 private:
  static constexpr std::size_t most_bytes = std::size_t{1} << 34;

  void read(void* to, std::size_t bytes);
  void write(const void* from, std::size_t bytes);

  std::FILE* out_;
};

}  // namespace peers

#ifndef BASE_CHECK_H_
#define BASE_CHECK_H_

// CHECK for what only a bug of ours can break; never for input. On in every build mode.
//
//   CHECK(first <= end) << "range of " << path;
//
// A failed check prints the condition, the place and the text, and aborts.

#include <cstdlib>
#include <iostream>
#include <sstream>

namespace allreview {

class CheckFailure {
 public:
  CheckFailure(const char* condition, const char* file, int line) {
    stream_ << "CHECK failed at " << file << ':' << line << ": " << condition << ' ';
  }
  [[noreturn]] ~CheckFailure() {
    std::cerr << stream_.str() << std::endl;
    std::abort();
  }
  std::ostream& stream() { return stream_; }

 private:
  std::ostringstream stream_;
};

}  // namespace allreview

#define CHECK(condition)      \
  if (condition) [[likely]] { \
  } else                      \
    ::allreview::CheckFailure(#condition, __FILE__, __LINE__).stream()

#endif  // BASE_CHECK_H_

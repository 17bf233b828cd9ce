#ifndef BASE_FD_H_
#define BASE_FD_H_

#include <unistd.h>

#include <utility>

namespace allreview {

// Owns an open file descriptor and closes it in the end.
//
//   const Fd fd(open(path, O_RDONLY | O_CLOEXEC));
//   if (fd.get() < 0) return SystemError(errno);
//
// A negative one is none. Moves, does not copy.
class Fd {
 public:
  explicit Fd(int fd = -1) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(other.Release()) {}
  Fd& operator=(Fd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Fd() {
    if (fd_ >= 0) close(fd_);
  }
  int get() const { return fd_; }
  // Whoever takes it closes it.
  int Release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

}  // namespace allreview

#endif  // BASE_FD_H_

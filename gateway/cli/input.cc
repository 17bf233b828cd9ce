#include "gateway/cli/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "host/limits.h"

namespace allreview::cli {
namespace {

absl::Status CannotRead(const std::string& name, int error) {
  const std::string text =
      absl::StrCat("cannot read ", name == "-" ? "standard input" : absl::StrCat("\"", name, "\""),
                   ": ", strerror(error));
  return error == ENOENT ? absl::NotFoundError(text) : absl::FailedPreconditionError(text);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Input>> Input::Open(const std::string& name, int standard_input) {
  std::unique_ptr<Input> input(new Input());
  input->name_ = name;
  input->owns_fd_ = name != "-";
  input->fd_ = input->owns_fd_ ? open(name.c_str(), O_RDONLY | O_CLOEXEC) : standard_input;
  if (input->fd_ < 0) return CannotRead(name, errno);
  struct stat status;
  if (fstat(input->fd_, &status) != 0) return CannotRead(name, errno);
  if (S_ISDIR(status.st_mode)) return CannotRead(name, EISDIR);
  input->stop_ = eventfd(0, EFD_CLOEXEC);
  return input;
}

Input::~Input() {
  Finish().IgnoreError();
  if (owns_fd_ && fd_ >= 0) close(fd_);
  if (stop_ >= 0) close(stop_);
}

void Input::Start(Sink sink) {
  thread_ = std::thread([this, sink = std::move(sink)] {
    status_ = Send(sink);
    status_.ok() ? sink.done() : sink.fail();
  });
}

absl::Status Input::Finish() {
  if (!thread_.joinable()) return status_;
  eventfd_write(stop_, 1);
  thread_.join();
  return status_;
}

absl::Status Input::Send(const Sink& sink) {
  while (true) {
    pollfd events[] = {{.fd = fd_, .events = POLLIN, .revents = 0},
                       {.fd = stop_, .events = POLLIN, .revents = 0}};
    if (poll(events, 2, -1) < 0) continue;
    if (events[1].revents != 0) return absl::OkStatus();
    std::string piece(host::kChunkBytes, '\0');
    const ssize_t bytes = read(fd_, piece.data(), piece.size());
    if (bytes < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (bytes < 0) return CannotRead(name_, errno);
    if (bytes == 0) return absl::OkStatus();
    piece.resize(bytes);
    if (!sink.write(std::move(piece))) return absl::OkStatus();
  }
}

}  // namespace allreview::cli

#include "gateway/cli/output.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/utf8.h"

namespace allreview::cli {
namespace {

constexpr size_t kBufferBytes = 64 << 10;

// U+0080 to U+009F, which some terminals obey, are these two bytes.
bool IsC1Control(absl::string_view text, size_t at) {
  return text[at] == '\xC2' && at + 1 < text.size() &&
         static_cast<unsigned char>(text[at + 1]) < 0xA0;
}

}  // namespace

Output::Output(int fd, std::string name) : fd_(fd), name_(std::move(name)) {}

Output::~Output() { Flush().IgnoreError(); }

void Output::Write(absl::string_view bytes) {
  if (!status_.ok()) return;
  if (buffer_.size() + bytes.size() < kBufferBytes) {
    buffer_.append(bytes.data(), bytes.size());
    return;
  }
  WriteThrough(std::exchange(buffer_, {}));
  WriteThrough(bytes);
}

absl::Status Output::Flush() {
  WriteThrough(std::exchange(buffer_, {}));
  return status_;
}

void Output::WriteThrough(absl::string_view bytes) {
  while (status_.ok() && !bytes.empty()) {
    const ssize_t written = write(fd_, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(written);
    } else if (errno == EAGAIN) {  // Somebody shares the descriptor and made it non-blocking.
      pollfd event = {.fd = fd_, .events = POLLOUT, .revents = 0};
      poll(&event, 1, -1);
    } else if (errno == EPIPE) {
      status_ = absl::UnavailableError(absl::StrCat("the reader of ", name_, " went away"));
    } else if (errno != EINTR) {
      status_ = absl::DataLossError(absl::StrCat("cannot write ", name_, ": ", strerror(errno)));
    }
  }
}

std::string PrintableText(absl::string_view bytes, bool keeps_lines) {
  const std::string text = ToDisplayText(bytes);
  std::string printable;
  for (size_t i = 0; i < text.size(); ++i) {
    const unsigned char byte = text[i];
    if (IsC1Control(text, i)) {
      absl::StrAppendFormat(&printable, "\\%03o\\%03o", byte,
                            static_cast<unsigned char>(text[++i]));
    } else if ((byte < 0x20 || byte == 0x7f) && !(keeps_lines && byte == '\n')) {
      absl::StrAppendFormat(&printable, "\\%03o", byte);
    } else {
      printable += text[i];
    }
  }
  return printable;
}

}  // namespace allreview::cli

#ifndef GATEWAY_CLI_OUTPUT_H_
#define GATEWAY_CLI_OUTPUT_H_

// Bytes to a file descriptor, exactly as they are: standard output, standard error, files.
//
//   Output output(STDOUT_FILENO, "standard output");
//   output.Write(bytes);
//   RETURN_IF_ERROR(output.Flush());
//
// The first error sticks; what is written after it is dropped. SIGPIPE must be ignored. One thread.

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace allreview::cli {

class Output {
 public:
  // Does not own `fd`. `name` is for messages.
  Output(int fd, std::string name);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void Write(absl::string_view bytes);
  // kUnavailable: the reader went away. kDataLoss: anything else, for example a full disk.
  absl::Status Flush();

  const absl::Status& status() const { return status_; }
  bool is_reader_gone() const { return absl::IsUnavailable(status_); }

 private:
  void WriteThrough(absl::string_view bytes);

  int fd_;
  std::string name_;
  std::string buffer_;
  absl::Status status_;
};

// For terminals and logs: control characters, which could move the cursor or forge lines, become
// octal escapes such as \033; invalid UTF-8 becomes U+FFFD. Keeps LF when `keeps_lines`.
std::string PrintableText(absl::string_view bytes, bool keeps_lines = false);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_OUTPUT_H_

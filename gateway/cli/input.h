#ifndef GATEWAY_CLI_INPUT_H_
#define GATEWAY_CLI_INPUT_H_

// Sends a file or standard input piece by piece from a thread of its own, while the caller reads
// the answer: neither end of a stream may wait for the other.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<Input> input, Input::Open("-", environment.input));
//   input->Start({.write = [&](std::string piece) { return stream->Write(…); },
//                 .done = [&] { stream->WritesDone(); },
//                 .fail = [&] { context->TryCancel(); }});
//   while (stream->Read(&event)) …
//   RETURN_IF_ERROR(input->Finish());

#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace allreview::cli {

class Input {
 public:
  struct Sink {
    std::function<bool(std::string)> write;  // False: nobody takes more.
    std::function<void()> done;              // After the last piece.
    std::function<void()> fail;              // Instead of `done`, when reading failed.
  };

  // `name` is a path, or "-" for `standard_input`. kNotFound, kPermissionDenied, kInvalidArgument.
  static absl::StatusOr<std::unique_ptr<Input>> Open(const std::string& name, int standard_input);

  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  void Start(Sink sink);
  // Stops reading, also one that waits. Says whether reading failed; not having been read to the
  // end is no failure.
  absl::Status Finish();

 private:
  Input() = default;
  absl::Status Send(const Sink& sink);

  std::string name_;
  int fd_ = -1;
  bool owns_fd_ = false;
  int stop_ = -1;
  absl::Status status_;
  std::thread thread_;
};

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_INPUT_H_

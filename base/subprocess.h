#ifndef BASE_SUBPROCESS_H_
#define BASE_SUBPROCESS_H_

// Other programs, run without a shell. The child gets exactly the arguments and the environment
// named here, no file descriptor of ours but its three, default signal handlers and a process
// group of its own, and is killed with that group when the object goes away.
//
// To its end, with all output in memory:
//
//   ASSIGN_OR_RETURN(CommandResult result,
//                    RunCommand({.argv = {"git", "version"}, .environment = {"LC_ALL=C"}},
//                    control));
//
// Piece by piece, and talking back:
//
//   ASSIGN_OR_RETURN(std::unique_ptr<Subprocess> process,
//                    Subprocess::Start({.argv = {"cat"}, .has_input = true}));
//   RETURN_IF_ERROR(process->Write("hello\n", control));
//   ASSIGN_OR_RETURN(absl::string_view piece, process->Read(control));
//
// Every wait ends at the deadline of its CallControl and soon after cancellation; the process is
// then killed. No SIGPIPE is raised when the child has gone. An object belongs to one thread at a
// time; different objects are independent.

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/call_control.h"

namespace allreview {

struct SubprocessOptions {
  std::vector<std::string> argv = {};         // argv[0] is looked up in this process's PATH.
  std::vector<std::string> environment = {};  // All of it, as NAME=value.
  std::string directory = {};                 // To run in. Empty: this process's.
  bool has_input = false;                     // Otherwise standard input is /dev/null.
  // Limit for standard output; more is kResourceExhausted. The first 64 KiB of standard error are
  // kept.
  int64_t max_output_bytes = INT64_MAX;
  // Bounds of the program and of each that it starts. 0: those of this process.
  int64_t max_memory_bytes = 0;  // Data and stacks; files that it maps do not count.
  int64_t max_cpu_seconds = 0;
  // Called on a thread of its own from which the program is then started: what that thread gives up
  // (Landlock, no_new_privs), the program never had. Its error is that of Start.
  std::function<absl::Status()> before_start = {};
};

struct ExitStatus {
  int code = 0;    // As the program returned it; 128 + signal when a signal ended it.
  int signal = 0;  // 0: ended by itself.
  bool ok() const { return code == 0; }
};

class Subprocess {
 public:
  // kNotFound when there is no such program or folder.
  static absl::StatusOr<std::unique_ptr<Subprocess>> Start(const SubprocessOptions& options);

  ~Subprocess();
  Subprocess(const Subprocess&) = delete;
  Subprocess& operator=(const Subprocess&) = delete;

  // Writes all of it. What the program prints meanwhile is kept for Read, so neither side can block
  // the other. kUnavailable when the program no longer reads.
  absl::Status Write(absl::string_view bytes, const CallControl& control);
  void CloseInput();

  // The next bytes of standard output, as soon as there are any; empty at its end. The view is
  // valid until the next call of this object.
  absl::StatusOr<absl::string_view> Read(const CallControl& control);

  // Waits for the end, dropping output that was not read.
  absl::StatusOr<ExitStatus> Wait(const CallControl& control);

  // Ends the process group at once. Wait still gives the exit status.
  void Kill();

  // What the program has written to standard error, as far as it was seen by Read and Wait.
  const std::string& error_text() const { return error_text_; }

 private:
  Subprocess() = default;
  absl::Status WaitForEvent(bool wants_write, const CallControl& control, short* input_events,
                            short* output_events);
  absl::StatusOr<size_t> ReadOutput();
  void ReadError();
  bool TryReap();

  std::string name_;
  pid_t pid_ = -1;
  bool is_reaped_ = false;
  int wait_status_ = 0;
  int input_ = -1;
  int output_ = -1;
  int error_ = -1;
  std::unique_ptr<char[]> buffer_;
  std::string pending_;  // Read while writing.
  int64_t output_left_ = 0;
  std::string error_text_;
};

struct CommandResult {
  ExitStatus exit;
  std::string output;
  std::string error_text;
};

// Runs a program to its end with `input` as its standard input. An exit code other than 0 is no
// error of this function.
absl::StatusOr<CommandResult> RunCommand(SubprocessOptions options, const CallControl& control,
                                         absl::string_view input = "");

}  // namespace allreview

#endif  // BASE_SUBPROCESS_H_

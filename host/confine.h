#ifndef HOST_CONFINE_H_
#define HOST_CONFINE_H_

// Takes from this process what it does not need, so that whoever takes it over by a hostile input
// gains little. In two steps, for all threads and what they start:
//
//   ASSIGN_OR_RETURN(Confinement confinement, ConfineFiles(options));   // before any thread exists
//   … start threads, open files, listen …
//   RETURN_IF_ERROR(ConfineCalls(options, confinement));                // before the first request
//
// | profile  | programs | network out | writes files in       | reads files in               |
// | kCompute | none     | none        | `writable_folders`    | the system's, `readable_paths` |
// | kFetch   | yes      | yes         | those, /tmp, /dev/shm | everywhere                   |
// | kHub     | yes      | yes         | everywhere            | everywhere                   |
//
// All profiles: no_new_privs, no core dumps, bounds on memory, file size and descriptors, and none
// of the system calls that only an attacker has a use for (ptrace, mount, modules, namespaces, bpf,
// keys, io_uring…). kCompute may call only what is on a list: no socket() or connect(), no fork, no
// memory that is both written and run. With `has_server` it may make connections of TCP, and by
// sockets of files, and look up names. A refused call returns EPERM, it does not kill: the attacker
// gains as little, and an honest library that only tries something lives on.
//
// File rules are Landlock's. A kernel without it enforces none of them, which
// Confinement::ToString() says; seccomp is there, or ConfineCalls fails (not for kHub).
//
// Where there is a GPU (/dev/nvidiactl), kCompute falls back to kFetch's list of system calls: what
// the driver's libraries call is theirs to change. Files stay restricted.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace allreview::host {

enum class ConfineProfile { kCompute, kFetch, kHub };

// kLog: what would be refused by system call is written to the kernel's log, and allowed.
enum class ConfineMode { kOff, kLog, kOn };

// "on", "off" or "log".
absl::StatusOr<ConfineMode> ParseConfineMode(absl::string_view name);

// kOff under sanitizers, whose run-time libraries need more; else kOn.
ConfineMode DefaultConfineMode();

struct ConfineOptions {
  ConfineProfile profile = ConfineProfile::kHub;
  ConfineMode mode = ConfineMode::kOn;
  std::vector<std::string> writable_folders = {};
  std::vector<std::string> readable_paths = {};  // What is not there is left out.
  int64_t memory_limit_bytes = 0;                // Of data and stacks. 0: none.
  bool has_server = false;                       // Of kCompute: it connects to a server.
};

// What holds.
struct Confinement {
  bool has_limits = false;
  bool has_calls = false;
  int landlock_version = 0;  // 0: not enforced.

  // "seccomp,landlock-7,limits", "off".
  std::string ToString() const;
};

// Limits, no_new_privs and files. Threads that exist already keep their access to files.
absl::StatusOr<Confinement> ConfineFiles(const ConfineOptions& options);

// The process will be able to open connections to whomever it likes: not to a server of its own
// only.
bool MayConnect(const ConfineOptions& options);

// System calls, for all threads. An error when the kernel refuses, but for kHub.
absl::Status ConfineCalls(const ConfineOptions& options, Confinement& confinement);

}  // namespace allreview::host

#endif  // HOST_CONFINE_H_

#ifndef HOST_CONFINE_FLAGS_H_
#define HOST_CONFINE_FLAGS_H_

// How command lines say what confine.h does.

#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "host/confine.h"
#include "host/flags.h"
#include "host/metrics.h"

namespace allreview::host {

// What a binary needs of its machine.
struct Needs {
  ConfineProfile profile = ConfineProfile::kHub;
  // Flags whose values are files or folders. The folder of a file counts, because files are
  // replaced by others of the same name, and SQLite makes files beside its own.
  std::vector<absl::string_view> readable_flags = {};
  std::vector<absl::string_view> writable_flags = {};
  // Flags that, when they are given, name a server to connect to.
  std::vector<absl::string_view> connecting_flags = {};
};

// --confine and --memory-limit. kInvalidArgument for a value that cannot be.
absl::StatusOr<ConfineOptions> ReadConfineFlags(const Flags& flags, const Needs& needs);

// allreview_confined{layer}: 1 for each layer that holds, 0 for the others.
void Export(const Confinement& confinement, Metrics& metrics);

}  // namespace allreview::host

#endif  // HOST_CONFINE_FLAGS_H_

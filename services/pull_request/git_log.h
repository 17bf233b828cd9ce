#ifndef SERVICES_PULL_REQUEST_GIT_LOG_H_
#define SERVICES_PULL_REQUEST_GIT_LOG_H_

// `git log` along first parents, where a merge counts as one commit, read line by line.

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "base/call_control.h"
#include "base/subprocess.h"

namespace allreview::pull_request {

struct LogRequest {
  absl::string_view head;
  std::string format;  // Of `--format=tformat:`.
  int max_commits = 1000;
  std::vector<std::string> output = {};  // Further options.
  std::vector<std::string> paths = {};   // Patterns.
};

std::vector<std::string> LogArguments(const LogRequest& request);

// Ends the process after so many bytes; that is no error.
absl::Status ForEachLine(Subprocess& process, const CallControl& control, size_t max_bytes,
                         const std::function<void(absl::string_view line)>& receive);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GIT_LOG_H_

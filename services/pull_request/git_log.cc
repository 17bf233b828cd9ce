#include "services/pull_request/git_log.h"

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace allreview::pull_request {

std::vector<std::string> LogArguments(const LogRequest& request) {
  std::vector<std::string> arguments = {"log",
                                        "--first-parent",
                                        "--diff-merges=first-parent",
                                        "--no-renames",
                                        "--no-color",
                                        "--no-notes",
                                        "--no-mailmap",
                                        "--no-decorate",
                                        "--no-show-signature",
                                        "--no-ext-diff",
                                        "--no-textconv",
                                        "--encoding=UTF-8",
                                        absl::StrCat("--format=tformat:", request.format),
                                        absl::StrCat("--max-count=", request.max_commits)};
  arguments.insert(arguments.end(), request.output.begin(), request.output.end());
  arguments.insert(arguments.end(), {"--end-of-options", std::string(request.head), "--"});
  arguments.insert(arguments.end(), request.paths.begin(), request.paths.end());
  return arguments;
}

absl::Status ForEachLine(Subprocess& process, const CallControl& control, size_t max_bytes,
                         const std::function<void(absl::string_view line)>& receive) {
  std::string rest;
  size_t bytes = 0;
  for (;;) {
    ASSIGN_OR_RETURN(const absl::string_view piece, process.Read(control));
    if (piece.empty()) break;
    bytes += piece.size();
    rest.append(piece.data(), piece.size());
    size_t at = 0;
    for (size_t end; (end = rest.find('\n', at)) != std::string::npos; at = end + 1) {
      receive(absl::string_view(rest).substr(at, end - at));
    }
    rest.erase(0, at);
    if (bytes >= max_bytes) {
      process.Kill();
      return absl::OkStatus();
    }
  }
  ASSIGN_OR_RETURN(const ExitStatus exit, process.Wait(control));
  return exit.ok() ? absl::OkStatus() : absl::UnavailableError("git log failed");
}

}  // namespace allreview::pull_request

#include "host/main.h"

#include <cstdlib>
#include <string>

#include "absl/strings/ascii.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "services/pull_request/pull_request_service.h"

namespace {

using allreview::host::Environment;

// From a file, where other users of the machine cannot see it, or from the environment.
absl::StatusOr<std::string> ReadToken(const std::string& path) {
  if (!path.empty()) {
    ASSIGN_OR_RETURN(std::string text, allreview::ReadFile(path));
    return std::string(absl::StripAsciiWhitespace(text));
  }
  for (const char* name : {"ALLREVIEW_GITHUB_TOKEN", "GITHUB_TOKEN"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && value[0] != '\0') return std::string(absl::StripAsciiWhitespace(value));
  }
  return std::string();
}

absl::StatusOr<std::unique_ptr<grpc::Service>> Make(const Environment& environment) {
  allreview::PullRequestOptions options;
  options.repository_roots = environment.flags.GetAll("repository_root");
  options.is_local_unrestricted = environment.flags.GetSwitch("allow_local");
  options.github_api_base = environment.flags.Get("github_api_base");
  options.cache_dir = environment.flags.Get("cache_dir");
  options.metrics = &environment.metrics;
  ASSIGN_OR_RETURN(options.github_token, ReadToken(environment.flags.Get("github_token_file")));
  return allreview::NewPullRequestService(options);
}

}  // namespace

int main(int argc, char** argv) {
  return allreview::host::Main(
      argc, argv,
      {.name = "allreview-pull-request",
       .summary = "Gets changes and file content from git repositories, patches and GitHub.",
       .port = 50051,
       .flags = {{.name = "repository-root",
                  .value = "FOLDER",
                  .help = "Local repositories, patches' repositories and directory pairs below "
                          "this folder may be read. May be given several times. Default: none."},
                 {.name = "allow-local",
                  .help = "Any folder that this process can read may be named by callers. Only for "
                          "a server that nobody else can reach."},
                 {.name = "github-api-base",
                  .value = "URL",
                  .help = "Server for references that name none. Default: https://api.github.com; "
                          "for GitHub Enterprise https://HOST/api/v3."},
                 {.name = "github-token-file",
                  .value = "FILE",
                  .help = "Token for that server. Default: the environment variable "
                          "ALLREVIEW_GITHUB_TOKEN, else GITHUB_TOKEN."},
                 {.name = "cache-dir",
                  .value = "FOLDER",
                  .help = "Keeps answers of GitHub, so that unchanged ones cost no rate limit. "
                          "Default: in memory."}},
       .example = "--repository-root=/srv/git --github-token-file=/run/secrets/github",
       .needs = {.profile = allreview::host::ConfineProfile::kFetch,
                 .writable_flags = {"cache_dir"}},
       .make = Make});
}

#ifndef SERVICES_PULL_REQUEST_OPTIONS_H_
#define SERVICES_PULL_REQUEST_OPTIONS_H_

#include <string>
#include <vector>

#include "host/metrics.h"

namespace allreview {

// What the operator decides for the pull request service.
struct PullRequestOptions {
  // Folders under which local repositories, patches' repositories and directory pairs may lie.
  // Empty, and not is_local_unrestricted: local references are refused.
  std::vector<std::string> repository_roots;
  // Any folder that the process can read: for the command line, which acts for its own user.
  bool is_local_unrestricted = false;
  // What git tells its hooks of as GIT_INDEX_FILE: `git commit -a` fills an index beside the
  // repository's own. It stands for that of the repository in whose folder it lies. Empty: none.
  std::string index_file;
  // The server of references that name none. Default: api.github.com over HTTPS.
  std::string github_api_base;
  std::string github_token;          // Secret: never logged, never sent to another host.
  std::string cache_dir;             // For answers of GitHub. Empty: memory only.
  host::Metrics* metrics = nullptr;  // Null: nothing is counted. Outlives the service.
};

}  // namespace allreview

#endif  // SERVICES_PULL_REQUEST_OPTIONS_H_

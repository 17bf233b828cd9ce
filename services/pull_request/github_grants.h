#ifndef SERVICES_PULL_REQUEST_GITHUB_GRANTS_H_
#define SERVICES_PULL_REQUEST_GITHUB_GRANTS_H_

// Which tokens of callers have shown that they may read which repository.
//
// A caller's token (FetchChangeRequest.github_token) is that of an installation and changes every
// hour. Answers kept under the token's own identity would be lost with it; kept under none, one
// tenant's token could reach what another tenant's token has read. So they are kept under the
// repository, and a token gets there only after a request of its own, unconditional and past the
// cache, has shown that GitHub lets it read a pull request of that repository. Besides, only
// content that is named by its hash is given without asking: of everything else GitHub answers 304
// to the token at hand, or refuses it.
//
// The cost is one request for each token and repository an hour. Only digests are kept. Safe from
// any thread.

#include <map>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "base/mutex.h"

namespace allreview::pull_request {

class GitHubGrants {
 public:
  // "owner/name"; compared in any case of letters, as GitHub does.
  bool IsGranted(absl::string_view token, absl::string_view repository, absl::Time now);
  void Grant(absl::string_view token, absl::string_view repository, absl::Time now);

  // Under which answers of a repository are kept for all tokens that may read it.
  static std::string Identity(absl::string_view repository);

 private:
  Mutex mutex_;
  std::map<std::string, absl::Time> until_
      ABSL_GUARDED_BY(mutex_);  // By digest of token and repository.
};

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GITHUB_GRANTS_H_

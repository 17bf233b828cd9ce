#ifndef GATEWAY_REVIEWS_JOB_KEYS_H_
#define GATEWAY_REVIEWS_JOB_KEYS_H_

// Names of jobs: what is the same work has the same key.

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "proto/pull_request/v1/pull_request.pb.h"
#include "proto/review/v1/record.pb.h"
#include "proto/review/v1/review_service.pb.h"

namespace allreview::gateway {

struct HeadKey {
  std::string head;           // Commit.
  std::string configuration;  // See ReviewsOptions.
  std::string nonce = "";     // Somebody asked for the same again: the id of that comment.
};

// "review/4242/7/<head>/<configuration>"; GitHub's number of the repository survives renames.
std::string PullRequestJobKey(const review::v1::Repository& repository, int64_t number,
                              const HeadKey& key);

// A change that is not on GitHub, by everything that was asked for and everything that the source
// pinned: a field that is added to either counts without a change here. Empty: nothing fixes the
// content, as for a working tree, and each request is work of its own.
std::string LocalJobKey(const review::v1::SubmitReviewRequest& request,
                        const pull_request::v1::Opened& opened, absl::string_view configuration);

}  // namespace allreview::gateway

#endif  // GATEWAY_REVIEWS_JOB_KEYS_H_

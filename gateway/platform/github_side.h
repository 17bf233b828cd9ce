#ifndef GATEWAY_PLATFORM_GITHUB_SIDE_H_
#define GATEWAY_PLATFORM_GITHUB_SIDE_H_

// The gateway's side towards GitHub: who we are there, webhooks in, publications and answers out.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<GitHubSide> github,
//                    GitHubSide::Open({.github = options.github, …}));
//   github->ReadToken("acme/train");            // For the pull_request service.
//   github->Publish(stored, job);               // For the worker.
//   for (http::Route& route : github->Routes()) …
//
// As an App every installation has tokens of its own; a static token serves small set-ups, without
// check runs. Without either GitHub is never asked who we are. Safe from any thread.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gateway/http/message.h"
#include "gateway/platform/platform.h"
#include "gateway/reviews/lease_keeper.h"
#include "gateway/reviews/review_work.h"
#include "gateway/reviews/reviews.h"

namespace allreview::gateway {

struct GitHubSideOptions {
  GitHubOptions github;
  std::function<std::string()> public_url;  // Empty: no links in comments.
  std::function<Reviews*()> reviews;        // Borrowed.
  StubsProvider stubs;                      // Answers to commands need report and analysis.
  int max_attempts = 5;                     // Of the queue.
  host::Metrics* metrics = nullptr;         // Borrowed. May be null.
};

class GitHubSide {
 public:
  // Reads key and secrets, so that a wrong set-up is found at the start.
  static absl::StatusOr<std::unique_ptr<GitHubSide>> Open(GitHubSideOptions options);
  ~GitHubSide();

  // Asks GitHub what we are called there, if we are anybody there; before any work is done.
  void Connect();

  // A token that may read `full_name` ("owner/name"). Empty: the pull_request service has its own.
  absl::StatusOr<std::string> ReadToken(const std::string& full_name);

  absl::StatusOr<review::v1::Publication> Publish(const review::v1::StoredReview& review,
                                                  const review::v1::Job& job);
  // What the check run says while there is no review to publish. Errors are logged.
  void Announce(const review::v1::ReviewSummary& summary);

  WorkResult DoCommand(const Lease& lease, LeaseKeeper& keeper);
  WorkResult DoSync(const Lease& lease, LeaseKeeper& keeper);

  // POST /webhooks/github; none without a webhook secret.
  std::vector<http::Route> Routes();

  // Asks GitHub for webhooks that did not get through. Only an App can.
  bool CanSweep() const;
  absl::Status Sweep();

 private:
  struct State;
  explicit GitHubSide(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_PLATFORM_GITHUB_SIDE_H_

#ifndef GATEWAY_PLATFORM_FORGE_SIDE_H_
#define GATEWAY_PLATFORM_FORGE_SIDE_H_

// The gateway's side towards forges: webhooks in, publications and answers out.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<ForgeSide> forge,
//                    ForgeSide::Open({.github = options.github, …}));
//   forge->ReadToken("acme/train");            // For the pull_request service.
//   forge->Publish(stored, job);               // For the worker.
//   for (http::Route& route : forge->Routes()) …
//
// GitHub is the only forge yet; gateway/forge/github/github_identity.h says who we are there. Safe
// from any thread.

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

struct ForgeSideOptions {
  GitHubOptions github;
  std::function<std::string()> public_url;  // Empty: no links in comments.
  std::function<Reviews*()> reviews;        // Borrowed.
  StubsProvider stubs;                      // Answers to commands need report and analysis.
  int max_attempts = 5;                     // Of the queue.
  host::Metrics* metrics = nullptr;         // Borrowed. May be null.
};

class ForgeSide {
 public:
  // Reads key and secrets, so that a wrong set-up is found at the start.
  static absl::StatusOr<std::unique_ptr<ForgeSide>> Open(ForgeSideOptions options);
  ~ForgeSide();

  // Asks the forge what we are called there, if we are anybody there; before any work is done.
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

  // Asks the forge for webhooks that did not get through.
  bool CanSweep() const;
  absl::Status Sweep();

 private:
  struct State;
  explicit ForgeSide(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_PLATFORM_FORGE_SIDE_H_

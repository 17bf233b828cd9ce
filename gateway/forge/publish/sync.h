#ifndef GATEWAY_FORGE_PUBLISH_SYNC_H_
#define GATEWAY_FORGE_PUBLISH_SYNC_H_

// Brings what people did on the forge into the store: reactions to our comments, resolved threads,
// deleted comments, and at the merge what was fixed and what was ignored.
//
//   Sync sync(&reviews, {});
//   RETURN_IF_ERROR(sync.Run(*api, job));      // job.sync() says whether it is closed and merged.
//
// Votes count of the author and of people who may write to the repository, so that passers-by
// cannot silence a rule. May be repeated: a vote counts once. Errors are those of ForgeApi and of
// the store.

#include <string>

#include "absl/status/status.h"
#include "gateway/forge/forge_api.h"
#include "gateway/store/review_store.h"
#include "host/metrics.h"
#include "proto/review/v1/record.pb.h"

namespace allreview::gateway {

struct SyncOptions {
  std::string login = {};            // As PublishOptions.
  host::Metrics* metrics = nullptr;  // Borrowed. May be null.
};

class Sync {
 public:
  // `store` is borrowed.
  Sync(ReviewStore* store, SyncOptions options);

  absl::Status Run(ForgeApi& api, const review::v1::Job& job);

 private:
  ReviewStore* const store_;
  const SyncOptions options_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_PUBLISH_SYNC_H_

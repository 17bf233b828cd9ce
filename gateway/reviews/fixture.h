#ifndef GATEWAY_REVIEWS_FIXTURE_H_
#define GATEWAY_REVIEWS_FIXTURE_H_

// For tests: reviews over a store and a queue in memory and services that do what the test says.
//
//   Desk desk;
//   auto answer = desk.reviews.Submit(desk.spokes.stubs(), PullRequest(7), {.actor = "test"},
//                                     host::NewRequest(absl::Seconds(10)));

#include <memory>
#include <string>

#include "gateway/queue/open_queue.h"
#include "gateway/reviews/reviews.h"
#include "gateway/store/open_store.h"
#include "gateway/testing/fake_spokes.h"

namespace allreview::gateway {

struct Desk {
  Desk() : Desk(JobQueueOptions{}) {}
  explicit Desk(const JobQueueOptions& queue_options)
      : keyed(*OpenKeyedStore("sqlite::memory:", {})),
        queue(*OpenJobQueue("sqlite::memory:", {}, queue_options)),
        store(keyed.get()),
        reviews({.store = &store,
                 .keyed = keyed.get(),
                 .queue = queue.get(),
                 .progress = &progress,
                 .metrics = &metrics,
                 .configuration = "configuration"}) {
    spokes.files = {"a.py"};
    spokes.info.set_repository("acme/train");
    spokes.info.set_repository_id(42);
    spokes.info.set_number(7);
    spokes.info.set_head_commit("head-1");
    spokes.info.set_author("mara");
    spokes.info.set_url("https://github.example/acme/train/pull/7");
  }

  host::Metrics metrics;
  FakeSpokes spokes;
  ProgressHub progress;
  std::unique_ptr<KeyedStore> keyed;
  std::unique_ptr<JobQueue> queue;
  ReviewStore store;
  Reviews reviews;
};

inline review::v1::SubmitReviewRequest PullRequest(bool is_published = true) {
  review::v1::SubmitReviewRequest request;
  change::v1::GitHubPullRequest& pull = *request.mutable_ref()->mutable_github();
  pull.set_owner("acme");
  pull.set_repository("train");
  pull.set_number(7);
  request.set_is_published(is_published);
  return request;
}

inline host::Request Caller() { return host::NewRequest(absl::Seconds(20)); }

}  // namespace allreview::gateway

#endif  // GATEWAY_REVIEWS_FIXTURE_H_

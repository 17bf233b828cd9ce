// Many webhooks for few pull requests, at two gateways that share one store.

#include <algorithm>
#include <atomic>
#include <memory>
#include <random>
#include <thread>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/status_matchers.h"
#include "gateway/forge/github/payloads.h"
#include "gateway/forge/github/webhook_handler.h"
#include "gateway/queue/open_queue.h"
#include "gateway/reviews/job_keys.h"
#include "gateway/reviews/reviews.h"
#include "gateway/store/open_store.h"
#include "gateway/testing/store_backend.h"

namespace allreview::gateway {
namespace {

constexpr int kPushes = 300;
constexpr int kAtOnce = 16;

std::string HeadOf(int push) { return absl::StrFormat("%040x", push + 1); }

// What one process has: connections of its own to the same store.
struct Gateway {
  explicit Gateway(const std::string& url)
      : keyed(*OpenKeyedStore(url, {})), queue(*OpenJobQueue(url, {}, {})), store(keyed.get()) {}

  std::unique_ptr<KeyedStore> keyed;
  std::unique_ptr<JobQueue> queue;
  ReviewStore store;
  ProgressHub progress;
  Reviews reviews{{.store = &store,
                   .keyed = keyed.get(),
                   .queue = queue.get(),
                   .progress = &progress,
                   .configuration = "configuration"}};
  WebhookHandler handler{
      {.secrets = {kSecret},
       .jobs = {.review_key =
                    [](const review::v1::Repository& repository, int64_t number,
                       const std::string& head, const std::string& nonce) {
                      return PullRequestJobKey(
                          repository, number,
                          {.head = head, .configuration = "configuration", .nonce = nonce});
                    }},
       .store = &store,
       .enqueue = [this](const review::v1::Job& job) -> absl::StatusOr<bool> {
         auto enqueued = reviews.Enqueue(job);
         if (!enqueued.ok()) return enqueued.status();
         return enqueued->is_new;
       },
       .withdraw = [this](int64_t repository_id,
                          int64_t number) { return reviews.WithdrawAll(repository_id, number); },
       .current_head = [](const review::v1::Repository&, int64_t) -> absl::StatusOr<std::string> {
         return HeadOf(kPushes - 1);
       }}};
};

class WebhookBurst : public testing::TestWithParam<StoreKind> {};
INSTANTIATE_TEST_SUITE_P(Stores, WebhookBurst, testing::ValuesIn(kStoreKinds), NameOfStore);

TEST_P(WebhookBurst, LosesNoDeliveryForOnePullRequestAtTwoGateways) {
  if (!StoreBackend::IsInstalled(GetParam())) GTEST_SKIP() << RedisServer::kNotInstalled;
  StoreBackend backend(GetParam());
  std::vector<std::unique_ptr<Gateway>> gateways;
  for (int i = 0; i < 2; ++i) gateways.push_back(std::make_unique<Gateway>(backend.url()));
  std::vector<int> order(kPushes);
  for (int i = 0; i < kPushes; ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), std::mt19937(7));
  std::atomic<size_t> next = 0;
  std::atomic<int> refused = 0;
  std::vector<std::thread> senders;
  for (int sender = 0; sender < kAtOnce; ++sender) {
    senders.emplace_back([&, sender] {
      for (size_t i = next++; i < order.size(); i = next++) {
        const int push = order[i];
        const http::HttpResponse answer = gateways[sender % 2]->handler.Handle(Signed(
            "pull_request",
            PullRequestPayload({.action = "synchronize",
                                .head = HeadOf(push),
                                .before = HeadOf(push - 1),
                                .updated_at = absl::FormatTime(
                                    absl::RFC3339_full, absl::FromUnixSeconds(1'772'000'000 + push),
                                    absl::UTCTimeZone())}),
            absl::StrCat("guid-", push)));
        if (answer.status / 100 != 2) {
          ++refused;
          ADD_FAILURE() << answer.status << " " << answer.body;
        }
      }
    });
  }
  for (std::thread& sender : senders) sender.join();
  EXPECT_EQ(refused, 0);
  // The newest push is known, and it is the one that is to be reviewed.
  const auto known = gateways[0]->store.GetPullRequest(4242, 7);
  ASSERT_OK(known.status());
  EXPECT_EQ(known->state.head_commit(), HeadOf(kPushes - 1));
  bool is_newest_queued = false;
  const auto jobs = gateways[1]->queue->List();
  ASSERT_OK(jobs.status());
  for (const KeptJob& kept : *jobs) {
    if (kept.state != JobState::kWaiting) continue;
    is_newest_queued |= kept.job.head_commit() == HeadOf(kPushes - 1);
  }
  EXPECT_TRUE(is_newest_queued);
}

}  // namespace
}  // namespace allreview::gateway

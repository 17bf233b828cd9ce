// Webhooks against a real store, and what happens when a step fails.

#include "gateway/forge/github/webhook_handler.h"

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/hash.h"
#include "base/timestamp.h"
#include "gateway/forge/github/payloads.h"
#include "gateway/queue/open_queue.h"
#include "gateway/store/open_store.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "host/retry_after.h"

namespace allreview::gateway {
namespace {

using review::v1::Job;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kA(40, 'a'), kB(40, 'b'), kC(40, 'c');

// A gateway's intake: a store, a queue, and a GitHub that knows the head.
class Intake {
 public:
  Intake() {
    auto store = OpenKeyedStore("sqlite::memory:", {});
    CHECK(store.ok()) << store.status();
    keyed_ = *std::move(store);
    auto queue = OpenJobQueue("sqlite::memory:", {}, {});
    CHECK(queue.ok()) << queue.status();
    queue_ = *std::move(queue);
    store_ = std::make_unique<ReviewStore>(keyed_.get());
    handler_ = std::make_unique<WebhookHandler>(Options());
  }

  WebhookHandlerOptions Options() {
    WebhookHandlerOptions options;
    options.secrets = {kSecret};
    options.policy = {.app_id = 12345, .bot = "allreview[bot]"};
    options.jobs.review_key = [](const review::v1::Repository& repository, int64_t number,
                                 const std::string& head, const std::string& nonce) {
      return absl::StrCat("review/", repository.id(), "/", number, "/", head.substr(0, 1), nonce);
    };
    options.store = store_.get();
    options.enqueue = [this](const Job& job) -> absl::StatusOr<bool> {
      if (!failure.ok()) return failure;
      return queue_->Enqueue(job);
    };
    options.withdraw = [this](int64_t, int64_t number) {
      withdrawn.push_back(number);
      return failure;
    };
    options.current_head = [this](const review::v1::Repository&, int64_t) {
      ++asked;
      return present_head;
    };
    options.pull_requests_of = [this](const review::v1::Repository&, const std::string&) {
      return pulls_of_commit;
    };
    return options;
  }

  // One of another gateway: it shares the queue, but not what is marked as done.
  std::unique_ptr<WebhookHandler> HandlerWithoutMarks() {
    WebhookHandlerOptions options = Options();
    auto store = OpenKeyedStore("sqlite::memory:", {});
    CHECK(store.ok()) << store.status();
    other_keyed_ = *std::move(store);
    other_store_ = std::make_unique<ReviewStore>(other_keyed_.get());
    options.store = other_store_.get();
    return std::make_unique<WebhookHandler>(std::move(options));
  }

  // "202 review".
  std::string Send(const http::HttpRequest& request) {
    http::HttpResponse response = handler_->Handle(request);
    std::string result = response.body;
    size_t at = result.find("\"result\":\"");
    if (at == std::string::npos) return absl::StrCat(response.status);
    result = result.substr(at + 10);
    return absl::StrCat(response.status, " ", result.substr(0, result.find('"')));
  }

  // By key.
  std::vector<Job> jobs() {
    std::vector<Job> jobs;
    auto kept = queue_->List();
    CHECK(kept.ok()) << kept.status();
    for (const KeptJob& job : *kept) jobs.push_back(job.job);
    return jobs;
  }
  std::vector<std::string> keys() {
    std::vector<std::string> keys;
    for (const Job& job : jobs()) keys.push_back(job.key());
    return keys;
  }

  WebhookHandler& handler() { return *handler_; }
  ReviewStore& store() { return *store_; }

  absl::Status failure = absl::OkStatus();  // Of the queue.
  absl::StatusOr<std::string> present_head = absl::UnavailableError("github is away");
  std::vector<int64_t> pulls_of_commit;
  std::vector<int64_t> withdrawn;
  std::atomic<int> asked = 0;

 private:
  std::unique_ptr<KeyedStore> keyed_;
  std::unique_ptr<ReviewStore> store_;
  std::unique_ptr<KeyedStore> other_keyed_;
  std::unique_ptr<ReviewStore> other_store_;
  std::unique_ptr<WebhookHandler> handler_;
  std::unique_ptr<JobQueue> queue_;
};

http::HttpRequest Push(const std::string& before, const std::string& after, const std::string& guid,
                       const std::string& updated_at = "") {
  return Signed(
      "pull_request",
      PullRequestPayload({.action = "synchronize",
                          .head = after,
                          .before = before,
                          .updated_at = updated_at.empty() ? "2026-03-01T10:00:00Z" : updated_at}),
      guid);
}

TEST(WebhookHandler, QueuesAReviewWithAllThatTheWorkerNeeds) {
  Intake intake;
  http::HttpRequest request = Signed("pull_request", PullRequestPayload({.head = kA}));
  request.headers.emplace_back("traceparent",
                               "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
  EXPECT_EQ(intake.Send(request), "202 review");
  ASSERT_EQ(intake.jobs().size(), 1u);
  const Job job = intake.jobs()[0];
  EXPECT_EQ(job.key(), "review/4242/7/a");
  EXPECT_EQ(job.tenant(), "installation/77/repository/4242");
  EXPECT_EQ(job.head_commit(), kA);
  EXPECT_EQ(job.repository().full_name(), "acme/train");
  EXPECT_EQ(job.review().ref().github().owner(), "acme");
  EXPECT_EQ(job.review().ref().github().repository(), "train");
  EXPECT_EQ(job.review().ref().github().number(), 7);
  EXPECT_TRUE(job.review().is_published());
  EXPECT_EQ(job.review().trigger(), review::v1::TRIGGER_PUSH);
  EXPECT_EQ(job.review().requested_by(), "mara");
  EXPECT_THAT(job.trace_parent(), HasSubstr("4bf92f3577b34da6a3ce929d0e0e4736"));
}

TEST(WebhookHandler, Case29AnswersAReplayOfADoneDeliveryWithoutWork) {
  Intake intake;
  EXPECT_EQ(intake.Send(Push("", kA, "g1")), "202 review");
  EXPECT_EQ(intake.Send(Push("", kA, "g1")), "200 duplicate");
  EXPECT_EQ(intake.jobs().size(), 1u);
}

// What GitHub signs is the body: who has seen one may send it again under any delivery id.
TEST(WebhookHandler, DoesASignedBodyOnceUnderHoweverManyDeliveryIds) {
  const std::pair<const char*, std::string> kBodies[] = {
      {"pull_request", PullRequestPayload({})},
      {"pull_request", PullRequestPayload({.action = "closed", .state = "closed"})},
      {"issue_comment", CommentPayload({.body = "/allreview audit"})},
      {"pull_request_review_comment", ReplyPayload({.body = "/allreview help"})},
      {"pull_request_review_comment",
       ReplyPayload({.action = "deleted", .author = "allreview[bot]"})},
      {"pull_request_review_thread", ThreadPayload("resolved")},
      {"check_run", CheckPayload({.pull_requests = R"([{"number":7}])"})},
      {"check_run", CheckPayload({.action = "requested_action",
                                  .button = "deep-dive",
                                  .pull_requests = R"([{"number":7}])"})}};
  for (const auto& [name, body] : kBodies) {
    Intake intake;
    EXPECT_EQ(intake.Send(Signed(name, body, "first")).substr(0, 3), "202") << body;
    const std::vector<std::string> keys = intake.keys();
    EXPECT_EQ(keys.size(), 1u) << body;
    for (int i = 0; i < 20; ++i) {
      EXPECT_EQ(intake.Send(Signed(name, body, absl::StrCat("replay-", i))), "200 duplicate");
    }
    // The keys alone hold it off, too, where no mark does.
    EXPECT_EQ(intake.HandlerWithoutMarks()->Handle(Signed(name, body, "elsewhere")).status, 202);
    EXPECT_EQ(intake.keys(), keys) << body;
  }
}

TEST(WebhookHandler, DoesDifferentBodiesUnderOneDeliveryIdEach) {
  Intake intake;
  intake.present_head = kB;
  const std::string pulls = R"([{"number":7}])";
  EXPECT_EQ(intake.Send(Signed("pull_request", PullRequestPayload({.head = kA}), "g")),
            "202 review");
  EXPECT_EQ(intake.Send(Signed("pull_request", PullRequestPayload({.head = kB}), "g")),
            "202 review");
  EXPECT_EQ(intake.Send(Signed("pull_request_review_thread", ThreadPayload("resolved"), "g")),
            "202 sync");
  EXPECT_EQ(intake.Send(Signed("pull_request_review_thread", ThreadPayload("unresolved"), "g")),
            "202 sync");
  for (const char* button : {"deep-dive", "audit"}) {
    EXPECT_EQ(
        intake.Send(Signed(
            "check_run",
            CheckPayload({.action = "requested_action", .button = button, .pull_requests = pulls}),
            "g")),
        "202 command");
  }
  EXPECT_EQ(intake.Send(Signed("check_run", CheckPayload({.pull_requests = pulls}), "g")),
            "202 review");
  EXPECT_EQ(intake.jobs().size(), 7u);
}

TEST(WebhookHandler, Case30DoesARedeliveryUnderTheSameGuidAfterAFailure) {
  Intake intake;
  intake.failure = absl::UnavailableError("the disk is full");
  EXPECT_EQ(intake.Send(Push("", kA, "g1")), "503");
  intake.failure = absl::OkStatus();
  EXPECT_EQ(intake.Send(Push("", kA, "g1")), "202 review");
  EXPECT_EQ(intake.jobs().size(), 1u);
  EXPECT_EQ(intake.Send(Push("", kA, "g1")), "200 duplicate");
}

TEST(WebhookHandler, SaysWhenThereIsRoomInAFullQueue) {
  Intake intake;
  intake.failure =
      host::WithRetryAfter(absl::ResourceExhaustedError("5000 jobs wait"), absl::Seconds(120));
  const http::HttpResponse refused = intake.handler().Handle(Push("", kA, "g1"));
  EXPECT_EQ(refused.status, 503);
  EXPECT_THAT(refused.headers, ElementsAre(testing::Pair("Retry-After", "120")));
  intake.failure = absl::UnavailableError("the disk is full");
  EXPECT_THAT(intake.handler().Handle(Push("", kA, "g1")).headers,
              ElementsAre(testing::Pair("Retry-After", "30")));
}

TEST(WebhookHandler, Case30QueuesOnceWhenItDiedBetweenQueueAndMark) {
  Intake intake;
  EXPECT_EQ(intake.Send(Push("", kA, "g1")), "202 review");
  // Nothing marks it at the other gateway, and its job is there.
  EXPECT_EQ(intake.HandlerWithoutMarks()->Handle(Push("", kA, "g1")).status, 202);
  EXPECT_THAT(intake.keys(), ElementsAre("review/4242/7/a"));
}

TEST(WebhookHandler, Case45TwoReplicasWithOneDeliveryMakeOneJob) {
  Intake intake;
  WebhookHandler other(intake.Options());
  for (int i = 0; i < 20; ++i) {
    http::HttpRequest request =
        Push("", std::string(40, static_cast<char>('a' + i)), absl::StrCat("g", i));
    request.body = PullRequestPayload({.head = std::string(40, static_cast<char>('a' + i))});
    request = Signed("pull_request", request.body, absl::StrCat("g", i));
    intake.present_head = std::string(40, static_cast<char>('a' + i));
    std::thread first([&] { EXPECT_EQ(intake.handler().Handle(request).status / 100, 2); });
    std::thread second([&] { EXPECT_EQ(other.Handle(request).status / 100, 2); });
    first.join();
    second.join();
  }
  EXPECT_EQ(intake.jobs().size(), 20u);
}

TEST(WebhookHandler, FollowsPushesInOrderWithoutAskingGitHub) {
  Intake intake;
  EXPECT_EQ(intake.Send(Push("", kA, "g1")), "202 review");
  EXPECT_EQ(intake.Send(Push(kA, kB, "g2")), "202 review");
  EXPECT_EQ(intake.asked, 0);
  EXPECT_THAT(intake.keys(), ElementsAre("review/4242/7/a", "review/4242/7/b"));
  EXPECT_EQ(intake.store().GetPullRequest(4242, 7)->state.head_commit(), kB);
}

TEST(WebhookHandler, Case32AnOlderPushThatComesLastSupersedesNothing) {
  Intake intake;
  intake.present_head = kC;
  EXPECT_EQ(intake.Send(Push("", kA, "g1")), "202 review");
  EXPECT_EQ(intake.Send(Push(kB, kC, "g3")), "202 review");
  EXPECT_EQ(intake.Send(Push(kA, kB, "g2")), "202 review");
  EXPECT_THAT(intake.keys(), ElementsAre("review/4242/7/a", "review/4242/7/c"));
  EXPECT_EQ(intake.store().GetPullRequest(4242, 7)->state.head_commit(), kC);
}

TEST(WebhookHandler, Case32GoesByGitHubsClockWhenGitHubDoesNotAnswer) {
  Intake intake;
  EXPECT_EQ(intake.Send(Push("", kA, "g1", "2026-03-01T10:00:00Z")), "202 review");
  EXPECT_EQ(intake.Send(Push(kB, kC, "g3", "2026-03-01T10:02:00Z")), "202 review");
  EXPECT_EQ(intake.Send(Push(kA, kB, "g2", "2026-03-01T10:01:00Z")), "200 ignored");
  EXPECT_EQ(intake.asked, 2);
  EXPECT_EQ(intake.store().GetPullRequest(4242, 7)->state.head_commit(), kC);
}

TEST(WebhookHandler, Case33DoesNothingForItsOwnComment) {
  Intake intake;
  EXPECT_EQ(intake.Send(Signed("issue_comment",
                               CommentPayload({.author = "allreview[bot]", .sender_type = "Bot"}))),
            "200 ignored");
  EXPECT_THAT(intake.jobs(), IsEmpty());
}

TEST(WebhookHandler, QueuesOneCommandForAComment) {
  Intake intake;
  http::HttpRequest request =
      Signed("issue_comment", CommentPayload({.body = "/allreview audit memory"}), "g1");
  EXPECT_EQ(intake.Send(request), "202 command");
  ASSERT_EQ(intake.jobs().size(), 1u);
  const Job job = intake.jobs()[0];
  EXPECT_EQ(job.key(), "command/4242/900");
  EXPECT_EQ(job.number(), 7);
  EXPECT_EQ(job.command().command(), "audit");
  EXPECT_THAT(job.command().arguments(), ElementsAre("memory"));
  EXPECT_EQ(job.command().author(), "mara");
  EXPECT_EQ(job.command().comment_id(), 900);
}

TEST(WebhookHandler, WithdrawsReviewsOfWhatIsClosedAndSyncsIt) {
  Intake intake;
  EXPECT_EQ(intake.Send(Signed(
                "pull_request",
                PullRequestPayload({.action = "closed", .is_merged = true, .state = "closed"}))),
            "202 close");
  EXPECT_THAT(intake.withdrawn, ElementsAre(7));
  ASSERT_EQ(intake.jobs().size(), 1u);
  EXPECT_TRUE(intake.jobs()[0].sync().is_closed());
  EXPECT_TRUE(intake.jobs()[0].sync().is_merged());
  EXPECT_FALSE(intake.store().GetPullRequest(4242, 7)->state.is_open());
}

TEST(WebhookHandler, FindsThePullRequestOfAForksCheckByItsReview) {
  Intake intake;
  review::v1::ReviewSummary summary;
  summary.set_id(intake.store().NewId());
  summary.mutable_repository()->set_id(4242);
  summary.mutable_repository()->set_full_name("acme/train");
  summary.set_number(7);
  summary.set_state(review::v1::REVIEW_STATE_QUEUED);
  *summary.mutable_queued_at() = ToTimestamp(absl::FromUnixSeconds(1'900'000'000));
  ASSERT_TRUE(intake.store().PutSummary(summary).ok());
  const std::string body = CheckPayload({.external_id = summary.id()});
  EXPECT_EQ(intake.Send(Signed("check_run", body, "g1")), "202 review");
  EXPECT_THAT(intake.keys(), ElementsAre(absl::StrCat("review/4242/7/a", Sha256Hex(body))));
}

TEST(WebhookHandler, AsksGitHubForThePullRequestOfACheckThatItDoesNotKnow) {
  Intake intake;
  EXPECT_EQ(intake.Send(Signed("check_run", CheckPayload({.external_id = "x"}), "g1")),
            "200 ignored");
  intake.pulls_of_commit = {7};
  EXPECT_EQ(intake.Send(Signed("check_run", CheckPayload({.external_id = "x"}), "g2")),
            "202 review");
}

TEST(WebhookHandler, RefusesOverHttpAsTheVerificationSays) {
  Intake intake;
  http::HttpRequest request = Push("", kA, "g1");
  request.body += " ";
  EXPECT_EQ(intake.Send(request), "401");
  EXPECT_EQ(intake.handler().Routes().at(0).max_body_bytes, 25 << 20);
  EXPECT_THAT(intake.jobs(), IsEmpty());
}

}  // namespace
}  // namespace allreview::gateway

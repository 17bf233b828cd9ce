// From the log of events to a receiver that listens on the loopback.

#include "gateway/outgoing/courier.h"

#include <memory>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gateway/outgoing/message.h"
#include "gateway/reviews/fixture.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/fakes/http_server.h"

namespace allreview::gateway {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

// One webhook of a server, and whom it tells.
struct Outgoing {
  explicit Outgoing(const JobQueueOptions& queue = {}) : desk(queue) {
    options = {.webhooks = {{.name = "tracker",
                             .url = receiver.base_url() + "/hook?key=s3cret",
                             .secret = "0123456789abcdef"}},
               .keyed = desk.keyed.get(),
               .store = &desk.store,
               .queue = desk.queue.get(),
               .metrics = &desk.metrics,
               .page = [](absl::string_view path) { return absl::StrCat("https://r", path); }};
    Restart();
    Dispatch();  // The webhook is new: what was before is not told.
  }

  void Restart() { courier = std::make_unique<Courier>(options); }
  void Dispatch() { EXPECT_OK(courier->Dispatch()); }

  void Finish(int64_t number) {
    review::v1::ReviewSummary summary;
    summary.set_id(desk.store.NewId());
    summary.mutable_repository()->set_id(42);
    summary.mutable_repository()->set_full_name("acme/train");
    summary.set_number(number);
    summary.set_state(review::v1::REVIEW_STATE_FAILED);
    EXPECT_OK(desk.store.PutSummary(summary));
  }

  // One attempt at the job whose turn it is; none: nothing is due.
  std::optional<WorkResult> Work() {
    const auto lease = desk.queue->Take("test", absl::Minutes(1), absl::ZeroDuration());
    EXPECT_OK(lease.status());
    if (!lease.ok() || !lease->has_value()) return std::nullopt;
    WorkResult result;
    {
      LeaseKeeper keeper(*desk.queue, **lease, absl::Minutes(1));
      result = courier->Deliver(**lease, keeper);
    }
    EXPECT_OK(result.kind == WorkResult::Kind::kDone ? desk.queue->Complete(**lease)
              : result.kind == WorkResult::Kind::kRetry
                  ? desk.queue->Retry(**lease, result.reason, result.delay)
                  : desk.queue->Bury(**lease, result.reason));
    return result;
  }
  void WorkAll() {
    while (Work()) {
    }
  }

  std::string Metrics() { return desk.metrics.Text(); }

  int status = 200;
  fakes::HttpServer receiver{[this](const fakes::ServedRequest&) {
    return fakes::ServedResponse{.status = status, .headers = headers};
  }};
  std::vector<std::pair<std::string, std::string>> headers;
  Desk desk;
  CourierOptions options;
  std::unique_ptr<Courier> courier;
};

TEST(Courier, TellsOfEachEventOnceAndSignsIt) {
  Outgoing outgoing;
  outgoing.Finish(7);
  outgoing.Finish(8);
  outgoing.Dispatch();
  outgoing.Dispatch();
  outgoing.Restart();
  outgoing.Dispatch();
  outgoing.WorkAll();
  const std::vector<fakes::ServedRequest> requests = outgoing.receiver.requests();
  ASSERT_THAT(requests, SizeIs(2));
  EXPECT_EQ(requests[0].method, "POST");
  EXPECT_EQ(requests[0].target(), "/hook?key=s3cret");
  EXPECT_THAT(requests[0].body, HasSubstr("\"full_name\": \"acme/train\""));
  EXPECT_EQ(requests[0].header("webhook-id"), "tracker/1");
  EXPECT_EQ(requests[1].header("webhook-id"), "tracker/2");
  review::v1::Event event;
  event.set_number(1);
  int64_t seconds = 0;
  ASSERT_TRUE(absl::SimpleAtoi(requests[0].header("webhook-timestamp"), &seconds));
  EXPECT_EQ(requests[0].header("webhook-signature"),
            github::FindHeader(MessageHeaders(outgoing.options.webhooks[0], event, requests[0].body,
                                              absl::FromUnixSeconds(seconds)),
                               "webhook-signature"));
  EXPECT_THAT(outgoing.Metrics(), HasSubstr("allreview_outgoing_deliveries_total"
                                            "{result=\"delivered\",webhook=\"tracker\"} 2"));
}

TEST(Courier, TellsOfWhatIsWantedOnly) {
  Outgoing outgoing;
  outgoing.options.webhooks[0].repositories = {"acme/serve"};
  outgoing.Restart();
  outgoing.Finish(7);
  outgoing.Dispatch();
  EXPECT_FALSE(outgoing.Work().has_value());
}

TEST(Courier, AsksAgainLaterAndLaterAndThenGivesUp) {
  absl::Time now = absl::UnixEpoch();
  Outgoing outgoing({.now = [&now] { return now; }});
  outgoing.status = 503;
  outgoing.Finish(7);
  outgoing.Dispatch();
  std::vector<absl::Duration> waits;
  for (;;) {
    const std::optional<WorkResult> result = outgoing.Work();
    ASSERT_TRUE(result.has_value());
    EXPECT_EQ(result->reason, "webhook \"tracker\", event 1: the receiver answered 503");
    if (result->kind == WorkResult::Kind::kBury) break;
    EXPECT_FALSE(outgoing.Work().has_value());  // Not at once.
    waits.push_back(result->delay);
    now += result->delay + absl::Minutes(2);
  }
  EXPECT_THAT(waits,
              ElementsAre(absl::Seconds(10), absl::Minutes(1), absl::Minutes(10), absl::Hours(1)));
  const auto letters = outgoing.desk.queue->DeadLetters();
  ASSERT_OK(letters.status());
  ASSERT_THAT(*letters, SizeIs(1));
  EXPECT_EQ(letters->front().job().repository().full_name(), "acme/train");
  EXPECT_THAT(letters->front().reason(), HasSubstr("webhook \"tracker\", event 1"));
  EXPECT_THAT(letters->front().DebugString(), Not(HasSubstr("s3cret")));
  EXPECT_THAT(outgoing.Metrics(), HasSubstr("{result=\"failed\",webhook=\"tracker\"} 5"));
  EXPECT_THAT(outgoing.Metrics(), HasSubstr("{result=\"given_up\",webhook=\"tracker\"} 1"));

  outgoing.status = 204;
  ASSERT_OK(outgoing.desk.reviews.RetryDeadLetter(letters->front().id(), {.actor = "test"}));
  EXPECT_EQ(outgoing.Work()->kind, WorkResult::Kind::kDone);
}

TEST(Courier, WaitsAsLongAsTheReceiverAsksFor) {
  Outgoing outgoing;
  outgoing.status = 429;
  outgoing.headers = {{"Retry-After", "90"}};
  outgoing.Finish(7);
  outgoing.Dispatch();
  EXPECT_EQ(outgoing.Work()->delay, absl::Seconds(90));
}

TEST(Courier, IsDoneWithAReceiverThatIsGone) {
  Outgoing outgoing;
  outgoing.status = 410;
  outgoing.Finish(7);
  outgoing.Dispatch();
  EXPECT_EQ(outgoing.Work()->kind, WorkResult::Kind::kBury);
}

TEST(Courier, KeepsTheQueueSmallAndLosesNothing) {
  absl::Time now = absl::UnixEpoch();
  Outgoing outgoing({.now = [&now] { return now; }});
  outgoing.status = 500;
  for (int i = 0; i < kMaxUnderWay + 20; ++i) outgoing.Finish(i + 1);
  for (int i = 0; i < 3; ++i) outgoing.Dispatch();
  EXPECT_EQ(outgoing.desk.queue->Stats()->waiting, kMaxUnderWay);
  outgoing.WorkAll();
  outgoing.Dispatch();
  EXPECT_EQ(outgoing.desk.queue->Stats()->delayed, kMaxUnderWay);
  EXPECT_EQ(outgoing.desk.queue->Stats()->waiting, 0);
  outgoing.status = 200;
  now += absl::Minutes(2);
  outgoing.WorkAll();
  outgoing.Dispatch();
  outgoing.WorkAll();
  EXPECT_THAT(
      outgoing.Metrics(),
      HasSubstr(absl::StrCat("{result=\"delivered\",webhook=\"tracker\"} ", kMaxUnderWay + 20)));
}

TEST(Courier, SaysWhatItCannotSendAnyMore) {
  Outgoing outgoing;
  outgoing.Finish(7);
  outgoing.Dispatch();
  outgoing.options.webhooks[0].name = "renamed";
  outgoing.Restart();
  EXPECT_EQ(outgoing.Work()->reason, "there is no webhook \"tracker\" in this configuration");
  EXPECT_THAT(outgoing.receiver.requests(), IsEmpty());
}

// As a server has them: workers on threads of their own.
TEST(Courier, WorksInTheWorkersOfAServer) {
  Outgoing outgoing;
  outgoing.Finish(7);
  outgoing.Dispatch();
  Workers workers({.queue = outgoing.desk.queue.get(),
                   .do_delivery = [&](const Lease& lease, LeaseKeeper& keeper) {
                     return outgoing.courier->Deliver(lease, keeper);
                   }});
  const absl::Time end = absl::Now() + absl::Seconds(20);
  while (outgoing.receiver.requests().empty() && absl::Now() < end) {
    absl::SleepFor(absl::Milliseconds(10));
  }
  EXPECT_TRUE(workers.Stop(absl::Seconds(20)));
  EXPECT_THAT(outgoing.receiver.requests(), SizeIs(1));
  EXPECT_EQ(outgoing.desk.queue->Find("delivery/tracker/1").value()->state, JobState::kDone);
}

}  // namespace
}  // namespace allreview::gateway

#include "gateway/reviews/worker.h"

#include <atomic>
#include <condition_variable>
#include <future>
#include <map>
#include <mutex>
#include <new>
#include <set>
#include <stdexcept>

#include "base/status_matchers.h"
#include "gateway/reviews/fixture.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

using review::v1::Publication;
using review::v1::ReviewSummary;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// One review in a queue, and the work on it by hand.
struct Work {
  explicit Work(bool is_published = true) {
    auto answer = desk.reviews.Submit(desk.spokes.stubs(), PullRequest(is_published),
                                      {.actor = "test"}, Caller());
    EXPECT_OK(answer.status());
    id = answer->review().id();
    options.reviews = &desk.reviews;
    options.stubs = [this]() -> const Stubs& { return desk.spokes.stubs(); };
    options.publish = [this](const review::v1::StoredReview& review, const review::v1::Job&) {
      published.push_back(review.summary().id());
      return publish_answer;
    };
    publish_answer->set_state(Publication::STATE_PUBLISHED);
    options.on_failed = [this](const ReviewSummary& summary) {
      EXPECT_EQ(summary.state(), review::v1::REVIEW_STATE_FAILED);
      announced.push_back(summary.state_reason());
    };
  }

  Lease TakeNow() {
    auto lease = desk.queue->Take("test", absl::Minutes(1), absl::ZeroDuration());
    EXPECT_OK(lease.status());
    EXPECT_TRUE(lease.ok() && lease->has_value()) << "the queue is empty";
    return lease.ok() && lease->has_value() ? **lease : Lease();
  }

  WorkResult Do(const Lease& lease) {
    LeaseKeeper keeper(*desk.queue, lease, absl::Minutes(1));
    return ReviewWork(options).Do(lease, keeper);
  }

  ReviewSummary summary() { return *desk.store.GetSummary(id); }

  Desk desk;
  std::string id;
  ReviewWorkOptions options;
  std::vector<std::string> published;
  std::vector<std::string> announced;
  absl::StatusOr<Publication> publish_answer = Publication();
};

TEST(ReviewWork, StoresTheReviewAndPublishesIt) {
  Work work;
  const WorkResult result = work.Do(work.TakeNow());
  EXPECT_EQ(result.kind, WorkResult::Kind::kDone) << result.reason;
  EXPECT_EQ(work.summary().state(), review::v1::REVIEW_STATE_DONE);
  EXPECT_EQ(work.summary().title(), "A change");
  EXPECT_EQ(work.summary().conclusion(), review::v1::CONCLUSION_FINDINGS);
  EXPECT_EQ(work.summary().publication().state(), Publication::STATE_PUBLISHED);
  EXPECT_THAT(work.published, ElementsAre(work.id));
  const auto stored = work.desk.store.GetReview(work.id);
  ASSERT_OK(stored.status());
  EXPECT_EQ(stored->diff(), "M a.py\n");
  EXPECT_EQ(stored->review().findings_size(), 1);
}

TEST(ReviewWork, AsksForAllThatAnyDocumentNeeds) {
  Work work;
  work.Do(work.TakeNow());
  ASSERT_FALSE(work.desk.spokes.analyze_requests.empty());
  const analysis::v1::Start& start = work.desk.spokes.analyze_requests[0].start();
  EXPECT_TRUE(start.is_detailed());
  EXPECT_TRUE(start.is_playbook());
}

TEST(ReviewWork, OnlyPublishesWhatAnEarlierWorkerHasStored) {
  Work work;
  const Lease lease = work.TakeNow();
  work.publish_answer = absl::UnavailableError("the connection was cut");
  EXPECT_EQ(work.Do(lease).kind, WorkResult::Kind::kRetry);
  work.desk.spokes.on_fetch = [](auto*, auto*) {
    ADD_FAILURE() << "the change was fetched again";
    return grpc::Status::OK;
  };
  work.publish_answer = Publication();
  work.publish_answer->set_state(Publication::STATE_PUBLISHED);
  EXPECT_EQ(work.Do(lease).kind, WorkResult::Kind::kDone);
  EXPECT_EQ(work.published.size(), 2u);
  EXPECT_EQ(work.summary().publication().state(), Publication::STATE_PUBLISHED);
}

TEST(ReviewWork, PublishesNothingWithoutBeingAsked) {
  Work work(/*is_published=*/false);
  EXPECT_EQ(work.Do(work.TakeNow()).kind, WorkResult::Kind::kDone);
  EXPECT_EQ(work.summary().state(), review::v1::REVIEW_STATE_DONE);
  EXPECT_TRUE(work.published.empty());
}

TEST(ReviewWork, PublishesNothingWhenTheLeaseWasLost) {
  Work work;
  const Lease lease = work.TakeNow();
  work.desk.spokes.info.set_head_commit("head-2");
  ASSERT_OK(
      work.desk.reviews.Submit(work.desk.spokes.stubs(), PullRequest(), {.actor = "test"}, Caller())
          .status());
  const WorkResult result = work.Do(lease);
  EXPECT_NE(result.kind, WorkResult::Kind::kRetry);
  EXPECT_TRUE(work.published.empty());
  EXPECT_EQ(work.summary().state(), review::v1::REVIEW_STATE_SUPERSEDED);
}

TEST(ReviewWork, LeavesNoReviewPendingThatWasWithdrawnMeanwhile) {
  Work work;
  const Lease lease = work.TakeNow();
  work.publish_answer = absl::UnavailableError("the connection was cut");
  EXPECT_EQ(work.Do(lease).kind, WorkResult::Kind::kRetry);
  ASSERT_OK(work.desk.queue->WithdrawKey(lease.job.key()));
  EXPECT_EQ(work.Do(lease).kind, WorkResult::Kind::kLost);
  EXPECT_EQ(work.published.size(), 1u);
  EXPECT_EQ(work.summary().state(), review::v1::REVIEW_STATE_SUPERSEDED);
  EXPECT_FALSE(work.summary().has_publication());
}

TEST(ReviewWork, TriesAgainWhileAServiceIsMissingThenAcceptsAPart) {
  Work work;
  work.desk.spokes.on_analyze = [](auto*, auto*) {
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "restarting");
  };
  Lease lease = work.TakeNow();
  const WorkResult first = work.Do(lease);
  EXPECT_EQ(first.kind, WorkResult::Kind::kRetry);
  EXPECT_THAT(first.reason, HasSubstr("analysis: restarting"));
  EXPECT_EQ(work.summary().state(), review::v1::REVIEW_STATE_QUEUED);
  EXPECT_THAT(work.summary().state_reason(), HasSubstr("attempt 1 failed"));
  lease.attempts = 3;
  EXPECT_EQ(work.Do(lease).kind, WorkResult::Kind::kDone);
  EXPECT_EQ(work.summary().state(), review::v1::REVIEW_STATE_DONE);
}

TEST(ReviewWork, AcceptsAPartAtOnceWhenTheRestCanNeverBeHad) {
  for (const auto code : {grpc::StatusCode::FAILED_PRECONDITION, grpc::StatusCode::NOT_FOUND,
                          grpc::StatusCode::PERMISSION_DENIED}) {
    Work work;
    work.desk.spokes.on_fetch = [&](auto*, auto* writer) {
      pull_request::v1::FetchChangeResponse response;
      *response.mutable_opened()->mutable_info() = work.desk.spokes.info;
      writer->Write(response);
      return grpc::Status(code, "an object is missing");
    };
    const WorkResult result = work.Do(work.TakeNow());
    EXPECT_EQ(result.kind, WorkResult::Kind::kDone) << result.reason;
    EXPECT_EQ(work.summary().state(), review::v1::REVIEW_STATE_DONE);
    EXPECT_EQ(work.summary().attempts(), 1);
  }
}

TEST(ReviewWork, GivesUpAtOnceOnWhatCannotSucceed) {
  Work work;
  work.desk.spokes.on_fetch = [](auto*, auto*) {
    return grpc::Status(grpc::StatusCode::NOT_FOUND, "the pull request is gone");
  };
  const WorkResult result = work.Do(work.TakeNow());
  EXPECT_EQ(result.kind, WorkResult::Kind::kBury);
  EXPECT_EQ(result.reason, "the pull request is gone");
  EXPECT_EQ(work.summary().state(), review::v1::REVIEW_STATE_FAILED);
  EXPECT_THAT(work.announced, ElementsAre("the pull request is gone"));
}

TEST(ReviewWork, WaitsForABudgetHoweverLongItTakes) {
  Work work;
  work.publish_answer = absl::ResourceExhaustedError("the budget is used up until noon");
  Lease lease = work.TakeNow();
  lease.attempts = 99;
  const WorkResult result = work.Do(lease);
  EXPECT_EQ(result.kind, WorkResult::Kind::kPostpone);
  EXPECT_EQ(work.summary().publication().state(), Publication::STATE_PENDING);
  EXPECT_EQ(work.summary().publication().reason(), "the budget is used up until noon");
  Work reading;
  reading.desk.spokes.on_fetch = [](auto*, auto*) {
    return grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "5,000 calls were made");
  };
  EXPECT_EQ(reading.Do(reading.TakeNow()).kind, WorkResult::Kind::kPostpone);
  EXPECT_EQ(reading.summary().state(), review::v1::REVIEW_STATE_QUEUED);
  EXPECT_EQ(reading.summary().state_reason(), "pull_request: 5,000 calls were made");
}

TEST(ReviewWork, SaysWhyAReviewCouldNotBePublished) {
  Work work;
  work.publish_answer = absl::PermissionDeniedError("needs pull_requests: write");
  const WorkResult result = work.Do(work.TakeNow());
  EXPECT_EQ(result.kind, WorkResult::Kind::kBury);
  EXPECT_EQ(work.summary().state(), review::v1::REVIEW_STATE_DONE);
  EXPECT_EQ(work.summary().publication().state(), Publication::STATE_FAILED);
  EXPECT_EQ(work.summary().publication().reason(), "needs pull_requests: write");
  EXPECT_THAT(work.announced, ElementsAre("publishing: needs pull_requests: write"));
}

TEST(ReviewWork, MarksFindingsOfRulesOnProbationAndOfIgnoredOnes) {
  Work work;
  work.desk.spokes.files = {"a.py"};
  work.Do(work.TakeNow());
  const auto first = work.desk.store.GetReview(work.id);
  ASSERT_OK(first.status());
  const std::string rule = first->review().findings(0).rule_id();
  ASSERT_OK(work.desk.store.SetProbation({.organisation = "acme", .rule_id = rule}));
  review::v1::PullRequestState pull;
  pull.mutable_repository()->set_id(42);
  pull.set_number(7);
  pull.add_ignored_rules(rule);
  ASSERT_OK(work.desk.store.PutPullRequest(pull, 0));
  work.desk.spokes.info.set_head_commit("head-2");
  const auto again = work.desk.reviews.Submit(work.desk.spokes.stubs(), PullRequest(),
                                              {.actor = "test"}, Caller());
  ASSERT_OK(again.status());
  work.Do(work.TakeNow());
  const auto second = work.desk.store.GetReview(again->review().id());
  ASSERT_OK(second.status());
  EXPECT_EQ(second->review().findings(0).shown(), finding::v1::SHOWN_PROBATION);
  EXPECT_EQ(second->review().findings(0).suppression().reason(),
            "ignored on this pull request by a comment");
}

TEST(ReviewWork, EndsTheCallsOfACancelledReviewAndLeavesItCancelled) {
  Work work;
  std::string id = work.id;
  // A service that works until it is cancelled, which it is while it works.
  work.desk.spokes.on_analyze = [&](grpc::ServerContext* context, auto*) {
    EXPECT_OK(work.desk.reviews.Cancel(id, {.actor = "token:ops"}).status());
    while (!context->IsCancelled()) absl::SleepFor(absl::Milliseconds(5));
    return grpc::Status::CANCELLED;
  };
  const WorkResult result = work.Do(work.TakeNow());
  EXPECT_EQ(result.kind, WorkResult::Kind::kLost);
  EXPECT_EQ(work.summary().state(), review::v1::REVIEW_STATE_CANCELLED);
  EXPECT_EQ(work.summary().state_reason(), "withdrawn by token:ops");
  EXPECT_TRUE(work.published.empty());
}

TEST(ReviewWork, DoesNotBringBackAReviewThatWasCancelledWhenItWasNearlyDone) {
  for (const bool is_job_known : {true, false}) {
    Work work;
    const Lease lease = work.TakeNow();
    work.desk.spokes.on_render = [&](grpc::ServerContext*, FakeSpokes::RenderStream* stream) {
      // As a replica does whose queue does not answer any more in the second case.
      if (is_job_known) {
        EXPECT_OK(work.desk.reviews.Cancel(work.id, {.actor = "x"}).status());
      } else {
        EXPECT_OK(work.desk.reviews
                      .End(work.id, {.state = review::v1::REVIEW_STATE_CANCELLED, .reason = "x"})
                      .status());
      }
      report::v1::RenderRequest request;
      while (stream->Read(&request)) {
      }
      report::v1::RenderResponse response;
      response.mutable_review()->set_conclusion(review::v1::CONCLUSION_FINDINGS);
      stream->Write(response);
      return grpc::Status::OK;
    };
    EXPECT_EQ(work.Do(lease).kind, WorkResult::Kind::kLost);
    EXPECT_EQ(work.summary().state(), review::v1::REVIEW_STATE_CANCELLED);
    EXPECT_FALSE(work.desk.store.GetReview(work.id)->has_review());
    EXPECT_TRUE(work.published.empty());
  }
}

TEST(ReviewWork, EndsThePublicationOfAFailedReview) {
  Work work;
  work.desk.spokes.on_fetch = [](auto*, auto*) {
    return grpc::Status(grpc::StatusCode::NOT_FOUND, "the pull request is gone");
  };
  work.Do(work.TakeNow());
  EXPECT_EQ(work.summary().publication().state(), Publication::STATE_FAILED);
  EXPECT_EQ(work.summary().publication().reason(), "the pull request is gone");
}

TEST(ReviewWork, GivesUpAtOnceOnAReportThatIsTooLarge) {
  Work work;
  work.desk.spokes.on_render = [](auto*, auto*) {
    return grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "received message larger than max");
  };
  const WorkResult result = work.Do(work.TakeNow());
  EXPECT_EQ(result.kind, WorkResult::Kind::kBury);
  EXPECT_EQ(result.reason, "report: received message larger than max");
  EXPECT_EQ(work.summary().state(), review::v1::REVIEW_STATE_FAILED);
}

TEST(ReviewWork, GivesUpAReportServiceThatKeepsDyingBeforeTheLastAttempt) {
  Work work;
  work.desk.spokes.on_render = [](auto*, auto*) {
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "the connection was reset");
  };
  Lease lease = work.TakeNow();
  EXPECT_EQ(work.Do(lease).kind, WorkResult::Kind::kRetry);
  lease.attempts = 3;
  EXPECT_EQ(work.Do(lease).kind, WorkResult::Kind::kBury);
  EXPECT_EQ(work.summary().state_reason(), "report: the connection was reset");
}

TEST(ReviewWork, TakesAPartThatFailsForTheSameCauseAsMissingAtOnce) {
  Work work;
  work.desk.spokes.on_analyze = [](auto*, auto*) {
    return grpc::Status(grpc::StatusCode::UNKNOWN, "Unexpected error in RPC handling");
  };
  EXPECT_EQ(work.Do(work.TakeNow()).kind, WorkResult::Kind::kDone);
  EXPECT_EQ(work.summary().state(), review::v1::REVIEW_STATE_DONE);
}

TEST(ReviewWork, DoesARevivedReviewAgain) {
  Work work;
  work.desk.spokes.on_fetch = [](auto*, auto*) {
    return grpc::Status(grpc::StatusCode::NOT_FOUND, "the pull request is gone");
  };
  const Lease lease = work.TakeNow();
  ASSERT_OK(work.desk.queue->Bury(lease, work.Do(lease).reason));
  work.desk.spokes.on_fetch = nullptr;
  ASSERT_OK(
      work.desk.reviews.RetryDeadLetter(work.desk.queue->DeadLetters()->at(0).id(), {}).status());
  EXPECT_EQ(work.Do(work.TakeNow()).kind, WorkResult::Kind::kDone);
  EXPECT_EQ(work.summary().state(), review::v1::REVIEW_STATE_DONE);
  EXPECT_EQ(work.summary().publication().state(), Publication::STATE_PUBLISHED);
}

// What a doer saw, for tests that wait without sleeping.
class Seen {
 public:
  void Add(const std::string& key) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      keys_.insert(key);
    }
    changed_.notify_all();
  }
  bool WaitFor(size_t count) {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(20), [&] { return keys_.size() >= count; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<std::string> keys_;
};

review::v1::Job SyncJob(const std::string& key) {
  review::v1::Job job;
  job.set_key(key);
  job.set_tenant("installation/1");
  job.mutable_sync();
  return job;
}

TEST(Workers, DoEveryJobAndStop) {
  Desk desk;
  Seen seen;
  for (int i = 0; i < 20; ++i) {
    ASSERT_OK(desk.queue->Enqueue(SyncJob("job-" + std::to_string(i))).status());
  }
  Workers workers(
      {.queue = desk.queue.get(), .count = 3, .do_sync = [&](const Lease& lease, LeaseKeeper&) {
         seen.Add(lease.job.key());
         return WorkResult();
       }});
  EXPECT_TRUE(seen.WaitFor(20));
  EXPECT_TRUE(workers.Stop(absl::Seconds(20)));
  const auto stats = desk.queue->Stats();
  ASSERT_OK(stats.status());
  EXPECT_EQ(stats->waiting + stats->running + stats->delayed, 0);
}

TEST(Workers, BuryWorkThatThisServerDoesNotDo) {
  Desk desk;
  ASSERT_OK(desk.queue->Enqueue(SyncJob("job")).status());
  {
    Seen seen;
    ASSERT_OK(desk.queue
                  ->Enqueue([] {
                    review::v1::Job job = SyncJob("review");
                    job.mutable_review();
                    return job;
                  }())
                  .status());
    Workers workers({.queue = desk.queue.get(), .do_review = [&](const Lease& lease, LeaseKeeper&) {
                       seen.Add(lease.job.key());
                       return WorkResult();
                     }});
    EXPECT_TRUE(seen.WaitFor(1));
  }
  const auto letters = desk.queue->DeadLetters();
  ASSERT_OK(letters.status());
  ASSERT_EQ(letters->size(), 1u);
  EXPECT_EQ(letters->at(0).reason(), "this server does no work of kind \"sync\"");
}

TEST(Workers, GiveBackWhatIsNotDoneWhenTheyAreStopped) {
  Desk desk;
  ASSERT_OK(desk.queue->Enqueue(SyncJob("job")).status());
  Seen seen;
  std::promise<void> end;
  std::future<void> ended = end.get_future();
  Workers workers(
      {.queue = desk.queue.get(), .do_sync = [&](const Lease& lease, LeaseKeeper& keeper) {
         seen.Add(lease.job.key());
         ended.wait();  // It does not notice that it is cancelled.
         EXPECT_TRUE(keeper.is_lost());
         return WorkResult();
       }});
  ASSERT_TRUE(seen.WaitFor(1));
  EXPECT_FALSE(workers.Stop(absl::ZeroDuration()));
  // Another worker has it at once, and the first one's end changes nothing.
  const auto lease = desk.queue->Take("another", absl::Minutes(1), absl::Seconds(20));
  ASSERT_OK(lease.status());
  ASSERT_TRUE(lease->has_value());
  EXPECT_EQ((*lease)->attempts, 1) << "an attempt that was cut off does not count";
  end.set_value();
  EXPECT_TRUE(workers.Stop(absl::Seconds(20)));
  EXPECT_OK(desk.queue->Complete(**lease));
}

// Beside the work itself: what is thrown there costs one job its lease.
TEST(Workers, OutliveWhatIsThrownAroundTheWork) {
  Desk desk;
  for (const char* key : {"first", "second"}) ASSERT_OK(desk.queue->Enqueue(SyncJob(key)).status());
  Seen seen;
  std::atomic<int> calls = 0;
  Workers workers({.queue = desk.queue.get(),
                   .now = [&]() -> absl::Time {
                     if (++calls == 1) throw std::bad_alloc();
                     return absl::Now();
                   },
                   .do_sync =
                       [&](const Lease& lease, LeaseKeeper&) {
                         seen.Add(lease.job.key());
                         return WorkResult();
                       }});
  EXPECT_TRUE(seen.WaitFor(1));
  EXPECT_TRUE(workers.Stop(absl::Seconds(20)));
}

TEST(Workers, BuryWorkThatThrowsWithTheReason) {
  Desk desk;
  ASSERT_OK(desk.queue->Enqueue(SyncJob("memory")).status());
  ASSERT_OK(desk.queue->Enqueue(SyncJob("other")).status());
  {
    Seen seen;
    ASSERT_OK(desk.queue->Enqueue(SyncJob("well")).status());
    Workers workers({.queue = desk.queue.get(), .do_sync = [&](const Lease& lease, LeaseKeeper&) {
                       if (lease.job.key() == "memory") throw std::bad_alloc();
                       if (lease.job.key() == "other") throw std::runtime_error("no such luck");
                       seen.Add(lease.job.key());
                       return WorkResult();
                     }});
    EXPECT_TRUE(seen.WaitFor(1));
  }
  std::map<std::string, std::string> reasons;
  const auto letters = desk.queue->DeadLetters();
  ASSERT_OK(letters.status());
  for (const auto& letter : *letters) {
    reasons[letter.job().key()] = letter.reason();
  }
  EXPECT_EQ(reasons["memory"], "the work needs more memory than this server has");
  EXPECT_EQ(reasons["other"], "the work failed: no such luck");
}

}  // namespace
}  // namespace allreview::gateway

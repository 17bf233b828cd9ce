#include "gateway/queue/job_queue.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <thread>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/status_matchers.h"
#include "base/timestamp.h"
#include "gateway/queue/open_queue.h"
#include "gateway/testing/store_backend.h"

namespace allreview::gateway {
namespace {

using review::v1::Job;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr absl::Duration kLease = absl::Minutes(2);
constexpr absl::Duration kDay = absl::Hours(24);

Job JobOf(const std::string& key, const std::string& tenant = "installation/1") {
  Job job;
  job.set_key(key);
  job.set_tenant(tenant);
  return job;
}

Job ReviewOf(const std::string& key, int64_t number, const std::string& head) {
  Job job = JobOf(key);
  job.mutable_repository()->set_id(1);
  job.set_number(number);
  job.set_head_commit(head);
  job.mutable_review()->set_review_id("r");
  return job;
}

class JobQueueTest : public testing::TestWithParam<StoreKind> {
 protected:
  void SetUp() override {
    if (!StoreBackend::IsInstalled(GetParam())) GTEST_SKIP() << RedisServer::kNotInstalled;
    backend_.emplace(GetParam());
    queue_ = Open();
  }

  JobQueueOptions Options() {
    return {.max_attempts = 3,
            .first_retry_delay = absl::Seconds(10),
            .now = [this] { return now_; },
            .random = [] { return 0.0; }};
  }

  std::unique_ptr<JobQueue> Open() {
    auto queue = OpenJobQueue(backend_->url(), {}, Options());
    EXPECT_THAT(queue, IsOk());
    return *std::move(queue);
  }

  std::optional<Lease> Take(const std::string& worker = "worker-1") {
    auto lease = queue_->Take(worker, kLease, absl::ZeroDuration());
    EXPECT_THAT(lease, IsOk());
    return lease.ok() ? *lease : std::nullopt;
  }

  Lease MustTake() {
    std::optional<Lease> lease = Take();
    EXPECT_TRUE(lease.has_value());
    return lease.value_or(Lease());
  }

  bool Enqueue(const Job& job) {
    const absl::StatusOr<bool> is_new = queue_->Enqueue(job);
    EXPECT_THAT(is_new, IsOk());
    return is_new.ok() && *is_new;
  }

  JobState StateOf(const std::string& key) {
    const auto kept = queue_->List();
    for (const KeptJob& job : kept.value()) {
      if (job.job.key() == key) return job.state;
    }
    ADD_FAILURE() << "no job " << key;
    return JobState::kDone;
  }

  absl::Time now_ = absl::FromCivil(absl::CivilSecond(2026, 3, 1, 12, 0, 0), absl::UTCTimeZone());
  std::optional<StoreBackend> backend_;
  std::unique_ptr<JobQueue> queue_;
};

INSTANTIATE_TEST_SUITE_P(Queues, JobQueueTest, testing::ValuesIn(kStoreKinds), NameOfStore);

TEST_P(JobQueueTest, GivesAJobToOneWorkerUntilItIsDone) {
  EXPECT_TRUE(Enqueue(ReviewOf("k", 7, "abc")));
  const Lease lease = MustTake();
  EXPECT_EQ(lease.job.review().review_id(), "r");
  EXPECT_EQ(ToTime(lease.job.queued_at()), now_);
  EXPECT_EQ(lease.attempts, 1);
  EXPECT_EQ(lease.until, now_ + kLease);
  EXPECT_FALSE(Take().has_value());
  ASSERT_OK(queue_->Complete(lease));
  EXPECT_OK(queue_->Complete(lease)) << "as if the answer had been lost";
  now_ += kDay;
  EXPECT_FALSE(Take().has_value());
  EXPECT_EQ(StateOf("k"), JobState::kDone);
}

TEST_P(JobQueueTest, KnowsAKeyWhileItWaitsRunsAndWasDone) {
  EXPECT_TRUE(Enqueue(JobOf("k")));
  EXPECT_FALSE(Enqueue(JobOf("k")));
  const Lease lease = MustTake();
  EXPECT_FALSE(Enqueue(JobOf("k")));
  ASSERT_OK(queue_->Complete(lease));
  EXPECT_FALSE(Enqueue(JobOf("k")));
  now_ += 6 * kDay;
  EXPECT_FALSE(Enqueue(JobOf("k")));
  now_ += 2 * kDay;
  EXPECT_TRUE(Enqueue(JobOf("k")));
}

TEST_P(JobQueueTest, KnowsThePaceOfWhatWasDoneLast) {
  const auto pace = [&] { return queue_->Depth("tenant").value().pace; };
  for (int i = 0; i < 40; ++i) Enqueue(JobOf(absl::StrCat("k", i)));
  EXPECT_EQ(pace(), absl::InfiniteDuration());
  // One that is withdrawn, given back or buried is not done.
  ASSERT_OK(queue_->WithdrawKey("k39"));
  ASSERT_OK(queue_->Postpone(MustTake(), "later", absl::ZeroDuration()));
  ASSERT_OK(queue_->Bury(MustTake(), "never"));
  EXPECT_EQ(pace(), absl::InfiniteDuration());
  for (int i = 0; i < 10; ++i) {
    ASSERT_OK(queue_->Complete(MustTake()));
    now_ += absl::Seconds(2);
  }
  EXPECT_EQ(pace(), absl::Seconds(2));
  // The last twenty count, so it soon follows.
  for (int i = 0; i < 20; ++i) {
    ASSERT_OK(queue_->Complete(MustTake()));
    now_ += absl::Milliseconds(500);
  }
  EXPECT_EQ(pace(), absl::Milliseconds(500));
  now_ += absl::Minutes(11);
  EXPECT_EQ(pace(), absl::InfiniteDuration());
}

TEST_P(JobQueueTest, RefusesJobsWithoutKeyOrTenant) {
  EXPECT_THAT(queue_->Enqueue(JobOf("")),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("the key of a job has 0")));
  EXPECT_THAT(queue_->Enqueue(JobOf("k", "")),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("the tenant of a job has 0")));
}

TEST_P(JobQueueTest, GivesAJobToAnotherWorkerWhenTheLeaseHasRunOut) {
  Enqueue(JobOf("k"));
  const Lease stale = MustTake();
  now_ += kLease + absl::Seconds(1);
  const Lease fresh = MustTake();
  EXPECT_EQ(fresh.job.key(), "k");
  EXPECT_EQ(fresh.attempts, 2);
  EXPECT_GT(std::stoll(fresh.token), std::stoll(stale.token));
  for (const absl::Status& status :
       {queue_->Extend(stale, kLease), queue_->Complete(stale), queue_->Bury(stale, "x"),
        queue_->Retry(stale, "x", absl::ZeroDuration())}) {
    EXPECT_THAT(status,
                StatusIs(absl::StatusCode::kAborted,
                         "the lease of job 'k' was lost: it ran out, or the job has ended"));
  }
  EXPECT_OK(queue_->Complete(fresh));
}

TEST_P(JobQueueTest, LetsALateWorkerEndAJobThatNobodyElseTook) {
  Enqueue(JobOf("k"));
  const Lease lease = MustTake();
  now_ += kLease + absl::Seconds(1);
  EXPECT_OK(queue_->Complete(lease));
  EXPECT_FALSE(Take().has_value());
}

TEST_P(JobQueueTest, KeepsALeaseThatIsExtended) {
  Enqueue(JobOf("k"));
  const Lease lease = MustTake();
  now_ += kLease - absl::Seconds(1);
  ASSERT_OK(queue_->Extend(lease, kLease));
  now_ += kLease - absl::Seconds(1);
  EXPECT_FALSE(Take().has_value());
  now_ += absl::Seconds(2);
  EXPECT_TRUE(Take().has_value());
}

TEST_P(JobQueueTest, DelaysEachRetryLongerAndThenGivesUp) {
  Enqueue(JobOf("k"));
  ASSERT_OK(queue_->Retry(MustTake(), "first", absl::ZeroDuration()));
  now_ += absl::Seconds(9);
  EXPECT_FALSE(Take().has_value());
  now_ += absl::Seconds(1);
  ASSERT_OK(queue_->Retry(MustTake(), "second", absl::ZeroDuration()));
  now_ += absl::Seconds(19);
  EXPECT_FALSE(Take().has_value());
  now_ += absl::Seconds(1);
  const Lease last = MustTake();
  EXPECT_EQ(last.attempts, 3);
  ASSERT_OK(queue_->Retry(last, "third", absl::ZeroDuration()));
  now_ += kDay;
  EXPECT_FALSE(Take().has_value());
  ASSERT_OK_AND_ASSIGN(const auto letters, queue_->DeadLetters());
  ASSERT_EQ(letters.size(), 1u);
  EXPECT_EQ(letters[0].job().key(), "k");
  EXPECT_EQ(letters[0].reason(), "third");
  EXPECT_EQ(letters[0].attempts(), 3);
}

TEST_P(JobQueueTest, PostponesHoweverOftenWithoutGivingUp) {
  Enqueue(JobOf("k"));
  for (int i = 0; i < 10; ++i) {
    const Lease lease = MustTake();
    EXPECT_EQ(lease.attempts, 1);
    ASSERT_OK(queue_->Postpone(lease, "the budget is used up", absl::Minutes(5)));
    EXPECT_EQ(queue_->Postpone(lease, "x", absl::Minutes(5)).code(), absl::StatusCode::kAborted);
    now_ += absl::Minutes(5) - absl::Milliseconds(1);
    EXPECT_FALSE(Take().has_value());
    now_ += absl::Milliseconds(1);
  }
  ASSERT_OK(queue_->Retry(MustTake(), "first", absl::ZeroDuration()));
  ASSERT_OK_AND_ASSIGN(const QueueStats stats, queue_->Stats());
  EXPECT_EQ(stats.dead, 0);
  EXPECT_EQ(stats.delayed, 1);
}

TEST_P(JobQueueTest, WaitsAtLeastAsLongAsARetryAsksFor) {
  Enqueue(JobOf("k"));
  ASSERT_OK(queue_->Retry(MustTake(), "rate limit", absl::Hours(1)));
  now_ += absl::Minutes(59);
  EXPECT_FALSE(Take().has_value());
  now_ += absl::Minutes(1);
  EXPECT_TRUE(Take().has_value());
}

TEST_P(JobQueueTest, GivesUpAJobWhoseWorkersKeepVanishing) {
  Enqueue(JobOf("k"));
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(Take(absl::StrCat("worker-", i)).has_value());
    now_ += kLease + absl::Seconds(1);
  }
  EXPECT_FALSE(Take().has_value());
  ASSERT_OK_AND_ASSIGN(const auto letters, queue_->DeadLetters());
  ASSERT_EQ(letters.size(), 1u);
  EXPECT_EQ(letters[0].reason(),
            "no worker came back with it in 3 attempts; the last was 'worker-2'");
}

TEST_P(JobQueueTest, BuriesAndRevives) {
  for (const char* key : {"a", "b"}) {
    Enqueue(JobOf(key));
    ASSERT_OK(queue_->Bury(MustTake(), absl::StrCat("why ", key)));
    now_ += absl::Seconds(1);
  }
  ASSERT_OK_AND_ASSIGN(const auto letters, queue_->DeadLetters());
  ASSERT_EQ(letters.size(), 2u);
  EXPECT_EQ(letters[0].job().key(), "b") << "newest first";
  EXPECT_EQ(queue_->Stats()->dead, 2);
  EXPECT_EQ(queue_->Revive(letters[1].id()).value(), "a");
  EXPECT_THAT(queue_->Revive(letters[1].id()),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("there is no dead letter")));
  EXPECT_EQ(queue_->DeadLetters()->size(), 1u);
  const Lease lease = MustTake();
  EXPECT_EQ(lease.job.key(), "a");
  EXPECT_EQ(lease.attempts, 1);
}

TEST_P(JobQueueTest, QueuesADeadLetterAgainUnderItsKey) {
  Enqueue(JobOf("k"));
  ASSERT_OK(queue_->Bury(MustTake(), "why"));
  EXPECT_TRUE(Enqueue(JobOf("k")));
  EXPECT_THAT(*queue_->DeadLetters(), IsEmpty());
  EXPECT_EQ(MustTake().attempts, 1);
}

TEST_P(JobQueueTest, LetsAJobWaitUntilItsTime) {
  Job job = JobOf("k");
  *job.mutable_not_before() = ToTimestamp(now_ + absl::Minutes(1));
  Enqueue(job);
  EXPECT_FALSE(Take().has_value());
  EXPECT_EQ(queue_->Stats()->delayed, 1);
  now_ += absl::Minutes(1);
  EXPECT_TRUE(Take().has_value());
}

TEST_P(JobQueueTest, WithdrawsReviewsOfOlderHeads) {
  Enqueue(ReviewOf("old", 7, "aaa"));
  Enqueue(ReviewOf("running", 7, "bbb"));
  Enqueue(ReviewOf("new", 7, "ccc"));
  Enqueue(ReviewOf("other", 8, "aaa"));
  Job command = JobOf("command");
  command.mutable_repository()->set_id(1);
  command.set_number(7);
  command.mutable_command()->set_command("help");
  Enqueue(command);
  ASSERT_EQ(MustTake().job.key(), "old");
  ASSERT_OK_AND_ASSIGN(const auto keys, queue_->Withdraw(1, 7, "ccc"));
  EXPECT_THAT(keys, ElementsAre("old", "running"));
  EXPECT_EQ(MustTake().job.key(), "new");
  EXPECT_EQ(MustTake().job.key(), "other");
  EXPECT_EQ(MustTake().job.key(), "command");
  EXPECT_FALSE(Take().has_value());
}

TEST_P(JobQueueTest, TellsTheWorkerOfAWithdrawnJobAndAllowsItsKeyAgain) {
  Enqueue(ReviewOf("k", 7, "aaa"));
  const Lease lease = MustTake();
  ASSERT_OK(queue_->WithdrawKey("k"));
  EXPECT_THAT(queue_->Extend(lease, kLease),
              StatusIs(absl::StatusCode::kCancelled, "job 'k' was withdrawn"));
  EXPECT_THAT(queue_->Complete(lease),
              StatusIs(absl::StatusCode::kCancelled, "job 'k' was withdrawn"));
  EXPECT_THAT(queue_->WithdrawKey("k"),
              StatusIs(absl::StatusCode::kNotFound, "no job 'k' waits or runs"));
  EXPECT_TRUE(Enqueue(ReviewOf("k", 7, "aaa")));
  const Lease again = MustTake();
  EXPECT_THAT(queue_->Complete(lease), StatusIs(absl::StatusCode::kAborted, HasSubstr("was lost")));
  EXPECT_OK(queue_->Complete(again));
}

TEST_P(JobQueueTest, LetsNoTenantWaitForTheManyJobsOfAnother) {
  // A thousand commits to a disk would take this test's time.
  if (GetParam() == StoreKind::kSqlite) {
    auto in_memory = OpenJobQueue("sqlite::memory:", {}, Options());
    ASSERT_OK(in_memory);
    queue_ = *std::move(in_memory);
  }
  for (int i = 0; i < 1000; ++i) Enqueue(JobOf(absl::StrCat("big-", i), "installation/1"));
  for (int i = 0; i < 10; ++i) MustTake();
  Enqueue(JobOf("small", "installation/2"));
  // One worker: at most one job of the other tenant comes first.
  const std::string first = MustTake().job.tenant();
  const std::string second = MustTake().job.tenant();
  EXPECT_TRUE(first == "installation/2" || second == "installation/2");
  // Who returns again and again waits for one turn each time, too.
  for (int i = 0; i < 10; ++i) {
    Enqueue(JobOf(absl::StrCat("small-", i), "installation/2"));
    std::vector<std::string> tenants = {MustTake().job.tenant(), MustTake().job.tenant()};
    std::sort(tenants.begin(), tenants.end());
    EXPECT_THAT(tenants, ElementsAre("installation/1", "installation/2"));
  }
}

TEST_P(JobQueueTest, GivesTheJobsOfATenantInTheirOrder) {
  for (int i = 0; i < 20; ++i) Enqueue(JobOf(absl::StrCat("k", i % 2, "-", i)));
  for (int i = 0; i < 20; ++i) EXPECT_EQ(MustTake().job.key(), absl::StrCat("k", i % 2, "-", i));
}

TEST_P(JobQueueTest, TellsHowMuchThereIsToDo) {
  Enqueue(JobOf("a", "t1"));
  now_ += absl::Seconds(5);
  Enqueue(JobOf("b", "t2"));
  Enqueue(JobOf("c", "t2"));
  now_ += absl::Seconds(5);
  ASSERT_OK_AND_ASSIGN(QueueStats stats, queue_->Stats());
  EXPECT_EQ(stats.waiting, 3);
  EXPECT_EQ(stats.oldest_age, absl::Seconds(10));
  ASSERT_EQ(stats.tenants.size(), 2u);
  EXPECT_EQ(stats.tenants[1].tenant, "t2");
  EXPECT_EQ(stats.tenants[1].waiting, 2);
  ASSERT_OK(queue_->Complete(MustTake()));
  MustTake();
  ASSERT_OK_AND_ASSIGN(stats, queue_->Stats());
  EXPECT_EQ(stats.waiting, 1);
  EXPECT_EQ(stats.running, 1);
  EXPECT_EQ(stats.oldest_age, absl::Seconds(5));
  MustTake();
  ASSERT_OK_AND_ASSIGN(stats, queue_->Stats());
  EXPECT_EQ(stats.waiting, 0);
  EXPECT_EQ(stats.oldest_age, absl::ZeroDuration());
  EXPECT_TRUE(stats.tenants.empty());
}

TEST_P(JobQueueTest, WakesAWorkerThatWaits) {
  for (int round = 0; round < 2; ++round) {
    std::optional<Lease> taken;
    const std::unique_ptr<JobQueue> other = round == 0 ? nullptr : Open();
    JobQueue& worker_queue = other ? *other : *queue_;
    std::thread worker(
        [&] { taken = worker_queue.Take("worker-1", kLease, absl::Seconds(20)).value(); });
    EXPECT_TRUE(queue_->Enqueue(JobOf(absl::StrCat("k", round))).value());
    worker.join();
    ASSERT_TRUE(taken.has_value());
    EXPECT_EQ(taken->job.key(), absl::StrCat("k", round));
  }
}

TEST_P(JobQueueTest, ReturnsWithoutAJobWhenTheWaitIsOver) {
  const absl::Time start = absl::Now();
  ASSERT_OK_AND_ASSIGN(auto none, queue_->Take("w", kLease, absl::Milliseconds(100)));
  EXPECT_FALSE(none.has_value());
  EXPECT_GE(absl::Now() - start, absl::Milliseconds(99));
}

TEST_P(JobQueueTest, LosesAndDoublesNothingAmongManyWorkers) {
  constexpr int kJobs = 60;
  for (int i = 0; i < kJobs; ++i) {
    Enqueue(JobOf(absl::StrCat("k", i), absl::StrCat("tenant/", i % 7)));
  }
  std::mutex mutex;
  std::multiset<std::string> done;
  std::vector<std::thread> workers;
  for (int w = 0; w < 4; ++w) {
    workers.emplace_back([&, w] {
      const std::unique_ptr<JobQueue> queue = Open();
      while (true) {
        auto lease = queue->Take(absl::StrCat("worker-", w), kLease, absl::ZeroDuration()).value();
        if (!lease) return;
        EXPECT_OK(queue->Complete(*lease));
        const std::lock_guard<std::mutex> lock(mutex);
        done.insert(lease->job.key());
      }
    });
  }
  for (std::thread& worker : workers) worker.join();
  EXPECT_EQ(done.size(), static_cast<size_t>(kJobs));
  EXPECT_EQ(std::set<std::string>(done.begin(), done.end()).size(), static_cast<size_t>(kJobs));
}

TEST_P(JobQueueTest, ForgetsWhatIsPastItsRetention) {
  Enqueue(JobOf("done"));
  ASSERT_OK(queue_->Complete(MustTake()));
  Enqueue(JobOf("dead"));
  ASSERT_OK(queue_->Bury(MustTake(), "why"));
  now_ += 31 * kDay;
  Enqueue(JobOf("next"));
  MustTake();
  ASSERT_OK_AND_ASSIGN(const auto kept, queue_->List());
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_EQ(kept[0].job.key(), "next");
}

TEST_P(JobQueueTest, RestoresWhatItLists) {
  Enqueue(ReviewOf("a-done", 1, "x"));
  ASSERT_OK(queue_->Complete(MustTake()));
  Enqueue(ReviewOf("b-dead", 2, "x"));
  ASSERT_OK(queue_->Bury(MustTake(), "why"));
  Enqueue(ReviewOf("c-delayed", 3, "x"));
  ASSERT_OK(queue_->Retry(MustTake(), "later", absl::Hours(1)));
  Enqueue(ReviewOf("d-running", 4, "x"));
  MustTake();
  Enqueue(ReviewOf("e-waiting", 5, "x"));
  ASSERT_OK_AND_ASSIGN(const auto kept, queue_->List());
  ASSERT_EQ(kept.size(), 5u);
  ASSERT_OK_AND_ASSIGN(auto copy, OpenJobQueue("sqlite::memory:", {}, Options()));
  for (const KeptJob& job : kept) ASSERT_OK(copy->Restore(job));
  EXPECT_THAT(copy->Restore(kept[0]),
              StatusIs(absl::StatusCode::kAlreadyExists, HasSubstr("there is a job 'a-done'")));
  EXPECT_FALSE(copy->Enqueue(JobOf("a-done")).value());
  EXPECT_EQ(copy->DeadLetters()->at(0).id(), queue_->DeadLetters()->at(0).id());
  EXPECT_EQ(copy->Take("w", kLease, {}).value()->job.key(), "d-running");
  EXPECT_EQ(copy->Take("w", kLease, {}).value()->job.review().review_id(), "r");
  EXPECT_FALSE(copy->Take("w", kLease, {}).value().has_value());
  now_ += absl::Hours(1);
  EXPECT_EQ(copy->Take("w", kLease, {}).value()->job.key(), "c-delayed");
}

TEST(RetryDelay, GrowsToItsLimitAndIsSpread) {
  const JobQueueOptions options = {.first_retry_delay = absl::Seconds(10),
                                   .max_retry_delay = absl::Seconds(60)};
  EXPECT_EQ(RetryDelay(options, 1, 0), absl::Seconds(10));
  EXPECT_EQ(RetryDelay(options, 2, 0), absl::Seconds(20));
  EXPECT_EQ(RetryDelay(options, 3, 0.5), absl::Seconds(30));
  EXPECT_EQ(RetryDelay(options, 99, 0), absl::Seconds(60));
}

}  // namespace
}  // namespace allreview::gateway

// Workers are killed a hundred times at random points, the Redis server some times with them: every
// job is completed, and of whatever was done for it exactly one result counts, that of the lease
// that completed it.

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "base/status_matchers.h"
#include "base/subprocess.h"
#include "gateway/queue/open_queue.h"
#include "gateway/testing/store_backend.h"

namespace allreview::gateway {
namespace {

constexpr int kKills = 100;
constexpr int kKillsBetweenRestarts = 20;  // Of the Redis server.
constexpr int kWorkers = 3;
constexpr int kJobsPerKill = 4;
// About as long as a worker has work: most victims are killed at it.
constexpr int kMaxPauseMicroseconds = 12'000;

class QueueChaosTest : public testing::TestWithParam<StoreKind> {
 protected:
  void SetUp() override {
    if (!StoreBackend::IsInstalled(GetParam())) GTEST_SKIP() << RedisServer::kNotInstalled;
    SetMinLogLevel(LogLevel::kNone);
    backend_.emplace(GetParam(), /*is_persistent=*/true);
    results_ = absl::StrCat(std::getenv("TEST_TMPDIR"), "/results-",
                            GetParam() == StoreKind::kRedis ? "redis" : "sqlite");
    auto queue = OpenJobQueue(backend_->url(), {}, {});
    ASSERT_THAT(queue, IsOk());
    queue_ = *std::move(queue);
    for (int i = 0; i < kWorkers; ++i) StartWorker(i);
  }

  void StartWorker(int i) {
    auto worker = Subprocess::Start({.argv = {std::getenv("QUEUE_WORKER"), backend_->url(),
                                              results_, absl::StrCat("worker-", i)}});
    ASSERT_THAT(worker, IsOk());
    workers_[i] = *std::move(worker);
  }

  void Enqueue(int number) {
    review::v1::Job job;
    job.set_key(absl::StrCat("job-", number));
    job.set_tenant(absl::StrCat("tenant/", number % 5));
    const absl::StatusOr<bool> is_new = queue_->Enqueue(job);
    ASSERT_THAT(is_new, IsOk());
    EXPECT_TRUE(*is_new) << job.key();
  }

  // Until nothing is left to do.
  void WaitUntilIdle() {
    const absl::Time end = absl::Now() + absl::Seconds(40);
    while (true) {
      ASSERT_OK_AND_ASSIGN(const QueueStats stats, queue_->Stats());
      if (stats.waiting + stats.delayed + stats.running == 0) return;
      ASSERT_LT(absl::Now(), end) << stats.waiting << " wait, " << stats.running << " run";
      absl::SleepFor(absl::Milliseconds(20));
    }
  }

  // Tokens under which each job was taken ("took") or worked on ("worked").
  std::map<std::string, std::vector<int64_t>> Results(const std::string& wanted) {
    std::map<std::string, std::vector<int64_t>> results;
    std::istringstream lines(ReadFile(results_).value());
    std::string word, key;
    for (int64_t token = 0; lines >> word >> key >> token;) {
      if (word == wanted) results[key].push_back(token);
    }
    return results;
  }

  std::mt19937 random_{20260301};
  std::string results_;
  std::optional<StoreBackend> backend_;
  std::unique_ptr<JobQueue> queue_;
  std::unique_ptr<Subprocess> workers_[kWorkers];
};

INSTANTIATE_TEST_SUITE_P(Queues, QueueChaosTest, testing::ValuesIn(kStoreKinds), NameOfStore);

TEST_P(QueueChaosTest, LosesNoJobAndCountsNoResultTwice) {
  int jobs = 0;
  for (int kill = 1; kill <= kKills; ++kill) {
    for (int i = 0; i < kJobsPerKill; ++i) Enqueue(jobs++);
    absl::SleepFor(absl::Microseconds(random_() % kMaxPauseMicroseconds));
    if (kill % kKillsBetweenRestarts == 0 && backend_->redis() != nullptr) {
      backend_->redis()->Kill();
      backend_->redis()->Start();
    }
    const int victim = static_cast<int>(random_() % kWorkers);
    workers_[victim]->Kill();
    ASSERT_OK(workers_[victim]->Wait({}));
    StartWorker(victim);
  }
  WaitUntilIdle();

  const auto results = Results("worked");
  ASSERT_OK_AND_ASSIGN(const std::vector<KeptJob> kept, queue_->List());
  EXPECT_EQ(kept.size(), static_cast<size_t>(jobs));
  std::set<int64_t> tokens;
  int repeated = 0;
  for (const KeptJob& job : kept) {
    EXPECT_EQ(job.state, JobState::kDone) << job.job.key();
    const auto worked = results.find(job.job.key());
    ASSERT_NE(worked, results.end()) << job.job.key() << " was completed without its work";
    int64_t completed = 0;
    ASSERT_TRUE(absl::SimpleAtoi(job.token, &completed)) << job.job.key();
    EXPECT_EQ(std::count(worked->second.begin(), worked->second.end(), completed), 1)
        << job.job.key();
    EXPECT_EQ(*std::max_element(worked->second.begin(), worked->second.end()), completed)
        << job.job.key() << " was given away after it was completed";
    tokens.insert(worked->second.begin(), worked->second.end());
    repeated += worked->second.size() > 1 ? 1 : 0;
  }
  size_t worked_times = 0;
  size_t taken_times = 0;
  for (const auto& [key, worked] : results) worked_times += worked.size();
  for (const auto& [key, taken] : Results("took")) taken_times += taken.size();
  EXPECT_EQ(tokens.size(), worked_times) << "two leases had one token";
  EXPECT_GT(taken_times, kept.size()) << "no worker was killed at work, so this proved nothing";
  std::cout << jobs << " jobs, " << kKills << " kills, " << taken_times - jobs
            << " leases lost with their worker, " << repeated << " jobs done more than once\n";
}

}  // namespace
}  // namespace allreview::gateway

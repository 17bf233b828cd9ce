#include "base/work_budget.h"

#include <atomic>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

// Null where jemalloc is not linked, as under sanitizers: then nobody counts memory.
extern "C" __attribute__((weak)) int mallctl(const char* name, void* old_value, size_t* old_size,
                                             void* new_value, size_t new_size);

namespace allreview {
namespace {

using ::testing::HasSubstr;

[[noreturn]] void WorkForEver() {
  for (;;) Poll();
}

TEST(WorkBudget, LetsWorkEndThatStaysInside) {
  WorkBudget budget("the test", {.cpu_seconds = 10});
  int steps = 0;
  EXPECT_TRUE(RunWithin(budget, "the loop", [&] {
                for (; steps < 100'000; ++steps) Poll();
              }).ok());
  EXPECT_EQ(steps, 100'000);
}

TEST(WorkBudget, EndsALoopThatOnlyPolls) {
  WorkBudget budget("the test", {.cpu_seconds = 0.02});
  const absl::Status status = RunWithin(budget, "the loop", WorkForEver);
  EXPECT_EQ(status, absl::ResourceExhaustedError(
                        "stopped in the loop: the test used up its 0.02 s of CPU time"));
  EXPECT_GE(budget.cpu_seconds(), 0.02);
}

TEST(WorkBudget, StaysUsedUp) {
  WorkBudget budget("the test", {.cpu_seconds = 0.01});
  EXPECT_FALSE(RunWithin(budget, "the loop", WorkForEver).ok());
  bool has_run = false;
  EXPECT_FALSE(RunWithin(budget, "the next phase", [&] { has_run = true; }).ok());
  EXPECT_FALSE(has_run);
}

TEST(WorkBudget, ChargesTheBudgetAroundIt) {
  WorkBudget review("the review", {.cpu_seconds = 10});
  EXPECT_TRUE(RunWithin(review, "all files", [&] {
                WorkBudget file("the file", {.cpu_seconds = 0.02});
                EXPECT_FALSE(RunWithin(file, "the rules", WorkForEver).ok());
              }).ok());
  EXPECT_GE(review.cpu_seconds(), 0.02);
}

TEST(WorkBudget, EndsByTheBudgetAroundItWhichTheReasonNames) {
  WorkBudget review("the review", {.cpu_seconds = 0.02});
  absl::Status of_file;
  const absl::Status of_review = RunWithin(review, "all files", [&] {
    WorkBudget file("the file", {.cpu_seconds = 10});
    of_file = RunWithin(file, "the rules", WorkForEver);
    PollNow();
  });
  EXPECT_THAT(of_file.message(), HasSubstr("the review used up its 0.02 s"));
  EXPECT_FALSE(of_review.ok());
}

TEST(WorkBudget, ChargesOnlyWhatWasDoneForIt) {
  WorkBudget review("the review", {.cpu_seconds = 10});
  WorkBudget before("the work before", {.cpu_seconds = 0.05});
  EXPECT_FALSE(RunWithin(before, "the loop", WorkForEver).ok());
  EXPECT_TRUE(RunWithin(review, "nothing", [] {}).ok());
  EXPECT_LT(review.cpu_seconds(), 0.05);
}

TEST(WorkBudget, EndsWhenItIsCancelled) {
  std::atomic<bool> is_cancelled = false;
  WorkBudget budget("the test", {.is_cancelled = [&] { return is_cancelled.load(); }});
  const absl::Status status = RunWithin(budget, "the loop", [&] {
    for (int i = 0;; ++i) {
      if (i == 1'000'000) is_cancelled = true;
      Poll();
    }
  });
  EXPECT_EQ(status.code(), absl::StatusCode::kCancelled);
  is_cancelled = false;  // It stays cancelled.
  EXPECT_FALSE(RunWithin(budget, "the next phase", [] {}).ok());
}

TEST(WorkBudget, EndsAtItsDeadline) {
  WorkBudget budget("the test", {.deadline = std::chrono::steady_clock::now()});
  EXPECT_EQ(RunWithin(budget, "the loop", WorkForEver),
            absl::DeadlineExceededError("stopped in the loop: the test ran out of time"));
}

TEST(WorkBudget, EndsWorkThatTakesMemory) {
  if (mallctl == nullptr) GTEST_SKIP() << "another allocator";
  WorkBudget budget("the test", {.net_bytes = 64 << 20});
  std::vector<std::unique_ptr<char[]>> blocks;
  const absl::Status status = RunWithin(budget, "the loop", [&] {
    while (blocks.size() < 1'000'000) {
      blocks.push_back(std::make_unique<char[]>(10'000));
      Poll();
    }
  });
  EXPECT_EQ(status, absl::ResourceExhaustedError(
                        "stopped in the loop: the test used up its 64 MiB of memory"));
  EXPECT_LT(blocks.size(), 1'000'000u);
  blocks.clear();  // What is freed may be used again.
}

TEST(WorkBudget, DoesNotCountMemoryThatIsFreedAgain) {
  WorkBudget budget("the test", {.net_bytes = 64 << 20});
  EXPECT_TRUE(RunWithin(budget, "the loop", [] {
                for (int i = 0; i < 1'000; ++i) {
                  const auto block = std::make_unique<char[]>(1 << 20);
                  block[i] = 1;
                  PollNow();
                }
              }).ok());
}

TEST(WorkBudget, TurnsWantOfMemoryIntoAStatus) {
  WorkBudget budget("the test", {});
  EXPECT_EQ(RunWithin(budget, "the loop", [] { throw std::bad_alloc(); }),
            absl::ResourceExhaustedError("stopped in the loop: the process has no memory left"));
  EXPECT_EQ(
      RunWithin(budget, "the loop", [] { std::string().reserve(std::string().max_size() + 1); }),
      absl::ResourceExhaustedError("stopped in the loop: a text or a list became too long"));
}

TEST(WorkBudget, HidesNoOtherException) {
  WorkBudget budget("the test", {});
  EXPECT_THROW(RunWithin(budget, "the loop", [] { throw std::logic_error("a bug"); }).IgnoreError(),
               std::logic_error);
  EXPECT_EQ(WorkBudget::Current(), nullptr);
}

TEST(WorkBudget, DoesNotThrowWhileTheThreadUnwinds) {
  struct PollsAtItsEnd {
    ~PollsAtItsEnd() {
      for (int i = 0; i < 10'000; ++i) PollNow();
    }
  };
  WorkBudget budget("the test", {.cpu_seconds = 0.01});
  EXPECT_FALSE(RunWithin(budget, "the loop", [] {
                 const PollsAtItsEnd at_end;
                 WorkForEver();
               }).ok());
}

TEST(WorkBudget, ExtendsByWhatBecomesKnown) {
  WorkBudget budget("the test", {.cpu_seconds = 0, .net_bytes = 1 << 20});
  EXPECT_FALSE(RunWithin(budget, "nothing", [] {}).ok());
  budget.Extend(10, 1 << 20);
  EXPECT_TRUE(RunWithin(budget, "nothing", [] {}).ok());
  EXPECT_EQ(budget.Describe(WorkBudget::Limit::kMemory), "the test used up its 2 MiB of memory");
  WorkBudget unlimited("the test", {});
  unlimited.Extend(10, 10);
  EXPECT_TRUE(RunWithin(unlimited, "nothing", [] {}).ok());
}

TEST(SharedWork, IsEndedByTheOutermostBudgetOnly) {
  WorkBudget review("the review", {.cpu_seconds = 0.2});
  bool is_built = false;
  EXPECT_TRUE(RunWithin(review, "all files", [&] {
                WorkBudget file("the file", {.cpu_seconds = 0.01});
                EXPECT_FALSE(RunWithin(file, "the rules", [&] {
                               {
                                 const SharedWorkScope shared;
                                 while (file.cpu_seconds() < 0.03) Poll();
                                 is_built = true;
                               }
                               WorkForEver();
                             }).ok());
              }).ok());
  EXPECT_TRUE(is_built);
  // A budget that is made for a part of the shared work does not bring the file's back.
  EXPECT_TRUE(RunWithin(review, "all files", [&] {
                WorkBudget file("the file", {.cpu_seconds = 0.01});
                EXPECT_FALSE(RunWithin(file, "the rules", WorkForEver).ok());
                const BudgetScope scope(&file);
                const SharedWorkScope shared;
                WorkBudget part("the part", {.cpu_seconds = 1});
                EXPECT_TRUE(RunWithin(part, "the table", [] {}).ok());
              }).ok());
  EXPECT_FALSE(RunWithin(review, "all files", [&] {
                 const SharedWorkScope shared;
                 WorkForEver();
               }).ok());
}

}  // namespace
}  // namespace allreview

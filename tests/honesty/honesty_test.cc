// No change that holds a defect ends with success, whatever its author does to it.

#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/honesty/mutations.h"
#include "tests/honesty/reviewer.h"

namespace allreview::honesty {
namespace {

using review::v1::CONCLUSION_BLOCKED;
using review::v1::CONCLUSION_SUCCESS;
using review::v1::CONCLUSION_UNSPECIFIED;

std::string Describe(const Mutated& mutated, const Reviewer::Verdict& verdict) {
  return absl::StrCat(absl::StrJoin(mutated.names, ", "), ": ", verdict.reason, "\n",
                      DiffOf(mutated.change).substr(0, 3000));
}

void ExpectNoSuccess(Reviewer& reviewer, const Mutated& mutated) {
  const Reviewer::Verdict verdict = reviewer.Review(mutated.change);
  EXPECT_NE(verdict.conclusion, CONCLUSION_SUCCESS) << Describe(mutated, verdict);
  EXPECT_NE(verdict.conclusion, CONCLUSION_UNSPECIFIED) << Describe(mutated, verdict);
}

TEST(Honesty, BlocksTheDefectThatNobodyHides) {
  Reviewer reviewer;
  EXPECT_EQ(reviewer.Review(MutateByEachAlone().front().change).conclusion, CONCLUSION_BLOCKED);
}

TEST(Honesty, GivesSuccessToAChangeWithoutDefects) {
  Reviewer reviewer;
  const MemoryChange change = {.before = {{"a.py", {.content = "x = 1\n"}}},
                               .after = {{"a.py", {.content = "x = 2\n"}}}};
  const Reviewer::Verdict verdict = reviewer.Review(change);
  EXPECT_EQ(verdict.conclusion, CONCLUSION_SUCCESS) << verdict.reason;
}

TEST(Honesty, GivesNoSuccessToAnyMutationAlone) {
  Reviewer reviewer;
  for (const Mutated& mutated : MutateByEachAlone()) ExpectNoSuccess(reviewer, mutated);
}

TEST(Honesty, GivesNoSuccessToMutationsTogether) {
  Reviewer reviewer;
  Random random(1);
  for (int i = 0; i < 200; ++i) ExpectNoSuccess(reviewer, MutateAtRandom(random));
}

}  // namespace
}  // namespace allreview::honesty

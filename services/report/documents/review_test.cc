#include "services/report/documents/review.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/report/documents/test_verification.h"
#include "services/report/testing/sample.h"

namespace allreview::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

analysis::v1::TestCheck& AddUnitTests(Assembly& assembly, analysis::v1::TestCheck::State state) {
  analysis::v1::TestCheck& check = *assembly.review.mutable_tests()->add_checks();
  check.set_check("unit-tests");
  check.set_state(state);
  check.set_summary("1 of 2 changed definitions is reached by tests");
  return check;
}

void AddProof(const std::string& path, const std::string& found, analysis::v1::TestCheck& check) {
  analysis::v1::TestProof& proof = *check.add_proofs();
  proof.set_path(path);
  proof.set_line(3);
  proof.set_test("test_f");
  proof.set_found(found);
}

TEST(Review, TellsOfCodeThatNoTestRunsButCountsNoFinding) {
  Assembly assembly = AssembleSample("clean");
  assembly.review.mutable_tests()->Clear();
  assembly.review.set_conclusion(review::v1::CONCLUSION_SUCCESS);
  assembly.review.set_conclusion_reason(
      "no rule reports a defect in 2 files; rules do not judge the algorithm");
  assembly.review.mutable_counts()->set_files_reviewed(2);
  assembly.review.mutable_counts()->set_baseline(0);
  assembly.review.clear_findings();
  assembly.review.mutable_change()->set_title("Speed the scheduler up");
  assembly.review.mutable_counts()->set_p0(0);
  assembly.review.mutable_counts()->set_p1(0);
  assembly.review.mutable_counts()->set_p2(0);
  assembly.review.mutable_counts()->set_p3(0);
  EXPECT_THAT(RenderReview(assembly, Language::kEnglish),
              HasSubstr("No findings, no questions.\n"));
  AddUnitTests(assembly, analysis::v1::TestCheck::STATE_MISSING).set_summary("`step`");
  const std::string text = RenderReview(assembly, Language::kEnglish);
  EXPECT_THAT(text, HasSubstr("no test found for changed code (see the test verification)"));
  EXPECT_THAT(text, HasSubstr("- Unit tests, **missing**: No test found that runs `step`.\n"));
  EXPECT_THAT(text, Not(HasSubstr("[P1] No test")));
  EXPECT_THAT(text, Not(HasSubstr("nothing was found")));
}

TEST(Review, CountsNoDefinitionsWhereNobodyKnows) {
  Assembly assembly = AssembleSample("clean");
  assembly.review.mutable_tests()->Clear();
  analysis::v1::TestCheck& check = AddUnitTests(assembly, analysis::v1::TestCheck::STATE_UNKNOWN);
  EXPECT_THAT(RenderReview(assembly, Language::kEnglish), Not(HasSubstr("Unit tests")));
  AddProof("tests/test_a.py", "reaches f", check);
  const std::string text = RenderReview(assembly, Language::kEnglish);
  EXPECT_THAT(text, HasSubstr("- Unit tests:\n  - `tests/test_a.py:3` `test_f` reaches f\n"));
  EXPECT_THAT(text, Not(HasSubstr("1 of 2")));
}

TEST(Review, NamesEmptySectionsInOneLine) {
  Assembly assembly = AssembleSample("clean");
  assembly.review.clear_findings();
  assembly.review.clear_comments();
  const std::string text = RenderReview(assembly, Language::kEnglish);
  EXPECT_THAT(text, HasSubstr("Nothing under: 2, 3"));
  EXPECT_THAT(text, Not(HasSubstr("None.")));
}

TEST(Review, TellsWhatOneTestShowsInOneLineAndTestsOfTheChangeFirst) {
  Assembly assembly = AssembleSample("clean");
  assembly.review.mutable_tests()->Clear();
  analysis::v1::TestCheck& check = AddUnitTests(assembly, analysis::v1::TestCheck::STATE_FOUND);
  AddProof("tests/test_old.py", "reaches f", check);
  AddProof("tests/test_new.py", "calls f", check);
  AddProof("tests/test_new.py", "calls g", check);
  analysis::v1::RankedTest& ranked = *assembly.review.mutable_tests()->add_ranking();
  ranked.set_path("tests/test_new.py");
  ranked.set_is_changed(true);
  EXPECT_THAT(RenderReview(assembly, Language::kEnglish),
              HasSubstr("  - `tests/test_new.py:3` `test_f` calls f, calls g\n"
                        "  - `tests/test_old.py:3` `test_f` reaches f\n"));
}

TEST(Review, LeavesOutCommandsForTheWholeTree) {
  Assembly assembly = AssembleSample("clean");
  review::v1::FileSummary& file = *assembly.review.add_files();
  file.mutable_entry()->set_new_path("pkg/loss.py");
  const auto add = [&](const char* purpose, const char* line) {
    analysis::v1::HouseCommand& command = *assembly.review.mutable_house()->add_commands();
    command.set_purpose(purpose);
    command.set_line(line);
  };
  add("install", "pip install -e .");
  add("lint", "ruff check .");
  add("format", "black pkg/loss.py");
  const std::string text = RenderReview(assembly, Language::kEnglish);
  EXPECT_THAT(text, HasSubstr("- format: `black pkg/loss.py`"));
  EXPECT_THAT(text, Not(HasSubstr("ruff check .")));
  EXPECT_THAT(text, Not(HasSubstr("pip install -e .")));
}

}  // namespace
}  // namespace allreview::report

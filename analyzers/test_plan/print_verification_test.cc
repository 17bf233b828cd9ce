#include "analyzers/test_plan/print_verification.h"

#include "gtest/gtest.h"

namespace allreview::test_plan {
namespace {

TEST(PrintVerification, ShowsEvidenceCommandsAndRanking) {
  const TestVerification tests = {
      .rows = {{.check = "unit-tests",
                .state = TestVerification::State::kFound,
                .location = "tests/test_loss.py",
                .summary = "The tests call `loss`",
                .proofs = {{.path = "tests/test_loss.py",
                            .line = 3,
                            .test = "test_loss",
                            .found = "calls `loss`"}}},
               {.check = "parallel", .location = "", .summary = "", .proofs = {}}},
      .commands = {{.purpose = "test", .line = "pytest tests/test_loss.py"}},
      .ranking = {{.path = "tests/test_loss.py", .is_changed = true}},
      .branches = {{.path = "pkg/loss.py",
                    .function = "loss",
                    .condition = "world > 1",
                    .line = 7,
                    .state = TestVerification::Branch::State::kNeverTrue}},
      .notes = {"Needs a GPU."}};
  EXPECT_EQ(PrintVerification(tests),
            R"(unit-tests found "tests/test_loss.py" "The tests call `loss`"
  tests/test_loss.py:3 test_loss "calls `loss`"
parallel not needed "" ""
command test "pytest tests/test_loss.py" processes 1
run tests/test_loss.py changed
branch pkg/loss.py:7 loss "world > 1" never true
note "Needs a GPU."
)");
}

}  // namespace
}  // namespace allreview::test_plan

#include "services/analysis/change_model/statements/untested/untested.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sentences/messages/text.h"
#include "sentences/sentence.h"
#include "sentences/statement_table.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Untested(absl::string_view change) {
  std::vector<std::string> texts;
  const v1::ChangeModel model = ModelOf(change);
  for (const v1::ChangeStatement& statement : model.statements()) {
    if (statement.kind() == v1::ChangeStatement::KIND_UNTESTED) {
      texts.push_back(English(FromText(statement.text(), FindStatementPhrase).value_or("?")));
    }
  }
  return texts;
}

constexpr absl::string_view kGather = R"(
# --- pkg/gather.py before
def gather(x, tp_group):
    return x
# --- pkg/gather.py after
def gather(x, tp_group):
    size = tp_group.size()
    if size > 1:
        x = x * size
    return x
# --- tests/test_gather.py unchanged
from pkg.gather import gather
)";

TEST(Untested, IsABranchForSeveralRanksWhenTestsStartOne) {
  EXPECT_THAT(Untested(absl::StrCat(kGather.substr(1), R"(
def test_gather():
    initialize_model_parallel(1, 1)
    assert gather(1, get_group()) == 1
)")),
              ElementsAre("No test makes `size > 1` true in `gather`: starts one rank of each "
                          "model-parallel group at `tests/test_gather.py:4`"));
  EXPECT_THAT(Untested(absl::StrCat(kGather.substr(1), R"(
def test_gather():
    initialize_model_parallel(tensor_model_parallel_size=2)
    assert gather(1, get_group()) == 1
)")),
              IsEmpty());
}

TEST(Untested, IsABranchOfASettingThatTestsNeverGive) {
  const auto change = [](absl::string_view test) {
    return absl::StrCat(R"(# --- pkg/config.py unchanged
from dataclasses import dataclass
@dataclass
class Config:
    use_fast: bool = False
# --- pkg/run.py before
def run(config):
    return 1
# --- pkg/run.py after
def run(config):
    if config.use_fast:
        return 2
    return 1
# --- tests/test_run.py unchanged
from pkg.config import Config
from pkg.run import run
def test_run():
    assert run(Config()) == 1
)",
                        test);
  };
  EXPECT_THAT(Untested(change("")),
              ElementsAre("No test makes `config.use_fast` true in `run`: False by default at "
                          "`pkg/config.py:4`"));
  EXPECT_THAT(Untested(change("def test_fast():\n    assert run(Config(use_fast=True)) == 2\n")),
              IsEmpty());
}

TEST(Untested, IsANewFunctionThatNobodyCalls) {
  constexpr absl::string_view kTests =
      "# --- tests/test_run.py unchanged\ndef test_run():\n"
      "    assert 1\n";
  EXPECT_THAT(Untested(absl::StrCat("# --- pkg/run.py\ndef count(x):\n    y = x + 1\n"
                                    "    z = y * 2\n    return z + y\n",
                                    kTests)),
              ElementsAre("No test runs `count`"));
}

TEST(Untested, IsACollectiveThatNoTestReaches) {
  constexpr absl::string_view kShare = R"(
# --- pkg/share.py before
import torch.distributed as dist
def total(x):
    return x
# --- pkg/share.py after
import torch.distributed as dist
def total(x):
    return x
def spread(x, group):
    dist.all_reduce(x, group=group)
    return x
)";
  EXPECT_THAT(
      Untested(absl::StrCat(kShare.substr(1),
                            "# --- tests/test_share.py unchanged\n"
                            "from pkg.share import total\n"
                            "def test_total():\n    assert total(1) == 1\n")),
      testing::Contains("No test is known to run `spread`, so nothing tries its `all_reduce` on "
                        "several ranks"));
}

}  // namespace
}  // namespace allreview::analysis

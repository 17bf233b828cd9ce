#include "services/analysis/change_model/graph/pointers.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

// "CALLER pkg/train.py:step of pkg/ops.py:scale"
std::vector<std::string> Pointers(const v1::ChangeModel& model) {
  std::vector<std::string> pointers;
  for (const v1::Pointer& p : model.pointers()) {
    pointers.push_back(absl::StrCat(v1::Pointer::Reason_Name(p.reason()).substr(7), " ", p.symbol(),
                                    " of ", p.of()));
  }
  return pointers;
}

constexpr char kChange[] = R"(# --- pkg/ops.py before
from pkg.math import twice

def scale(x, config):
    return x
# --- pkg/ops.py after
from pkg.math import twice

def scale(x, config):
    return twice(x) * config.factor
# --- pkg/math.py unchanged
def twice(x):
    """Doubles it. In place."""
    return 2 * x
# --- pkg/config.py unchanged
from dataclasses import dataclass

@dataclass
class ScaleConfig:
    """How to scale."""
    name: str = ""
    factor: float = 1.0
# --- pkg/train.py unchanged
from pkg.ops import scale

def train_step(x, config):
    return scale(x, config)
# --- tests/test_ops.py unchanged
from pkg.ops import scale

def test_scale():
    assert scale(1, None) == 2
)";

TEST(Pointers, LeadToWhatTheChangeTouches) {
  EXPECT_THAT(Pointers(ModelOf(kChange)),
              UnorderedElementsAre("CALLER pkg/train.py:train_step of pkg/ops.py:scale",
                                   "CALLEE pkg/math.py:twice of pkg/ops.py:scale",
                                   "TEST tests/test_ops.py:test_scale of pkg/ops.py:scale",
                                   "CONFIGURATION pkg/config.py:ScaleConfig of pkg/ops.py:scale"));
}

TEST(Pointers, ShowThePlaceAndWhatItsAuthorSays) {
  const v1::ChangeModel model = ModelOf(kChange);
  for (const v1::Pointer& pointer : model.pointers()) {
    if (pointer.reason() == v1::Pointer::REASON_CALLEE) {
      EXPECT_EQ(pointer.doc(), "Doubles it.");
      EXPECT_EQ(pointer.range().first_line(), 1);
    }
    if (pointer.reason() == v1::Pointer::REASON_CONFIGURATION) {
      EXPECT_EQ(pointer.doc(), "How to scale.");
      EXPECT_EQ(pointer.range().first_line(), 7);
    }
  }
}

TEST(Pointers, LeadToOtherWaysOfDoingTheSame) {
  EXPECT_THAT(Pointers(ModelOf(R"(# --- pkg/fast.py before
from pkg.base import Dispatcher

class Fast(Dispatcher):
    def dispatch(self, x):
        return x
# --- pkg/fast.py after
from pkg.base import Dispatcher

class Fast(Dispatcher):
    def dispatch(self, x):
        return x + 1
# --- pkg/base.py unchanged
class Dispatcher:
    def dispatch(self, x):
        raise NotImplementedError
# --- pkg/slow.py unchanged
from pkg.base import Dispatcher

class Slow(Dispatcher):
    def dispatch(self, x):
        return x
# --- pkg/faster.py unchanged
from pkg.fast import Fast

class Faster(Fast):
    def dispatch(self, x):
        return x
)")),
              ElementsAre("BASE pkg/base.py:Dispatcher.dispatch of pkg/fast.py:Fast.dispatch",
                          "OVERRIDE pkg/faster.py:Faster.dispatch of pkg/fast.py:Fast.dispatch",
                          "SIBLING pkg/slow.py:Slow.dispatch of pkg/fast.py:Fast.dispatch"));
}

TEST(Pointers, NameChangedDocumentsThatSpeakOfTheChange) {
  EXPECT_THAT(Pointers(ModelOf(R"(# --- pkg/ops.py
def scale_all(x):
    return x
# --- docs/ops.md
# Scaling

Call `scale_all`.
)")),
              Contains("DOCUMENT docs/ops.md: of pkg/ops.py:scale_all"));
}

TEST(Pointers, AreNotGivenWithoutDetails) {
  EXPECT_THAT(Pointers(ModelOf(kChange, {.is_detailed = false})), IsEmpty());
}

}  // namespace
}  // namespace allreview::analysis

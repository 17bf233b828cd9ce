#include "services/analysis/change_model/graph/edges.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

using testing::ElementsAre;

// "pkg/a.py:f CALLS pkg/b.py:g new (main)"
std::vector<std::string> Edges(const v1::ChangeModel& model) {
  std::vector<std::string> edges;
  for (const v1::Edge& e : model.edges()) {
    edges.push_back(
        absl::StrCat(e.from(), " ", v1::Edge::Kind_Name(e.kind()).substr(5), " ", e.to(),
                     e.is_new() ? " new" : "", e.is_removed() ? " removed" : "",
                     e.confidence() == finding::v1::CONFIDENCE_HIGH  ? ""
                     : e.confidence() == finding::v1::CONFIDENCE_LOW ? " low"
                                                                     : " medium",
                     e.entry_kind().empty() ? "" : absl::StrCat(" (", e.entry_kind(), ")")));
  }
  return edges;
}

constexpr char kChange[] = R"(# --- pkg/base.py before
class Base:
    pass
# --- pkg/base.py after
class Base:
    size = 1
# --- pkg/model.py before
class Model:
    """Old."""

    def forward(self, x):
        return x

    def same(self):
        return 1


def helper(x):
    return x
# --- pkg/model.py after
from pkg.base import Base


class Model(Base):
    """Does things. In two sentences."""

    def forward(self, x, scale: float = 1.0):
        return self.clip(x) * scale

    def clip(self, x):
        return x

    def same(self):
        return 1
)";

TEST(Edges, RelateChangedSymbolsWithoutDetails) {
  EXPECT_THAT(Edges(ModelOf(kChange, {.is_detailed = false})),
              ElementsAre("pkg/model.py: IMPORTS pkg/base.py:Base new",
                          "pkg/model.py:Model INHERITS pkg/base.py:Base new",
                          "pkg/model.py:Model.forward CALLS pkg/model.py:Model.clip new"));
}

TEST(Edges, LeadToCallersAndCalleesInUnchangedCode) {
  EXPECT_THAT(Edges(ModelOf(R"(# --- pkg/ops.py before
from pkg.math import add, twice

def scale(x):
    return add(x, x)
# --- pkg/ops.py after
from pkg.math import add, twice

def scale(x):
    return twice(x)
# --- pkg/math.py unchanged
def add(x, y):
    return x + y

def twice(x):
    return 2 * x
# --- pkg/train.py unchanged
from pkg.ops import scale

def train_step(x):
    return scale(x)
# --- tests/test_ops.py unchanged
from pkg.ops import scale

def test_scale():
    assert scale(1) == 2
)")),
              ElementsAre("pkg/ops.py: IMPORTS pkg/math.py:",
                          "pkg/ops.py:scale CALLS pkg/math.py:add removed",
                          "pkg/ops.py:scale CALLS pkg/math.py:twice new",
                          "pkg/train.py:train_step CALLS pkg/ops.py:scale (train-step)",
                          "tests/test_ops.py:test_scale TESTS pkg/ops.py:scale (test)"));
}

TEST(Edges, RelateClassesByInheritancePartsAndOverrides) {
  EXPECT_THAT(Edges(ModelOf(R"(# --- pkg/model.py before
from pkg.parts import Base, Head

class Model(Base):
    def __init__(self):
        self.head = Head()

    def step(self):
        return 1
# --- pkg/model.py after
from pkg.parts import Base, Head, Tail

class Model(Base):
    def __init__(self):
        self.head = Head()
        self.tail = Tail()

    def step(self):
        return 2
# --- pkg/parts.py unchanged
class Base:
    def step(self):
        raise NotImplementedError

class Head:
    pass

class Tail:
    pass
# --- pkg/big.py unchanged
from pkg.model import Model

class Big(Model):
    def step(self):
        return 3
)")),
              ElementsAre("pkg/big.py:Big INHERITS pkg/model.py:Model",
                          "pkg/big.py:Big.step OVERRIDES pkg/model.py:Model.step",
                          "pkg/model.py: IMPORTS pkg/parts.py:",
                          "pkg/model.py: IMPORTS pkg/parts.py:Tail new",
                          "pkg/model.py:Model INHERITS pkg/parts.py:Base",
                          "pkg/model.py:Model COMPOSES pkg/parts.py:Head",
                          "pkg/model.py:Model COMPOSES pkg/parts.py:Tail new",
                          "pkg/model.py:Model.__init__ CALLS pkg/parts.py:Head",
                          "pkg/model.py:Model.__init__ CALLS pkg/parts.py:Tail new",
                          "pkg/model.py:Model.step OVERRIDES pkg/parts.py:Base.step"));
}

TEST(Edges, MakeNoNewDependencyOfAnotherImport) {
  EXPECT_THAT(
      Edges(ModelOf(R"(# --- pkg/run.py before
from pkg.ops import reward

def run(x):
    return reward(x)
# --- pkg/run.py after
from pkg import ops
from pkg.ops import reward

def run(x):
    return reward(ops.scale(x))
# --- pkg/ops.py unchanged
def reward(x):
    return x

def scale(x):
    return 2 * x
)")),
      ElementsAre("pkg/run.py: IMPORTS pkg/ops.py:", "pkg/run.py:run CALLS pkg/ops.py:reward",
                  "pkg/run.py:run CALLS pkg/ops.py:scale new"));
}

TEST(Edges, OfWhatIsAddedAreNew) {
  EXPECT_THAT(Edges(ModelOf(R"(# --- pkg/score.py
class Score:
    def compute(self, x):
        return x
# --- pkg/evaluate.py before
def load(name):
    def inner():
        return name
    return inner
# --- pkg/evaluate.py after
from pkg.score import Score

def load(name):
    def inner():
        return Score()
    return inner
)")),
              testing::Contains("pkg/evaluate.py:load CALLS pkg/score.py:Score new"));
}

}  // namespace
}  // namespace allreview::analysis

#include "services/analysis/change_model/statements/effects/effects.h"

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sentences/messages/text.h"
#include "sentences/statement_table.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using v1::ChangeStatement;

std::vector<std::string> Said(absl::string_view fixture,
                              ChangeStatement::Kind kind = ChangeStatement::KIND_EFFECT) {
  std::vector<std::string> said;
  const v1::ChangeModel model = ModelOf(fixture);
  for (const ChangeStatement& statement : model.statements()) {
    if (statement.kind() != kind) continue;
    said.push_back(English(FromText(statement.text(), FindStatementPhrase).value_or("?")));
  }
  return said;
}

constexpr absl::string_view kNewChoice = R"(# --- pkg/router.py before
def add_args(parser):
    parser.add_argument("--balance", choices=["topk", "none"], default="topk")


def topk(logits):
    return logits.topk(2)


class Router:
    def route(self, logits):
        if self.kind == "none":
            scores = logits
        else:
            scores = topk(logits)
        return scores
# --- pkg/router.py after
def add_args(parser):
    parser.add_argument("--balance", choices=["topk", "quantile", "none"], default="topk")


def topk(logits):
    return logits.topk(2)


def quantile(logits):
    """Gives each expert its share."""
    return logits - logits.quantile(0.5)


class Router:
    def route(self, logits):
        if self.kind == "none":
            scores = logits
        elif self.balance == "quantile":
            scores = quantile(logits)
        else:
            scores = topk(logits)
        return scores
)";

TEST(Effects, SayWhichBranchANewChoiceOpens) {
  EXPECT_THAT(Said(kNewChoice),
              ElementsAre("With `--balance=quantile`, `Router.route` calls `quantile` instead of "
                          "`topk`",
                          "`--balance` now also accepts `quantile`"));
}

TEST(Effects, SayWhatANewSettingSwitchesAndThatTheOldWayStays) {
  constexpr absl::string_view kFixture = R"(# --- pkg/loss.py before
from dataclasses import dataclass


@dataclass
class Config:
    top_k: int = 2


def plain(x):
    return x.sum()


def loss(config, x):
    total = plain(x)
    return total
# --- pkg/loss.py after
from dataclasses import dataclass


@dataclass
class Config:
    top_k: int = 2
    fused: bool = False


def plain(x):
    return x.sum()


def fused_sum(x):
    return x.sum()


def loss(config, x):
    if config.fused:
        total = fused_sum(x)
    else:
        total = plain(x)
    return total
)";
  EXPECT_THAT(Said(kFixture),
              ElementsAre("With `fused`, `loss` calls `fused_sum` instead of `plain`"));
  EXPECT_THAT(Said(kFixture, ChangeStatement::KIND_ALTERNATIVE),
              Contains("The old way stays: without `fused` (default `False`), `loss` calls `plain` "
                       "as before"));
}

constexpr absl::string_view kNewFields = R"(# --- pkg/run.py before
class Saver:
    rank: int = 0

    def start(self):
        return 1


class SaverConfig:
    rank: int = 0
# --- pkg/run.py after
class Saver:
    rank: int = 0
    _key: str = None
    path: str = None

    def start(self):
        self._key = 1
        return 1


class SaverConfig:
    rank: int = 0
    fused: bool = False
)";

TEST(Effects, CallNoDefaultAnAlternative) {
  EXPECT_THAT(Said(kNewFields, ChangeStatement::KIND_ALTERNATIVE), IsEmpty());
}

int WeightOf(absl::string_view fixture, absl::string_view part) {
  const v1::ChangeModel model = ModelOf(fixture);
  for (const ChangeStatement& statement : model.statements()) {
    const std::string text = English(FromText(statement.text(), FindStatementPhrase).value_or("?"));
    if (statement.kind() == ChangeStatement::KIND_EFFECT && absl::StrContains(text, part)) {
      return statement.weight();
    }
  }
  return 0;
}

TEST(Effects, WeighGuardsAndCleanUpsLittle) {
  constexpr absl::string_view kGuard = R"(# --- pkg/a.py before
def load(x):
    return x + 1
# --- pkg/a.py after
def load(x, limit=None):
    if limit is not None:
        return None
    return x + 1
)";
  constexpr absl::string_view kCleanUp = R"(# --- pkg/a.py before
def load(x):
    return x + 1
# --- pkg/a.py after
def _shutdown_server():
    print("end")


def load(x):
    if x > 3:
        _shutdown_server()
    return x + 1
)";
  EXPECT_THAT(WeightOf(kGuard, "`load` returns `None`"),
              testing::AllOf(testing::Gt(0), testing::Lt(400)));
  EXPECT_THAT(WeightOf(kCleanUp, "`_shutdown_server`"),
              testing::AllOf(testing::Gt(0), testing::Lt(400)));
}

TEST(Effects, TellDefaultsOfParametersFieldsAndFlags) {
  EXPECT_THAT(Said(R"(# --- pkg/a.py before
LIMIT = 3


class Config:
    rate: float = 0.1


def f(x, eps=1e-6):
    return x + eps
# --- pkg/a.py after
LIMIT = 4


class Config:
    rate: float = 0.2


def f(x, eps=1e-5):
    return x + eps
)"),
              testing::UnorderedElementsAre("`LIMIT` is `4` instead of `3`",
                                            "`Config.rate` defaults to `0.2` instead of `0.1`",
                                            "`eps` of `f` defaults to `1e-5` instead of `1e-6`"));
}

TEST(Effects, TellChecksWithTheConditionsAroundThem) {
  EXPECT_THAT(
      Said(R"(# --- pkg/a.py before
def f(x, mask, mode):
    assert x.ndim == 2, "wants a matrix"
    if mode == "a":
        x = x + 1
    return x
# --- pkg/a.py after
def f(x, mask, mode):
    if mode == "a":
        assert mask is None, "masks are not supported"
        x = x + 1
    return x
)"),
      testing::UnorderedElementsAre("When `mode == \"a\"`, `f` now fails unless `mask is None`",
                                    "`f` no longer checks `x.ndim == 2`"));
}

TEST(Effects, AreSilentAboutAChecksMoveToAnotherFunction) {
  EXPECT_THAT(Said(R"(# --- pkg/a.py before
def f(x):
    assert x.ndim == 2, "wants a matrix"
    return x.sum()
# --- pkg/a.py after
def g(x):
    assert x.ndim == 2, "wants a matrix"
    return x.sum()


def f(x):
    return g(x)
)"),
              testing::Not(Contains(testing::HasSubstr("checks"))));
}

TEST(Effects, TellTheSameReplacementOnce) {
  EXPECT_THAT(Said(R"(# --- pkg/a.py before
import tools


def f(x):
    n = tools.mean(x)
    return n


def g(x):
    m = tools.mean(x)
    return m


def h(x):
    return x.float()
# --- pkg/a.py after
import tools


def f(x):
    n = tools.mean_on_device(x)
    return n


def g(x):
    m = tools.mean_on_device(x)
    return m


def h(x: "Tensor") -> "Tensor":
    return x.float()
)"),
              ElementsAre("2 functions call `tools.mean_on_device` instead of `tools.mean`: `f` "
                          "and `g`",
                          "Only annotations change in `h`"));
}

TEST(Effects, CountEveryFunctionThatReplacesTheCall) {
  EXPECT_THAT(Said(R"(# --- pkg/a.py before
import tools


def f(x):
    n = tools.mean(x)
    return n


def g(x):
    if x.flag:
        return tools.mean(x)
    return x
# --- pkg/a.py after
import tools


def f(x):
    n = tools.mean_on_device(x)
    return n


def g(x):
    with x.lock:
        y = tools.mean_on_device(x.part)
    return y
)"),
              Contains("2 functions call `tools.mean_on_device` instead of `tools.mean`: `f` and "
                       "`g`"));
}

TEST(Effects, SayNothingOfTestsAndOfLayout) {
  EXPECT_THAT(Said(R"(# --- tests/test_a.py before
def test_f():
    assert f(1) == 1
# --- tests/test_a.py after
def test_f():
    assert f(2) == 1
)"),
              IsEmpty());
}

}  // namespace
}  // namespace allreview::analysis

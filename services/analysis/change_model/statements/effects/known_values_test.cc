// Values behind names, values that options accept, branches in another order.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sentences/messages/text.h"
#include "sentences/statement_table.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::Not;
using v1::ChangeStatement;

std::vector<std::string> SaidOf(const std::string& change) {
  const v1::ChangeModel model = ModelOf(change);
  std::vector<std::string> said;
  for (const ChangeStatement& statement : model.statements()) {
    if (statement.kind() != ChangeStatement::KIND_EFFECT) continue;
    said.push_back(English(FromText(statement.text(), FindStatementPhrase).value_or("?")));
  }
  return said;
}

std::vector<std::string> Said(absl::string_view before, absl::string_view after,
                              absl::string_view others = "") {
  return SaidOf(
      absl::StrCat("# --- pkg/a.py before\n", before, "# --- pkg/a.py after\n", after, others));
}

constexpr absl::string_view kConfig = R"(# --- pkg/config.py unchanged
from dataclasses import dataclass


@dataclass
class RunConfig:
    keep_last: int = 3
    factory: list = field(default_factory=list)
)";

TEST(KnownValues, OfSettingsAreTheirDefaults) {
  constexpr absl::string_view kBefore = "def setup(config):\n    return keep(path=config.path)\n";
  EXPECT_THAT(Said(kBefore,
                   "def setup(config):\n"
                   "    return keep(path=config.path, most=config.keep_last)\n",
                   kConfig),
              Contains("`setup` now passes `most=config.keep_last` to `keep`, where `keep_last` "
                       "defaults to `3`, so runs that do not set it now pass that"));
  EXPECT_THAT(Said(kBefore,
                   "def setup(config):\n"
                   "    return keep(path=config.path, most=config.factory)\n",
                   kConfig),
              Each(Not(HasSubstr("defaults to"))));
}

TEST(KnownValues, AreNotThoseOfWhatIsGone) {
  EXPECT_THAT(Said("def setup(config):\n    return keep(config.path, most=config.keep_last)\n",
                   "def setup(config):\n    return keep(config.path)\n", kConfig),
              Contains("`setup` no longer passes `most=config.keep_last` to `keep`"));
}

TEST(KnownValues, OfConstantsThatStandInCapitals) {
  EXPECT_THAT(Said("START_INDEX = -200\ndef f(x):\n    return g(x)\n",
                   "START_INDEX = -200\ndef f(x):\n    return g(x, start=START_INDEX)\n"),
              Contains("`f` now passes `start=START_INDEX` to `g`, where `START_INDEX` is `-200`"));
  EXPECT_THAT(
      Said("def f(x):\n    return g(x)\n", "def f(x):\n    return g(x, start=START_INDEX)\n"),
      Contains("`f` now passes `start=START_INDEX` to `g`"));
}

TEST(WhatIsSet, OnAnObjectThatStandsForAnother) {
  EXPECT_THAT(
      Said("def f(self):\n    return g(self.config)\n",
           "def f(self):\n    fake = copy(self.config)\n    fake.size = 2\n    return g(fake)\n"),
      Contains(HasSubstr(", with `fake.size = 2`")));
}

TEST(AcceptedValues, OfFlagsTablesAndEnumerations) {
  EXPECT_THAT(Said("def add(p):\n    p.add_argument('--kind', choices=['sdpa', 'flash'])\n",
                   "def add(p):\n    p.add_argument('--kind', choices=['torch', 'flash'])\n"),
              Contains("`--kind` no longer accepts `sdpa`, and now accepts `torch`"));
  EXPECT_THAT(Said("class Kind(Enum):\n    A = 'a'\n    B = 'b'\n",
                   "class Kind(Enum):\n    A = 'a'\n    B = 'b'\n    C = 'c'\n"),
              Contains("`Kind` now also has `c`"));
  EXPECT_THAT(Said("NAMES = ['head', 'tail']\n", "NAMES = ['quarter_head', 'tail']\n"),
              Contains("`NAMES` no longer has `head`, and now has `quarter_head`"));
}

TEST(Order, OfBranchesThatDecide) {
  constexpr absl::string_view kBefore =
      "def pick():\n    if has_three() and major() == 9:\n        result = 'three'\n"
      "    elif has_two():\n        result = 'two'\n    else:\n        result = 'plain'\n"
      "    return result\n";
  constexpr absl::string_view kAfter =
      "def pick():\n    if has_two():\n        result = 'two'\n"
      "    elif has_three() and major() == 9:\n        result = 'three'\n    else:\n"
      "        result = 'plain'\n    return result\n";
  const std::string want =
      "`pick` now asks `has_two()` before `has_three()`, the other way around than before: where "
      "both branches could run, that of `has_two()` now does";
  EXPECT_THAT(Said(kBefore, kAfter), Contains(want));
  EXPECT_THAT(Said(kBefore, kBefore), Not(Contains(want)));
}

TEST(Checks, ThatBecomeBranches) {
  EXPECT_THAT(Said("def f(x):\n    assert x.ready, 'no'\n    return g(x)\n",
                   "def f(x):\n    if not x.ready:\n        x.prepare()\n    return g(x)\n"),
              Contains("`f` no longer fails where `x.ready` does not hold"));
}

}  // namespace
}  // namespace allreview::analysis

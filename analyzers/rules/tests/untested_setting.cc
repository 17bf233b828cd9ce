// A new configuration field or flag that decides what the code does, and that no test sets.

#include <algorithm>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/rules/rule.h"
#include "analyzers/test_plan/tests_of_change.h"

namespace allreview::rules {
namespace {

using test_plan::NewSetting;

constexpr Phrase kDecidedBy("decided-by", "decided by `{name}`", "由 `{name}` 决定");
constexpr Phrase kDecidesOne("decides-one", "decides", "决定");
constexpr Phrase kDecideMany("decide-many", "decide", "决定");
constexpr Phrase kPhrases[] = {kDecidedBy, kDecidesOne, kDecideMany};

std::string NameOf(const NewSetting& setting) {
  return setting.option.empty() ? setting.name : setting.option;
}

// The name of a field; all of an add_argument.
Node PlaceOf(const NewSetting& setting) {
  if (setting.option.empty()) return setting.at.named_child(0).child(Field::kLeft);
  return setting.at;
}

// One finding for the settings of one class, or for the flags of one file.
void Report(ChangeContext& change, const std::vector<NewSetting>& settings) {
  std::vector<std::string> names;
  std::vector<Related> related;
  for (const NewSetting& setting : settings) {
    names.push_back(absl::StrCat("`", NameOf(setting), "`"));
    related.push_back({Sentence(kDecidedBy, {{"name", NameOf(setting)}}),
                       RangeOf(*setting.reader_file->after, setting.reader)});
  }
  const NewSetting& first = settings[0];
  change.Report(*first.file, {.at = PlaceOf(first),
                              .params = {{"settings", absl::StrJoin(names, ", ")},
                                         {"verb", settings.size() == 1 ? kDecidesOne : kDecideMany},
                                         {"first", NameOf(first)},
                                         {"reader", absl::StrCat(first.reader_file->changed->path,
                                                                 ":", first.reader.first_line())}},
                              .related = std::move(related)});
}

void CheckChange(ChangeContext& change) {
  test_plan::TestsOfChange& tests = change.tests();
  if (tests.new_settings().empty() || tests.is_revert() || !tests.can_prove_absence()) return;
  std::vector<NewSetting> untested;
  std::set<std::string> seen;  // A field and its flag are one thing.
  for (const NewSetting& setting : tests.new_settings()) {
    if (seen.insert(setting.name).second && !tests.TestsMention(setting)) {
      untested.push_back(setting);
    }
  }
  while (!untested.empty()) {
    const auto is_with_first = [first = untested[0]](const NewSetting& setting) {
      return setting.file == first.file && setting.owner == first.owner;
    };
    const auto rest = std::stable_partition(untested.begin(), untested.end(), is_with_first);
    Report(change, {untested.begin(), rest});
    untested.erase(untested.begin(), rest);
  }
}

}  // namespace

extern constinit const Rule kUntestedSetting = {
    .info =
        {.id = "untested-setting",
         .title = {"New setting that no test sets", "没有测试设置过的新选项"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .pillar = Pillar::kMaintainability,
         .message = {"No test file mentions {settings}, which {verb} what the code does ({reader})",
                     "没有任何测试文件提到 {settings}，而它决定代码的行为（{reader}）"},
         .consequence = {"No test ever runs one of the two cases", "两种情况之一从未被测试执行过"},
         .advice = {"Set `{first}` in a test, for example as a parameter of an existing test, or "
                    "in a functional case",
                    "在某个测试中设置 `{first}`，例如作为现有测试的参数，或者放到功能测试用例中"},
         .phrases = kPhrases,
         .why = "A field or flag that a condition reads turns one program into two. If no unit "
                "test and no list of functional cases mentions it, only the default is tested. "
                "Handles, process groups, paths and identifiers are not reported.",
         .fix = "Parametrize a test over the values of the setting.",
         .bad = R"py(
# --- pkg/core/config.py before
from dataclasses import dataclass

@dataclass
class RouterConfig:
    num_experts: int = 8

def route(config, scores):
    return scores
# --- pkg/core/config.py after
from dataclasses import dataclass

@dataclass
class RouterConfig:
    num_experts: int = 8
    drop_overflow: bool = False

def route(config, scores):
    if config.drop_overflow:
        return scores[: config.num_experts]
    return scores
# --- tests/test_route.py unchanged
from pkg.core.config import route

def test_route():
    assert route(None, 1) == 1
)py",
         .good = R"py(
# --- pkg/core/config.py
from dataclasses import dataclass

@dataclass
class RouterConfig:
    drop_overflow: bool = False

def route(config, scores):
    return scores[:2] if config.drop_overflow else scores
# --- tests/test_route.py
from pkg.core.config import RouterConfig, route

def test_route():
    assert route(RouterConfig(drop_overflow=True), [1, 2, 3]) == [1, 2]
)py"},
    .check_change = CheckChange};

}  // namespace allreview::rules

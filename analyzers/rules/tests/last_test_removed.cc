// A change that edits code and takes away the last test that named it.

#include <algorithm>
#include <set>
#include <string>

#include "absl/strings/match.h"
#include "analyzers/paths/paths.h"
#include "analyzers/rules/rule.h"
#include "analyzers/test_plan/tests_of_change.h"

namespace allreview::rules {
namespace {

using python::Definition;
using test_plan::ChangedDefinition;

constexpr Phrase kItChanges("it-changes", "`{name}` changes", "`{name}` 有改动");
constexpr Phrase kPhrases[] = {kItChanges};

bool IsTest(const Definition& definition) {
  return definition.kind != Definition::Kind::kClass &&
         absl::StartsWith(definition.simple_name, "test");
}

// Names of tests that the change leaves or adds, wherever.
std::set<std::string> TestsAfter(const std::vector<AnalysedFile>& files) {
  std::set<std::string> names;
  for (const AnalysedFile& file : files) {
    if (file.after == nullptr || !paths::IsTestPath(file.changed->path)) continue;
    for (const Definition& definition : file.after->definitions()) {
      if (IsTest(definition)) names.insert(std::string(definition.simple_name));
    }
  }
  return names;
}

bool Names(const Definition& test, absl::string_view name) {
  for (Node node : test.body.descendants()) {
    if (node.Is(NodeKind::kIdentifier) && node.text() == name) return true;
  }
  return false;
}

// The changed definition that the removed test named and that no test names any more.
const ChangedDefinition* FindOrphan(const Definition& test, ChangeContext& change) {
  test_plan::TestsOfChange& tests = change.tests();
  for (const ChangedDefinition& changed : tests.changed_definitions()) {
    const Definition& definition = *changed.definition;
    if (change.Before(definition) == nullptr || !Names(test, definition.simple_name) ||
        !tests.can_prove_absence())
      continue;
    const auto& files = tests.repository().tests;
    const std::string name(definition.simple_name);
    const bool is_named = std::any_of(
        files.begin(), files.end(), [&](const auto* file) { return file->HasWordAnywhere(name); });
    if (!is_named) return &changed;
  }
  return nullptr;
}

Cause CauseOf(const ChangedFile& file, const Definition& test) {
  Cause cause{.kind = Cause::Kind::kRemovedLine, .path = file.path};
  for (size_t i = 0; i < file.hunks.size(); ++i) {
    const change::ChangedHunk& hunk = file.hunks[i];
    const int line = test.node.first_line();
    if (line < hunk.old_start || line >= hunk.old_start + hunk.old_lines) continue;
    cause.hunk = static_cast<int>(i);
    cause.first_line = hunk.new_start;
    cause.end_line = hunk.new_start + 1;
  }
  return cause;
}

void CheckFile(ChangeContext& change, const AnalysedFile& file,
               const std::set<std::string>& tests_after) {
  const python::Module* before = file.before;
  for (const Definition& test : before->definitions()) {
    if (!IsTest(test) || tests_after.count(std::string(test.simple_name)) > 0) continue;
    const ChangedDefinition* orphan = FindOrphan(test, change);
    if (orphan == nullptr) continue;
    change.ReportBefore(
        file,
        {.at = test.node.child(Field::kName),
         .params = {{"test", test.name}, {"symbol", orphan->definition->name}},
         .related = {{Sentence(kItChanges, {{"name", orphan->definition->name}}),
                      RangeOf(*orphan->file->after, orphan->definition->node.child(Field::kName))}},
         .cause = CauseOf(*file.changed, test)});
    return;  // One for each file.
  }
}

void CheckChange(ChangeContext& change) {
  if (change.tests().is_revert()) return;
  std::set<std::string> tests_after;
  bool is_known = false;
  for (const AnalysedFile& file : change.files()) {
    if (file.before == nullptr || !paths::IsTestModule(file.before->path())) continue;
    if (file.after == nullptr && !file.changed->is_deleted) continue;
    if (!is_known) tests_after = TestsAfter(change.files());
    is_known = true;
    CheckFile(change, file, tests_after);
  }
}

}  // namespace

extern constinit const Rule kLastTestRemoved = {
    .info =
        {.id = "last-test-removed",
         .title = {"Last test of changed code removed", "被改代码的最后一个测试被删除"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .pillar = Pillar::kMaintainability,
         .message = {"The change edits `{symbol}` and removes `{test}`, and no remaining test "
                     "mentions `{symbol}`",
                     "本次变更修改了 `{symbol}` 并删除了 `{test}`，此后不再有测试提到 `{symbol}`"},
         .consequence = {"The new behaviour of `{symbol}` is not tested, although the old one was",
                         "`{symbol}` 的新行为没有测试，而旧行为原本是有测试的"},
         .advice = {"Keep the test and adapt it, or say which test replaces it",
                    "保留该测试并作相应修改，或者说明由哪个测试代替它"},
         .phrases = kPhrases,
         .why = "A test that stands in the way of a change is the one that the change needs. Tests "
                "that were renamed or moved, and code that other tests mention, are not reported.",
         .fix = "Change the expected result of the test instead of removing it.",
         .bad = R"py(
# --- pkg/core/scale.py before
def scale(x):
    return x * 2
# --- pkg/core/scale.py after
def scale(x):
    return x * 3
# --- tests/test_scale.py before
from pkg.core.scale import scale

def test_scale():
    assert scale(1) == 2

def test_sum():
    assert sum([1, 2]) == 3
# --- tests/test_scale.py after
def test_sum():
    assert sum([1, 2]) == 3
)py",
         .good = R"py(
# --- pkg/core/scale.py before
def scale(x):
    return x * 2
# --- pkg/core/scale.py after
def scale(x):
    return x * 3
# --- tests/test_scale.py before
from pkg.core.scale import scale

def test_scale():
    assert scale(1) == 2
# --- tests/test_scale.py after
from pkg.core.scale import scale

def test_scale():
    assert scale(1) == 3
)py"},
    .check_change = CheckChange};

}  // namespace allreview::rules

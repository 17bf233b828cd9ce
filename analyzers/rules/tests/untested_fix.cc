// A bug fix without a test that would have found the bug.

#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/paths/paths.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/tests/missing_tests.h"

namespace allreview::rules {
namespace {

constexpr int kLinesThatNeedATest = 10;

// What the author calls the change: its title, or the subject of its only commit.
std::string TitleOf(const Description& description) {
  if (!description.title.empty()) return description.title;
  if (description.commit_messages.size() != 1) return "";
  const std::string& message = description.commit_messages[0];
  return message.substr(0, message.find('\n'));
}

std::vector<std::string> WordsOf(absl::string_view title) {
  std::string letters;
  for (char c : title) {
    const bool is_letter = absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_';
    letters += is_letter ? absl::ascii_tolower(static_cast<unsigned char>(c)) : ' ';
  }
  return absl::StrSplit(letters, ' ', absl::SkipEmpty());
}

bool HasOneOf(const std::vector<std::string>& words,
              std::initializer_list<absl::string_view> wanted) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::find(wanted.begin(), wanted.end(), word) != wanted.end();
  });
}

// A fix of what the program does, not of what is written about it or around it.
bool IsBugFix(absl::string_view title) {
  const std::vector<std::string> words = WordsOf(title);
  if (!HasOneOf(words, {"fix", "bug", "hotfix"})) return false;
  return !HasOneOf(words, {"typo",    "typos",    "doc",     "docs",      "docstring", "docstrings",
                           "comment", "comments", "lint",    "linting",   "format",    "formatting",
                           "ci",      "test",     "tests",   "build",     "docker",    "copyright",
                           "readme",  "spelling", "version", "changelog", "license",   "logging",
                           "log",     "logs",     "warning", "warnings",  "merge",     "revert",
                           "flake",   "nightly",  "release", "import",    "imports",   "print",
                           "example", "examples", "message"});
}

// The file with most new lines, and the statement of its first one.
struct Place {
  const AnalysedFile* file = nullptr;
  Node node;
};

Place FindPlace(const std::vector<AnalysedFile>& files) {
  Place place;
  for (const AnalysedFile& file : files) {
    if (file.after == nullptr || !paths::IsProductSource(file.changed->path)) continue;
    if (place.file != nullptr && file.lines.added().size() <= place.file->lines.added().size()) {
      continue;
    }
    for (int line : file.lines.added()) {
      const python::SyntaxTree& tree = file.after->tree();
      const absl::string_view text = tree.LineText(line);
      const size_t indent = text.find_first_not_of(" \t");
      if (indent == absl::string_view::npos || text[indent] == '#') continue;
      const Node node =
          python::StatementOf(tree.NodeAt(tree.LineStart(line) + static_cast<uint32_t>(indent)));
      if (!node) continue;
      place = {&file, node};
      break;
    }
  }
  return place;
}

void CheckChange(ChangeContext& change) {
  const std::string title = TitleOf(change.description());
  if (!IsBugFix(title)) return;
  test_plan::TestsOfChange& tests = change.tests();
  const test_plan::ChangeSize& size = tests.size();
  if (size.touches_tests || size.code_lines == 0 || tests.is_revert()) return;
  const Place place = FindPlace(change.files());
  if (place.file == nullptr || !FindMissingTests(tests).empty()) return;
  const bool is_small = size.code_lines < kLinesThatNeedATest;
  Observation observation{.at = place.node,
                          .params = {{"title", title}, {"lines", absl::StrCat(size.code_lines)}},
                          .because = place.node};
  if (is_small) {
    observation.severity = Severity::kP3;
    observation.impact = Impact::kLow;
    observation.kind = Kind::kQuestion;
  }
  change.Report(*place.file, std::move(observation));
}

}  // namespace

extern constinit const Rule kUntestedFix = {
    .info =
        {.id = "untested-fix",
         .title = {"Bug fix without a regression test", "修复缺陷却没有回归测试"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .pillar = Pillar::kMaintainability,
         .confidence = Confidence::kMedium,
         .message =
             {"\"{title}\" changes {lines} lines of code and no test: which test fails without the "
              "fix",
              "“{title}”改动了 {lines} 行代码，却没有改动测试：去掉这个修复后，哪个测试会失败？"},
         .consequence = {"The bug can come back unnoticed", "该缺陷可能悄悄复现"},
         .advice = {"Add a test that fails before the change and passes after it",
                    "补充一个变更前失败、变更后通过的测试"},
         .why = "A bug that reached the main branch shows a gap in the tests. A fix without a test "
                "leaves the gap open. For small fixes (below ten lines) the finding is a question; "
                "fixes to texts, tests and builds are not reported.",
         .fix = "Turn the bug report into a test.",
         .bad = R"py(
# title: Fix overflow of the loss scale
# --- pkg/core/scale.py before
def next_scale(scale):
    return scale * 2
# --- pkg/core/scale.py after
LIMIT = 2.0 ** 24
FLOOR = 1.0

def next_scale(scale, has_overflow, steps):
    if has_overflow:
        return max(scale / 2, FLOOR)
    if steps % 1000:
        return scale
    grown = scale * 2
    if grown > LIMIT:
        return LIMIT
    return grown
)py",
         .good = R"py(
# title: Fix overflow of the loss scale
# --- pkg/core/scale.py before
def next_scale(scale):
    return scale * 2
# --- pkg/core/scale.py after
LIMIT = 2.0 ** 24

def next_scale(scale):
    return min(scale * 2, LIMIT)
# --- tests/test_scale.py
from pkg.core.scale import LIMIT, next_scale

def test_scale_stops_at_the_limit():
    assert next_scale(LIMIT) == LIMIT
)py"},
    .check_change = CheckChange};

}  // namespace allreview::rules

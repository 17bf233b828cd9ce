// A line over the limit, in files that a formatter covers: it leaves strings and comments alone.

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/style/house_checks.h"
#include "analyzers/rules/style/new_code.h"

namespace allreview::rules {
namespace {

constexpr Phrase kCutInReviews("cut-in-reviews", "Reviews cut the line off", "评审时该行会被截断");
constexpr Phrase kPhrases[] = {kCutInReviews};

int LengthOf(absl::string_view line) {
  return static_cast<int>(std::count_if(line.begin(), line.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;  // One for each character.
  }));
}

bool IsExcused(absl::string_view line) {
  for (absl::string_view mark : {"://", "noqa", "pylint: disable", "type: ignore"}) {
    if (absl::StrContains(line, mark)) return true;
  }
  line = absl::StripAsciiWhitespace(line);
  return absl::StartsWith(line, "import ") || absl::StartsWith(line, "from ");
}

// 0: nobody sets one, or it is the width of a tool that rejects no line or is not run.
int LimitOf(const house::Entry* entry) {
  int limit = 0;
  if (entry != nullptr && !entry->tool.empty() && entry->level != house::Level::kCiEnforced) {
    return 0;
  }
  return entry != nullptr && absl::SimpleAtoi(entry->value, &limit) ? limit : 0;
}

void Check(ChangeContext& change) {
  if (change.files().empty()) return;
  const Sweep sweep =
      FindLongLines({change.files(), change.house(), change.project(), change.moves()});
  const HouseScope scope(change.house(), "line-length");
  for (const Hit& hit : sweep.hits) {
    change.Report(*hit.file, {.at = hit.at,
                              .params = {{"length", hit.name},
                                         {"limit", absl::StrCat(LimitOf(scope.entry()))},
                                         {"effect", scope.Effect(kCutInReviews)}}});
  }
}

}  // namespace

Sweep FindLongLines(const SweepInput& input) {
  const HouseScope scope(input.house, "line-length");
  const int limit = LimitOf(scope.entry());
  Sweep sweep;
  if (limit < 40) return sweep;
  const house::PathMatcher matcher(scope.entry()->files);
  for (const AnalysedFile& file : input.files) {
    if (file.after == nullptr || !matcher.Matches(file.changed->path)) continue;
    const python::SyntaxTree& tree = file.after->tree();
    for (const int line : file.lines.added()) {
      if (line > tree.line_count()) break;
      ++sweep.checked;
      const absl::string_view text = tree.LineText(line);
      if (text.size() <= static_cast<size_t>(limit)) continue;
      const int length = LengthOf(text);
      if (length <= limit || IsExcused(text)) continue;
      const size_t first = text.find_first_not_of(" \t");
      const Node at = tree.NodeAt(tree.LineStart(line) + static_cast<uint32_t>(first));
      sweep.hits.push_back({&file, at, absl::StrCat(length), line});
    }
  }
  return sweep;
}

extern constinit const Rule kLineTooLong = {
    .info = {.id = "line-too-long",
             .title = {"Line over the limit", "超出长度限制的行"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kReadability,
             .message = {"The line has {length} characters; the limit is {limit}",
                         "该行有 {length} 个字符，上限是 {limit}"},
             .consequence = {"{effect}", "{effect}"},
             .advice = {"Break it by hand: the formatter does not break strings and comments",
                        "手动换行：格式化工具不会改动字符串和注释"},
             .phrases = kPhrases,
             .why = "The limit is the one that the repository configures.",
             .fix = "Break the line.",
             .bad = R"py(
# --- .pre-commit-config.yaml unchanged
repos:
- repo: https://example.com/flake8
  hooks:
  - id: flake8
# --- .flake8 unchanged
[flake8]
max-line-length = 60
# --- pkg/core/a.py
label = "a text that goes on and on, and then some more, to the end"
)py",
             .good = R"py(
# --- .pre-commit-config.yaml unchanged
repos:
- repo: https://example.com/flake8
  hooks:
  - id: flake8
# --- .flake8 unchanged
[flake8]
max-line-length = 60
# --- pkg/core/a.py
label = "a text that ends"
)py",
             .references = {"https://docs.astral.sh/ruff/rules/line-too-long/",
                            "https://pylint.readthedocs.io/en/stable/user_guide/messages/"
                            "convention/line-too-long.html"},
             .tier = Tier::kOff},
    .check_change = Check};

}  // namespace allreview::rules

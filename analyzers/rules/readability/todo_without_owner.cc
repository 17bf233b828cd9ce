// # TODO: later

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

constexpr absl::string_view kMarks[] = {"TODO", "FIXME", "XXX"};

// "TODO(ana)", "TODO @ana", "TODO: #12", "TODO(https://...)", "TODO ABC-123".
bool HasOwner(absl::string_view rest) {
  const absl::string_view text = absl::StripLeadingAsciiWhitespace(rest);
  if (absl::StartsWith(text, "(") && text.find(')') > 1) return true;
  if (absl::StartsWith(text, "@") || absl::StartsWith(text, "[")) return true;
  if (absl::StrContains(text, "http") || absl::StrContains(text, "issue") ||
      absl::StrContains(text, "@")) {
    return true;
  }
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    const bool is_number = absl::ascii_isdigit(text[i + 1]);
    if (is_number && text[i] == '#') return true;
    if (is_number && text[i] == '-' && i > 1 && absl::ascii_isupper(text[i - 1])) return true;
  }
  return false;
}

void Check(FileContext& file, Node comment) {
  const absl::string_view text = comment.text();
  for (absl::string_view mark : kMarks) {
    const size_t at = text.find(mark);
    if (at == absl::string_view::npos || !MentionsName(text, mark)) continue;
    // In the middle of a sentence it is talked about.
    if (text.substr(0, at).find_first_not_of("# \t") != absl::string_view::npos) return;
    if (HasOwner(text.substr(at + mark.size()))) return;
    file.Report({.at = comment,
                 .params = {{"mark", std::string(mark)}, {"text", OneLine(comment)}},
                 .identity = OneLine(comment)});
    return;
  }
}

}  // namespace

extern constinit const Rule kTodoWithoutOwner = {
    .info = {.id = "todo-without-owner",
             .title = {"TODO without an owner or issue", "待办注释没有负责人或 issue"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kMaintainability,
             .message = {"`{text}` names neither a person nor an issue",
                         "`{text}` 既没有写明负责人，也没有关联 issue"},
             .consequence = {"Nobody knows whom to ask about it, and nobody dares to delete it",
                             "没有人知道该问谁，也没有人敢删掉它"},
             .advice = {"Write `{mark}(name or #issue): what, and when`",
                        "写成 `{mark}(name or #issue): what, and when`，即负责人或 "
                        "issue、要做什么以及何时做"},
             .why = "A TODO that belongs to nobody stays. With a name or an issue, somebody can "
                    "ask about it or close it.",
             .fix = "Name who will do it, or the issue.",
             .bad = R"py(
def f(x):
    # TODO: handle empty rows
    return x
)py",
             .good = R"py(
def f(x):
    # TODO(#123): handle empty rows
    return x
)py",
             .references = {"https://docs.astral.sh/ruff/rules/missing-todo-author/",
                            "https://docs.astral.sh/ruff/rules/missing-todo-link/"},
             .tier = Tier::kOff},
    .kinds = {NodeKind::kComment},
    .check = Check,
    .concern = Concern::kNewOccurrences};

}  // namespace allreview::rules

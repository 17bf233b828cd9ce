// f"done": nothing is put in.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

bool IsFormatted(Node string) {
  const absl::string_view start = string.child(NodeKind::kStringStart).text();
  return start.find_first_of("fF") != absl::string_view::npos;
}

// A neighbour of the same text has the placeholders.
bool IsPartOfFormatted(Node string) {
  const Node whole = string.parent();
  if (!whole.Is(NodeKind::kConcatenatedString)) return false;
  for (Node part : whole.children()) {
    if (part.Is(NodeKind::kString) && part.child(NodeKind::kInterpolation)) return true;
  }
  return false;
}

void Check(FileContext& file, Node string) {
  if (!IsFormatted(string) || string.child(NodeKind::kInterpolation) || string.HasError() ||
      IsPartOfFormatted(string) || IsWaived(string, {"F541", "W1309"})) {
    return;
  }
  const Node start = string.child(NodeKind::kStringStart);
  Observation observation{.at = string,
                          .params = {{"text", std::string(string.text().substr(0, 60))}}};
  if (!absl::StrContains(string.text(), "{{") && !absl::StrContains(string.text(), "}}")) {
    observation.edits = {
        Replace(file.module(), start, absl::StrReplaceAll(start.text(), {{"f", ""}, {"F", ""}}))};
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kFStringWithoutPlaceholder = {
    .info =
        {.id = "f-string-without-placeholder",
         .title = {"f-string without a placeholder", "f-string 中没有占位符"},
         .severity = Severity::kP3,
         .impact = Impact::kLow,
         .pillar = Pillar::kReadability,
         .message = {"`{text}` has the prefix f, but no placeholder",
                     "`{text}` 带有前缀 f，但没有占位符"},
         .consequence = {"Readers look for a value that is not there; it may have been forgotten",
                         "读者会去找一个并不存在的值，也可能是漏写了"},
         .advice = {"Drop the f, or insert the intended value", "去掉前缀 f，或者补上本想填入的值"},
         .why = "The prefix promises a value. Without one, either the prefix is left over or the "
                "placeholder is missing.",
         .fix = "Drop the prefix.",
         .bad = R"py(
def start(step):
    print(f"starting at step")
)py",
         .good = R"py(
def start(step):
    print(f"starting at step {step}")
)py",
         .references = {"https://docs.astral.sh/ruff/rules/f-string-missing-placeholders/",
                        "https://pylint.readthedocs.io/en/stable/user_guide/messages/warning/"
                        "f-string-without-interpolation.html"},
         .tier = Tier::kHint},
    .kinds = {NodeKind::kString},
    .check = Check};

}  // namespace allreview::rules

// The same unnamed number twice in one function.

#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/readability/code_places.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kAgain("again", "again", "再次出现");
constexpr Phrase kPhrases[] = {kAgain};

// Numbers that need no name.
constexpr absl::string_view kPlain[] = {"0",    "1",    "2",    "4",    "8",    "0.0",  "1.0",
                                        "2.0",  "0.5",  "1e-5", "1e-6", "1e-7", "1e-8", "1E-5",
                                        "1E-6", "1E-8", "10",   "100",  "0x0",  "0x1"};

bool IsPlain(absl::string_view text) {
  for (absl::string_view plain : kPlain) {
    if (text == plain) return true;
  }
  return text.size() == 1;  // Digits: indices and dimensions.
}

// The number has a name where it stands, or is data.
bool IsNamed(Node number) {
  for (Node node = number.parent(); node; node = node.parent()) {
    switch (node.kind()) {
      case NodeKind::kKeywordArgument:
      case NodeKind::kDefaultParameter:
      case NodeKind::kTypedDefaultParameter:
      case NodeKind::kPair:
      case NodeKind::kList:
      case NodeKind::kSubscript:
      case NodeKind::kSlice:
        return true;
      case NodeKind::kAssignment:
        return node.child(Field::kRight) == number;
      case NodeKind::kBlock:
        return false;
      default:
        break;
    }
  }
  return true;
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  if (IsKernelPath(module.path()) || IsForeignPath(module.path())) return;
  const Definition* function = DefinitionOf(module, node);
  if (function == nullptr || IsKernel(module, *function)) return;
  std::map<absl::string_view, std::vector<Node>> uses;
  ForEachOwnNode(function->body, [&](Node number) {
    if (!number.Is(NodeKind::kInteger) && !number.Is(NodeKind::kFloat)) return;
    if (IsPlain(number.text()) || !file.IsChanged(number) || IsNamed(number)) return;
    uses[number.text()].push_back(number);
  });
  for (const auto& [text, places] : uses) {
    if (places.size() < 2) continue;
    std::vector<Related> related;
    for (size_t i = 1; i < places.size(); ++i) {
      related.push_back({kAgain, RangeOf(module, places[i])});
    }
    file.Report({.at = places[0],
                 .params = {{"number", std::string(text)},
                            {"count", absl::StrCat(places.size())},
                            {"function", function->name}},
                 .related = std::move(related)});
  }
}

}  // namespace

extern constinit const Rule kMagicNumber = {
    .info = {.id = "magic-number",
             .title = {"Number without a name, used more than once", "多次使用的无名数字"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kReadability,
             .confidence = Confidence::kLow,
             .message = {"`{number}` appears {count} times in `{function}` without a name",
                         "`{number}` 在 `{function}` 中出现了 {count} 次，却没有定义为常量"},
             .consequence =
                 {"Anyone who changes one of them has to find out which others mean the same thing",
                  "修改其中一处的人必须弄清还有哪些表示同样的含义"},
             .advice = {"Give `{number}` a name, at module level or before its first use",
                        "在模块级或首次使用处之前给 `{number}` 定义一个常量"},
             .phrases = kPhrases,
             .why = "The same number in two places is either one decision or a coincidence; only a "
                    "name says which.",
             .fix = "Define a constant whose name says what it limits or counts.",
             .bad = R"py(
def plan(rows):
    if len(rows) > 4096:
        rows = rows[-len(rows) + 1 :]
    return min(len(rows), 4096)
)py",
             .good = R"py(
MAX_ROWS = 4096

def plan(rows):
    return min(len(rows), MAX_ROWS)
)py",
             .references = {"https://docs.astral.sh/ruff/rules/magic-value-comparison/"},
             .tier = Tier::kOff},
    .kinds = {NodeKind::kFunctionDefinition},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules

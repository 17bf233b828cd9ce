// "no shard {rank}" without f: the braces are printed.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "base/names.h"

namespace allreview::rules {
namespace {

using logic::PrefixOf;
using python::Module;

// First names of the placeholders: "rank" of "{rank}", "self" of "{self.rank:3d}". Empty when the
// braces hold anything that is no name with attributes, indices and a format.
std::vector<absl::string_view> PlaceholdersIn(absl::string_view text) {
  std::vector<absl::string_view> names;
  for (size_t open = text.find('{'); open != absl::string_view::npos; open = text.find('{', open)) {
    const size_t close = text.find('}', open);
    if (close == absl::string_view::npos || text[open + 1] == '{') return {};
    const absl::string_view inside = text.substr(open + 1, close - open - 1);
    size_t end = 0;
    while (end < inside.size() && IsNameByte(inside[end])) ++end;
    if (end == 0 || absl::ascii_isdigit(inside[0])) return {};
    const char next = end < inside.size() ? inside[end] : '}';
    if (absl::string_view(".[!:}=").find(next) == absl::string_view::npos) return {};
    // JSON and the like: {name: value} has a blank, {name:>8} has none.
    if (inside.find_first_of(" \"'\n{") != absl::string_view::npos) return {};
    names.push_back(inside.substr(0, end));
    open = close;
  }
  return names;
}

// Variables of the function around, which a forgotten prefix would have put in.
bool AreLocals(const Module& module, Node string, const std::vector<absl::string_view>& names) {
  return std::all_of(names.begin(), names.end(), [&](absl::string_view name) {
    const int scope = module.scopes().LookUp(string, name);
    return scope > 0 &&
           module.scopes().scopes()[static_cast<size_t>(scope)].kind != python::Scope::Kind::kClass;
  });
}

// A statement that shows the text to people: raise, assert, print, logging. Null: another place.
Node Showing(Node string) {
  for (Node inner = string, node = string.parent(); node; inner = node, node = node.parent()) {
    if (node.Is(NodeKind::kRaiseStatement)) return node;
    if (node.Is(NodeKind::kAssertStatement)) {
      return node.named_child(0) != inner ? node : Node();
    }
    if (node.Is(NodeKind::kCall) && inner.field() == Field::kArguments) {
      const absl::string_view callee = CalleeName(node);
      const std::string function(node.child(Field::kFunction).text());
      const bool is_log =
          absl::StrContains(function, "log") &&
          (callee == "debug" || callee == "info" || callee == "warning" || callee == "error" ||
           callee == "exception" || callee == "critical" || callee == "log");
      if (is_log || callee == "print" || absl::StartsWith(callee, "print_") ||
          absl::StartsWith(callee, "log_") || callee == "warn") {
        return node;
      }
      const bool is_exception =
          absl::EndsWith(callee, "Error") || absl::EndsWith(callee, "Exception");
      if (!is_exception) return Node();  // Whoever takes the text may format it.
      continue;
    }
    if (node.Is(NodeKind::kExpressionStatement) || node.Is(NodeKind::kBlock) ||
        node.Is(NodeKind::kAssignment) || node.Is(NodeKind::kDictionary)) {
      return Node();
    }
  }
  return Node();
}

// "{rank}".format(rank=rank), "%d {x}" % n, logger.info("{rank}", rank=rank).
bool IsFormatted(Node string, Node showing) {
  for (Node node = string.parent(); node && node != showing; node = node.parent()) {
    if (node.Is(NodeKind::kAttribute) || node.Is(NodeKind::kBinaryOperator)) {
      const bool is_sum = node.child(Field::kOperator).text() == "+";
      if (!is_sum) return true;
    }
  }
  if (!showing.Is(NodeKind::kCall)) return false;
  for (Node keyword : python::ArgumentsOf(showing).keywords) {
    const absl::string_view name = keyword.child(Field::kName).text();
    if (absl::StrContains(string.text(), absl::StrCat("{", name))) return true;
  }
  return false;
}

// With the prefix it must still be one string: no backslash or quote of its own inside braces.
bool CanBePrefixed(Node string, absl::string_view content) {
  const std::string prefix = PrefixOf(string);
  return (prefix.empty() || prefix == "r") && !absl::StrContains(content, "\\N{") &&
         std::count(content.begin(), content.end(), '{') ==
             std::count(content.begin(), content.end(), '}');
}

void Check(FileContext& file, Node string) {
  if (!absl::StrContains(string.text(), "{") || string.HasError()) return;
  const std::string prefix = PrefixOf(string);
  if (prefix.find_first_of("fbt") != std::string::npos) return;
  const absl::string_view content = Module::StringContent(string);
  const std::vector<absl::string_view> names = PlaceholdersIn(content);
  if (names.empty() || !AreLocals(file.module(), string, names)) return;
  const Node showing = Showing(string);
  if (!showing || IsFormatted(string, showing) || IsWaived(string, {"RUF027"})) {
    return;
  }
  Observation observation{.at = string,
                          .params = {{"name", std::string(names[0])}, {"text", OneLine(string)}},
                          .because = python::StatementOf(string)};
  if (CanBePrefixed(string, content)) {
    observation.edits = {Replace(file.module(), string, absl::StrCat("f", string.text()))};
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kMissingFPrefix = {
    .info = {.id = "missing-f-prefix",
             .title = {"Placeholder in a string without the prefix f",
                       "字符串里有占位符，却没有前缀 f"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message =
                 {"{text} has no prefix f, so it contains `{name}` in braces instead of its value",
                  "{text} 没有前缀 f，因此输出的是带花括号的 `{name}`，而不是它的值"},
             .consequence = {"The message lacks the very value that is needed to debug a job",
                             "恰恰缺少了排查作业问题时最需要的那个值"},
             .advice = {"Add the prefix f", "加上前缀 f"},
             .why = "Python fills braces only in f-strings and with format(). In an error message "
                    "the mistake appears just when the value matters.",
             .fix = "Write the prefix f before the string.",
             .bad = R"py(
def check(rank, size):
    if rank >= size:
        raise ValueError("rank {rank} is not below {size}")
)py",
             .good = R"py(
def check(rank, size):
    if rank >= size:
        raise ValueError(f"rank {rank} is not below {size}")
)py",
             .references = {"https://docs.astral.sh/ruff/rules/missing-f-string-syntax/"}},
    .kinds = {NodeKind::kString},
    .check = Check};

}  // namespace allreview::rules

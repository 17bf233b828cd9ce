// bool(os.getenv("X", "0")): every text that is not empty is true.

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/rules/logic/environment_look_up.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using logic::EnvironmentLookUp;
using logic::LookUpOf;
using python::Module;

constexpr Phrase kAlwaysOn("always-on", "The option is always on, even by default",
                           "该选项始终打开，默认也是如此");
constexpr Phrase kZeroTurnsOn("zero-turns-on",
                              "Setting the variable to 0 to turn the option off turns it on",
                              "把该变量设为 0 想要关闭，结果反而是打开");
constexpr Phrase kPhrases[] = {kAlwaysOn, kZeroTurnsOn};

bool IsOneOfIgnoringCase(absl::string_view word, std::initializer_list<absl::string_view> words) {
  for (absl::string_view candidate : words) {
    if (absl::EqualsIgnoreCase(word, candidate)) return true;
  }
  return false;
}

// "0" and "False": a default that is meant to be false and is true.
bool IsFalseInWords(Node fallback) {
  return fallback.Is(NodeKind::kString) &&
         IsOneOfIgnoringCase(Module::StringContent(fallback),
                             {"0", "false", "no", "off", "n", "f"});
}

// Variables that hold a path, an address or a number are asked for by whether they are set.
bool IsNamedLikeText(Node name) {
  for (absl::string_view part : absl::StrSplit(Module::StringContent(name), '_')) {
    if (IsOneOfIgnoringCase(part,
                            {"PATH", "DIR",   "FILE",  "HOME",    "ROOT",  "HOST", "ADDR",   "PORT",
                             "RANK", "SIZE",  "ID",    "KEY",     "TOKEN", "NAME", "USER",   "URL",
                             "CI",   "SHELL", "LEVEL", "DEVICES", "JOBID", "TERM", "DISPLAY"})) {
      return true;
    }
  }
  return !name.Is(NodeKind::kString);
}

// The expression stands where its truth is asked.
bool IsCondition(Node expression) {
  for (Node node = expression, parent = node.parent(); parent;
       node = parent, parent = node.parent()) {
    switch (parent.kind()) {
      case NodeKind::kParenthesizedExpression:
        break;
      case NodeKind::kNotOperator:
        return true;
      case NodeKind::kIfStatement:
      case NodeKind::kElifClause:
      case NodeKind::kWhileStatement:
        return node.field() == Field::kCondition;
      case NodeKind::kConditionalExpression:
        return parent.named_child(1) == node;
      case NodeKind::kBooleanOperator:
        break;  // `a or b` may be a value: its own place decides.
      default:
        return false;
    }
  }
  return false;
}

void Report(FileContext& file, Node at, const EnvironmentLookUp& variable) {
  const bool is_false_by_default = IsFalseInWords(variable.fallback);
  const std::string name = OneLine(variable.name);
  const Node text = variable.fallback.Is(NodeKind::kString) ? variable.fallback : Node();
  Observation observation{
      .at = at,
      .params = {{"name", name},
                 {"example", is_false_by_default ? OneLine(text) : "\"0\""},
                 {"effect", is_false_by_default ? kAlwaysOn : kZeroTurnsOn},
                 {"remedy", absl::StrCat("os.getenv(", name, ", \"0\") == \"1\"")}}};
  if (!is_false_by_default) {
    observation.severity = Severity::kP2;
    observation.impact = Impact::kMedium;
    observation.confidence = Confidence::kMedium;
  }
  file.Report(std::move(observation));
}

// bool(os.getenv(...)). The text of an empty default is what makes the rest of it a test of
// presence, but "0" still is one.
void CheckBool(FileContext& file, Node call) {
  if (call.child(Field::kFunction).text() != "bool") return;
  const Node argument = python::Argument(call, 0, "object");
  if (!argument) return;
  const EnvironmentLookUp variable = LookUpOf(file.module(), argument);
  if (!variable.expression) return;
  if (!IsFalseInWords(variable.fallback) && IsNamedLikeText(variable.name)) return;
  const bool is_text = variable.fallback.Is(NodeKind::kString) ||
                       variable.fallback.Is(NodeKind::kNone) || !variable.fallback;
  if (is_text) Report(file, call, variable);
}

// `if os.getenv("X", "0"):`, also through a name.
void CheckCondition(FileContext& file, Node node) {
  if (!IsCondition(node)) return;
  const EnvironmentLookUp direct = LookUpOf(file.module(), node);
  if (IsFalseInWords(direct.fallback)) Report(file, node, direct);
}

void CheckName(FileContext& file, Node identifier) {
  if (!IsCondition(identifier)) return;
  const Node value = file.module().Dereference(identifier);
  if (value == identifier) return;
  const EnvironmentLookUp variable = LookUpOf(file.module(), value);
  if (IsFalseInWords(variable.fallback)) Report(file, identifier, variable);
}

void Check(FileContext& file, Node node) {
  if (node.Is(NodeKind::kIdentifier)) return CheckName(file, node);
  CheckBool(file, node);
  CheckCondition(file, node);
}

}  // namespace

extern constinit const Rule kEnvironmentVariableAsBool = {
    .info = {.id = "environment-variable-as-bool",
             .title = {"String of an environment variable used as a bool",
                       "把环境变量的文本当作布尔值"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"{name} is a string, and {example} is as true as \"1\"",
                         "{name} 是字符串，{example} 与 \"1\" 一样为真"},
             .consequence = {"{effect}", "{effect}"},
             .advice = {"Compare the string: `{remedy}`", "比较字符串：`{remedy}`"},
             .phrases = kPhrases,
             .why = "Environment variables are strings. Only the empty string is false, so "
                    "bool(\"0\") and bool(\"False\") are True.",
             .fix = "Compare with the strings that mean yes, or convert with int().",
             .bad = R"py(
import os

USE_FUSED = bool(os.getenv("USE_FUSED", "0"))
)py",
             .good = R"py(
import os

USE_FUSED = os.getenv("USE_FUSED", "0") == "1"
)py",
             .references = {"https://docs.python.org/3/library/os.html#os.environ"}},
    .kinds = {NodeKind::kCall, NodeKind::kIdentifier},
    .file_names = "environ getenv",
    .check = Check};

}  // namespace allreview::rules

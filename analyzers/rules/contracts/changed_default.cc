// A public parameter or configuration field gets another default.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/rules/contracts/api_surface.h"
#include "analyzers/rules/contracts/call_edits.h"
#include "analyzers/rules/contracts/signature_changes.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace contracts {
namespace {

using python::Definition;
using python::Module;
using python::Parameter;

constexpr Phrase kIsIntended(
    "is-intended",
    "Is it intended that code without `{name}` now gets `{value}`? Then say so in the description "
    "and in the documentation",
    "今后不传 `{name}` 的代码将得到 `{value}`，这是有意的吗？如果是，请在描述和文档中说明");
constexpr Phrase kNameDefault(
    "name-default",
    "Mention the new default in the description and in the documentation, or keep the old one",
    "在描述和文档中写明新的默认值，或者保留旧的");
constexpr Phrase kPhrases[] = {kIsIntended, kNameDefault};

// What stands for an equal value is equal: 1e-5 and 0.00001, "a" and 'a', [] and list.
std::string Normalised(const Module& module, Node value) {
  value = module.Dereference(value);
  if (value.Is(NodeKind::kCall) && absl::EndsWith(value.child(Field::kFunction).text(), "field")) {
    for (absl::string_view keyword : {"default", "default_factory"}) {
      if (const Node inner = python::KeywordArgument(value, keyword)) {
        return Normalised(module, inner);
      }
    }
    return "";
  }
  if (value.Is(NodeKind::kLambda)) value = value.child(Field::kBody);
  double number = 0;
  if ((value.Is(NodeKind::kInteger) || value.Is(NodeKind::kFloat)) &&
      absl::SimpleAtod(value.text(), &number)) {
    return absl::StrCat(number);
  }
  if (value.Is(NodeKind::kString)) {
    const absl::string_view content = Module::StringContent(value);
    if (!content.empty()) return absl::StrCat("'", content, "'");
  }
  std::string text;
  for (char c : value.text()) {
    if (!absl::ascii_isspace(static_cast<unsigned char>(c))) text.push_back(c == '"' ? '\'' : c);
  }
  if (text == "[]" || text == "list()") return "list";
  if (text == "{}" || text == "dict()") return "dict";
  if (text == "()" || text == "tuple()") return "tuple";
  return text;
}

bool IsBool(Node value) { return value.Is(NodeKind::kTrue) || value.Is(NodeKind::kFalse); }

// None stands for the other value, which the body puts in its place.
bool FillsIn(Node body, absl::string_view name, const std::string& other) {
  const absl::string_view text = body.text();
  const bool is_tested = absl::StrContains(text, absl::StrCat(name, " is None")) ||
                         absl::StrContains(text, absl::StrCat(name, " or ")) ||
                         absl::StrContains(text, absl::StrCat(name, " is not None"));
  return is_tested && absl::StrContains(text, other);
}

struct Default {
  std::string owner;  // "Layer.forward", or the class of a field.
  std::string name;
  Node before, after;
};

void Report(ChangeContext& change, const AnalysedFile& file, const Default& changed) {
  const Description& description = change.description();
  const bool is_flip = IsBool(changed.before) && IsBool(changed.after);
  const bool is_mentioned = Mentions(description, changed.name);
  if ((is_mentioned && !is_flip) || !IsPublicPath(change, file)) return;
  const bool is_question = !is_mentioned && !description.body.empty();
  const std::string now = OneLine(python::WithoutParentheses(changed.after));
  Observation observation{
      .at = changed.after,
      .params = {
          {"owner", changed.owner},
          {"name", changed.name},
          {"old", OneLine(python::WithoutParentheses(changed.before))},
          {"new", now},
          {"remedy", is_question ? Sentence(kIsIntended, {{"name", changed.name}, {"value", now}})
                                 : kNameDefault}}};
  if (is_question) observation.kind = Kind::kQuestion;
  if (is_mentioned) observation.severity = Severity::kP2;
  DeltaEvidence delta;
  delta.what = "default";
  delta.before = OneLine(changed.before);
  delta.after = now;
  delta.before_range = RangeOf(*file.before, changed.before, Side::kLeft);
  delta.after_range = RangeOf(*file.after, changed.after);
  observation.evidence.push_back(std::move(delta));
  change.Report(file, std::move(observation));
}

bool Differ(const AnalysedFile& file, Node before, Node after) {
  if (!before || !after || before.text() == after.text()) return false;
  const std::string old = Normalised(*file.before, before);
  return !old.empty() && old != Normalised(*file.after, after);
}

void CheckFunction(ChangeContext& change, const AnalysedFile& file,
                   const PublicFunction& function) {
  for (const Parameter& parameter : function.after->parameters) {
    if (!parameter.default_value) continue;
    const Parameter* old = FindParameter(*function.before, parameter.name);
    if (old == nullptr || !Differ(file, old->default_value, parameter.default_value)) continue;
    const Node before = old->default_value, after = parameter.default_value;
    const bool is_same =
        (before.Is(NodeKind::kNone) &&
         FillsIn(function.before->body, parameter.name, std::string(after.text()))) ||
        (after.Is(NodeKind::kNone) &&
         FillsIn(function.after->body, parameter.name, std::string(before.text())));
    if (is_same) continue;
    Report(change, file, {function.after->name, std::string(parameter.name), before, after});
  }
}

bool IsConfiguration(const Definition& definition) {
  return definition.kind == Definition::Kind::kClass &&
         (HasDecoratorNamed(definition, "dataclass") ||
          absl::EndsWith(definition.simple_name, "Config"));
}

// `name: annotation = value` in the body of a class. Null: no such field.
Node FindField(const Definition& a_class, absl::string_view name) {
  for (Node statement : a_class.body.children()) {
    const Node assignment =
        statement.Is(NodeKind::kExpressionStatement) ? statement.named_child(0) : statement;
    if (assignment.Is(NodeKind::kAssignment) && assignment.child(Field::kType) &&
        assignment.child(Field::kLeft).text() == name) {
      return assignment;
    }
  }
  return Node();
}

void CheckClass(ChangeContext& change, const AnalysedFile& file, const Definition& a_class) {
  const Definition* old = OnlyDefinition(*file.before, a_class.name);
  if (old == nullptr || !IsConfiguration(*old) || old->body.text() == a_class.body.text()) return;
  for (Node statement : a_class.body.children()) {
    const Node assignment =
        statement.Is(NodeKind::kExpressionStatement) ? statement.named_child(0) : statement;
    if (!assignment.Is(NodeKind::kAssignment) || !assignment.child(Field::kType)) continue;
    const absl::string_view name = assignment.child(Field::kLeft).text();
    const Node after = assignment.child(Field::kRight);
    const Node before = FindField(*old, name).child(Field::kRight);
    if (absl::StartsWith(name, "_") || !Differ(file, before, after)) continue;
    Report(change, file, {a_class.name, std::string(name), before, after});
  }
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.python_files()) {
    if (file.before == nullptr) continue;
    for (const PublicFunction& function : PublicFunctionsOf(file)) {
      CheckFunction(change, file, function);
    }
    for (const Definition& definition : file.after->definitions()) {
      if (IsConfiguration(definition) && IsPublic(*file.after, definition)) {
        CheckClass(change, file, definition);
      }
    }
  }
}

}  // namespace
}  // namespace contracts

extern constinit const Rule kChangedDefault = {
    .info =
        {.id = "changed-default",
         .title = {"Public default changes", "公开接口的默认值改变"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"The default of `{name}` in `{owner}` changes from {old} to {new}",
                     "`{owner}` 中 `{name}` 的默认值从 {old} 改为 {new}"},
         .consequence = {"Code that relies on the default changes behaviour after an upgrade, "
                         "without an error and without a changed line",
                         "依赖默认值的用户升级后行为会改变，既没有报错，自己也没有改过一行代码"},
         .advice = {"{remedy}", "{remedy}"},
         .phrases = contracts::kPhrases,
         .why = "A default is part of what a function or a configuration promises. Changing it "
                "changes runs that never set it, and their results are compared with older ones. "
                "If the description of the change does not mention it, the finding is a question.",
         .fix = "Announce the new default, or make the new behaviour optional.",
         .bad = R"py(
# --- pkg/config.py before
def clip(x, threshold=1.0):
    return x
# --- pkg/config.py after
def clip(x, threshold=0.5):
    return x
)py",
         .good = R"py(
# --- pkg/config.py before
def clip(x, threshold=1.0):
    return x
# --- pkg/config.py after
def clip(x, threshold=1.0, is_strict=False):
    return x
)py",
         .references = {"griffe ParameterChangedDefaultBreakage"}},
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules

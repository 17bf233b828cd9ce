// A parameter or configuration field gets another default, and calls that nobody touched rely on
// it.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "analyzers/rules/contracts/api_surface.h"
#include "analyzers/rules/contracts/call_shape.h"
#include "analyzers/rules/contracts/signature_changes.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/understanding/atom.h"
#include "analyzers/understanding/value.h"

namespace allreview::rules {
namespace contracts {
namespace {

using python::Definition;
using python::Module;
using python::Parameter;

constexpr Phrase kReliesOnIt("relies-on-it", "passes no `{name}`", "没有传入 `{name}`");
constexpr Phrase kPhrases[] = {kReliesOnIt};

constexpr size_t kMaxRelated = 20;

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

// None stands for the other value, which the body puts in its place.
bool FillsIn(Node body, absl::string_view name, const std::string& other) {
  const absl::string_view text = body.text();
  const bool is_tested = absl::StrContains(text, absl::StrCat(name, " is None")) ||
                         absl::StrContains(text, absl::StrCat(name, " or ")) ||
                         absl::StrContains(text, absl::StrCat(name, " is not None"));
  return is_tested && absl::StrContains(text, other);
}

struct Default {
  SignatureChange owner;  // A function, or the class of a field.
  std::string name;
  Node before, after;
};

// Leaves the parameter to its default.
bool ReliesOn(const CallSite& call, absl::string_view parameter) {
  if (call.arguments.has_star || call.arguments.has_double_star) return false;
  const auto left_out = LeftOut(call.arguments, call.callee.parameters);
  return std::any_of(left_out.begin(), left_out.end(),
                     [&](const auto* taken) { return taken->name == parameter; });
}

// The calls of the repository, prepared when a default is known to change.
class Calls {
 public:
  explicit Calls(ChangeContext& change) : change_(change) {}
  SignatureChanges& operator*() {
    if (!changes_) changes_.emplace(change_);
    return *changes_;
  }

 private:
  ChangeContext& change_;
  std::optional<SignatureChanges> changes_;
};

void Report(ChangeContext& change, Calls& calls, const Default& changed) {
  if (Mentions(change.description(), changed.name)) return;
  std::vector<Range> relying = (*calls).UntouchedCalls(changed.owner, [&](const CallSite& call) {
    return !paths::IsTestPath(call.file.path()) && ReliesOn(call, changed.name);
  });
  if (relying.empty()) return;
  const AnalysedFile& file = *changed.owner.file;
  const std::string now = OneLine(python::WithoutParentheses(changed.after));
  Observation observation{.at = changed.after,
                          .params = {{"owner", changed.owner.after->name},
                                     {"name", changed.name},
                                     {"old", OneLine(python::WithoutParentheses(changed.before))},
                                     {"new", now},
                                     {"calls", CallsText(relying)}},
                          .kind = Kind::kQuestion};
  DeltaEvidence delta;
  delta.what = "default";
  delta.before = OneLine(changed.before);
  delta.after = now;
  delta.before_range = RangeOf(*file.before, changed.before, Side::kLeft);
  delta.after_range = RangeOf(*file.after, changed.after);
  observation.evidence.push_back(std::move(delta));
  const Sentence relies(kReliesOnIt, {{"name", changed.name}});
  if (relying.size() > kMaxRelated) relying.resize(kMaxRelated);
  for (Range& call : relying) observation.related.push_back({relies, std::move(call)});
  change.Report(file, std::move(observation));
}

// A constant has got a name, or lost it.
bool HaveSameConstant(ChangeContext& change, const AnalysedFile& file, Node before, Node after) {
  const understanding::Value old = change.ValueOf(file, before), now = change.ValueOf(file, after);
  const bool is_known = !old.is_open() && old.only() != nullptr && old.only()->is_constant &&
                        !now.is_open() && now.only() != nullptr && now.only()->is_constant;
  return is_known && old.ToText() == now.ToText();
}

bool Differ(ChangeContext& change, const AnalysedFile& file, Node before, Node after) {
  if (!before || !after || before.text() == after.text()) return false;
  const std::string old = Normalised(*file.before, before);
  return !old.empty() && old != Normalised(*file.after, after) &&
         !HaveSameConstant(change, file, before, after);
}

void CheckFunction(ChangeContext& change, Calls& calls, const SignatureChange& function) {
  for (const Parameter& parameter : function.after->parameters) {
    if (!parameter.default_value) continue;
    const Parameter* old = FindParameter(*function.before, parameter.name);
    if (old == nullptr ||
        !Differ(change, *function.file, old->default_value, parameter.default_value)) {
      continue;
    }
    const Node before = old->default_value, after = parameter.default_value;
    const bool is_same =
        (before.Is(NodeKind::kNone) &&
         FillsIn(function.before->body, parameter.name, std::string(after.text()))) ||
        (after.Is(NodeKind::kNone) &&
         FillsIn(function.after->body, parameter.name, std::string(before.text())));
    if (is_same) continue;
    Report(change, calls, {function, std::string(parameter.name), before, after});
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

// The text behind a field, which says what it is for, changes with it.
bool IsDocumentedAnew(const AnalysedFile& file, Node field) {
  Node next = field.next_sibling();
  while (next.Is(NodeKind::kComment)) next = next.next_sibling();
  return next.Is(NodeKind::kExpressionStatement) && next.named_child(0).Is(NodeKind::kString) &&
         file.lines.Touches(next);
}

void CheckClass(ChangeContext& change, Calls& calls, const SignatureChange& a_class) {
  if (a_class.before->body.text() == a_class.after->body.text()) return;
  for (Node statement : a_class.after->body.children()) {
    const Node assignment =
        statement.Is(NodeKind::kExpressionStatement) ? statement.named_child(0) : statement;
    if (!assignment.Is(NodeKind::kAssignment) || !assignment.child(Field::kType)) continue;
    const absl::string_view name = assignment.child(Field::kLeft).text();
    const Node after = assignment.child(Field::kRight);
    const Node before = FindField(*a_class.before, name).child(Field::kRight);
    if (!Differ(change, *a_class.file, before, after)) continue;
    if (IsDocumentedAnew(*a_class.file, statement)) continue;
    Report(change, calls, {a_class, std::string(name), before, after});
  }
}

void CheckChange(ChangeContext& change) {
  Calls calls(change);
  for (const AnalysedFile& file : change.python_files()) {
    if (file.before == nullptr) continue;
    for (const Definition& after : file.after->definitions()) {
      const Definition* const before = change.Before(after);
      if (before == nullptr || before->node.tree() != &file.before->tree()) continue;
      const SignatureChange changed = {&file, before, &after};
      if (after.kind != Definition::Kind::kClass) {
        CheckFunction(change, calls, changed);
      } else if (IsConfiguration(after) && IsConfiguration(*before)) {
        CheckClass(change, calls, changed);
      }
    }
  }
}

}  // namespace
}  // namespace contracts

extern constinit const Rule kChangedDefault = {
    .info =
        {.id = "changed-default",
         .title = {"Default changes under calls that rely on it", "调用所依赖的默认值改变"},
         .impact = Impact::kHigh,
         .message = {"The default of `{name}` in `{owner}` changes from {old} to {new}, and no "
                     "`{name}` is passed by {calls}",
                     "`{owner}` 中 `{name}` 的默认值从 {old} 改为 {new}，而没有传入 `{name}` "
                     "的有{calls}"},
         .consequence = {"These calls behave otherwise than before, without an error and without a "
                         "changed line",
                         "这些调用的行为与以前不同，既没有报错，也没有改过一行代码"},
         .advice = {"Is that meant? Then name `{name}` in the description; if not, pass the old "
                    "value in these calls",
                    "这是有意的吗？如果是，请在描述中写明 "
                    "`{name}`；如果不是，请在这些调用中传入旧值"},
         .phrases = contracts::kPhrases,
         .why = "A default is part of what a function or a configuration promises. Changing it "
                "changes what callers get that never pass it. Only calls outside of tests that "
                "certainly reach the function or class count, and that the change leaves as they "
                "were; nothing is said of a default that the description names or whose field is "
                "documented anew.",
         .fix = "Announce the new default, or make the new behaviour optional.",
         .bad = R"py(
# --- pkg/config.py before
def clip(x, threshold=1.0):
    return x
# --- pkg/config.py after
def clip(x, threshold=0.5):
    return x
# --- pkg/step.py unchanged
from pkg.config import clip

gradient = clip(3.0)
)py",
         .good = R"py(
# --- pkg/config.py before
def clip(x, threshold=1.0):
    return x
# --- pkg/config.py after
def clip(x, threshold=1.0, is_strict=False):
    return x
)py",
         .references = {"griffe ParameterChangedDefaultBreakage"},
         .version = 3},
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules

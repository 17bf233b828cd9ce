// hasattr(pg_collection, "ep"): true even when there is no such group.

#include <algorithm>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/distributed/held_groups.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

// Class of the expression, by the annotation of the parameter or by its name. Empty: unknown.
std::string ClassOf(FileContext& file, Node expression) {
  const Module& module = file.module();
  const Definition* function = module.EnclosingFunction(expression);
  if (function != nullptr && expression.Is(NodeKind::kIdentifier)) {
    const python::Parameter* parameter = FindParameter(*function, expression.text());
    if (parameter != nullptr && parameter->annotation) {
      Node annotation = parameter->annotation;
      for (Node node : parameter->annotation.descendants()) {
        if (absl::EndsWith(LastName(node), "ProcessGroupCollection")) annotation = node;
      }
      if (annotation.Is(NodeKind::kType)) annotation = annotation.named_child(0);
      return file.project().Canonical(module.Resolve(annotation));
    }
  }
  if (!IsCollectionName(LastName(expression))) return "";
  const repository::Found found = file.project().FindUnique("ProcessGroupCollection");
  return found ? found.name : "";
}

// The class answers for fields that were not set.
bool AnswersFor(FileContext& file, const std::string& name, absl::string_view field) {
  if (!file.project().FindMethod(name, "__getattr__")) return false;
  const auto fields = file.project().FieldsOf(name);
  return std::any_of(fields.begin(), fields.end(), [&](const repository::ConfigurationField& f) {
    return f.field->name == field;
  });
}

// The value is tested as well, or both branches of `e.f if hasattr(e, "f") else None` are None.
bool IsHarmless(Node call, absl::string_view value) {
  for (Node outer = call.parent(); outer; outer = outer.parent()) {
    if (outer.Is(NodeKind::kBooleanOperator) &&
        absl::StrContains(outer.text(), absl::StrCat(value, " is not None"))) {
      return true;
    }
    if (outer.Is(NodeKind::kConditionalExpression)) {
      return outer.named_child(0).text() == value && outer.named_child(2).Is(NodeKind::kNone);
    }
    if (outer.Is(NodeKind::kBlock)) return false;
  }
  return false;
}

void Check(FileContext& file, Node call) {
  if (call.child(Field::kFunction).text() != "hasattr") return;
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.positional.size() != 2) return;
  const Node object = arguments.positional[0];
  const absl::string_view field = Module::StringContent(arguments.positional[1]);
  if (field.empty() || IsHarmless(call, absl::StrCat(object.text(), ".", field))) return;
  if (LastName(object).empty()) return;
  const std::string name = ClassOf(file, object);
  if (name.empty() || !AnswersFor(file, name, field)) return;
  const std::string test = absl::StrCat("getattr(", object.text(), ", ",
                                        arguments.positional[1].text(), ", None) is not None");
  const bool is_compared = call.parent().Is(NodeKind::kComparisonOperator);
  file.Report(
      {.at = call,
       .params = {{"call", OneLine(call)},
                  {"field", std::string(field)},
                  {"class", name.substr(name.rfind('.') + 1)},
                  {"test", test}},
       .edits = {Replace(file.module(), call, is_compared ? absl::StrCat("(", test, ")") : test)},
       .identity = OneLine(call)});
}

}  // namespace

extern constinit const Rule kVacuousHasattrOnPgCollection = {
    .info =
        {.id = "vacuous-hasattr-on-pg-collection",
         .title = {"Check for a process group that is always true", "对进程组的判断恒为真"},
         .message =
             {"`{call}` is always true: `{class}` returns None for a `{field}` that was not set",
              "`{call}` 恒为真：未设置 `{field}` 时 `{class}` 会返回 None"},
         .consequence =
             {"The branch for a missing group never runs, and None, which torch treats as all "
              "ranks, is used as the group",
              "处理缺少该组的分支永远不会执行，而 None（torch 视为所有 rank）会被当作组使用"},
         .advice = {"Test `{test}`", "改为判断 `{test}`"},
         .why = "The collection declares its fields and returns None for those that were not "
                "given, so that code can read any of them. hasattr is then true for every field.",
         .fix = "Check whether the value is None.",
         .bad = R"py(
# --- pkg/groups.py unchanged
class ProcessGroupCollection:
    tp: object = None
    ep: object = None

    def __getattr__(self, name):
        return None
# --- pkg/use.py
def pick(pg_collection, default):
    if not hasattr(pg_collection, "ep"):
        return default
    return pg_collection.ep
)py",
         .good = R"py(
# --- pkg/groups.py unchanged
class ProcessGroupCollection:
    tp: object = None
    ep: object = None

    def __getattr__(self, name):
        return None
# --- pkg/use.py
def pick(pg_collection, default):
    if getattr(pg_collection, "ep", None) is None:
        return default
    return pg_collection.ep
)py",
         .tier = Tier::kHint},
    .kinds = {NodeKind::kCall},
    .names = "hasattr",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kNewOccurrences};

}  // namespace allreview::rules

// A decorator that tests a flag of the module when it is applied, which is at import.

#include <algorithm>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;
using Names = absl::flat_hash_set<absl::string_view>;

// Names of the module that a function binds anew.
Names NamesSetLater(const Module& module) {
  Names names;
  for (Node statement : module.tree().root().descendants(NodeKind::kGlobalStatement)) {
    for (Node name : statement.named_children()) names.insert(name.text());
  }
  return names;
}

bool IsFunction(const python::Parameter& parameter) {
  return IsOneOf(parameter.name, {"func", "fn", "f", "function", "method", "wrapped"}) ||
         (parameter.annotation && absl::StrContains(parameter.annotation.text(), "Callable"));
}

// It hands back the function that it is given, on some path as it is, and does not call it itself.
bool IsDecorator(const Definition& function) {
  return AnyOwnNode(function.body, NodeKind::kReturnStatement, [&](Node leave) {
    const Node value = leave.named_child(0);
    if (!value.Is(NodeKind::kIdentifier)) return false;
    const python::Parameter* const given = FindParameter(function, value.text());
    return given != nullptr && IsFunction(*given) &&
           !AnyOwnNode(function.body, NodeKind::kCall, [&](Node call) {
             return call.child(Field::kFunction).text() == given->name;
           });
  });
}

// The first of those names that a condition of the function reads when it runs; null: none.
Node FlagIn(const Definition& function, const Names& names) {
  return FindOwnNode(function.body, NodeKind::kIdentifier, [&](Node name) {
    if (!names.contains(name.text()) || !IsVariable(name)) return false;
    if (FindParameter(function, name.text()) != nullptr) return false;
    for (Node node = name; node && node != function.body; node = node.parent()) {
      if (node.field() == Field::kCondition) return true;
      if (node.parent().Is(NodeKind::kConditionalExpression)) return true;
    }
    return false;
  });
}

// Code that runs with each call reads it, too: that is what counts.
bool IsReadInside(const Definition& function, absl::string_view name) {
  int all = 0, own = 0;
  for (Node node : function.body.descendants(NodeKind::kIdentifier)) all += node.text() == name;
  ForEachOwnNode(function.body, NodeKind::kIdentifier,
                 [&](Node node) { own += node.text() == name; });
  return all > own;
}

void Check(FileContext& file, Node) {
  const Module& module = file.module();
  const Names names = NamesSetLater(module);
  if (names.empty()) return;
  for (const Definition& function : module.definitions()) {
    if (function.kind == Definition::Kind::kClass || function.parameters.empty()) continue;
    const Node flag = FlagIn(function, names);
    if (!flag || !IsDecorator(function) || IsReadInside(function, flag.text())) continue;
    file.Report({.at = flag,
                 .params = {{"flag", std::string(flag.text())},
                            {"decorator", std::string(function.simple_name)}}});
  }
}

}  // namespace

extern constinit const Rule kFlagReadAtDecoration = {
    .info = {.id = "flag-read-at-decoration",
             .title = {"Flag read when a decorator is applied", "装饰器在应用时就读取了开关"},
             .impact = Impact::kMedium,
             .message = {"`{decorator}` tests `{flag}` when it decorates, which is at import, and "
                         "a function sets `{flag}` later",
                         "`{decorator}` 在装饰函数时（即导入模块时）就判断 `{flag}`，而 `{flag}` "
                         "之后才由某个函数设置"},
             .consequence = {"Setting `{flag}` has no effect on functions that are decorated "
                             "already",
                             "对已经装饰过的函数，之后设置 `{flag}` 不起作用"},
             .advice = {"Test it inside the function that the decorator returns",
                        "在装饰器返回的函数内部再判断它"},
             .why = "A decorator runs once, when the `def` below it runs; what it returns runs "
                    "with each call.",
             .fix = "Move the test into the wrapper.",
             .bad = R"py(
_enabled = False

def enable():
    global _enabled
    _enabled = True

def traced(func):
    if not _enabled:
        return func
    return trace(func)
)py",
             .good = R"py(
import functools

_enabled = False

def enable():
    global _enabled
    _enabled = True

def traced(func):
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        if not _enabled:
            return func(*args, **kwargs)
        return trace(func)(*args, **kwargs)

    return wrapper
)py"},
    .kinds = {NodeKind::kModule},
    .check = Check};

}  // namespace allreview::rules

// An override that calls super().method() and forgets its result.

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/understanding/value.h"

namespace allreview::rules {
namespace {

using understanding::AtomKind;

// It leaves with a value somewhere, or is a generator.
bool GivesSomething(const python::Definition& function) {
  bool gives = false;
  ForEachOwnNode(function.body, [&](Node node) {
    gives |= node.Is(NodeKind::kYield) ||
             (node.Is(NodeKind::kReturnStatement) && static_cast<bool>(node.named_child(0)));
  });
  return gives;
}

// `super().name(...)` where name is that of the method around.
bool CallsNext(Node call, absl::string_view name) {
  const Node function = call.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute) || function.child(Field::kAttribute).text() != name) {
    return false;
  }
  const Node object = function.child(Field::kObject);
  return object.Is(NodeKind::kCall) && object.child(Field::kFunction).text() == "super";
}

void Check(FileContext& file, Node statement) {
  const Node call = statement.named_child(0);
  if (!call.Is(NodeKind::kCall)) return;
  const python::Definition* method = file.module().EnclosingFunction(statement);
  if (method == nullptr || method->kind != python::Definition::Kind::kMethod || method->is_async ||
      absl::StartsWith(method->simple_name, "__") || !CallsNext(call, method->simple_name)) {
    return;
  }
  if (LastStatement(method->body) != statement || GivesSomething(*method)) return;
  const understanding::Value value = file.ValueOf(call);
  if (value.is_open() || value.is_impossible() || value.CanBe(AtomKind::kNone)) return;
  file.Report({.at = call,
               .params = {{"call", absl::StrCat("super().", method->simple_name, "()")},
                          {"method", std::string(method->simple_name)}}});
}

}  // namespace

extern constinit const Rule kSuperResultDropped = {
    .info = {.id = "super-result-dropped",
             .title = {"Override that forgets the result of super()",
                       "重写的方法丢弃了 super() 的结果"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{method}` returns None: the result of `{call}` is dropped",
                         "`{method}` 返回 None：`{call}` 的结果被丢弃"},
             .consequence = {"Callers that use the result of `{method}` get None from this class",
                             "使用 `{method}` 结果的调用方会从这个类得到 None"},
             .advice = {"Write `return` before it", "在它前面加上 `return`"},
             .why = "The method that it overrides always returns something.",
             .fix = "Return what super() returned.",
             .bad = R"py(
class Base:
    def size(self):
        return 3

class Child(Base):
    def size(self):
        super().size()
)py",
             .good = R"py(
class Base:
    def size(self):
        return 3

class Child(Base):
    def size(self):
        return super().size()
)py"},
    .kinds = {NodeKind::kExpressionStatement},
    .names = "super",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules

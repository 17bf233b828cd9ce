// self.sync = self.set_sync(True), where set_sync() returns nothing.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/understanding/value.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kItsOwn("its-own", "That also undoes the value which `{callee}` stores there",
                         "这还会抹掉 `{callee}` 刚刚存入的值");
constexpr Phrase kLater("later", "Code that reads `{target}` gets None",
                        "之后读取 `{target}` 的代码得到的是 None");
constexpr Phrase kNoReturn("no-return", "returns nothing", "没有返回值");
constexpr Phrase kPhrases[] = {kItsOwn, kLater, kNoReturn};

// The function of this file that is called: by its name, or through `self`. Null: another one.
const Definition* CalleeOf(const Module& module, Node call) {
  const Node function = call.child(Field::kFunction);
  if (function.Is(NodeKind::kIdentifier)) {
    const Definition* found = module.FindDefinition(function.text());
    return found != nullptr && found->parent < 0 ? found : nullptr;
  }
  if (!function.Is(NodeKind::kAttribute) || function.child(Field::kObject).text() != "self") {
    return nullptr;
  }
  const Definition* a_class = module.EnclosingClass(call);
  return a_class == nullptr ? nullptr
                            : module.FindDefinition(absl::StrCat(
                                  a_class->name, ".", function.child(Field::kAttribute).text()));
}

// It does something, and no `return` of it has a value: not what others are meant to override.
bool ReturnsNothing(const Definition& function) {
  if (function.node.Is(NodeKind::kClassDefinition) || function.is_async) return false;
  if (!function.decorators.empty()) return false;
  bool is_void = true;
  int statements = 0;
  ForEachOwnNode(function.body, [&](Node node) {
    if (node.Is(NodeKind::kYield)) is_void = false;
    if (node.Is(NodeKind::kReturnStatement) && node.named_child_count() > 0) is_void = false;
    if (node.Is(NodeKind::kRaiseStatement)) return;
    statements += node.Is(NodeKind::kAssignment) || node.Is(NodeKind::kCall) ||
                  node.Is(NodeKind::kAugmentedAssignment);
  });
  const Node last = LastStatement(function.body);
  return is_void && statements > 0 && !last.Is(NodeKind::kRaiseStatement);
}

// It stores the attribute that the result goes to.
bool Stores(const Definition& function, absl::string_view target) {
  return AnyOwnNode(function.body, NodeKind::kAssignment,
                    [&](Node node) { return node.child(Field::kLeft).text() == target; });
}

void Check(FileContext& file, Node assignment) {
  const Module& module = file.module();
  const Node call = assignment.child(Field::kRight), target = assignment.child(Field::kLeft);
  if (!call.Is(NodeKind::kCall) || !logic::IsDottedName(target)) return;
  if (absl::StartsWith(LastName(target), "_") && target.Is(NodeKind::kIdentifier)) return;
  const Definition* callee = CalleeOf(module, call);
  if (callee == nullptr || !ReturnsNothing(*callee)) return;
  // Subclasses may return something.
  const understanding::Value value = file.ValueOf(call);
  if (!value.IsCertainly(understanding::AtomKind::kNone)) return;
  const std::string name(callee->simple_name);
  const bool is_own = Stores(*callee, target.text());
  file.Report({.at = assignment,
               .params = {{"callee", name},
                          {"target", std::string(target.text())},
                          {"call", OneLine(call)},
                          {"effect", Sentence(is_own ? kItsOwn : kLater,
                                              {{"callee", name}, {"target", target.text()}})}},
               .related = {{kNoReturn,
                            {.path = module.path(),
                             .first_line = callee->first_line,
                             .end_line = callee->first_line + 1}}}});
}

}  // namespace

extern constinit const Rule kVoidResultStored = {
    .info = {.id = "void-result-stored",
             .title = {"Result of a function that returns nothing is stored",
                       "保存了没有返回值的函数的结果"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{callee}` returns nothing, so `{target}` is None after this line",
                         "`{callee}` 没有返回值，因此这一行之后 `{target}` 是 None"},
             .consequence = {"{effect}", "{effect}"},
             .advice = {"Call `{call}` without the assignment, or let `{callee}` return the value",
                        "去掉赋值，直接调用 `{call}`，或让 `{callee}` 返回该值"},
             .phrases = kPhrases,
             .why = "A function without a return statement gives None. Storing that under a name "
                    "replaces a value with None, and nothing says so until somebody reads it.",
             .fix = "Drop the assignment, or return the value.",
             .bad = R"py(
class Model:
    def __init__(self, sync):
        self.auto_sync = self.set_auto_sync(sync)

    def set_auto_sync(self, sync):
        self.auto_sync = bool(sync)
)py",
             .good = R"py(
class Model:
    def __init__(self, sync):
        self.set_auto_sync(sync)

    def set_auto_sync(self, sync):
        self.auto_sync = bool(sync)
)py",
             .references = {"https://pylint.readthedocs.io/en/stable/user_guide/messages/error/"
                            "assignment-from-no-return.html"}},
    .kinds = {NodeKind::kAssignment},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules

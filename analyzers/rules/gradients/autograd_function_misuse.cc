// An autograd.Function whose methods are not static, or that is not called through apply.

#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/gradients/autograd_function.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;

constexpr Phrase kNotStatic("not-static", "`{name}` is not a static method",
                            "`{name}` 不是静态方法");
constexpr Phrase kAddDecorator("add-decorator", "Put `@staticmethod` on `{name}`",
                               "给 `{name}` 加上 `@staticmethod`");
constexpr Phrase kPastAutograd("past-autograd", "`{call}(...)` bypasses autograd",
                               "`{call}(...)` 绕过了 autograd");
constexpr Phrase kCallApply("call-apply", "Call `{name}.apply(...)`", "调用 `{name}.apply(...)`");
constexpr Phrase kIsFunction("is-function", "`{name}` is an autograd.Function",
                             "`{name}` 是 autograd.Function");
constexpr Phrase kPhrases[] = {kNotStatic, kAddDecorator, kPastAutograd, kCallApply, kIsFunction};

// `forward = staticmethod(forward)` in the class.
bool IsMadeStaticLater(const Definition& a_class, absl::string_view method) {
  for (Node statement : a_class.body.children()) {
    const Node assignment = statement.named_child(0);
    if (assignment.Is(NodeKind::kAssignment) && assignment.child(Field::kLeft).text() == method) {
      return true;
    }
  }
  return false;
}

void CheckMethods(FileContext& file, Node class_definition) {
  const auto function = FindAutogradFunction(file.module(), class_definition);
  if (!function) return;
  for (const Definition* method :
       {function->forward, function->backward, function->setup_context}) {
    if (method == nullptr || HasDecorator(file.module(), *method, "builtins.staticmethod") ||
        HasDecorator(file.module(), *method, "builtins.classmethod") ||
        IsMadeStaticLater(*function->definition, method->simple_name)) {
      continue;
    }
    const std::string name =
        absl::StrCat(function->definition->simple_name, ".", method->simple_name);
    const Node start = method->outer;
    const int column = file.module().tree().ColumnOf(start.first_byte());
    file.Report(
        {.at = method->node.child(Field::kName),
         .params = {{"what", Sentence(kNotStatic, {{"name", name}})},
                    {"advice", Sentence(kAddDecorator, {{"name", name}})}},
         .because = FirstChanged(file, {method->node.child(Field::kName),
                                        class_definition.child(Field::kSuperclasses)}),
         .edits = {{.path = file.module().path(),
                    .first_byte = start.first_byte(),
                    .end_byte = start.first_byte(),
                    .replacement = absl::StrCat("@staticmethod\n", std::string(column, ' '))}}});
  }
}

// A context is passed on purpose: one Function built from another, a stand-in for tests, or None
// for a forward that shall not be recorded.
bool PassesContext(Node call) {
  const Node context = python::Argument(call, 0, "ctx");
  const std::string first = absl::AsciiStrToLower(context.text());
  return context.Is(NodeKind::kNone) || absl::StrContains(first, "ctx") ||
         absl::StrContains(first, "context") || first == "self";
}

void CheckCall(FileContext& file, Node call) {
  if (file.is_test()) return;
  const Node callee = call.child(Field::kFunction);
  Node called = callee;
  if (callee.Is(NodeKind::kAttribute) && LastName(callee) == "forward") {
    called = callee.child(Field::kObject);
  }
  if (!called.Is(NodeKind::kIdentifier) && !called.Is(NodeKind::kAttribute)) return;
  // Instances start with a capital, as classes do: the cheapest test first.
  const absl::string_view name = LastName(called);
  if (absl::c_none_of(name, absl::ascii_isupper)) return;
  if (called != callee && PassesContext(call)) return;
  const auto function = ResolveAutogradFunction(file.module(), called);
  if (!function || EnclosingAutogradFunction(file.module(), call)) return;
  file.Report(
      {.at = call,
       .params = {{"what", Sentence(kPastAutograd, {{"call", callee.text()}})},
                  {"advice", Sentence(kCallApply, {{"name", called.text()}})}},
       .related = {{Sentence(kIsFunction, {{"name", function->definition->simple_name}}),
                    RangeOf(file.module(), function->definition->node.child(Field::kName))}}});
}

void Check(FileContext& file, Node node) {
  if (node.Is(NodeKind::kCall)) {
    CheckCall(file, node);
  } else {
    CheckMethods(file, node);
  }
}

}  // namespace

extern constinit const Rule kAutogradFunctionMisuse = {
    .info = {.id = "autograd-function-misuse",
             .title = {"autograd.Function not static or not applied",
                       "autograd.Function 不是静态方法或没有通过 apply 调用"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"{what}", "{what}"},
             .consequence = {"PyTorch raises a RuntimeError, or the result has no gradient because "
                             "the operation was never recorded",
                             "PyTorch 会抛出 RuntimeError，或者由于该操作没有被记录，结果没有梯度"},
             .advice = {"{advice}", "{advice}"},
             .phrases = kPhrases,
             .why = "Only apply creates the context and records the operation in the graph. "
                    "PyTorch rejects legacy functions with instance methods since version 1.5.",
             .fix = "Make forward and backward static methods and call the class through apply.",
             .bad = R"py(
import torch

class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2

def double(x):
    return Double.forward(x)
)py",
             .good = R"py(
import torch

class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2

def double(x):
    return Double.apply(x)
)py",
             .references = {"https://docs.pytorch.org/docs/stable/notes/extending.html"},
             .version = 2},
    .kinds = {NodeKind::kClassDefinition, NodeKind::kCall},
    .file_names = kAutogradFunctionNames,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules

#include "analyzers/python/traits.h"

#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace allreview::python {
namespace {

absl::string_view LastPart(absl::string_view name) { return name.substr(name.rfind('.') + 1); }

// `x` for each of `x`, `x(...)` and `x(...)(...)`.
Node FunctionOf(Node expression) {
  while (expression.Is(Kind::kCall)) expression = expression.child(Field::kFunction);
  return expression;
}

// `no_grad()`, `torch.inference_mode()`, `torch.set_grad_enabled(False)`.
bool StopsGradients(Node expression) {
  const absl::string_view name = LastPart(FunctionOf(expression).text());
  if (name == "no_grad" || name == "inference_mode") {
    return !expression.Is(Kind::kCall) || !Argument(expression, 0, "mode").Is(Kind::kFalse);
  }
  return name == "set_grad_enabled" && Argument(expression, 0, "mode").Is(Kind::kFalse);
}

bool OpensNoGrad(Node with_statement) {
  for (Node item : with_statement.child(Kind::kWithClause).children()) {
    if (!item.Is(Kind::kWithItem)) continue;
    Node manager = item.child(Field::kValue);
    if (manager.Is(Kind::kAsPattern)) manager = manager.named_child(0);
    if (StopsGradients(manager)) return true;
  }
  return false;
}

bool IsAutogradFunction(const Module& module, const Definition& a_class) {
  for (Node base : a_class.bases) {
    const std::string name = module.Resolve(base);
    if (name == "torch.autograd.Function" || name == "torch.autograd.function.Function") {
      return true;
    }
  }
  return false;
}

}  // namespace

FunctionTraits TraitsOf(const Module& module, const Definition& definition) {
  FunctionTraits traits;
  for (Node decorator : definition.decorators) {
    const Node function = FunctionOf(decorator);
    const std::string resolved = module.Resolve(function);
    const std::string name = resolved.empty() ? std::string(function.text()) : resolved;
    const absl::string_view last = LastPart(name);
    if (last == "staticmethod") traits.is_static = true;
    if (last == "classmethod") traits.is_class_method = true;
    if (absl::EndsWith(last, "property") || last == "setter" || last == "deleter") {
      traits.is_property = true;
    }
    if (name == "torch.compile" || name == "torch.jit.script" || last == "jit_fuser") {
      traits.is_compiled = true;
    }
    if (absl::StartsWith(name, "triton.") && last == "jit") traits.is_triton = true;
    if (absl::StartsWith(name, "triton.") && last == "autotune") traits.autotune = decorator;
    if (StopsGradients(decorator)) traits.is_no_grad = true;
    // @partial(torch.compile, dynamic=True)
    if (last == "partial" && decorator.Is(Kind::kCall)) {
      const std::string inner = module.Resolve(Argument(decorator, 0, "func"));
      if (inner == "torch.compile" || inner == "torch.jit.script") traits.is_compiled = true;
    }
  }
  return traits;
}

Node CommentEnding(const SyntaxTree& tree, int line) {
  const absl::string_view text = tree.LineText(line);
  if (text.empty()) return {};
  const Node last = tree.NodeAt(tree.LineStart(line) + static_cast<uint32_t>(text.size()) - 1);
  return last.Is(Kind::kComment) ? last : Node();
}

std::vector<absl::string_view> CommentsOn(const Module& module, Node statement, int lines_above) {
  const SyntaxTree& tree = module.tree();
  const int first = statement.first_line();
  int begin = first;
  while (begin > 1 && first - begin < lines_above &&
         !absl::StripAsciiWhitespace(tree.LineText(begin - 1)).empty()) {
    --begin;
  }
  std::vector<absl::string_view> comments;
  for (int line = begin; line <= std::max(first, HeaderLastLine(statement)); ++line) {
    const Node node = CommentEnding(tree, line);
    if (!node) continue;
    const bool is_own_line =
        absl::StripAsciiWhitespace(
            tree.LineText(line).substr(0, node.first_byte() - tree.LineStart(line)))
            .empty();
    if (line < first && !is_own_line) continue;
    absl::string_view comment = node.text();
    while (absl::StartsWith(comment, "#")) comment.remove_prefix(1);
    comments.push_back(absl::StripAsciiWhitespace(comment));
  }
  return comments;
}

bool IsUnderNoGrad(const Module& module, Node node) {
  for (Node around = node.parent(); around && !around.Is(Kind::kFunctionDefinition);
       around = around.parent()) {
    if (around.Is(Kind::kLambda)) return false;
    if (around.Is(Kind::kWithStatement) && OpensNoGrad(around)) return true;
  }
  const Definition* function = module.EnclosingFunction(node);
  if (function == nullptr) return false;
  for (Node decorator : function->decorators) {
    if (StopsGradients(decorator)) return true;
  }
  const Definition* a_class = module.EnclosingClass(node);
  return a_class != nullptr && IsAutogradFunction(module, *a_class);
}

bool IsTemplate(const Module& module) {
  for (Node set : module.tree().root().descendants(Kind::kSet)) {
    if (set.named_child(0).Is(Kind::kSet)) return true;
  }
  return false;
}

}  // namespace allreview::python

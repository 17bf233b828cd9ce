#include "analyzers/rules/distributed/buffer_touch.h"

#include <initializer_list>
#include <string>

#include "absl/strings/match.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace {

using python::Field;
using python::Kind;
using python::Module;
using python::Node;

// Methods that compute with the values of their tensor. Others may only look at its shape or make
// a view.
bool IsReadingMethod(absl::string_view name) {
  return IsOneOf(
      name, {"abs",      "add",    "all",  "any",  "argmax",      "bmm",    "bool",   "clone",
             "cpu",      "cumsum", "div",  "dot",  "double",      "exp",    "float",  "half",
             "isfinite", "isnan",  "item", "log",  "log_softmax", "max",    "matmul", "mean",
             "min",      "mm",     "mul",  "norm", "numpy",       "pow",    "prod",   "softmax",
             "sort",     "sqrt",   "std",  "sub",  "sum",         "tolist", "topk",   "var"});
}

// copy_, add_: but not requires_grad_ and the like.
bool IsWritingMethod(absl::string_view name) {
  return absl::EndsWith(name, "_") && !absl::EndsWith(name, "__") &&
         !IsOneOf(name, {"requires_grad_", "retain_grad_", "detach_", "share_memory_", "resize_",
                         "set_", "squeeze_", "unsqueeze_", "transpose_", "t_", "rename_"});
}

// torch.matmul(buffer, w): computes. torch.empty_like(buffer) does not look at values, torch.chunk
// and the like make views.
bool IsReadingFunction(const Module& module, Node call) {
  const std::string name = module.Resolve(call.child(Field::kFunction));
  if (!absl::StartsWith(name, "torch.") || absl::StartsWith(name, "torch.distributed.") ||
      absl::StartsWith(name, "torch.cuda.")) {
    return false;
  }
  const absl::string_view last = CalleeName(call);
  return !absl::EndsWith(last, "_like") &&
         !IsOneOf(last, {"chunk",     "split",     "tensor_split", "narrow",  "reshape",
                         "view",      "unbind",    "transpose",    "permute", "squeeze",
                         "unsqueeze", "is_tensor", "numel",        "save",    "typename",
                         "device",    "no_grad",   "Size",         "Event",   "Stream"});
}

Touch TouchOfMember(Node attribute) {
  const Node call = attribute.parent();
  if (!call.Is(Kind::kCall) || call.child(Field::kFunction) != attribute) return Touch::kNone;
  const absl::string_view method = attribute.child(Field::kAttribute).text();
  if (IsWritingMethod(method)) return Touch::kWrite;
  return IsReadingMethod(method) ? Touch::kRead : Touch::kNone;
}

Touch TouchOfArgument(const Module& module, Node list) {
  const Node call = list.parent();
  if (!call.Is(Kind::kCall)) return Touch::kNone;
  const Node function = call.child(Field::kFunction);
  // x.copy_(buffer), x.add_(buffer): reads the argument.
  if (function.Is(Kind::kAttribute) && module.Resolve(function).empty()) {
    const absl::string_view method = function.child(Field::kAttribute).text();
    return IsOneOf(method, {"copy_", "add_", "mul_", "sub_", "div_", "matmul", "addmm_"})
               ? Touch::kRead
               : Touch::kNone;
  }
  return IsReadingFunction(module, call) ? Touch::kRead : Touch::kNone;
}

}  // namespace

Touch TouchOf(const Module& module, Node mention) {
  Node node = mention;
  bool is_part = false;
  // Parts of it: buffer[i], buffer.data.
  while (true) {
    const Node parent = node.parent();
    const bool is_subscript = parent.Is(Kind::kSubscript) && node.field() == Field::kValue;
    const bool is_data = parent.Is(Kind::kAttribute) && node.field() == Field::kObject &&
                         IsOneOf(parent.child(Field::kAttribute).text(), {"data", "grad", "T"});
    if (!is_subscript && !is_data && !parent.Is(Kind::kParenthesizedExpression)) break;
    is_part |= is_subscript;
    node = parent;
  }
  const Node parent = node.parent();
  switch (parent.kind()) {
    case Kind::kAttribute:
      return TouchOfMember(parent);
    case Kind::kBinaryOperator:
    case Kind::kUnaryOperator:
      return Touch::kRead;
    case Kind::kComparisonOperator:
      return absl::StrContains(parent.text(), " is ") || absl::StrContains(parent.text(), " in ")
                 ? Touch::kNone
                 : Touch::kRead;
    case Kind::kAugmentedAssignment:
      return node.field() == Field::kLeft ? Touch::kWrite : Touch::kRead;
    case Kind::kAssignment:
      return is_part && node.field() == Field::kLeft ? Touch::kWrite : Touch::kNone;
    case Kind::kArgumentList:
      return TouchOfArgument(module, parent);
    default:
      return Touch::kNone;
  }
}

}  // namespace allreview::rules

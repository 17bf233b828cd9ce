#include "analyzers/rules/logic/pure_expressions.h"

#include <cstdint>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules::logic {

using python::Field;
using python::Kind;
using python::Module;
using python::Node;

bool IsShapeMethod(absl::string_view name) {
  return IsOneOf(
      name, {"transpose", "reshape", "permute",           "unsqueeze",    "squeeze",   "contiguous",
             "view",      "view_as", "reshape_as",        "expand",       "expand_as", "flatten",
             "unflatten", "narrow",  "masked_fill",       "clamp",        "clamp_min", "clamp_max",
             "swapaxes",  "movedim", "repeat_interleave", "index_select", "astype",    "t",
             "tril",      "triu"});
}

bool IsTextMethod(absl::string_view name) {
  return IsOneOf(name, {"strip", "lstrip", "rstrip", "lower", "upper", "title", "capitalize",
                        "replace", "removeprefix", "removesuffix", "splitlines", "startswith",
                        "endswith", "format", "zfill", "ljust", "rjust"});
}

bool IsPureFunction(const Module& module, Node call) {
  const Node out = python::KeywordArgument(call, "out");
  if (out || python::KeywordArgument(call, "inplace")) return false;
  const std::string name = module.Resolve(call.child(Field::kFunction));
  absl::string_view last = name;
  if (absl::ConsumePrefix(&last, "builtins.")) {
    return IsOneOf(last, {"sorted", "reversed", "enumerate", "zip", "range", "len", "abs", "round",
                          "min", "max", "sum", "tuple", "list", "str", "bool", "int", "float"});
  }
  if (!absl::ConsumePrefix(&last, "torch.")) return false;
  return IsOneOf(last, {"cat", "concat", "concatenate", "stack", "clamp", "reshape", "transpose",
                        "permute", "squeeze", "unsqueeze", "flatten", "masked_select",
                        "repeat_interleave", "zeros_like", "ones_like", "where", "abs"});
}

bool IsPure(const Module& module, Node expression) {
  for (uint32_t i = expression.index(); i < expression.subtree_end(); ++i) {
    const Node node = expression.tree()->node(i);
    switch (node.kind()) {
      case Kind::kAwait:
      case Kind::kYield:
      case Kind::kNamedExpression:
      case Kind::kLambda:
        return false;
      case Kind::kCall: {
        const Node function = node.child(Field::kFunction);
        const absl::string_view method = function.child(Field::kAttribute).text();
        const bool is_method = IsShapeMethod(method) || IsTextMethod(method);
        if (!is_method && !IsPureFunction(module, node)) return false;
        break;
      }
      default:
        break;
    }
  }
  return true;
}

}  // namespace allreview::rules::logic

#include "services/analysis/change_model/stories/data_names.h"

#include "absl/strings/match.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::analysis {

using python::Field;
using python::Kind;
using python::Node;
using python::ValueType;

bool IsAboutData(Node value) {
  while (value.Is(Kind::kSubscript)) value = value.child(Field::kValue);
  const absl::string_view name = rules::LastName(value);
  for (absl::string_view other :
       {"shape", "size", "dtype", "device", "dim", "ndim", "numel", "element_size", "stride", "len",
        "is_cuda", "get_device", "isinstance", "hasattr", "data_ptr", "requires_grad",
        "nelement"}) {
    if (name == other) return true;
  }
  return value.Is(Kind::kComparisonOperator) || value.Is(Kind::kNotOperator) ||
         value.Is(Kind::kBooleanOperator);
}

bool IsNamedLikeData(absl::string_view name) {
  for (absl::string_view data :
       {"x",      "input",     "input_", "inputs",      "hidden_states", "query",     "key",
        "value",  "q",         "k",      "v",           "qkv",           "mixed_qkv", "logits",
        "loss",   "tokens",    "probs",  "routing_map", "grad",          "weight",    "output",
        "tensor", "input_ids", "labels", "bias",        "residual"}) {
    if (name == data) return true;
  }
  for (absl::string_view ending : {"_states", "_tensor", "_output", "_input", "_logits", "_probs",
                                   "_hidden", "_embeddings", "_mask"}) {
    if (absl::EndsWith(name, ending)) return true;
  }
  return absl::StartsWith(name, "grad_") || absl::StartsWith(name, "hidden");
}

bool IsNamedLikeNumber(absl::string_view name) {
  for (absl::string_view ending : {"_len", "_length", "_size", "_dim", "_rank", "_idx", "_id"}) {
    if (absl::EndsWith(name, ending)) return true;
  }
  for (absl::string_view beginning : {"num_", "n_", "is_", "has_", "use_", "should_"}) {
    if (absl::StartsWith(name, beginning)) return true;
  }
  return false;
}

bool CannotBeData(ValueType type) {
  switch (type) {
    case ValueType::kUnknown:
    case ValueType::kTensor:
    case ValueType::kSequence:
    case ValueType::kNumpy:
    case ValueType::kDict:
      return false;
    default:
      return true;
  }
}

bool Transforms(Node value) {
  value = python::WithoutParentheses(value);
  switch (value.kind()) {
    case Kind::kCall:
    case Kind::kBinaryOperator:
    case Kind::kUnaryOperator:
    case Kind::kSubscript:
    case Kind::kAwait:
    case Kind::kListComprehension:
    case Kind::kDictionaryComprehension:
    case Kind::kSetComprehension:
    case Kind::kGeneratorExpression:
      return true;
    case Kind::kConditionalExpression:
      return Transforms(value.named_child(0)) || Transforms(value.named_child(2));
    case Kind::kExpressionList:
    case Kind::kTuple:
      for (Node child : value.named_children()) {
        if (Transforms(child)) return true;
      }
      return false;
    default:
      return false;
  }
}

}  // namespace allreview::analysis

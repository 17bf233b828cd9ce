// What functions, methods and operators of torch make of tensors with types, and which they refuse.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/understanding/cuts.h"
#include "analyzers/understanding/spmd_types.h"

namespace allreview::understanding {
namespace {

using ir::Operator;
using Kind = Atom::Kind;

// Which operands count, and how sums go through.
enum class Shape {
  kFirst,    // Linear in the first operand; others only where they have types.
  kList,     // Linear in a list of tensors.
  kSum,      // a + b
  kProduct,  // a * b
  kEinsum,   // A text, then a product.
  kQuotient,
  kLinear,  // a product, and a bias
  kAdded,   // A tensor, and a product that is added to it.
  kOther,   // Not linear in the first operand.
  kLocal,   // What it does with sums nobody knows; it communicates nothing.
  kMade,    // A new tensor.
};
struct Operation {
  Shape shape;
  absl::string_view names;
};
constexpr Operation kOperations[] = {
    {Shape::kFirst,
     "_to_copy _unsafe_view bfloat16 broadcast_to chunk clone contiguous cpu cuda cumsum detach "
     "diagonal "
     "double expand expand_as flatten flip float gather half index_select item mean movedim "
     "moveaxis nanmean nansum narrow neg negative permute "
     "positive "
     "ravel repeat repeat_interleave reshape roll select split squeeze sum swapaxes swapdims t "
     "tile "
     "to tolist transpose type type_as unbind unflatten unfold unsqueeze view view_as"},
    {Shape::kList,
     "block_diag cat column_stack concat concatenate dstack hstack row_stack stack vstack"},
    {Shape::kSum, "add sub subtract"},
    {Shape::kProduct, "bmm dot matmul mm mul multiply mv"},
    {Shape::kEinsum, "einsum"},
    {Shape::kQuotient, "div divide true_divide"},
    {Shape::kLinear, "linear"},
    {Shape::kAdded, "addbmm addmm addmv addr baddbmm"},
    {Shape::kOther,
     "abs acos asin atan ceil clamp cos cosh erf exp expm1 floor gelu layer_norm log log10 log1p "
     "log2 log_softmax logsumexp norm reciprocal relu rms_norm round rsqrt sigmoid sign silu sin "
     "sinh softmax softplus sort sqrt square tan tanh topk"},
    {Shape::kMade, "arange empty full ones rand randint randn tensor zeros"},
};

std::optional<Shape> ShapeOf(absl::string_view name) {
  for (const Operation& operation : kOperations) {
    for (absl::string_view one : absl::StrSplit(operation.names, ' ')) {
      if (one == name) return operation.shape;
    }
  }
  return std::nullopt;
}

struct Operands {
  std::vector<const Value*> tensors;  // With or without types.
  bool has_number = false;
};

bool IsNumber(const Value& value) {
  const Atom* const only = value.only();
  const bool is_size =
      value.ranks() != nullptr && !value.ranks()->placements.empty() &&
      std::all_of(value.ranks()->placements.begin(), value.ranks()->placements.end(),
                  [](const auto& one) { return one.placement == Placement::kSize; });
  if (is_size) return true;
  return only != nullptr && !IsTyped(value) &&
         (only->kind == Kind::kInteger || only->kind == Kind::kReal || only->kind == Kind::kBool);
}

// Along one axis; none of what an operand without a type would decide.
Inferred Along(absl::string_view axis, const Operands& operands, Linearity linearity) {
  std::vector<Placement> placements;
  bool is_known = true;
  for (const Value* tensor : operands.tensors) {
    const AxisPlacement* const one =
        tensor->ranks() == nullptr ? nullptr : tensor->ranks()->Find(axis);
    const bool has_type = one != nullptr && IsType(one->placement);
    if (has_type) placements.push_back(one->placement);
    is_known &= has_type;
  }
  const Linearity certain = is_known ? linearity : Linearity::kUnknown;
  Inferred inferred = Infer(axis, placements, operands.has_number, certain);
  // With what is varying, whatever goes together with it makes what is varying.
  if (!is_known && inferred.placement != Placement::kVarying) inferred.placement.reset();
  return inferred;
}

Typing Combined(const Operands& operands, Linearity linearity) {
  Typing typing;
  for (const Value* tensor : operands.tensors) {
    if (tensor->ranks() == nullptr) continue;
    for (const AxisPlacement& one : tensor->ranks()->placements) {
      if (!IsType(one.placement) || typing.result.Find(one.axis) != nullptr) continue;
      Inferred inferred = Along(one.axis, operands, linearity);
      if (!inferred.why.empty()) return {.why = std::move(inferred.why)};
      if (inferred.placement) {
        typing.result.Set({.axis = one.axis, .placement = *inferred.placement});
      }
    }
  }
  return typing;
}

Operands TensorsOf(const std::vector<const Value*>& values) {
  Operands operands;
  for (const Value* value : values) {
    if (IsNumber(*value)) {
      operands.has_number = true;
    } else {
      operands.tensors.push_back(value);
    }
  }
  return operands;
}

Typing Quotient(const std::vector<const Value*>& values) {
  if (values.size() > 1 && IsTyped(*values[1])) {
    Typing divisor = Combined({.tensors = {values[1]}}, Linearity::kNonlinear);
    if (!divisor.why.empty()) return divisor;
  }
  return Combined(TensorsOf(values), Linearity::kMultilinear);
}

// a * b + c.
Typing Added(const Value& sum, const Value& left, const Value& right) {
  Typing product = Combined(TensorsOf({&left, &right}), Linearity::kMultilinear);
  if (!product.why.empty()) return product;
  const Value typed = Value::Unknown().WithRanks(product.result);
  return Combined({.tensors = {&sum, &typed}}, Linearity::kLinear);
}

// Of a list of tensors.
Typing Listed(const Value& tensors) {
  const Atom* const list = tensors.only();
  if (list == nullptr || !list->is_sized) return {};
  Operands operands;
  for (const Value& part : list->parts) operands.tensors.push_back(&part);
  return Combined(operands, Linearity::kLinear);
}

// An operand that is not known to have no type leaves out what it would decide.
Typing Apply(Shape shape, std::vector<const Value*> values) {
  if (values.empty()) return {};
  switch (shape) {
    case Shape::kMade:
      return {};
    case Shape::kFirst:
    case Shape::kOther:
    case Shape::kLocal: {
      std::vector<const Value*> counted = {values[0]};
      for (size_t i = 1; i < values.size(); ++i) {
        if (IsTyped(*values[i])) counted.push_back(values[i]);
      }
      return Combined({.tensors = std::move(counted)}, shape == Shape::kFirst ? Linearity::kLinear
                                                       : shape == Shape::kOther
                                                           ? Linearity::kNonlinear
                                                           : Linearity::kUnknown);
    }
    case Shape::kList:
      return Listed(*values[0]);
    case Shape::kSum:
      return Combined(TensorsOf(values), Linearity::kLinear);
    case Shape::kEinsum:
      values.erase(values.begin());
      return Combined(TensorsOf(values), Linearity::kMultilinear);
    case Shape::kProduct:
      return Combined(TensorsOf(values), Linearity::kMultilinear);
    case Shape::kQuotient:
      return Quotient(values);
    case Shape::kLinear:
      if (values.size() == 2 || (values.size() == 3 && values[2]->CanBe(Kind::kNone))) {
        return Combined(TensorsOf({values[0], values[1]}), Linearity::kMultilinear);
      }
      return values.size() == 3 ? Added(*values[2], *values[0], *values[1]) : Typing();
    case Shape::kAdded:
      return values.size() == 3 ? Added(*values[0], *values[1], *values[2]) : Typing();
  }
  return {};
}

// What is written over keeps its type, or becomes varying where it was the same.
Typing Overwrite(const Value& target, Typing typing) {
  if (!typing.why.empty()) return typing;
  for (const AxisPlacement& one : typing.result.placements) {
    const AxisPlacement* const known =
        target.ranks() == nullptr ? nullptr : target.ranks()->Find(one.axis);
    if (known == nullptr || !IsType(known->placement) || known->placement == one.placement) {
      continue;
    }
    const bool widens =
        known->placement == Placement::kReplicated && one.placement == Placement::kVarying;
    if (!widens) {
      return {.why = absl::StrCat("what it writes over is ", SymbolOf(*known), " along ", one.axis,
                                  ", not ", SymbolOf(one))};
    }
  }
  typing.changed = &target;
  typing.becomes = typing.result;
  return typing;
}

std::optional<Typing> Backward(const AskingCall& call) {
  if (!call.arguments.empty() || call.object == nullptr || !IsTyped(*call.object)) {
    return std::nullopt;
  }
  for (const AxisPlacement& one : call.object->ranks()->placements) {
    const bool is_wrong =
        one.placement == Placement::kReplicated || one.placement == Placement::kVarying;
    if (is_wrong) {
      return Typing{.why = absl::StrCat("backward() of a loss that is ", NameOf(one), " along ",
                                        one.axis, ", neither invariant nor partial")};
    }
  }
  return std::nullopt;
}

// "add" of torch.add, x.add and torch.ops.aten.add.Tensor.
absl::string_view NameOf(const AskingCall& call) {
  absl::string_view name = call.full;
  if (absl::ConsumePrefix(&name, "torch.ops.aten.")) return name.substr(0, name.find('.'));
  return call.name;
}

}  // namespace

std::optional<Typing> TypeTorchCall(const AskingCall& call) {
  const bool is_method = call.object != nullptr && IsTyped(*call.object);
  if (!is_method && !absl::StartsWith(call.full, "torch.")) return std::nullopt;
  if (is_method && call.name == "backward") return Backward(call);
  absl::string_view name = NameOf(call);
  const bool is_in_place = is_method && name.size() > 1 && absl::ConsumeSuffix(&name, "_");
  std::optional<Shape> shape = ShapeOf(name);
  const bool is_traced = absl::StartsWith(call.full, "torch.ops.aten.") ||
                         absl::StartsWith(call.full, "torch.ops.apex.");
  if (!shape && is_traced) shape = Shape::kLocal;
  if (!shape) return std::nullopt;
  if (shape == Shape::kMade) {
    if (is_method || is_traced) return std::nullopt;
    return Typing{.result = {.placements = {{.axis = std::string(kNoOtherAxes),
                                             .placement = Placement::kRankText}}}};
  }
  std::vector<const Value*> values;
  const Value* out = nullptr;
  if (is_method) values.push_back(call.object);
  for (const CallArgument& argument : call.arguments) {
    if (argument.kind == CallArgument::Kind::kPositional) {
      values.push_back(&argument.value);
    } else if (argument.kind != CallArgument::Kind::kKeyword || IsTyped(argument.value)) {
      if (argument.keyword != "out") return Typing{};
      out = &argument.value;
    }
  }
  Typing typing = Apply(*shape, values);
  Recut(name, values, typing.result);
  if (is_in_place) return Overwrite(*call.object, std::move(typing));
  return out == nullptr ? typing : Overwrite(*out, std::move(typing));
}

std::optional<Typing> TypeOperator(Operator op, const Value& a, const Value& b) {
  if (!IsTyped(a) && !IsTyped(b)) return std::nullopt;
  const auto applied = [](Shape shape, absl::string_view name,
                          const std::vector<const Value*>& values) {
    Typing typing = Apply(shape, values);
    Recut(name, values, typing.result);
    return typing;
  };
  switch (op) {
    case Operator::kAdd:
    case Operator::kSubtract:
      return applied(Shape::kSum, "add", {&a, &b});
    case Operator::kMultiply:
      return applied(Shape::kProduct, "mul", {&a, &b});
    case Operator::kMatrixMultiply:
      return applied(Shape::kProduct, "matmul", {&a, &b});
    case Operator::kDivide:
      return applied(Shape::kQuotient, "div", {&a, &b});
    case Operator::kNegative:
    case Operator::kPositive:
      return applied(Shape::kFirst, "neg", {&a});
    case Operator::kPower:
      return applied(Shape::kOther, "pow", {&a, &b});
    default:
      return std::nullopt;
  }
}

}  // namespace allreview::understanding

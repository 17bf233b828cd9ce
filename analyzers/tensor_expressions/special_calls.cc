// Functions of PyTorch whose arguments need a look before they are terms: casts, results with
// names, constants, whole numbers.

#include <algorithm>
#include <cmath>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/numerics/graph/operations.h"
#include "analyzers/tensor_expressions/evaluator.h"

namespace allreview::tensor_expressions {
namespace {

using python::Node;

const Value* Keyword(const CallValues& values, absl::string_view name) {
  for (const auto& [keyword, value] : values.keywords) {
    if (keyword == name) return &value;
  }
  return nullptr;
}

const TermRef* FirstTerm(const CallValues& values) {
  return values.positional.empty() ? nullptr : values.positional[0].As<TermRef>();
}

void RenameKeyword(CallValues& values, absl::string_view from, absl::string_view to) {
  for (auto& [keyword, value] : values.keywords) {
    if (keyword == from) keyword = std::string(to);
  }
}

template <typename... Names>
bool IsOneOf(absl::string_view name, Names... names) {
  return ((name == names) || ...);
}

bool IsComparison(absl::string_view name) {
  return IsOneOf(name, "lt", "le", "gt", "ge", "eq", "ne", "less", "less_equal", "greater",
                 "greater_equal", "not_equal", "logical_and", "logical_or", "logical_not",
                 "logical_xor", "isnan", "isinf", "isfinite");
}

// Functions that give whole numbers for whole numbers.
bool KeepsIntegers(absl::string_view name) {
  return IsOneOf(name, "add", "sub", "mul", "neg", "abs", "maximum", "minimum", "max", "min",
                 "amax", "amin", "clamp", "clip", "clamp_min", "clamp_max", "floor_divide",
                 "remainder", "square", "where", "masked_fill", "sign", "rsub", "unsqueeze",
                 "fmod");
}

bool IsLoss(absl::string_view name) { return IsOneOf(name, "cross_entropy", "nll_loss"); }

}  // namespace

std::optional<Value> Evaluator::CallSpecial(absl::string_view name, CallValues& values, Node node) {
  const TermRef* first = FirstTerm(values);
  if (IsOneOf(name, "norm", "vector_norm")) {
    RenameKeyword(values, "ord", "p");
    RenameKeyword(values, "x", "input");
    RenameKeyword(values, "A", "input");
  }
  if (name == "finfo") return CallFinfo(values, node);
  if (name == "arange") return MakeArange(std::move(values), node);
  if (IsOneOf(name, "to", "type") && first != nullptr) return CallTo(std::move(values), node);
  if (IsOneOf(name, "long", "int") && first != nullptr) {
    return Cast(first->term, {IntegerDtype{}}, node);
  }
  if (name == "bool" && first != nullptr) return Cast(first->term, {IntegerDtype{true}}, node);
  if (IsOneOf(name, "max", "min") && first != nullptr) {
    return CallExtreme(name, std::move(values), node);
  }
  if (IsOneOf(name, "tensor", "as_tensor", "scalar_tensor") && !values.positional.empty() &&
      (values.positional[0].AsNumber().has_value() || first != nullptr)) {
    return values.positional[0];
  }
  if (IsOneOf(name, "zeros", "new_zeros")) return Value{0.0};
  if (IsOneOf(name, "ones", "new_ones")) return Value{1.0};
  if (IsOneOf(name, "full", "full_like", "new_full") && values.positional.size() > 1 &&
      values.positional.back().AsNumber().has_value()) {
    return values.positional.back();
  }
  if (name == "unsqueeze" && first != nullptr && values.positional.size() == 2) {
    const Term& term = terms_[first->term];
    const Value* dim = Keyword({.keywords = term.keywords}, "dim");
    if (dim == nullptr && term.positional.size() > 1) dim = &term.positional[1];
    const std::optional<double> wanted = values.positional[1].AsNumber();
    const bool is_restored = dim != nullptr && dim->AsNumber() == wanted;
    if (wanted.has_value() && *wanted != -1 && !is_restored) {
      return View(first->term, absl::StrCat("unsqueeze(", *wanted, ")"), node);
    }
  }
  if (IsOneOf(name, "t", "transpose", "permute", "swapaxes", "movedim", "flip", "roll") &&
      first != nullptr) {
    return View(first->term, std::string(name), node);
  }
  if (name == "outer" && values.positional.size() == 2 && first != nullptr &&
      values.positional[1].As<TermRef>() != nullptr) {
    const int other = values.positional[1].As<TermRef>()->term;
    return CallTorch(
        "mul", {.positional = {values.positional[0], View(other, "unsqueeze(0)", node)}}, node);
  }
  return std::nullopt;
}

Value Evaluator::CallFinfo(const CallValues& values, Node node) {
  const Value* dtype = values.positional.empty() ? Keyword(values, "type") : &values.positional[0];
  if (dtype == nullptr) return {Unknown{Refusal::kInvalid, "finfo", node}};
  if (const numerics::Format* format = dtype->As<numerics::Format>()) {
    return {FormatLimits{*format}};
  }
  if (dtype->As<DtypeOfTerm>() != nullptr) return {FormatLimits{}};
  return {Unknown{Refusal::kUnknownValue, "the dtype of finfo", node}};
}

// x.to(dtype), x.to(other), x.to(device), x.to(device=…, dtype=…).
Value Evaluator::CallTo(CallValues values, Node node) {
  const int term = FirstTerm(values)->term;
  std::vector<Value> targets(values.positional.begin() + 1, values.positional.end());
  for (auto& [keyword, value] : values.keywords) targets.push_back(value);
  for (const Value& target : targets) {
    if (target.As<numerics::Format>() != nullptr || target.As<DtypeOfTerm>() != nullptr ||
        target.As<IntegerDtype>() != nullptr) {
      return Cast(term, target, node);
    }
    if (const TermRef* other = target.As<TermRef>()) {
      return Cast(term, {DtypeOfTerm{other->term}}, node);
    }
    // A dtype that a name holds: unlike a device, it changes the numbers.
    const Unknown* unknown = target.As<Unknown>();
    const bool is_dtype = unknown != nullptr && (absl::StrContains(unknown->detail, "dtype") ||
                                                 Keyword(values, "dtype") == &target);
    if (is_dtype) {
      // Some format of the caller's: that under test.
      return {TermRef{terms_.Add({.kind = Term::Kind::kCastToTested,
                                  .positional = {Value{TermRef{term}}},
                                  .node = node})}};
    }
  }
  return {TermRef{term}};
}

Value Evaluator::Cast(int term, Value dtype, Node node) {
  const Storage from = terms_[term].storage;
  if (const IntegerDtype* integer = dtype.As<IntegerDtype>()) {
    if (integer->is_bool && from == Storage::kBool) return {TermRef{term}};
    if (integer->is_bool) {
      return AddTerm("ne", {.positional = {Value{TermRef{term}}, Value{0.0}}}, Storage::kBool,
                     node);
    }
    if (from != Storage::kFloat) return {TermRef{term}};
    const Value wide = Cast(term, {numerics::Format::kFp64}, node);
    return AddTerm("trunc", {.positional = {wide}}, Storage::kInteger, node);
  }
  return AddTerm("to", {.positional = {Value{TermRef{term}}, std::move(dtype)}}, Storage::kFloat,
                 node);
}

// max(dim=…) gives values and indices; max(other) is elementwise; max() is of all elements.
Value Evaluator::CallExtreme(absl::string_view name, CallValues values, Node node) {
  const Value* dim = values.positional.size() > 1 ? &values.positional[1] : Keyword(values, "dim");
  if (dim != nullptr && dim->As<TermRef>() != nullptr) {
    return CallTorch(absl::StrCat(name, "imum"), std::move(values), node);
  }
  const bool has_indices = dim != nullptr;
  Value largest = CallTorch(absl::StrCat("a", name), std::move(values), node);
  if (!has_indices || largest.As<TermRef>() == nullptr) return largest;
  return {Tuple{{largest, Value{Unknown{Refusal::kIndexing, "indices", node}}}}};
}

// Whole numbers unless a floating dtype is asked for.
Value Evaluator::MakeArange(CallValues values, Node node) {
  std::vector<double> numbers;
  for (const Value& value : values.positional) {
    const std::optional<double> number = value.AsNumber();
    numbers.push_back(number.value_or(0));
    // arange(n) starts at 0 for any n; a start or step that is not known is.
    const bool is_end = values.positional.size() == 1 || &value == &values.positional[1];
    if (!number.has_value() && !is_end) {
      return {Unknown{Refusal::kUnknownValue, std::string(node.text()), node}};
    }
  }
  const double start = numbers.size() > 1 ? numbers[0] : 0;
  const double step = numbers.size() > 2 ? numbers[2] : 1;
  const Value* dtype = Keyword(values, "dtype");
  const numerics::Format* format = dtype != nullptr ? dtype->As<numerics::Format>() : nullptr;
  Term term = {.kind = Term::Kind::kInput, .role_source = "torch.arange", .node = node};
  term.storage = format == nullptr ? Storage::kInteger : Storage::kFloat;
  term.input = {
      .name = std::string(node.text()),
      .role = numerics::Role::kPosition,
      .format = format != nullptr ? *format : numerics::Format::kFp64,
      .distribution = numerics::Distribution{.kind = numerics::Distribution::Kind::kPosition,
                                             .a = step == 0 ? start : start / step}};
  const Value position = {TermRef{terms_.Add(std::move(term))}};
  return step == 1 ? position : Binary("*", position, {step}, node);
}

Storage Evaluator::AlignStorage(absl::string_view name, CallValues& values, Node node) {
  const auto storage_of = [&](const Value& value) {
    const TermRef* ref = value.As<TermRef>();
    return ref != nullptr ? terms_[ref->term].storage : Storage::kBool;
  };
  const TermRef* floating = nullptr;
  bool has_integer = false;
  bool has_tensor = false;
  for (const Value& value : values.positional) {
    const TermRef* ref = value.As<TermRef>();
    if (ref == nullptr) continue;
    if (terms_[ref->term].is_number) continue;
    has_tensor = true;
    if (storage_of(value) == Storage::kFloat && floating == nullptr) floating = ref;
    has_integer = has_integer || storage_of(value) == Storage::kInteger;
  }
  if (IsComparison(name)) return Storage::kBool;
  if (IsOneOf(name, "where", "masked_fill")) {
    const size_t position = name == "where" && values.positional.size() > 1 ? 1 : 0;
    const Value* const chosen = position < values.positional.size() ? &values.positional[position]
                                                                    : Keyword(values, "input");
    return chosen != nullptr && chosen->As<TermRef>() != nullptr ? storage_of(*chosen)
                                                                 : Storage::kFloat;
  }
  if (IsLoss(name)) return Storage::kFloat;
  const bool is_sum = IsOneOf(name, "sum", "cumsum", "prod", "cumprod");
  if (!has_tensor) return Storage::kFloat;
  if (floating != nullptr) {
    const int like = floating->term;
    for (Value& value : values.positional) {
      const TermRef* ref = value.As<TermRef>();
      if (ref != nullptr && storage_of(value) == Storage::kInteger &&
          !terms_[ref->term].is_number) {
        value = Cast(ref->term, {DtypeOfTerm{like}}, node);
      }
    }
    return Storage::kFloat;
  }
  if (is_sum && !values.positional.empty() && values.positional[0].As<TermRef>() != nullptr) {
    // Counted exactly.
    values.positional[0] =
        Cast(values.positional[0].As<TermRef>()->term, {numerics::Format::kFp64}, node);
    const Value* dtype = Keyword(values, "dtype");
    return dtype != nullptr && dtype->As<numerics::Format>() != nullptr ? Storage::kFloat
                                                                        : Storage::kInteger;
  }
  if (KeepsIntegers(name)) return has_integer ? Storage::kInteger : Storage::kBool;
  for (Value& value : values.positional) {
    // PyTorch's default dtype.
    const TermRef* ref = value.As<TermRef>();
    if (ref != nullptr) value = Cast(ref->term, {numerics::Format::kFp32}, node);
  }
  return Storage::kFloat;
}

}  // namespace allreview::tensor_expressions

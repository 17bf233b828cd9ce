#include "services/analysis/change_model/examples/inputs.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"

namespace allreview::analysis {
namespace {

using python::Definition;
using python::Node;
using worked_examples::Object;
using worked_examples::Type;
using worked_examples::Value;

constexpr size_t kMaxDims = 6;
constexpr size_t kMaxFlips = 2;
constexpr int kFlagVariants = 1 << kMaxFlips;  // Combinations of optional parameters.
constexpr int kSeeds = 2;                      // Of the elements.

// Sizes for dimensions in their order; the last resort is one size for all.
constexpr int64_t kSizes[][kMaxDims] = {
    {3, 2, 4, 5, 2, 3}, {4, 2, 3, 2, 2, 2}, {2, 3, 4, 5, 2, 2}, {2, 4, 2, 4, 2, 2},
    {4, 3, 2, 2, 2, 2}, {2, 3, 2, 4, 2, 2}, {6, 2, 3, 2, 2, 2}, {4, 4, 4, 4, 4, 4},
};
constexpr int kSizeVariants = 8;
// For tensors of which nobody says how many dimensions they have; what does not fit raises.
const worked_examples::Sizes& AnyShape(size_t variant) {
  static const auto& shapes = *new std::vector<worked_examples::Sizes>{{2, 3}, {4}, {3, 2}, {6}};
  return shapes[variant % shapes.size()];
}

InputKind KindOfType(absl::string_view type) {
  const std::string text =
      absl::StrReplaceAll(type, {{" ", ""}, {"\"", ""}, {"'", ""}, {",optional", ""}});
  absl::string_view bare = text;
  if (absl::ConsumePrefix(&bare, "Optional[")) bare = absl::StripSuffix(bare, "]");
  bare = absl::StripSuffix(bare, "|None");
  for (absl::string_view list : {"list[int]", "List[int]", "Sequence[int]"}) {
    if (bare == list) return InputKind::kIntegers;
  }
  if (bare == "int") return InputKind::kInt;
  if (bare == "float") return InputKind::kFloat;
  if (bare == "bool") return InputKind::kBool;
  if (absl::StrContains(bare, "uple[") || absl::StrContains(bare, "ist[")) {
    return InputKind::kUnknown;
  }
  const bool is_tensor = absl::EndsWith(bare, "Tensor") || absl::StrContains(bare, "[Tensor,");
  return is_tensor ? InputKind::kTensor : InputKind::kUnknown;
}

InputKind KindOfLiteral(const Value& literal) {
  switch (literal.type) {
    case Type::kInt:
      return InputKind::kInt;
    case Type::kFloat:
      return InputKind::kFloat;
    case Type::kBool:
      return InputKind::kBool;
    default:
      return InputKind::kDefault;
  }
}

// Small, and with few digits.
Value FloatFor(const std::optional<Value>& fallback) {
  return fallback && fallback->IsNumber() ? Value::Float(fallback->AsNumber()) : Value::Float(0.5);
}

bool IsNone(const std::optional<Value>& value) { return value && value->Is(Type::kNone); }

bool TakesSelf(const Definition& function) {
  return function.kind == Definition::Kind::kMethod &&
         std::none_of(function.decorators.begin(), function.decorators.end(), [](Node decorator) {
           return decorator.text() == "staticmethod" || decorator.text() == "classmethod";
         });
}

std::optional<Value> ScalarOf(const python::Parameter& parameter) {
  const std::optional<Value> literal = LiteralOf(parameter.default_value);
  InputKind kind = parameter.annotation ? KindOfType(parameter.annotation.text())
                   : literal            ? KindOfLiteral(*literal)
                                        : InputKind::kUnknown;
  switch (kind) {
    case InputKind::kInt:
      return IntegerFor(parameter.name, literal, 0);
    case InputKind::kFloat:
      return FloatFor(literal);
    case InputKind::kBool:
      return literal ? *literal : Value::Bool(false);
    default:
      return literal;
  }
}

}  // namespace

Inputs::Inputs(const python::Module& module, const Definition& definition, const Tensors& tensors,
               const Docstring& docstring)
    : module_(module), definition_(definition) {
  for (const python::Parameter& parameter : definition.parameters) {
    if (parameter.kind == python::Parameter::Kind::kVarPositional ||
        parameter.kind == python::Parameter::Kind::kVarKeyword) {
      continue;
    }
    wanted_.push_back(WantedOf(parameter, tensors, docstring));
    const Wanted& wanted = wanted_.back();
    if (wanted.is_optional) optional_.push_back(wanted_.size() - 1);
    for (const std::string& dim : wanted.dims) {
      for (const std::string& name : SizeNamesIn(dim)) {
        if (std::find(dims_.begin(), dims_.end(), name) == dims_.end()) dims_.push_back(name);
      }
    }
  }
  LeaveOpenWhatMayNotFit();
}

// Tensors whose shapes nobody knows may belong together in a way that nobody sees.
void Inputs::LeaveOpenWhatMayNotFit() {
  const auto is_tensor = [](const Wanted& wanted) { return wanted.kind == InputKind::kTensor; };
  if (std::count_if(wanted_.begin(), wanted_.end(), is_tensor) < 2) return;
  for (Wanted& wanted : wanted_) {
    if (is_tensor(wanted) && wanted.has_any_shape) wanted.kind = InputKind::kUnknown;
  }
}

Inputs::Wanted Inputs::WantedOf(const python::Parameter& parameter, const Tensors& tensors,
                                const Docstring& docstring) const {
  Wanted wanted{.name = std::string(parameter.name),
                .fallback = LiteralOf(parameter.default_value)};
  const bool is_first = &parameter == &definition_.parameters.front();
  if (is_first && TakesSelf(definition_)) {
    wanted.kind = InputKind::kSelf;
    return wanted;
  }
  const auto entry = docstring.parameters.find(wanted.name);
  const bool is_told = entry != docstring.parameters.end();
  const absl::string_view annotation = parameter.annotation.text();
  const std::string type =
      annotation.empty() && is_told ? entry->second.type : std::string(annotation);
  const TensorFact fact = tensors.OfVariable(wanted.name);
  wanted.kind = KindOfType(type);
  if (type.empty() && fact.shape) wanted.kind = InputKind::kTensor;
  if (wanted.kind == InputKind::kUnknown && wanted.fallback) {
    wanted.kind = KindOfLiteral(*wanted.fallback);
  }
  if (wanted.kind == InputKind::kUnknown && parameter.default_value) {
    wanted.kind = InputKind::kDefault;
  }
  if (wanted.kind == InputKind::kUnknown && IsNamedLikeInteger(wanted.name) && type.empty()) {
    wanted.kind = InputKind::kInt;
  }
  if (wanted.kind == InputKind::kTensor) {
    if (fact.shape) wanted.dims = *fact.shape;
    wanted.has_any_shape = !fact.shape;
    wanted.dtype = DtypeFor(wanted.name, fact.dtype,
                            absl::StrCat(type, " ", is_told ? entry->second.type : "", " ",
                                         is_told ? entry->second.text : ""));
    if (!wanted.dtype) {
      wanted.kind = parameter.default_value ? InputKind::kDefault : InputKind::kUnknown;
    }
  }
  wanted.is_optional = wanted.kind == InputKind::kBool ||
                       (IsNone(wanted.fallback) && wanted.kind != InputKind::kDefault);
  return wanted;
}

int Inputs::variants() const { return kSizeVariants * kSeeds * kFlagVariants; }

// The elements change first, then the flags, then the sizes.
std::optional<Drawn> Inputs::Draw(int variant) const {
  const int seed = variant % kSeeds;
  const int flags = variant / kSeeds % kFlagVariants;
  const size_t flips = std::min(optional_.size(), kMaxFlips);
  if (dims_.size() > kMaxDims || flags >= (1 << flips)) return std::nullopt;
  Drawn drawn;
  const size_t size_variant = static_cast<size_t>(variant / kSeeds / kFlagVariants % kSizeVariants);
  const int64_t* const sizes = kSizes[size_variant];
  drawn.any_shape = AnyShape(size_variant);
  drawn.seed = seed + kSeeds * static_cast<int>(size_variant % 2);
  for (size_t i = 0; i < dims_.size(); ++i) drawn.sizes[dims_[i]] = sizes[i];
  for (size_t i = 0; i < wanted_.size(); ++i) {
    Wanted wanted = wanted_[i];
    const size_t bit =
        static_cast<size_t>(std::find(optional_.begin(), optional_.end(), i) - optional_.begin());
    const bool is_flipped = bit < flips && ((flags >> bit) & 1) != 0;
    if (wanted.kind == InputKind::kDefault || (IsNone(wanted.fallback) && !is_flipped)) continue;
    if (wanted.kind == InputKind::kBool) {
      const bool fallback = wanted.fallback && wanted.fallback->integer != 0;
      drawn.arguments.emplace_back(wanted.name, Value::Bool(fallback != is_flipped));
      continue;
    }
    std::optional<Value> value = ValueOf(wanted, static_cast<int>(i) + 1, seed, drawn);
    if (!value) return std::nullopt;
    drawn.arguments.emplace_back(wanted.name, *std::move(value));
  }
  return drawn;
}

std::optional<Value> Inputs::ValueOf(const Wanted& wanted, int number, int seed,
                                     Drawn& drawn) const {
  switch (wanted.kind) {
    case InputKind::kSelf: {
      auto object = std::make_shared<Object>(Object{.module = &module_});
      if (definition_.parent >= 0) {
        object->a_class = &module_.definitions()[static_cast<size_t>(definition_.parent)];
      }
      return Value{.type = Type::kObject, .object = std::move(object)};
    }
    case InputKind::kTensor: {
      const std::optional<worked_examples::Sizes> shape =
          wanted.has_any_shape ? drawn.any_shape : ShapeOf(wanted.dims, drawn.sizes);
      if (!shape) return std::nullopt;
      if (!wanted.has_any_shape) drawn.shapes[wanted.name] = TextOf(wanted.dims);
      return TensorFor(wanted.name, *shape, *wanted.dtype, number + 5 * seed);
    }
    case InputKind::kInt: {
      const auto size = drawn.sizes.find(wanted.name);
      return size != drawn.sizes.end() ? Value::Int(size->second)
                                       : IntegerFor(wanted.name, wanted.fallback, seed);
    }
    case InputKind::kFloat:
      return FloatFor(wanted.fallback);
    case InputKind::kIntegers:
      return IntegersFor(number);
    default:
      return Value::Input(wanted.name);
  }
}

Field FieldOf(const Object& object, absl::string_view name) {
  if (object.a_class == nullptr) return {};
  const python::Module& module = *object.module;
  const Definition* const init =
      module.FindDefinition(absl::StrCat(object.a_class->name, ".__init__"));
  std::vector<Node> values;
  for (Node value : module.SelfAttributeValues(*object.a_class, name)) {
    if (init == nullptr || module.EnclosingFunction(value) != init) continue;
    // Under a condition, nobody knows.
    if (python::StatementOf(value).parent() != init->body) return {};
    values.push_back(value);
  }
  if (values.empty() && name == "training") return {.value = Value::Bool(true)};
  if (values.size() != 1) return {};
  if (std::optional<Value> literal = LiteralOf(values[0])) return {.value = *std::move(literal)};
  for (const python::Parameter& parameter : init->parameters) {
    if (parameter.name != values[0].text()) continue;
    const std::optional<Value> scalar = ScalarOf(parameter);
    return {.value = scalar.value_or(Value()), .is_given = true};
  }
  return {};
}

}  // namespace allreview::analysis

#include "analyzers/tensor_expressions/input_terms.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/tensor_expressions/roles.h"

namespace allreview::tensor_expressions {
namespace {

using numerics::Role;
using python::Field;
using python::Kind;
using python::Node;
using python::ValueType;

constexpr size_t kMaxNameBytes = 48;

// Names of numbers that lie within 0 and 1.
constexpr absl::string_view kShares[] = {"beta",  "decay", "momentum", "ratio",     "rate",  "prob",
                                         "coeff", "coef",  "lr",       "smoothing", "weight"};

Role RoleOfNumber(absl::string_view name) {
  if (const std::optional<Role> role = RoleOfName(name)) {
    if (*role != Role::kWeight && *role != Role::kLogit) return *role;
  }
  const bool is_average = name == "ema" || absl::EndsWith(name, "_ema");
  for (const absl::string_view share : kShares) {
    if (is_average || absl::StrContains(name, share)) return Role::kProbability;
  }
  // A factor: about one.
  return Role::kNormWeight;
}

// Code calls numbers so far more often than tensors.
bool IsNumberName(absl::string_view name) {
  const size_t dot = name.rfind('.');
  const absl::string_view last = dot == absl::string_view::npos ? name : name.substr(dot + 1);
  for (const absl::string_view word :
       {"clamp", "limit", "threshold", "temperature", "alpha", "beta", "coeff", "coef", "factor",
        "momentum", "decay", "softmax_scale", "scaling", "multiplier", "smoothing", "lr"}) {
    if (last == word || absl::StartsWith(last, absl::StrCat(word, "_")) ||
        absl::EndsWith(last, absl::StrCat("_", word))) {
      return true;
    }
  }
  return false;
}

// Sizes, places and counts, by the words of their names.
bool IsWholeNumberName(absl::string_view name) {
  static constexpr absl::string_view kWords[] = {
      "size",      "sizes",  "num",    "rank",    "world",  "idx",    "index",  "indices",
      "len",       "lens",   "length", "lengths", "dim",    "dims",   "offset", "offsets",
      "iteration", "heads",  "seqlen", "seqlens", "seq",    "step",   "steps",  "shape",
      "ids",       "id",     "count",  "counts",  "split",  "splits", "start",  "starts",
      "end",       "ends",   "stride", "strides", "bytes",  "numel",  "tokens", "cu",
      "cursor",    "slot",   "slots",  "block",   "blocks", "chunk",  "chunks", "layer",
      "width",     "height", "bs",     "n",       "bit",    "bits"};
  // get_rank(group), but not self.layer(x).
  const size_t call = name.find('(');
  if (call != absl::string_view::npos) {
    const absl::string_view called = name.substr(0, call);
    return absl::EndsWith(called, "rank") || absl::EndsWith(called, "world_size");
  }
  name = name.substr(0, name.find('['));
  const size_t dot = name.rfind('.');
  if (dot != absl::string_view::npos) name.remove_prefix(dot + 1);
  if (absl::StrContains(name, "linear")) return false;
  const std::vector<absl::string_view> parts = absl::StrSplit(name, '_', absl::SkipEmpty());
  for (size_t i = 0; i < parts.size(); ++i) {
    // index_scores are scores, num_tokens_per_expert numbers.
    const bool is_telling =
        parts[i] == "num" || parts[i] == "tokens" || parts[i] == "cu" || parts[i] == "status";
    if (is_telling) return true;
    for (const absl::string_view word : kWords) {
      if (i + 1 == parts.size() && parts[i] == word) return true;
    }
  }
  return false;
}

// What a configuration or the command line gives.
bool IsConfigured(absl::string_view name) {
  if (absl::StrContains(name, "(")) return false;
  return absl::StartsWith(name, "config.") || absl::StrContains(name, ".config.") ||
         absl::StartsWith(name, "args.") || absl::StrContains(name, ".args.");
}

std::optional<numerics::Format> FormatOf(python::Dtype dtype) {
  switch (dtype) {
    case python::Dtype::kFloat64:
      return numerics::Format::kFp64;
    case python::Dtype::kFloat32:
      return numerics::Format::kFp32;
    case python::Dtype::kFloat16:
      return numerics::Format::kFp16;
    case python::Dtype::kBfloat16:
      return numerics::Format::kBf16;
    case python::Dtype::kInteger:
      return numerics::Format::kFp64;  // Exact.
    default:
      return std::nullopt;
  }
}

// `x` for a number that a default or a constant tells.
std::optional<double> NumberOf(const python::Module& module, Node node) {
  node = module.Dereference(python::WithoutParentheses(node));
  if (node.Is(Kind::kUnaryOperator) && node.child(Field::kOperator).text() == "-") {
    const std::optional<double> inner = NumberOf(module, node.child(Field::kArgument));
    return inner.has_value() ? std::optional(-*inner) : std::nullopt;
  }
  if (!node.Is(Kind::kInteger) && !node.Is(Kind::kFloat)) return std::nullopt;
  return ReadNumberLiteral(node.text());
}

// The parameter of the function around `name` that it refers to.
const python::Parameter* ParameterNamed(const python::Module& module, Node name) {
  const python::Definition* function = module.EnclosingFunction(name);
  if (function == nullptr || !name.Is(Kind::kIdentifier)) return nullptr;
  for (const python::Parameter& parameter : function->parameters) {
    if (parameter.name == name.text()) return &parameter;
  }
  return nullptr;
}

}  // namespace

std::string ShortText(absl::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool is_blank = absl::ascii_isspace(c);
    if (is_blank && (line.empty() || line.back() == ' ' || line.back() == '(')) continue;
    line += is_blank ? ' ' : c;
    if (line.size() > kMaxNameBytes) break;
  }
  if (line.size() > kMaxNameBytes) {
    size_t end = kMaxNameBytes - 3;
    while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) --end;
    line = absl::StrCat(line.substr(0, end), "...");
  }
  return line;
}

Value InputTerms::OfParameter(const python::Parameter& parameter, Node use) {
  if (parameter.default_value) {
    const std::optional<double> number = NumberOf(module_, parameter.default_value);
    const bool is_float =
        parameter.default_value.text().find_first_of(".eE") != absl::string_view::npos;
    const bool is_axis = parameter.name == "dim" || parameter.name == "axis";
    if (number.has_value() && (is_float || (is_axis && *number < 0))) return {*number};
  }
  KnownValue known;
  if (find_value_) known.sizes = find_value_(module_, use).sizes;
  if (parameter.annotation) {
    known.plain = python::ValueOfAnnotation(module_, parameter.annotation);
  }
  const absl::string_view annotation = parameter.annotation.text();
  if (annotation == "int" || annotation == "Optional[int]" || annotation == "int | None") {
    return Count(parameter.node, parameter.name, "its annotation");
  }
  const bool is_annotated = known.plain.type != ValueType::kUnknown;
  return OfKnown(known, parameter.node, parameter.name,
                 is_annotated ? "its annotation" : "its name");
}

Value InputTerms::Count(Node node, absl::string_view name, absl::string_view source) {
  Term count = {.kind = Term::Kind::kInput, .storage = Storage::kInteger, .is_number = true};
  count.input = {.name = ShortText(name),
                 .role = Role::kCountOf,
                 .extent = numerics::Extent::kScalar,
                 .rank = numerics::Rank::kNumber,
                 .format = numerics::Format::kFp64};
  count.role_source = std::string(source);
  count.node = node;
  return {TermRef{terms_.Add(std::move(count))}};
}

Value InputTerms::OfSize(Node expression, absl::string_view name) {
  return Count(expression, name, "a size of a tensor");
}

Value InputTerms::OfSelfAttribute(const python::Definition& a_class, Node attribute) {
  if (find_value_) {
    const python::Value known = find_value_(module_, attribute).plain;
    if (known.number.has_value()) return {*known.number};
  }
  const absl::string_view name = attribute.child(Field::kAttribute).text();
  std::optional<double> number;
  bool is_number = false;
  for (const Node value : module_.SelfAttributeValues(a_class, name)) {
    std::optional<double> one = NumberOf(module_, value);
    const python::Parameter* parameter = ParameterNamed(module_, value);
    if (parameter != nullptr && parameter->default_value) {
      one = NumberOf(module_, parameter->default_value);
    }
    if (!one.has_value() || (number.has_value() && *number != *one)) {
      is_number = false;
      break;
    }
    number = one;
    is_number = true;
  }
  if (is_number) return {*number};
  return OfExpression(attribute, attribute.text(),
                      {Refusal::kUnknownValue, std::string(attribute.text()), attribute});
}

KnownValue InputTerms::Known(Node expression) const {
  const python::Value guess = values_.Of(expression);
  if (!find_value_) return {.plain = guess};
  KnownValue known = find_value_(module_, expression);
  if (known.plain.type == ValueType::kUnknown) return {.plain = guess};
  const bool is_open =
      known.plain.dtype == python::Dtype::kUnknown && known.plain.type == guess.type;
  if (is_open) known.plain.dtype = guess.dtype;
  return known;
}

Value InputTerms::OfExpression(Node expression, absl::string_view name, const Unknown& why) {
  const KnownValue known = Known(expression);
  if (why.reason == Refusal::kShape || why.reason == Refusal::kInteger) return {why};
  if (known.plain.type == ValueType::kUnknown) {
    // What may be anything is taken for a tensor where the code computes with it.
    const bool can_be_tensor = expression.Is(Kind::kIdentifier) ||
                               expression.Is(Kind::kAttribute) || expression.Is(Kind::kCall) ||
                               expression.Is(Kind::kSubscript);
    if (!can_be_tensor) return {why};
  }
  Value value = OfKnown(known, expression, name, "what gives it");
  if (value.As<Unknown>() != nullptr) return {why};
  return value;
}

Value InputTerms::OfKnown(const KnownValue& it, Node node, absl::string_view name,
                          absl::string_view source) {
  const python::Value& known = it.plain;
  if (absl::StrContains(name, "dtype")) {
    return {Unknown{Refusal::kUnknownValue, std::string(name)}};
  }
  Term term = {.kind = Term::Kind::kInput, .sizes = it.sizes, .node = node};
  term.input = {.name = ShortText(name), .format = FormatOf(known.dtype)};
  const std::optional<Role> role = RoleOfName(name);
  term.role_source = role.has_value() ? "its name" : "no other sign";
  const bool is_named_number =
      known.type == ValueType::kUnknown && (IsNumberName(name) || IsConfigured(name));
  if (known.type == ValueType::kNumber || is_named_number) {
    if (known.number.has_value()) return {*known.number};
    term.is_number = true;
    const bool is_whole = IsWholeNumberName(name);
    if (is_whole) term.storage = Storage::kInteger;
    term.input.role = is_whole ? Role::kCountOf : RoleOfNumber(name);
    term.input.rank = numerics::Rank::kNumber;
    term.input.extent = numerics::Extent::kScalar;
    term.role_source = absl::StrCat("a number by ", is_named_number ? "its name" : source);
    return {TermRef{terms_.Add(std::move(term))}};
  }
  const bool is_tensor = known.type == ValueType::kTensor;
  if (!is_tensor && known.type != ValueType::kUnknown) {
    return {Unknown{Refusal::kUnknownValue, std::string(name)}};
  }
  if (known.dtype == python::Dtype::kUnknown && IsWholeNumberName(name)) {
    term.storage = Storage::kInteger;
    term.input.role = Role::kCountOf;
    term.input.format = numerics::Format::kFp64;
    term.is_number = !is_tensor;
    if (!is_tensor) {
      term.input.extent = numerics::Extent::kScalar;
      term.input.rank = numerics::Rank::kNumber;
    }
    term.is_certain_tensor = is_tensor;
    return {TermRef{terms_.Add(std::move(term))}};
  }
  term.is_certain_tensor = is_tensor;
  term.input.role = role.value_or(Role::kActivation);
  if (known.dtype == python::Dtype::kInteger) term.storage = Storage::kInteger;
  if (known.dtype == python::Dtype::kBool) {
    term.storage = Storage::kBool;
    term.input.role = Role::kMask;
  }
  const Role final_role = term.input.role;
  if (final_role == Role::kMask && known.dtype == python::Dtype::kUnknown) {
    term.storage = Storage::kBool;
  }
  if (final_role == Role::kLossScale || final_role == Role::kEpsilon ||
      final_role == Role::kCountOf) {
    term.input.extent = numerics::Extent::kScalar;
    if (!is_tensor) {
      term.input.rank = numerics::Rank::kNumber;
      term.is_number = true;
    }
  }
  return {TermRef{terms_.Add(std::move(term))}};
}

Value InputTerms::Fresh(int term, absl::string_view name, Node node, std::optional<Refusal> lost) {
  const Term& old = terms_[term];
  Term fresh = {.kind = Term::Kind::kInput, .storage = old.storage, .node = node};
  fresh.is_number = old.is_number;
  fresh.is_certain_tensor =
      old.kind == Term::Kind::kInput ? old.is_certain_tensor : old.node.Is(Kind::kCall);
  if (old.kind == Term::Kind::kInput) fresh.input = old.input;
  fresh.input.name = ShortText(name);
  fresh.input.distribution.reset();
  fresh.lost = old.lost.has_value() ? old.lost : lost;
  const std::optional<Role> role = RoleOfName(name);
  if (old.kind != Term::Kind::kInput) {
    fresh.input.role = role.value_or(RoleOfResult(old.function).value_or(Role::kActivation));
  }
  fresh.role_source = role.has_value() ? "its name" : "no other sign";
  return {TermRef{terms_.Add(std::move(fresh))}};
}

}  // namespace allreview::tensor_expressions

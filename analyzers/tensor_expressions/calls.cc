// Calls: which function is meant, and what of PyTorch is no function of tensors.

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/numerics/graph/torch_functions.h"
#include "analyzers/python/module.h"
#include "analyzers/tensor_expressions/evaluator.h"

namespace allreview::tensor_expressions {
namespace {

using python::Field;
using python::Kind;
using python::Node;

constexpr int kMaxLambdaDepth = 8;

constexpr absl::string_view kNamespaces[] = {
    "torch.nn.functional.", "torch.special.", "torch.linalg.", "torch.Tensor.",
    "torch._C._nn.",        "torch.fft.",     "torch.",
};

// The last name of a function of PyTorch; empty for other names, and for what lies deeper.
std::string TorchName(absl::string_view dotted) {
  for (const absl::string_view prefix : kNamespaces) {
    if (absl::ConsumePrefix(&dotted, prefix)) {
      return absl::StrContains(dotted, '.') ? "" : std::string(dotted);
    }
  }
  return "";
}

struct Group {
  absl::string_view prefix;
  Refusal refusal;
};
// What calls of PyTorch that are no arithmetic are. The first that fits counts.
constexpr Group kRefusedFunctions[] = {
    {"rand", Refusal::kRandom},
    {"normal", Refusal::kRandom},
    {"bernoulli", Refusal::kRandom},
    {"dropout", Refusal::kRandom},
    {"multinomial", Refusal::kRandom},
    {"exponential", Refusal::kRandom},
    {"uniform", Refusal::kRandom},
    {"matmul", Refusal::kMatrixProduct},
    {"bmm", Refusal::kMatrixProduct},
    {"mm", Refusal::kMatrixProduct},
    {"addmm", Refusal::kMatrixProduct},
    {"baddbmm", Refusal::kMatrixProduct},
    {"einsum", Refusal::kMatrixProduct},
    {"linear", Refusal::kMatrixProduct},
    {"mv", Refusal::kMatrixProduct},
    {"conv", Refusal::kMatrixProduct},
    {"gather", Refusal::kIndexing},
    {"scatter", Refusal::kIndexing},
    {"index", Refusal::kIndexing},
    {"take", Refusal::kIndexing},
    {"masked_select", Refusal::kIndexing},
    {"masked_scatter", Refusal::kIndexing},
    {"topk", Refusal::kIndexing},
    {"sort", Refusal::kIndexing},
    {"argsort", Refusal::kIndexing},
    {"argmax", Refusal::kIndexing},
    {"argmin", Refusal::kIndexing},
    {"nonzero", Refusal::kIndexing},
    {"embedding", Refusal::kIndexing},
    {"unique", Refusal::kIndexing},
    {"chunk", Refusal::kIndexing},
    {"split", Refusal::kIndexing},
    {"tensor_split", Refusal::kIndexing},
    {"cat", Refusal::kIndexing},
    {"concat", Refusal::kIndexing},
    {"stack", Refusal::kIndexing},
    {"unbind", Refusal::kIndexing},
    {"tril", Refusal::kIndexing},
    {"triu", Refusal::kIndexing},
    {"roll", Refusal::kIndexing},
    {"flip", Refusal::kIndexing},
    {"select", Refusal::kIndexing},
    {"size", Refusal::kShape},
    {"numel", Refusal::kShape},
    {"dim", Refusal::kShape},
    {"stride", Refusal::kShape},
};

Refusal RefusalOf(absl::string_view function) {
  for (const Group& group : kRefusedFunctions) {
    if (absl::StartsWith(function, group.prefix)) return group.refusal;
  }
  return Refusal::kUnsupportedFunction;
}

// Arguments that say where and how, not what.
bool IsNeutral(absl::string_view keyword) {
  for (const absl::string_view neutral :
       {"device", "out", "memory_format", "requires_grad", "reduction", "inplace", "training",
        "layout", "pin_memory", "non_blocking", "copy", "size_average", "reduce", "_stacklevel",
        "rounding_mode_"}) {
    if (keyword == neutral) return true;
  }
  return false;
}

// Names that only torch.nn.functional has: tensors have no such method.
bool IsFunctionalOnly(absl::string_view name) {
  for (const absl::string_view function :
       {"layer_norm", "rms_norm", "normalize", "gelu", "silu", "elu", "softplus", "logsigmoid",
        "cosine_similarity", "leaky_relu", "mish", "hardswish"}) {
    if (name == function) return true;
  }
  return absl::EndsWith(name, "_loss") || absl::EndsWith(name, "cross_entropy");
}

Unknown Refused(absl::string_view name, Node node) {
  return {RefusalOf(name), std::string(name), node};
}

}  // namespace

bool IsInPlace(absl::string_view method) {
  return method.size() > 1 && method.back() == '_' && method[method.size() - 2] != '_';
}

Value Evaluator::ReadCall(Node call) {
  const Node callee = call.child(Field::kFunction);
  Unknown why;
  std::optional<CallValues> values = ReadArguments(call, why);
  if (!values.has_value()) return {std::move(why)};
  if (callee.Is(Kind::kIdentifier)) {
    const Value local = ReadIdentifier(callee);
    if (const Lambda* lambda = local.As<Lambda>()) {
      return CallLambda(*lambda, *std::move(values), call);
    }
  }
  const std::string dotted = environment_.Resolve(callee);
  const bool is_library = absl::StartsWith(dotted, "torch.") || absl::StartsWith(dotted, "math.") ||
                          absl::StartsWith(dotted, "numpy.") ||
                          absl::StartsWith(dotted, "builtins.") ||
                          absl::StartsWith(dotted, "island.");
  if (is_library) return CallNamed(dotted, *std::move(values), call);
  if (callee.Is(Kind::kAttribute)) {
    const absl::string_view name = callee.child(Field::kAttribute).text();
    Value object = Evaluate(callee.child(Field::kObject));
    if (const TermRef* ref = object.As<TermRef>()) {
      return CallMethod(ref->term, name, *std::move(values), call);
    }
    if (object.AsNumber().has_value() && name == "item") return object;
  }
  std::optional<Value> result = environment_.Call(call, dotted, *std::move(values));
  if (result.has_value()) return *std::move(result);
  return {Unknown{Refusal::kUnsupportedFunction, std::string(callee.text()), call}};
}

Value Evaluator::CallNamed(const std::string& dotted, CallValues values, Node call) {
  absl::string_view name = dotted;
  if (absl::ConsumePrefix(&name, "builtins.")) return CallBuiltin(name, std::move(values), call);
  if (absl::ConsumePrefix(&name, "island.")) {
    const std::optional<Value> format = NamedDtype(absl::StrCat("torch.", name));
    return CallIsland(*format->As<numerics::Format>(), std::move(values), call);
  }
  if (absl::ConsumePrefix(&name, "math.") || absl::ConsumePrefix(&name, "numpy.")) {
    const bool has_tensor =
        std::any_of(values.positional.begin(), values.positional.end(),
                    [](const Value& value) { return value.As<TermRef>() != nullptr; });
    // On arrays and tensors they leave PyTorch, for arithmetic in fp64.
    if (has_tensor) return {Unknown{Refusal::kUnsupportedFunction, dotted, call}};
    return CallBuiltin(name, std::move(values), call);
  }
  const std::string function = TorchName(dotted);
  if (function.empty()) return {Unknown{Refusal::kUnsupportedFunction, dotted, call}};
  return CallTorch(function, std::move(values), call);
}

// abs, max, math.sqrt…: of numbers they are numbers, of tensors PyTorch's.
Value Evaluator::CallBuiltin(absl::string_view name, CallValues values, Node call) {
  std::vector<double> numbers;
  for (const Value& value : values.positional) {
    if (const Unknown* unknown = value.As<Unknown>()) return {*unknown};
    const std::string* text = value.As<std::string>();
    double number = 0;
    if (name == "float" && text != nullptr && absl::SimpleAtod(*text, &number)) return {number};
    if (const std::optional<double> it = value.AsNumber()) numbers.push_back(*it);
  }
  if (numbers.size() == values.positional.size()) {
    if (const std::optional<double> number = CallOnNumbers(name, numbers)) return {*number};
    return {Unknown{Refusal::kUnsupportedFunction, std::string(name), call}};
  }
  // float(tensor) leaves the tensor's format for Python's double.
  if (name == "float" && values.positional.size() == 1) {
    return CallTorch("double", std::move(values), call);
  }
  const bool is_on_tensors = name == "abs" || name == "pow" || name == "sum" || name == "round" ||
                             ((name == "max" || name == "min") && values.positional.size() == 2);
  if (is_on_tensors) {
    const std::string function = name == "max"   ? "maximum"
                                 : name == "min" ? "minimum"
                                                 : std::string(name);
    return CallTorch(function, std::move(values), call);
  }
  return CallTorch(std::string(name), std::move(values), call);
}

Value Evaluator::CallLambda(const Lambda& lambda, CallValues values, Node call) {
  const Node parameters = lambda.node.child(Field::kParameters);
  std::map<std::string, Value, std::less<>> scope;
  const int count = parameters.named_child_count();
  if (count != static_cast<int>(values.positional.size()) || !values.keywords.empty()) {
    return {Unknown{Refusal::kInvalid,
                    absl::StrCat("a lambda of ", count, " parameters is called with ",
                                 values.positional.size(), " arguments"),
                    call}};
  }
  if (locals_.size() >= kMaxLambdaDepth) return {Unknown{Refusal::kTooDeep, "lambda", call}};
  size_t i = 0;
  for (Node parameter : parameters.named_children()) {
    scope[std::string(parameter.text())] = std::move(values.positional[i++]);
  }
  locals_.push_back(std::move(scope));
  Value result = Evaluate(lambda.node.child(Field::kBody));
  locals_.pop_back();
  return result;
}

Value Evaluator::CallIsland(numerics::Format format, CallValues values, Node call) {
  const Lambda* lambda = values.positional.empty() ? nullptr : values.positional[0].As<Lambda>();
  if (lambda == nullptr) {
    return {Unknown{Refusal::kInvalid,
                    "wanted a lambda and its arguments, as in "
                    "fp32(lambda z: torch.exp(z), x)",
                    call}};
  }
  CallValues inner;
  for (size_t i = 1; i < values.positional.size(); ++i) {
    const TermRef* ref = values.positional[i].As<TermRef>();
    inner.positional.push_back(ref != nullptr ? Cast(ref->term, {format}, call)
                                              : values.positional[i]);
  }
  inner.keywords = std::move(values.keywords);
  Value result = CallLambda(*lambda, std::move(inner), call);
  const TermRef* ref = result.As<TermRef>();
  if (ref == nullptr) return result;
  return {TermRef{terms_.Add({.kind = Term::Kind::kCastToTested,
                              .positional = {result},
                              .storage = terms_[ref->term].storage,
                              .node = call})}};
}

Value Evaluator::CallMethod(int term, absl::string_view name, CallValues values, Node call) {
  // backend.layer_norm() is no tensor's method.
  if (IsFunctionalOnly(name)) return {Refused(name, call)};
  values.positional.insert(values.positional.begin(), Value{TermRef{term}});
  if (name == "size" && values.positional.size() == 2) {
    const std::optional<double> dim = values.positional[1].AsNumber();
    const std::optional<double> size =
        dim.has_value() ? environment_.SizeOf(term, static_cast<int>(*dim)) : std::nullopt;
    if (size.has_value()) return {*size};
  }
  return CallTorch(std::string(name), std::move(values), call);
}

Value Evaluator::CallTorch(std::string name, CallValues values, Node node) {
  // In place: the same function; what it writes to is for the reader of statements.
  if (IsInPlace(name)) name.pop_back();
  std::vector<std::pair<std::string, Value>> keywords;
  for (auto& [keyword, value] : values.keywords) {
    // Some axis: which one decides the order of scans alone, and the graph then says "unknown".
    const bool is_axis = keyword == "dim" || keyword == "axis";
    const bool is_open = value.As<Unknown>() != nullptr || value.As<TermRef>() != nullptr;
    if (is_axis && is_open) value = Value{0.0};
    if (!IsNeutral(keyword)) keywords.emplace_back(keyword, std::move(value));
  }
  values.keywords = std::move(keywords);
  if (std::optional<Value> special = CallSpecial(name, values, node)) return *std::move(special);
  if (!numerics::IsTorchFunction(name)) return {Refused(name, node)};
  const auto unknown_in = [](const Value& value) { return value.As<Unknown>(); };
  const bool is_rename = numerics::IsRename(name);
  for (const Value& value : values.positional) {
    if (is_rename && &value != &values.positional[0]) break;  // Sizes.
    if (const Unknown* unknown = unknown_in(value)) return {*unknown};
  }
  if (is_rename) {
    const TermRef* ref = values.positional.empty() ? nullptr : values.positional[0].As<TermRef>();
    return ref != nullptr ? Value{*ref} : Value{Refused(name, node)};
  }
  for (const auto& [keyword, value] : values.keywords) {
    if (const Unknown* unknown = unknown_in(value)) return {*unknown};
  }
  const Storage storage = AlignStorage(name, values, node);
  return AddTerm(std::move(name), std::move(values), storage, node);
}

Value Evaluator::AddTerm(std::string name, CallValues values, Storage storage, Node node) {
  bool is_number = false;
  for (const Value& value : values.positional) {
    const TermRef* ref = value.As<TermRef>();
    if (ref == nullptr) continue;
    is_number = terms_[ref->term].is_number;
    if (!is_number) break;
  }
  return {TermRef{terms_.Add({.kind = Term::Kind::kCall,
                              .function = std::move(name),
                              .positional = std::move(values.positional),
                              .keywords = std::move(values.keywords),
                              .storage = storage,
                              .is_number = is_number,
                              .autocast = environment_.autocast(),
                              .node = node})}};
}

}  // namespace allreview::tensor_expressions

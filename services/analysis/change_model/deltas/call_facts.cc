// What calls are, for code_facts.h.

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/torch/communication_names.h"
#include "services/analysis/change_model/deltas/code_facts.h"
#include "services/analysis/change_model/symbols/code_text.h"

namespace allreview::analysis {
namespace {

using python::Field;
using python::Kind;
using python::Node;
using v1::Delta;

template <typename Names>
bool IsAmong(absl::string_view name, const Names& names) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool HasWord(absl::string_view text, std::initializer_list<absl::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](absl::string_view word) { return absl::StrContains(text, word); });
}

// Methods of containers and strings: too common to say anything.
constexpr absl::string_view kContainerMethods[] = {
    "append",  "extend",     "items",      "keys",     "values", "get",     "pop",
    "format",  "join",       "split",      "rsplit",   "strip",  "lstrip",  "rstrip",
    "lower",   "upper",      "startswith", "endswith", "sort",   "encode",  "decode",
    "isdigit", "setdefault", "splitlines", "replace",  "title",  "popleft", "appendleft"};

// Functions of Python's own that do more than compute.
constexpr absl::string_view kTellingBuiltins[] = {"open",    "exec",       "eval",  "setattr",
                                                  "delattr", "__import__", "input", "breakpoint"};

constexpr absl::string_view kCasts[] = {"float", "half",  "bfloat16", "double", "long",
                                        "bool",  "short", "type_as",  "int"};
constexpr absl::string_view kMoves[] = {"cuda", "cpu", "xpu", "pin_memory"};

// Functions of torch itself that are not work on tensors.
constexpr absl::string_view kNoOperations[] = {"compile",
                                               "no_grad",
                                               "enable_grad",
                                               "inference_mode",
                                               "save",
                                               "load",
                                               "manual_seed",
                                               "is_tensor",
                                               "Generator",
                                               "device",
                                               "dtype",
                                               "finfo",
                                               "iinfo",
                                               "Size",
                                               "set_grad_enabled",
                                               "is_grad_enabled",
                                               "autocast",
                                               "get_default_dtype",
                                               "set_default_dtype",
                                               "get_rng_state",
                                               "set_rng_state",
                                               "is_autocast_enabled",
                                               "Tensor"};

bool IsTensorFunction(absl::string_view resolved) {
  if (!absl::ConsumePrefix(&resolved, "torch.")) return false;
  if (absl::ConsumePrefix(&resolved, "nn.functional.") ||
      absl::ConsumePrefix(&resolved, "special.") || absl::ConsumePrefix(&resolved, "linalg.") ||
      absl::ConsumePrefix(&resolved, "fft.") || absl::ConsumePrefix(&resolved, "Tensor.")) {
    return true;
  }
  return !absl::StrContains(resolved, ".") && !IsAmong(resolved, kNoOperations);
}

// `.to(...)` and `.type(...)`, by what they are given.
Delta::Kind KindOfConversion(Node call) {
  const std::string arguments = LineOf(call.child(Field::kArguments));
  if (HasWord(arguments, {"dtype", "torch.float", "torch.bfloat", "torch.half", "torch.int",
                          "torch.long", "torch.bool", "torch.double", "torch.uint"})) {
    return Delta::KIND_DTYPE;
  }
  if (HasWord(arguments, {"device", "cuda", "cpu"})) return Delta::KIND_DEVICE;
  return Delta::KIND_TENSOR_OPERATION;
}

// What a call is called on loses its arguments: that of a chain is told by its parts.
std::string CalleeText(Node function) {
  return LineOf(function, {.elides_calls = true, .max_bytes = 4000});
}

std::string ArgumentsText(Node call) {
  const std::string all =
      LineOf(call, {.elides_calls = true, .omits_placement = true, .max_bytes = 4000});
  const std::string callee = CalleeText(call.child(Field::kFunction));
  return absl::StartsWith(all, callee) ? all.substr(callee.size()) : all;
}

// What a constant of the module says: "PORT" of `PORT_VAR`, with `PORT_VAR = "PORT"`; "": not
// known.
std::string ConstantText(const python::Module& module, Node name) {
  if (!name.Is(Kind::kIdentifier)) return "";
  const python::Scopes::Meaning meaning = module.scopes().MeaningOf(name, name.text());
  if (meaning.scope != 0 || meaning.bindings.size() != 1) return "";
  const Node value = meaning.bindings.begin()->value;
  return value.Is(Kind::kString) ? std::string(python::Module::StringContent(value)) : "";
}

// "PORT", given what stands in the brackets; "": nobody knows which variable it is.
std::string KnownVariable(const python::Module& module, Node key) {
  const bool is_name = key.Is(Kind::kIdentifier) || key.Is(Kind::kAttribute);
  return is_name ? ConstantText(module, key) : VariableName(key);
}

// os.environ.get("PORT", "1") is the variable PORT="1". Whether it is known which one it is.
bool DescribeVariable(const python::Module& module, CodeFact& fact) {
  fact.subject = KnownVariable(module, python::Argument(fact.node, 0, "key"));
  const Node fallback = python::Argument(fact.node, 1, "default");
  fact.text =
      fallback ? ShortLine(absl::StrCat(fact.subject, "=", LineOf(fallback)), 120) : fact.subject;
  fact.key = fact.text;
  return !fact.subject.empty();
}

// The same for os.environ["PORT"]. What is put there is told as written.
bool DescribeSubscript(const python::Module& module, CodeFact& fact) {
  const bool is_read = fact.node.Is(Kind::kSubscript) && fact.key == fact.subject;
  if (!is_read) return true;
  fact.subject = KnownVariable(module, fact.node.child(Field::kSubscript));
  fact.text = fact.key = fact.subject;
  return !fact.subject.empty();
}

}  // namespace

bool CallClassifier::IsOnTensor(Node function) {
  if (!function.Is(Kind::kAttribute)) return false;
  if (values_ == nullptr) values_ = std::make_unique<python::Values>(module_);
  return values_->IsTensor(function.child(Field::kObject));
}

Delta::Kind CallClassifier::KindOf(Node call, const std::string& resolved) {
  const Node function = python::WithoutParentheses(call.child(Field::kFunction));
  const absl::string_view text = function.text();
  const absl::string_view last = text.substr(text.rfind('.') + 1);
  if (const rules::Collective* op = rules::FindCollective(module_, call)) {
    return op->kind == rules::Collective::Kind::kQuery ? Delta::KIND_CALL : Delta::KIND_COLLECTIVE;
  }
  if (torch::IsNamedLikeCommunication(last)) return Delta::KIND_COLLECTIVE;
  if (resolved == "os.getenv" || absl::StartsWith(resolved, "os.environ.")) {
    return Delta::KIND_ENVIRONMENT_VARIABLE;
  }
  if (resolved == "torch.cuda.current_device" || resolved == "torch.device") {
    return Delta::KIND_DEVICE;
  }
  if (IsTensorFunction(resolved)) return Delta::KIND_TENSOR_OPERATION;
  if (!function.Is(Kind::kAttribute) || !resolved.empty()) return Delta::KIND_CALL;
  const bool has_arguments = call.child(Field::kArguments).named_child_count() > 0;
  if (IsAmong(last, kCasts) && (!has_arguments || last == "type_as")) return Delta::KIND_DTYPE;
  if (IsAmong(last, kMoves)) return Delta::KIND_DEVICE;
  if (last == "to" || last == "type") return KindOfConversion(call);
  return IsOnTensor(function) ? Delta::KIND_TENSOR_OPERATION : Delta::KIND_CALL;
}

bool CallClassifier::ClassifyCall(CodeFact& fact) {
  const Node call = fact.node;
  const Node function = python::WithoutParentheses(call.child(Field::kFunction));
  const std::string resolved = module_.Resolve(function);
  fact.kind = KindOf(call, resolved);
  const std::string callee = CalleeText(function);
  absl::string_view builtin = resolved;
  if (absl::ConsumePrefix(&builtin, "builtins.")) {
    if (!IsAmong(builtin, kTellingBuiltins)) return false;
  }
  const absl::string_view last = absl::string_view(callee).substr(callee.rfind('.') + 1);
  const bool is_plain_method = function.Is(Kind::kAttribute) && resolved.empty();
  if (fact.kind == Delta::KIND_CALL && is_plain_method && IsAmong(last, kContainerMethods)) {
    return false;
  }
  if (fact.kind == Delta::KIND_ENVIRONMENT_VARIABLE) {
    return DescribeVariable(module_, fact);
  }
  // Spelled otherwise it is the same.
  fact.subject = resolved.empty() ? callee : resolved;
  fact.key = absl::StrCat(fact.subject, ArgumentsText(call));
  // x.float() and x.to(dtype) are casts of x.
  if (is_plain_method && (fact.kind == Delta::KIND_DTYPE || fact.kind == Delta::KIND_DEVICE)) {
    fact.subject = CalleeText(function.child(Field::kObject));
  }
  return true;
}

void CallClassifier::Classify(std::vector<CodeFact>& facts) {
  std::erase_if(facts, [&](CodeFact& fact) {
    if (fact.kind == Delta::KIND_ENVIRONMENT_VARIABLE) return !DescribeSubscript(module_, fact);
    return fact.kind == Delta::KIND_UNSPECIFIED && !ClassifyCall(fact);
  });
}

}  // namespace allreview::analysis

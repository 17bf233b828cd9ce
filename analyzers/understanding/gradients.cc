#include "analyzers/understanding/gradients.h"

#include <algorithm>
#include <string>

#include "absl/strings/match.h"
#include "analyzers/torch/apis.h"
#include "analyzers/understanding/tensor_memory.h"
#include "analyzers/understanding/torch_calls.h"

namespace allreview::understanding {

using Kind = Atom::Kind;

namespace {

constexpr absl::string_view kMethods = "torch.Tensor.";

bool IsAnyOf(absl::string_view name, std::initializer_list<absl::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr size_t kNowhere = 1000;  // Only by its name.

bool HasOutput(const std::vector<CallArgument>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const CallArgument& argument) {
    return argument.kind == CallArgument::Kind::kDoubleStar || argument.keyword == "out";
  });
}

}  // namespace

bool MakesTensor(absl::string_view name) {
  return IsAnyOf(name, {"arange", "empty", "eye", "full", "linspace", "logspace", "ones", "rand",
                        "randint", "randn", "randperm", "tensor", "zeros"}) ||
         absl::EndsWith(name, "_like") || absl::StartsWith(name, "new_");
}

bool MayReturnItself(absl::string_view name) {
  return IsAnyOf(name, {"as_tensor", "bfloat16", "bool", "byte", "contiguous", "cpu", "cuda",
                        "double", "float", "half", "int", "long", "to", "type", "type_as"});
}

bool IsDifferentiable(absl::string_view name) {
  return IsAnyOf(name,
                 {"abs",     "add",  "bmm",       "clone",     "cos",     "div",     "exp",
                  "flatten", "gelu", "log",       "matmul",    "mean",    "mm",      "mul",
                  "neg",     "norm", "permute",   "pow",       "relu",    "reshape", "sigmoid",
                  "silu",    "sin",  "softmax",   "sqrt",      "squeeze", "std",     "sub",
                  "sum",     "tanh", "transpose", "unsqueeze", "var",     "view"}) ||
         MayReturnItself(name);
}

bool WritesElements(absl::string_view name) {
  return IsAnyOf(
      name,
      {"abs_",        "add_",    "addcdiv_",      "addcmul_",     "bernoulli_",     "clamp_",
       "copy_",       "div_",    "exp_",          "fill_",        "fill_diagonal_", "index_add_",
       "index_copy_", "lerp_",   "masked_fill_",  "mul_",         "neg_",           "normal_",
       "pow_",        "random_", "scatter_",      "scatter_add_", "sigmoid_",       "sqrt_",
       "sub_",        "tanh_",   "trunc_normal_", "uniform_",     "zero_"});
}

absl::string_view NameInTorch(const Atom* callee) {
  if (callee == nullptr || callee->kind != Kind::kExternal) return "";
  const absl::string_view full = callee->text;
  const size_t dot = full.rfind('.');
  const absl::string_view room = full.substr(0, dot == full.npos ? 0 : dot);
  const bool is_plain = room == "torch" || room == "torch.Tensor" || room == "torch.nn" ||
                        room == "torch.nn.functional" || room == "torch.nn.parameter";
  return is_plain ? full.substr(dot + 1) : absl::string_view();
}

bool IsMethodOfTensor(const Atom* callee) {
  return callee != nullptr && callee->kind == Kind::kExternal && !callee->parts.empty() &&
         absl::StartsWith(callee->text, kMethods);
}

Grad GradOf(const Value& value) {
  if (value.is_open()) return Grad::kUnknown;
  Grad all = Grad::kNone;
  for (const Atom& atom : value.atoms()) {
    Grad one = Grad::kUnknown;
    switch (atom.kind) {
      case Kind::kTensor:
        one = GradOf(TensorOf(atom));
        break;
      case Kind::kNone:
      case Kind::kBool:
      case Kind::kInteger:
      case Kind::kReal:
      case Kind::kText:
      case Kind::kSlice:
      case Kind::kEllipsis:
        one = Grad::kNone;
        break;
      case Kind::kTuple:
      case Kind::kList:
        one = atom.is_sized ? Grad::kNone : Grad::kUnknown;
        for (const Value& part : atom.parts) one = std::max(one, GradOf(part));
        break;
      default:
        break;
    }
    if (one == Grad::kUnknown) return Grad::kUnknown;
    all = std::max(all, one);
  }
  return all;
}

bool KnowsGradient(const Value& value) {
  if (!value.has_memory()) return false;
  for (const Atom& atom : value.atoms()) {
    const Memory* const memory =
        atom.kind == Kind::kTensor && atom.tensor ? atom.tensor->memory.get() : nullptr;
    if (memory != nullptr && memory->grad != Grad::kUnknown) return true;
    if (std::any_of(atom.parts.begin(), atom.parts.end(), KnowsGradient)) return true;
  }
  return false;
}

bool IsCertainTensor(const Value& value) {
  return value.IsCertainly(Kind::kTensor) && value.is_exact();
}

bool IsCertainlyIntegral(const Value& value) {
  return IsCertainTensor(value) &&
         std::all_of(value.atoms().begin(), value.atoms().end(),
                     [](const Atom& atom) { return IsIntegral(TensorOf(atom).dtype); });
}

bool IsCertainlyFloating(const Value& value) {
  return value.IsCertainly(Kind::kTensor) &&
         std::all_of(value.atoms().begin(), value.atoms().end(),
                     [](const Atom& atom) { return IsFloating(TensorOf(atom).dtype); });
}

// requires_grad=…, or `fallback`. None: nobody knows.

std::optional<bool> AskedFor(const std::vector<CallArgument>& arguments, size_t position,
                             bool fallback) {
  const Value* given = nullptr;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const CallArgument& argument = arguments[i];
    if (argument.kind == CallArgument::Kind::kStar ||
        argument.kind == CallArgument::Kind::kDoubleStar) {
      return std::nullopt;
    }
    const bool is_here = argument.kind == CallArgument::Kind::kKeyword
                             ? argument.keyword == "requires_grad"
                             : i == position;
    if (is_here) given = &argument.value;
  }
  if (given == nullptr) return fallback;
  const Atom* const only = given->only();
  if (only == nullptr || only->kind != Kind::kBool || !only->is_constant) return std::nullopt;
  return only->integer != 0;
}

std::optional<bool> GradAskedFor(absl::string_view name,
                                 const std::vector<CallArgument>& arguments) {
  if (name == "Parameter") return AskedFor(arguments, 1, true);
  if (name == "requires_grad_") return AskedFor(arguments, 0, true);
  return AskedFor(arguments, kNowhere, false);
}

bool KeepsRecording(absl::string_view context) {
  return IsAnyOf(context, {"torch.autocast", "torch.cuda.amp.autocast", "torch.cuda.device",
                           "torch.cuda.stream", "torch.profiler.profile"});
}

bool LeavesGradients(const Atom* callee, const std::vector<CallArgument>& arguments) {
  if (callee == nullptr || callee->kind != Kind::kExternal || HasOutput(arguments)) return false;
  const torch::Api* const api = torch::FindApi(callee->text);
  const bool computes = api != nullptr && api->kind != torch::Api::Kind::kClass &&
                        !api->is_in_place && !absl::EndsWith(api->last_name(), "_");
  const bool reads =
      IsAnyOf(callee->text, {"builtins.bool", "builtins.float", "builtins.id", "builtins.int",
                             "builtins.isinstance", "builtins.len", "builtins.print",
                             "builtins.repr", "builtins.str", "builtins.type"});
  return computes || reads || OnlyComputes(*callee);
}

}  // namespace allreview::understanding

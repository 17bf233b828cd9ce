#include <algorithm>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/repository/facts_collectors.h"

namespace allreview::repository {
namespace {

using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;
using Receiver = MethodCallFacts::Receiver;

// Methods of tensors, containers and strings. On an object that nobody knows they say nothing.
// clang-format off
constexpr absl::string_view kCommonMethods[] = {
    "abs", "add", "add_", "add_argument", "add_argument_group", "all", "any", "append", "argmax",
    "argsort", "backward", "bfloat16", "bool", "broadcast_to", "chunk", "clamp", "clamp_",
    "clamp_min", "clear", "clone", "close", "contiguous", "copy", "copy_", "count", "cpu", "cuda",
    "cumsum", "data_ptr", "debug", "decode", "detach", "dim", "discard", "div", "div_", "double",
    "element_size", "encode", "endswith", "eq", "error", "exp", "expand", "expand_as", "extend",
    "fill_", "find", "flatten", "float", "flush", "format", "gather", "ge", "get", "get_device",
    "group", "half", "index", "index_select", "info", "insert", "int", "is_contiguous", "isdigit",
    "item", "items", "join", "keys", "long", "lower", "lstrip", "masked_fill", "masked_fill_",
    "masked_select", "match", "matmul", "max", "mean", "min", "mul", "mul_", "narrow", "new_empty",
    "new_zeros", "nonzero", "norm", "numel", "numpy", "permute", "pop", "pow", "rank", "read",
    "readline", "readlines", "record_stream", "remove", "repeat", "repeat_interleave", "replace",
    "requires_grad_", "reshape", "resize_", "rfind", "rstrip", "scatter", "scatter_",
    "scatter_add_", "setdefault", "sigmoid", "size", "softmax", "sort", "split", "splitlines",
    "sqrt", "squeeze", "startswith", "stride", "strip", "sub_", "sum", "t", "to", "tolist", "topk",
    "transpose", "type", "type_as", "unbind", "unsqueeze", "untyped_storage", "update", "upper",
    "values", "view", "view_as", "warning", "write", "zero_",
};
// clang-format on

constexpr absl::string_view kHookRegistrations[] = {"register_forward_hook",
                                                    "register_forward_pre_hook",
                                                    "register_full_backward_hook",
                                                    "register_full_backward_pre_hook",
                                                    "register_hook",
                                                    "register_multi_grad_hook",
                                                    "register_post_accumulate_grad_hook"};

bool IsCommonMethod(absl::string_view name) {
  return std::binary_search(std::begin(kCommonMethods), std::end(kCommonMethods), name);
}

bool IsHookRegistration(absl::string_view name) {
  return absl::StartsWith(name, "register_") &&
         std::find(std::begin(kHookRegistrations), std::end(kHookRegistrations), name) !=
             std::end(kHookRegistrations);
}

bool IsSelf(Node node) {
  return node.Is(Kind::kIdentifier) && (node.text() == "self" || node.text() == "cls");
}

bool IsSelfAttribute(Node node) {
  return node.Is(Kind::kAttribute) && IsSelf(node.child(Field::kObject));
}

// super(), and super(C, self) in C itself: that of another class begins elsewhere.
bool IsSuperCall(Node node) {
  if (!node.Is(Kind::kCall) || node.child(Field::kFunction).text() != "super") return false;
  const python::Arguments arguments = python::ArgumentsOf(node);
  if (arguments.positional.empty()) return true;
  Node around = node.parent();
  while (around && !around.Is(Kind::kClassDefinition)) around = around.parent();
  return around && arguments.positional[0].text() == around.child(Field::kName).text();
}

void FillArguments(Node call, const Surroundings& around, ArgumentFacts* facts) {
  const python::Arguments arguments = python::ArgumentsOf(call);
  facts->positional = static_cast<int>(arguments.positional.size());
  for (Node keyword : arguments.keywords) {
    facts->keywords.emplace_back(keyword.child(Field::kName).text());
  }
  facts->has_star = arguments.has_star;
  facts->has_double_star = arguments.has_double_star;
  facts->is_guarded = around.is_guarded || call.HasError();
}

template <typename Facts>
void FillPlace(Node node, const Surroundings& around, Facts* facts) {
  facts->is_cold = around.is_cold;
  facts->is_captured = around.is_captured;
  facts->symbol = around.symbol();
  facts->place = PlaceOf(node);
}

// Who the method is called on.
std::pair<Receiver, std::string> ReceiverOf(const Module& module, Node object) {
  if (IsSelf(object)) return {Receiver::kSelf, ""};
  if (IsSuperCall(object)) return {Receiver::kSuper, ""};
  if (IsSelfAttribute(object)) {
    return {Receiver::kAttribute, std::string(object.child(Field::kAttribute).text())};
  }
  if (object.Is(Kind::kIdentifier) || object.Is(Kind::kCall)) {
    const std::vector<std::string> types = TypesOfValue(module, object);
    if (types.size() == 1) return {Receiver::kClass, types[0]};
  }
  return {Receiver::kOther, ""};
}

// False for "", which `gettext as _` leaves.
bool StartsInLowerCase(absl::string_view name) {
  return !name.empty() && absl::ascii_islower(static_cast<unsigned char>(name[0]));
}

}  // namespace

CallCollector::CallCollector(const Module& module, FileFacts* facts)
    : module_(module), facts_(facts) {
  for (const Definition& definition : module.definitions()) {
    if (definition.kind != Definition::Kind::kClass) functions_.insert(definition.simple_name);
  }
  for (const python::Binding& binding : module.scopes().bindings()) {
    const bool is_function = binding.kind == python::Binding::Kind::kImport &&
                             binding.value.Is(Kind::kImportFromStatement) &&
                             !absl::StartsWith(binding.imported, "torch") &&
                             StartsInLowerCase(absl::StripPrefix(binding.name, "_"));
    if (is_function) functions_.insert(binding.name);
  }
}

// `kernel` of `kernel[grid](x)`, which launches it: a function is nothing else that has items.
Node CallCollector::LaunchedBy(Node call) const {
  const Node function = python::WithoutParentheses(call.child(Field::kFunction));
  if (!function.Is(Kind::kSubscript)) return Node();
  const Node kernel = function.child(Field::kValue);
  const bool is_function = kernel.Is(Kind::kIdentifier) && functions_.contains(kernel.text());
  return is_function ? kernel : Node();
}

void CallCollector::Visit(Node node, const Surroundings& around) {
  const Node kernel = LaunchedBy(node);
  const Node function = kernel ? kernel : node.child(Field::kFunction);
  CallFacts facts;
  facts.callee = module_.ResolveAsWritten(function);
  const bool is_builtin = absl::StartsWith(facts.callee, "builtins.");
  if (facts.callee.empty()) AddMethodCall(node, around);
  if (!is_builtin || !functions_.empty()) AddReferences(node, around);
  AddForwards(node, around);
  if (facts.callee.empty() || is_builtin) return;
  FillArguments(node, around, &facts);
  // A launch takes arguments of its own beside those of the kernel: num_warps, num_stages…
  facts.is_guarded = facts.is_guarded || kernel;
  // By another name as well: `route = self.route`.
  const bool is_named = function.Is(Kind::kIdentifier) && absl::StartsWith(facts.callee, ":");
  facts.is_self = IsSelfAttribute(is_named ? module_.Dereference(function) : function);
  FillPlace(node, around, &facts);
  facts_->calls.push_back(std::move(facts));
}

void CallCollector::AddMethodCall(Node call, const Surroundings& around) {
  const Node function = python::WithoutParentheses(call.child(Field::kFunction));
  MethodCallFacts facts;
  if (function.Is(Kind::kAttribute)) {
    const absl::string_view method = function.child(Field::kAttribute).text();
    const Node object = python::WithoutParentheses(function.child(Field::kObject));
    const bool is_common = IsCommonMethod(method);
    if (is_common && !IsSelf(object) && !IsSuperCall(object)) return;
    std::tie(facts.kind, facts.receiver) = ReceiverOf(module_, object);
    facts.method = std::string(method);
  } else if (function.Is(Kind::kIdentifier)) {
    // An instance that is called, or a name of a star import.
    const std::vector<std::string> types = TypesOfValue(module_, function);
    if (types.size() == 1) {
      facts.kind = Receiver::kClass;
      facts.receiver = types[0];
      facts.method = "__call__";
    } else if (!module_.scopes().star_imports().empty() &&
               module_.scopes().LookUp(function, function.text()) < 0) {
      facts.kind = Receiver::kStar;
      facts.method = std::string(function.text());
    }
  }
  if (facts.method.empty()) return;
  FillArguments(call, around, &facts);
  FillPlace(call, around, &facts);
  facts_->method_calls.push_back(std::move(facts));
}

void CallCollector::AddReference(ReferenceFacts::Kind kind, std::string target, Node at,
                                 const Surroundings& around) {
  if (target.empty()) return;
  ReferenceFacts facts;
  facts.kind = kind;
  facts.target = std::move(target);
  FillPlace(at, around, &facts);
  facts_->references.push_back(std::move(facts));
}

void CallCollector::AddReferences(Node call, const Surroundings& around) {
  const Node function = call.child(Field::kFunction);
  const absl::string_view name =
      function.Is(Kind::kAttribute) ? function.child(Field::kAttribute).text() : function.text();
  const bool is_hook = IsHookRegistration(name);
  if (name == "CudaGraphManager" && around.a_class != nullptr) {
    const absl::string_view target =
        Module::StringContent(python::KeywordArgument(call, "function_name"));
    const Node owner = python::Argument(call, 1, "base_module");
    if (!target.empty() && IsSelf(owner)) {
      AddReference(ReferenceFacts::Kind::kCaptured,
                   absl::StrCat(":", around.a_class->name, ".", target), call, around);
    }
  }
  for (Node argument : call.child(Field::kArguments).children()) {
    if (argument.Is(Kind::kKeywordArgument)) argument = argument.child(Field::kValue);
    if (is_hook) {
      AddHook(argument, around);
      continue;
    }
    Node last = argument;
    if (IsSelfAttribute(argument)) last = argument.child(Field::kAttribute);
    if (!last.Is(Kind::kIdentifier) || !functions_.contains(last.text())) continue;
    std::string target = module_.ResolveAsWritten(argument);
    if (absl::StartsWith(target, ":")) {
      const Definition* definition = module_.FindDefinition(absl::string_view(target).substr(1));
      if (definition == nullptr || definition->kind == Definition::Kind::kClass) continue;
    }
    AddReference(ReferenceFacts::Kind::kArgument, std::move(target), argument, around);
  }
}

void CallCollector::AddHook(Node hook, const Surroundings& around) {
  ReferenceFacts::Kind kind = ReferenceFacts::Kind::kHook;
  Node function = python::WithoutParentheses(hook);
  if (function.Is(Kind::kCall)) {
    const Node called = function.child(Field::kFunction);
    const bool is_partial = absl::EndsWith(called.text(), "partial");
    function = is_partial ? python::Argument(function, 0, "func") : called;
    if (!is_partial) kind = ReferenceFacts::Kind::kHookMaker;
  }
  if (!function.Is(Kind::kIdentifier) && !function.Is(Kind::kAttribute)) return;
  std::string target = module_.ResolveAsWritten(function);
  if (target.empty() && IsSelfAttribute(function) && around.a_class != nullptr) {
    target = absl::StrCat(":", around.a_class->name, ".", function.child(Field::kAttribute).text());
  }
  AddReference(kind, std::move(target), hook, around);
}

void CallCollector::AddForwards(Node call, const Surroundings& around) {
  if (around.function == nullptr) return;
  for (Node keyword : call.child(Field::kArguments).children()) {
    if (!keyword.Is(Kind::kKeywordArgument)) continue;
    const Node value = keyword.child(Field::kValue);
    if (!value.Is(Kind::kIdentifier) || !MayHoldGroup(value.text())) continue;
    const auto& parameters = around.function->parameters;
    const bool is_parameter = std::any_of(
        parameters.begin(), parameters.end(),
        [&](const python::Parameter& parameter) { return parameter.name == value.text(); });
    if (!is_parameter) continue;
    const Node function = call.child(Field::kFunction);
    std::string callee = module_.ResolveAsWritten(function);
    if (callee.empty() && IsSuperCall(function.child(Field::kObject))) {
      callee = absl::StrCat("super.", function.child(Field::kAttribute).text());
    }
    if (callee.empty()) continue;
    facts_->forwards.push_back({around.function->name, std::string(value.text()), std::move(callee),
                                std::string(keyword.child(Field::kName).text())});
  }
}

}  // namespace allreview::repository

// Types, devices and groups, by the text of one expression.

#include <algorithm>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/facts_collectors.h"

namespace allreview::repository {
namespace {

using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;

constexpr int kMaxLinks = 3;  // Names and arms that are followed from a value.
constexpr size_t kMaxTypes = 4;
constexpr size_t kFallbackBytes = 400;  // Between the test of a parameter and the global state.

// "Router", "_Impl": by convention a class.
bool IsNamedLikeClass(absl::string_view name) {
  name = LastPart(name);
  while (absl::ConsumePrefix(&name, "_")) continue;
  if (name.empty() || !absl::ascii_isupper(static_cast<unsigned char>(name[0]))) return false;
  return std::any_of(name.begin(), name.end(),
                     [](char c) { return absl::ascii_islower(static_cast<unsigned char>(c)); }) ||
         name.size() <= 4;  // DDP, MLP; but not LIMITS.
}

void AddTypes(const Module& module, Node value, int links, std::vector<std::string>* types) {
  value = python::WithoutParentheses(value);
  const auto add = [&](std::string type) {
    if (type.empty() || types->size() == kMaxTypes) return;
    if (std::find(types->begin(), types->end(), type) != types->end()) return;
    types->push_back(std::move(type));
  };
  if (value.Is(Kind::kCall)) {
    std::string callee = module.ResolveAsWritten(value.child(Field::kFunction));
    if (IsNamedLikeClass(callee)) add(std::move(callee));
    return;
  }
  if (links == 0) return;
  if (value.Is(Kind::kConditionalExpression)) {
    AddTypes(module, value.named_child(0), links - 1, types);
    AddTypes(module, value.named_child(2), links - 1, types);
    return;
  }
  if (value.Is(Kind::kBooleanOperator)) {
    AddTypes(module, value.child(Field::kLeft), links - 1, types);
    AddTypes(module, value.child(Field::kRight), links - 1, types);
    return;
  }
  if (!value.Is(Kind::kIdentifier)) return;
  if (const Node reaching = module.ReachingValue(value)) {
    AddTypes(module, reaching, links - 1, types);
    return;
  }
  const Definition* function = module.EnclosingFunction(value);
  if (function == nullptr) return;
  for (const python::Parameter& parameter : function->parameters) {
    if (parameter.name == value.text()) add(TypeOfAnnotation(module, parameter.annotation));
  }
}

bool IsDtype(absl::string_view text) {
  return absl::StartsWith(text, "torch.") || absl::StrContains(text, "dtype");
}

// The device that `x` in `.to(x)` or `device=x` means.
int DeviceOfArgument(Node argument) {
  const absl::string_view text = argument.text();
  if (argument.Is(Kind::kNone)) return AttributeFacts::kNowhere;
  if (absl::StrContains(text, "cpu")) return AttributeFacts::kCpu;
  return AttributeFacts::kGpu;
}

int DeviceOfFactory(const Module& module, Node call) {
  constexpr absl::string_view kFactories[] = {"torch.arange",   "torch.empty", "torch.full",
                                              "torch.linspace", "torch.ones",  "torch.rand",
                                              "torch.randint",  "torch.randn", "torch.randperm",
                                              "torch.tensor",   "torch.zeros"};
  const std::string name = module.ResolveAsWritten(call.child(Field::kFunction));
  if (!std::binary_search(std::begin(kFactories), std::end(kFactories), name)) {
    return AttributeFacts::kNowhere;
  }
  if (python::ArgumentsOf(call).has_double_star) return AttributeFacts::kNowhere;
  if (python::KeywordArgument(call, "pin_memory").Is(Kind::kTrue)) return AttributeFacts::kCpu;
  const Node device = python::KeywordArgument(call, "device");
  return device ? DeviceOfArgument(device) : AttributeFacts::kCpu;
}

bool IsPartOfIdentifier(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_';
}

// The text reads a group, rank or size of the global state; where. npos: nowhere.
size_t FindGlobalGetter(absl::string_view text) {
  size_t first = absl::string_view::npos;
  for (absl::string_view getter : {"parallel_state.", "mpu.", "use_mpu_process_groups"}) {
    first = std::min(first, text.find(getter));
  }
  for (size_t at = text.find("_group("); at != absl::string_view::npos;
       at = text.find("_group(", at + 1)) {
    size_t start = at;
    while (start > 0 && IsPartOfIdentifier(text[start - 1])) --start;
    if (absl::StartsWith(text.substr(start), "get_")) first = std::min(first, start);
  }
  return first;
}

}  // namespace

std::string TypeOfAnnotation(const Module& module, Node annotation) {
  while (annotation.Is(Kind::kType)) annotation = annotation.named_child(0);
  if (annotation.Is(Kind::kIdentifier) || annotation.Is(Kind::kAttribute)) {
    std::string name = module.ResolveAsWritten(annotation);
    return absl::StartsWith(name, "builtins.") || absl::StartsWith(name, "typing.") ? "" : name;
  }
  if (annotation.Is(Kind::kGenericType) || annotation.Is(Kind::kSubscript)) {
    const Node generic = annotation.named_child(0);
    if (LastPart(generic.text()) != "Optional") return "";
    const Node inner = annotation.named_child(1);
    return TypeOfAnnotation(module, inner.Is(Kind::kTypeParameter) ? inner.named_child(0) : inner);
  }
  if (annotation.Is(Kind::kBinaryOperator) || annotation.Is(Kind::kUnionType)) {
    std::string type = TypeOfAnnotation(module, annotation.named_child(0));
    return type.empty() ? TypeOfAnnotation(module, annotation.named_child(1)) : type;
  }
  if (annotation.Is(Kind::kString)) {
    // A class further down in this file, or one that is only imported for its type.
    const absl::string_view name = Module::StringContent(annotation);
    if (module.FindDefinition(name) != nullptr) return ":" + std::string(name);
    const auto bindings = module.scopes().BindingsOf(0, name);
    return bindings.size() == 1 ? bindings.begin()->imported : "";
  }
  return "";
}

std::vector<std::string> TypesOfValue(const Module& module, Node value) {
  std::vector<std::string> types;
  AddTypes(module, value, kMaxLinks, &types);
  return types;
}

int DeviceOfValue(const Module& module, Node value) {
  value = python::WithoutParentheses(value);
  while (value.Is(Kind::kCall)) {
    const Node function = value.child(Field::kFunction);
    const absl::string_view method =
        function.Is(Kind::kAttribute) ? function.child(Field::kAttribute).text() : "";
    if (method == "cpu" || method == "pin_memory" || method == "numpy") return AttributeFacts::kCpu;
    if (method == "cuda") return AttributeFacts::kGpu;
    if (method == "to") {
      Node target = python::KeywordArgument(value, "device");
      if (!target) target = python::Argument(value, 0, "");
      if (target && !IsDtype(target.text())) return DeviceOfArgument(target);
    }
    if (const int device = DeviceOfFactory(module, value)) return device;
    value = function.child(Field::kObject);  // x.f() is where x is.
  }
  return AttributeFacts::kNowhere;
}

bool MayHoldGroup(absl::string_view name) {
  return absl::EndsWith(name, "group") || absl::StrContains(name, "pg_collection") ||
         absl::EndsWith(name, "pgs") || absl::EndsWith(name, "_pg") || name == "pg" ||
         absl::StrContains(name, "process_group");
}

bool FallsBackToGlobal(absl::string_view body, absl::string_view parameter) {
  for (size_t at = body.find(parameter); at != absl::string_view::npos;
       at = body.find(parameter, at + 1)) {
    if (at > 0 && (IsPartOfIdentifier(body[at - 1]) || body[at - 1] == '.')) continue;
    const absl::string_view after = body.substr(at + parameter.size());
    if (!after.empty() && IsPartOfIdentifier(after[0])) continue;
    const absl::string_view before = absl::StripTrailingAsciiWhitespace(body.substr(0, at));
    if (absl::EndsWith(before, "_if_none(")) return true;
    if (!absl::StartsWith(after, " is None") && !absl::StartsWith(after, " or ")) continue;
    const absl::string_view near = after.substr(0, kFallbackBytes);
    const size_t getter = FindGlobalGetter(near);
    if (getter == absl::string_view::npos) continue;
    // `if group is None: raise ...` refuses; what comes later is something else.
    if (near.find("raise ") < getter) continue;
    return true;
  }
  return false;
}

std::string ShortText(Node node, size_t max_bytes) {
  std::string text;
  for (char c : node.text()) {
    const bool is_space = absl::ascii_isspace(static_cast<unsigned char>(c));
    if (is_space && (text.empty() || text.back() == ' ')) continue;
    if (text.size() == max_bytes) return text + "...";
    text.push_back(is_space ? ' ' : c);
  }
  return text;
}

}  // namespace allreview::repository

#include "analyzers/torch/host_sync.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/python/guards.h"

namespace allreview::torch {
namespace {

using python::Field;
using python::Kind;
using python::Module;
using python::Node;
using python::Values;
using python::ValueType;

bool IsAmong(absl::string_view name, std::initializer_list<absl::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Enumerations that are kept in tensors, as "padding_type", are small and on the host.
bool IsNamedLikeEnumeration(Node tensor) {
  const Node base = python::BaseOf(tensor);
  return base && absl::EndsWith(base.text(), "_type");
}

// int(x), float(x), bool(x)
HostSync FindConversion(const Module& module, const Values& values, Node call) {
  const absl::string_view name = call.child(Field::kFunction).text();
  if (!IsAmong(name, {"int", "float", "bool"})) return {};
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.positional.size() != 1) return {};
  const Node tensor = arguments.positional[0];
  if (tensor.Is(Kind::kString) || tensor.Is(Kind::kInteger)) return {};
  if (!values.IsTensor(tensor) || values.IsHost(tensor)) return {};
  if (!module.Calls(call, absl::StrCat("builtins.", name))) return {};
  return {.operation = absl::StrCat(name, "()"), .tensor = tensor, .kind = HostSync::Kind::kCopy};
}

HostSync FindWait(const Module& module, const Values& values, Node call) {
  if (module.Calls(call, "torch.cuda.synchronize")) {
    return {.operation = "torch.cuda.synchronize()", .tensor = {}, .kind = HostSync::Kind::kDevice};
  }
  const Node object = call.child(Field::kFunction).child(Field::kObject);
  const ValueType type = values.Of(object).type;
  const bool waits = type == ValueType::kStream || type == ValueType::kEvent ||
                     absl::StrContains(object.text(), "stream") ||
                     absl::StrContains(object.text(), "event");
  if (!waits) return {};
  return {.operation = ".synchronize()", .tensor = {}, .kind = HostSync::Kind::kStream};
}

HostSync FindCopy(const Values& values, Node call, absl::string_view method) {
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (!arguments.positional.empty() || !arguments.keywords.empty()) return {};
  const Node tensor = call.child(Field::kFunction).child(Field::kObject);
  if (IsNamedLikeEnumeration(tensor) || values.IsHost(tensor)) return {};
  if (method != "item" && !values.IsTensor(tensor)) return {};
  return {.operation = absl::StrCat(".", method, "()"),
          .tensor = tensor,
          .kind = HostSync::Kind::kCopy};
}

// What decides how many elements the result has. Null: nothing but shapes does.
Node SizeDecider(const Values& values, Node call, absl::string_view name, Node self) {
  if (name == "where") {
    return self || python::Argument(call, 1, "input") ? Node()
                                                      : python::Argument(call, 0, "condition");
  }
  const Node input = self ? self : python::Argument(call, 0, "input");
  if (name != "repeat_interleave") return input;
  Node repeats = python::Argument(call, self ? 0 : 1, "repeats");
  if (!repeats && !self) repeats = input;
  if (!values.IsTensor(repeats) || python::KeywordArgument(call, "output_size")) return Node();
  return repeats;
}

HostSync FindSize(const Module& module, const Values& values, Node call, absl::string_view name) {
  const Node function = call.child(Field::kFunction);
  const bool is_function = module.Resolve(function) == absl::StrCat("torch.", name);
  const Node object = is_function ? Node() : function.child(Field::kObject);
  if (!is_function && !(object && values.IsTensor(object))) return {};
  const Node tensor = SizeDecider(values, call, name, object);
  if (!tensor || values.IsHost(tensor)) return {};
  return {.operation = absl::StrCat(name, "()"), .tensor = tensor, .kind = HostSync::Kind::kSize};
}

}  // namespace

HostSync FindHostSync(const Module& module, const Values& values, Node call) {
  const Node function = call.child(Field::kFunction);
  if (function.Is(Kind::kIdentifier)) {
    if (IsAmong(function.text(), kSizeFromValues)) {
      return FindSize(module, values, call, function.text());
    }
    return FindConversion(module, values, call);
  }
  if (!function.Is(Kind::kAttribute)) return {};
  const absl::string_view method = function.child(Field::kAttribute).text();
  if (method == "synchronize") return FindWait(module, values, call);
  if (IsAmong(method, {"item", "cpu", "tolist"})) return FindCopy(values, call, method);
  if (IsAmong(method, kSizeFromValues)) return FindSize(module, values, call, method);
  return {};
}

}  // namespace allreview::torch

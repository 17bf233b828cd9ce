#include "analyzers/torch/host_sync.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/guards.h"
#include "analyzers/torch/apis.h"

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

// stream.synchronize(), event.synchronize(): by what is known of the object, or by its name.
HostSync FindStreamWait(const Values& values, Node call) {
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
  return values.IsTensor(repeats) ? repeats : Node();
}

// The call gives the argument by which it does not wait.
bool GivesSize(const Api& api, Node call) {
  if (api.waits_unless.empty()) return false;
  if (python::KeywordArgument(call, api.waits_unless)) return true;
  const std::vector<Parameter>& parameters = api.overloads.at(0).parameters;
  const auto size = std::find_if(parameters.begin(), parameters.end(), [&](const Parameter& each) {
    return each.name == api.waits_unless && each.kind == Parameter::Kind::kPlain;
  });
  return size != parameters.end() &&
         python::Argument(call, static_cast<int>(size - parameters.begin()), size->name);
}

// `self`: the tensor whose method it is; null: a function of torch.
HostSync FindSize(const Api& api, const Values& values, Node call, Node self) {
  if (GivesSize(api, call)) return {};
  const Node tensor = SizeDecider(values, call, api.last_name(), self);
  if (!tensor || values.IsHost(tensor)) return {};
  return {.operation = absl::StrCat(api.last_name(), "()"),
          .tensor = tensor,
          .kind = HostSync::Kind::kSize};
}

// Something of that last name waits.
bool MayWait(absl::string_view name) {
  static const auto* const names = [] {
    auto* all = new absl::flat_hash_set<absl::string_view>;
    for (const Api* api : WaitingApis()) all->insert(api->last_name());
    return all;
  }();
  return names->contains(name);
}

HostSync FindInFunction(const Api& api, const Values& values, Node call) {
  if (api.waits == Waits::kSize) return FindSize(api, values, call, Node());
  if (api.waits != Waits::kDevice) return {};
  return {.operation = absl::StrCat(api.name, "()"), .tensor = {}, .kind = HostSync::Kind::kDevice};
}

HostSync FindInMethod(const Values& values, Node call, absl::string_view method) {
  if (method == "synchronize") return FindStreamWait(values, call);
  const Api* api = FindApi(absl::StrCat("torch.Tensor.", method));
  // equal() and allclose() wait too, for what they say of two tensors.
  if (api == nullptr || api->FindParameter("other") != nullptr) return {};
  if (api->waits == Waits::kCopy) return FindCopy(values, call, method);
  const Node self = call.child(Field::kFunction).child(Field::kObject);
  if (api->waits != Waits::kSize || !values.IsTensor(self)) return {};
  return FindSize(*api, values, call, self);
}

}  // namespace

HostSync FindHostSync(const Module& module, const Values& values, Node call) {
  const Node function = call.child(Field::kFunction);
  const bool is_name = function.Is(Kind::kIdentifier);
  if (!is_name && !function.Is(Kind::kAttribute)) return {};
  const absl::string_view name =
      is_name ? function.text() : function.child(Field::kAttribute).text();
  if (!MayWait(name)) return is_name ? FindConversion(module, values, call) : HostSync();
  const Api* api = FindApi(module.Resolve(function));
  if (api != nullptr && api->kind == Api::Kind::kFunction) {
    return FindInFunction(*api, values, call);
  }
  return is_name ? HostSync() : FindInMethod(values, call, name);
}

}  // namespace allreview::torch

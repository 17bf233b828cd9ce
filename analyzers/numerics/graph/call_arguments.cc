#include "analyzers/numerics/graph/call_arguments.h"

#include <cmath>

#include "absl/strings/str_cat.h"

namespace allreview::numerics {

CallArguments::CallArguments(GraphBuilder& graph, const TorchCall& call,
                             absl::Span<const absl::string_view> parameters)
    : graph_(graph), call_(call) {
  Bind(parameters);
}

void CallArguments::Bind(absl::Span<const absl::string_view> parameters) {
  if (call_.positional.size() > parameters.size()) {
    graph_.Fail(absl::UnimplementedError(
        absl::StrCat(call_.name, ": takes at most ", parameters.size(),
                     " positional arguments, found ", call_.positional.size())));
    return;
  }
  for (size_t i = 0; i < call_.positional.size(); ++i) {
    bound_.emplace_back(parameters[i], &call_.positional[i]);
  }
  for (const auto& [name, value] : call_.keywords) {
    bool is_known = false;
    for (const absl::string_view parameter : parameters) is_known |= parameter == name;
    // PyTorch takes axis and keepdims as NumPy spells them.
    const absl::string_view bound_name = name == "axis"       ? "dim"
                                         : name == "keepdims" ? "keepdim"
                                                              : absl::string_view(name);
    if (!is_known && bound_name == name) {
      graph_.Fail(absl::UnimplementedError(
          absl::StrCat(call_.name, ": the argument '", name, "' is not known here")));
      return;
    }
    bound_.emplace_back(bound_name, &value);
  }
}

const Argument* CallArguments::Find(absl::string_view parameter) const {
  for (const auto& [name, argument] : bound_) {
    if (name == parameter) return argument;
  }
  return nullptr;
}

bool CallArguments::Has(absl::string_view parameter) const {
  const Argument* argument = Find(parameter);
  return argument != nullptr && !std::holds_alternative<std::monostate>(*argument);
}

int CallArguments::Wrong(absl::string_view parameter, absl::string_view wanted) const {
  return graph_.Fail(absl::UnimplementedError(
      absl::StrCat(call_.name, ": the argument '", parameter, "' is not ", wanted)));
}

int CallArguments::Node(absl::string_view parameter) const {
  const Argument* argument = Find(parameter);
  if (argument == nullptr) {
    return graph_.Fail(absl::InvalidArgumentError(
        absl::StrCat(call_.name, ": the argument '", parameter, "' is missing")));
  }
  if (const NodeRef* node = std::get_if<NodeRef>(argument)) return node->node;
  if (const double* number = std::get_if<double>(argument)) return graph_.Constant(*number);
  if (const bool* flag = std::get_if<bool>(argument)) return graph_.Constant(*flag ? 1 : 0);
  return Wrong(parameter, "a tensor or a number");
}

double CallArguments::Number(absl::string_view parameter, double otherwise) const {
  if (!Has(parameter)) return otherwise;
  const Argument* argument = Find(parameter);
  if (const double* number = std::get_if<double>(argument)) return *number;
  if (const bool* flag = std::get_if<bool>(argument)) return *flag ? 1 : 0;
  if (const NodeRef* node = std::get_if<NodeRef>(argument);
      node != nullptr && graph_.status().ok()) {
    if (const std::optional<double> value = graph_.ConstantValue(node->node)) return *value;
  }
  Wrong(parameter, "a number that is known");
  return otherwise;
}

bool CallArguments::Bool(absl::string_view parameter, bool otherwise) const {
  if (!Has(parameter)) return otherwise;
  const Argument* argument = Find(parameter);
  if (const bool* flag = std::get_if<bool>(argument)) return *flag;
  if (const double* number = std::get_if<double>(argument)) return *number != 0;
  Wrong(parameter, "True or False");
  return otherwise;
}

std::string CallArguments::Text(absl::string_view parameter, absl::string_view otherwise) const {
  if (!Has(parameter)) return std::string(otherwise);
  if (const std::string* text = std::get_if<std::string>(Find(parameter))) return *text;
  Wrong(parameter, "a string");
  return std::string(otherwise);
}

Axis CallArguments::AxisOr(absl::string_view parameter, Axis otherwise) const {
  if (!Has(parameter)) return otherwise;
  const Argument* argument = Find(parameter);
  if (const std::vector<int>* dims = std::get_if<std::vector<int>>(argument)) {
    if (dims->size() == 1) return {dims->front()};
    graph_.Fail(absl::UnimplementedError(
        absl::StrCat(call_.name, ": reduces along ", dims->size(), " dimensions at once")));
    return otherwise;
  }
  const double dim = Number(parameter, -1);
  if (dim != std::floor(dim)) Wrong(parameter, "an integer");
  return {static_cast<int>(dim)};
}

int CallArguments::CastIfAsked(int node, absl::string_view parameter) const {
  return Has(parameter) ? CastToArgument(graph_, node, *Find(parameter)) : node;
}

int CastToArgument(GraphBuilder& graph, int node, const Argument& dtype) {
  if (const Format* format = std::get_if<Format>(&dtype)) return graph.CastTo(node, *format);
  if (const DtypeOf* like = std::get_if<DtypeOf>(&dtype)) return graph.CastLike(node, like->node);
  return graph.Fail(absl::UnimplementedError("a dtype that is not known here"));
}

}  // namespace allreview::numerics

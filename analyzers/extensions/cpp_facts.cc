#include "analyzers/extensions/cpp_facts.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "analyzers/cpp/calls.h"
#include "analyzers/extensions/macro_bindings.h"
#include "base/poll.h"

namespace allreview::extensions {
namespace {

using cpp::Binding;
using cpp::Field;
using cpp::Kind;
using cpp::Node;

constexpr size_t kMaxCallees = 200;  // Of one function.

std::vector<CppParameter> ParametersOf(const std::vector<cpp::Parameter>& parameters) {
  std::vector<CppParameter> result;
  for (const cpp::Parameter& parameter : parameters) {
    result.push_back({std::string(parameter.name), parameter.type.text,
                      static_cast<bool>(parameter.default_value)});
  }
  return result;
}

CppFunction FunctionOf(const cpp::Function& function) {
  const bool is_open = function.is_variadic ||
                       std::any_of(function.parameters.begin(), function.parameters.end(),
                                   [](const cpp::Parameter& parameter) {
                                     return parameter.node.Is(Kind::kVariadicParameterDeclaration);
                                   });
  return {.name = function.name,
          .simple_name = std::string(function.simple_name),
          .return_type = function.return_type.text,
          .parameters = ParametersOf(function.parameters),
          .is_method = function.is_method,
          .is_static = function.is_method && function.is_static,
          .is_open = is_open,
          .has_body = static_cast<bool>(function.body),
          .is_kernel = function.is_kernel,
          .line = function.first_line,
          .end_line = function.end_line};
}

Node ParameterListOf(Node lambda) {
  return lambda.child(Field::kDeclarator).child(Field::kParameters);
}

// Without what stands before it in a chain.
Node ArgumentsNode(const Binding& binding) { return binding.node.child(Field::kArguments); }

// In a function that binds, outside of the arguments of a binding.
bool HasErrorsAround(const cpp::Unit& unit) {
  constexpr int kMaxClimb = 100;
  std::set<const cpp::Function*> functions;
  std::set<uint32_t> arguments;
  for (const Binding& binding : unit.bindings()) {
    Poll();
    functions.insert(unit.EnclosingFunction(binding.node));
    if (!binding.name.empty()) arguments.insert(ArgumentsNode(binding).index());
  }
  for (Node error : unit.tree().root().descendants(Kind::kError)) {
    Poll();
    if (functions.count(unit.EnclosingFunction(error)) == 0) continue;
    Node at = error;
    for (int i = 0; i < kMaxClimb && at && arguments.count(at.index()) == 0; ++i) at = at.parent();
    if (!at || arguments.count(at.index()) == 0) return true;
  }
  return false;
}

BoundName BoundNameOf(const cpp::Unit& unit, const Binding& binding) {
  BoundName bound{.kind = binding.kind,
                  .module = std::string(binding.module),
                  .dispatch_key = std::string(binding.dispatch_key),
                  .method = std::string(binding.method),
                  .holder = std::string(binding.class_name),
                  .name = binding.name,
                  .schema = binding.schema,
                  .target = binding.target_name,
                  .has_error = ArgumentsNode(binding).HasError(),
                  .is_stable = binding.is_stable,
                  .keyword_only_from = binding.keyword_only_from,
                  .positional_only_until = binding.positional_only_until,
                  .line = (binding.name_node ? binding.name_node : binding.node).first_line()};
  if (binding.module.empty()) {
    const cpp::Function* const around = unit.EnclosingFunction(binding.node);
    if (around != nullptr) bound.part_of = std::string(around->simple_name);
  }
  for (const cpp::BindingArgument& argument : binding.arguments) {
    bound.arguments.push_back(
        {std::string(argument.name), static_cast<bool>(argument.default_value)});
  }
  if (binding.target.Is(Kind::kLambdaExpression)) {
    bound.is_lambda = true;
    bound.parameters = ParametersOf(cpp::ParametersOf(ParameterListOf(binding.target)));
  } else if (binding.has_types) {
    bound.parameters.emplace();
    for (Node type : binding.types) {
      bound.parameters->push_back({"", std::string(type.text())});
      absl::StrAppend(&bound.target_overload, bound.target_overload.empty() ? "" : ", ",
                      type.text());
    }
  }
  return bound;
}

// The calls and launches of each function, those of its lambdas too.
std::map<const cpp::Function*, std::vector<CppCall>> CallsOf(const cpp::Unit& unit) {
  std::map<const cpp::Function*, std::vector<CppCall>> by_function;
  const auto add = [&](Node at, absl::string_view name, bool is_launch) {
    const cpp::Function* const function = unit.EnclosingFunction(at);
    if (name.empty() || function == nullptr) return;
    std::vector<CppCall>& calls = by_function[function];
    Poll(1 + static_cast<int>(calls.size()));
    const bool is_known = std::any_of(calls.begin(), calls.end(),
                                      [&](const CppCall& one) { return one.name == name; });
    if (calls.size() < kMaxCallees && !is_known) {
      calls.push_back({std::string(name), at.first_line(), is_launch});
    }
  };
  for (const cpp::Launch& launch : unit.launches()) add(launch.node, launch.kernel_name, true);
  for (Node call : unit.tree().root().descendants(Kind::kCallExpression)) {
    add(call, cpp::CalleeName(call), false);
  }
  return by_function;
}

std::vector<BoundName> BindingsOf(const cpp::Unit& unit, bool is_expanded) {
  std::vector<BoundName> bindings;
  for (size_t i = 0; i < unit.bindings().size(); ++i) {
    Poll();
    bindings.push_back(BoundNameOf(unit, unit.bindings()[i]));
    if (!is_expanded) bindings.back().index = static_cast<int>(i);
  }
  return bindings;
}

// With what macros bind; each binding that the file writes itself keeps its place there.
std::vector<BoundName> AllBindingsOf(const cpp::Unit& unit) {
  std::vector<BoundName> written = BindingsOf(unit, false);
  if (written.empty()) return written;
  std::string expanded = WithBindingsExpanded(unit);
  if (expanded.empty()) return written;
  absl::StatusOr<std::unique_ptr<cpp::Unit>> again =
      cpp::Unit::Parse(unit.path(), std::move(expanded));
  if (!again.ok()) return written;
  std::vector<BoundName> all = BindingsOf(**again, true);
  std::map<std::pair<int, std::string>, int> places;
  for (const BoundName& bound : written)
    places.emplace(std::pair(bound.line, bound.name), bound.index);
  for (BoundName& bound : all) {
    const auto place = places.find({bound.line, bound.name});
    if (place != places.end()) bound.index = place->second;
  }
  return all;
}

}  // namespace

CppFacts FactsOf(const cpp::Unit& unit) {
  CppFacts facts{.path = unit.path(),
                 .has_errors = unit.tree().error_count() > 0 && HasErrorsAround(unit),
                 .bindings = AllBindingsOf(unit)};
  std::map<const cpp::Function*, std::vector<CppCall>> calls = CallsOf(unit);
  for (const cpp::Function& function : unit.functions()) {
    Poll();
    facts.functions.push_back(FunctionOf(function));
    facts.functions.back().calls = std::move(calls[&function]);
  }
  for (const cpp::Class& a_class : unit.classes()) {
    CppClass copy{.name = a_class.name};
    for (absl::string_view base : a_class.bases) copy.bases.emplace_back(base);
    facts.classes.push_back(std::move(copy));
  }
  return facts;
}

std::optional<CppFacts> ReadFacts(absl::string_view path, const std::string& text) {
  PollBytes(text.size());
  absl::StatusOr<std::unique_ptr<cpp::Unit>> unit = cpp::Unit::Parse(path, text);
  if (!unit.ok()) return std::nullopt;
  return FactsOf(**unit);
}

}  // namespace allreview::extensions

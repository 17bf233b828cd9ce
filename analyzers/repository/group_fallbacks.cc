#include "analyzers/repository/group_fallbacks.h"

#include <algorithm>

#include "absl/strings/strip.h"

namespace allreview::repository {
namespace {

constexpr int kMaxForwards = 3;

}  // namespace

Found GroupFallbacks::FunctionOf(absl::string_view absolute_name) {
  Found found = names_.FindDefinition(absolute_name);
  if (found && found.definition->kind == python::Definition::Kind::kClass) {
    return classes_.FindMethod(found.name, "__init__");
  }
  if (found) return found;
  // A method that the class inherits.
  return classes_.FindMethod(OwnerOf(absolute_name), SimpleName(absolute_name));
}

Found GroupFallbacks::CalleeOf(const Found& function, const ForwardFacts& forward) {
  absl::string_view method = forward.callee;
  if (!absl::ConsumePrefix(&method, "super.")) {
    return FunctionOf(function.file->Absolute(forward.callee));
  }
  for (const std::string& base : classes_.LineageOf(OwnerOf(function.name)).bases) {
    if (Found found = classes_.FindMethod(base, method)) return found;
  }
  return {};
}

bool GroupFallbacks::FallsBack(absl::string_view absolute_function, absl::string_view parameter) {
  const Found function = FunctionOf(absolute_function);
  if (!function) return false;
  const auto [entry, is_new] = known_.try_emplace({function.name, std::string(parameter)}, false);
  if (is_new) entry->second = Search(function, parameter, kMaxForwards);
  return entry->second;
}

bool GroupFallbacks::Search(const Found& function, absl::string_view parameter, int rounds) {
  const auto& parameters = function.definition->parameters;
  const auto found =
      std::find_if(parameters.begin(), parameters.end(),
                   [&](const ParameterFacts& facts) { return facts.name == parameter; });
  if (found == parameters.end() || !found->has_default) return false;
  if (found->falls_back) return true;
  if (rounds == 0) return false;
  for (const ForwardFacts& forward : function.file->facts().forwards) {
    if (forward.parameter != parameter || forward.symbol != function.definition->name) continue;
    const Found callee = CalleeOf(function, forward);
    if (callee && Search(callee, forward.keyword, rounds - 1)) return true;
  }
  return false;
}

}  // namespace allreview::repository

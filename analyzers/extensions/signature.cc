#include "analyzers/extensions/signature.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "base/poll.h"

namespace allreview::extensions {
namespace {

bool IsOf(const CppParameter& parameter, absl::string_view name) {
  absl::string_view type = parameter.type;
  for (absl::string_view namespace_ : {"py::", "pybind11::"}) {
    const size_t at = type.find(namespace_);
    if (at == absl::string_view::npos) continue;
    absl::string_view rest = type.substr(at + namespace_.size());
    const size_t end = rest.find_first_of(" &*");
    return rest.substr(0, end) == name;
  }
  return false;
}

const Parameter* Find(const Signature& signature, absl::string_view name) {
  for (const Parameter& parameter : signature.parameters) {
    if (parameter.name == name && !parameter.is_positional_only) return &parameter;
  }
  return nullptr;
}

int CountPositional(const Signature& signature) {
  return static_cast<int>(
      std::count_if(signature.parameters.begin(), signature.parameters.end(),
                    [](const Parameter& parameter) { return !parameter.is_keyword_only; }));
}

}  // namespace

Signature SignatureOf(const Schema& schema) {
  Signature signature;
  for (const SchemaParameter& parameter : schema.parameters) {
    signature.parameters.push_back({.name = parameter.name,
                                    .has_default = parameter.has_default,
                                    .is_keyword_only = parameter.is_keyword_only});
  }
  return signature;
}

int CountNamed(const std::vector<CppParameter>& parameters) {
  return static_cast<int>(
      std::count_if(parameters.begin(), parameters.end(), [](const CppParameter& parameter) {
        return !IsOf(parameter, "args") && !IsOf(parameter, "kwargs");
      }));
}

std::optional<Signature> SignatureOf(const BoundName& bound,
                                     const std::vector<CppParameter>& parameters) {
  Signature signature;
  // What follows py::args is taken by name only.
  int before_args = static_cast<int>(parameters.size());
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (IsOf(parameters[i], "args")) {
      signature.takes_args = true;
      before_args = static_cast<int>(i);
    } else if (IsOf(parameters[i], "kwargs")) {
      signature.takes_kwargs = true;
    } else {
      signature.parameters.push_back({});
    }
  }
  if (bound.arguments.empty()) return signature;
  if (bound.arguments.size() != signature.parameters.size()) return std::nullopt;
  for (int i = 0; i < static_cast<int>(bound.arguments.size()); ++i) {
    const bool is_late = bound.keyword_only_from >= 0 && i >= bound.keyword_only_from;
    signature.parameters[i] = {.name = bound.arguments[i].name,
                               .has_default = bound.arguments[i].has_default,
                               .is_keyword_only = is_late || i >= before_args,
                               .is_positional_only = i < bound.positional_only_until};
  }
  return signature;
}

std::optional<Misfit> MisfitOf(const Signature& signature, const repository::ArgumentFacts& call) {
  Poll(1 + static_cast<int>(signature.parameters.size() * (call.keywords.size() + 1)));
  const int most = CountPositional(signature);
  if (call.positional > most && !signature.takes_args) {
    return Misfit{.kind = Misfit::Kind::kTooMany, .given = call.positional, .wanted = most};
  }
  for (const std::string& keyword : call.keywords) {
    const Parameter* const parameter = Find(signature, keyword);
    if (parameter == nullptr) {
      if (signature.takes_kwargs) continue;
      return Misfit{.kind = Misfit::Kind::kUnknownName, .name = keyword};
    }
    const auto at = parameter - signature.parameters.data();
    if (!parameter->is_keyword_only && at < call.positional) {
      return Misfit{.kind = Misfit::Kind::kGivenTwice, .name = keyword};
    }
  }
  if (call.has_star || call.has_double_star) return std::nullopt;
  for (int i = 0; i < static_cast<int>(signature.parameters.size()); ++i) {
    const Parameter& parameter = signature.parameters[i];
    const bool is_given =
        (!parameter.is_keyword_only && i < call.positional) ||
        (!parameter.name.empty() && std::find(call.keywords.begin(), call.keywords.end(),
                                              parameter.name) != call.keywords.end());
    if (is_given || parameter.has_default) continue;
    return Misfit{.kind = Misfit::Kind::kTooFew,
                  .name = parameter.name,
                  .given = call.positional + static_cast<int>(call.keywords.size()),
                  .wanted = static_cast<int>(signature.parameters.size())};
  }
  return std::nullopt;
}

}  // namespace allreview::extensions

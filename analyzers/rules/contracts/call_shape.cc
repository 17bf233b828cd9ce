#include "analyzers/rules/contracts/call_shape.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace allreview::rules {
namespace {

using repository::ParameterFacts;
using ParameterKind = python::Parameter::Kind;

bool IsPositional(const ParameterFacts& parameter) {
  return parameter.kind == ParameterKind::kPositional ||
         parameter.kind == ParameterKind::kPositionalOnly;
}

bool HasKind(const std::vector<ParameterFacts>& parameters, ParameterKind kind) {
  return std::any_of(parameters.begin(), parameters.end(),
                     [kind](const ParameterFacts& p) { return p.kind == kind; });
}

}  // namespace

std::string WhyCallDoesNotFit(const repository::CallFacts& call,
                              const std::vector<ParameterFacts>& parameters) {
  const bool takes_any_keyword = HasKind(parameters, ParameterKind::kVarKeyword);
  const int places =
      static_cast<int>(std::count_if(parameters.begin(), parameters.end(), IsPositional));
  if (call.positional > places && !HasKind(parameters, ParameterKind::kVarPositional)) {
    return absl::StrCat("takes ", places, " positional arguments, not ", call.positional);
  }
  for (const std::string& keyword : call.keywords) {
    int place = 0;
    bool is_known = takes_any_keyword;
    for (const ParameterFacts& parameter : parameters) {
      const bool can_be_named = parameter.kind == ParameterKind::kPositional ||
                                parameter.kind == ParameterKind::kKeywordOnly;
      if (can_be_named && parameter.name == keyword) {
        is_known = true;
        if (IsPositional(parameter) && place < call.positional) {
          return absl::StrCat("gets `", keyword, "` twice");
        }
      }
      place += IsPositional(parameter);
    }
    if (!is_known) return absl::StrCat("has no parameter `", keyword, "`");
  }
  if (call.has_star || call.has_double_star) return "";
  int place = 0;
  for (const ParameterFacts& parameter : parameters) {
    const bool is_by_position = IsPositional(parameter) && place < call.positional;
    place += IsPositional(parameter);
    if (is_by_position || parameter.has_default ||
        parameter.kind == ParameterKind::kVarPositional ||
        parameter.kind == ParameterKind::kVarKeyword) {
      continue;
    }
    if (std::find(call.keywords.begin(), call.keywords.end(), parameter.name) ==
        call.keywords.end()) {
      return absl::StrCat("needs `", parameter.name, "`");
    }
  }
  return "";
}

}  // namespace allreview::rules

#include "analyzers/rules/contracts/call_shape.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/rules/contracts/phrases.h"

namespace allreview::rules::contracts {
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

Misfit Because(Words why) { return {std::move(why), ""}; }

// A keyword that nothing takes, or that a position took already.
std::optional<Misfit> FindWrongKeyword(const repository::ArgumentFacts& call,
                                       const std::vector<ParameterFacts>& parameters) {
  const bool takes_any = HasKind(parameters, ParameterKind::kVarKeyword);
  for (const std::string& keyword : call.keywords) {
    int place = 0;
    bool is_known = takes_any;
    for (const ParameterFacts& parameter : parameters) {
      const bool can_be_named = parameter.kind == ParameterKind::kPositional ||
                                parameter.kind == ParameterKind::kKeywordOnly;
      if (can_be_named && parameter.name == keyword) {
        is_known = true;
        if (IsPositional(parameter) && place < call.positional) {
          return Because(Sentence(phrases::kGetsTwice, {{"parameter", keyword}}));
        }
      }
      place += IsPositional(parameter);
    }
    if (!is_known)
      return Misfit{Sentence(phrases::kHasNoParameter, {{"parameter", keyword}}), keyword};
  }
  return std::nullopt;
}

// Parameters without a default that get nothing.
std::vector<std::string> MissingArguments(const repository::ArgumentFacts& call,
                                          const std::vector<ParameterFacts>& parameters) {
  std::vector<std::string> missing;
  for (const ParameterFacts* parameter : LeftOut(call, parameters)) {
    if (!parameter->has_default) missing.push_back(absl::StrCat("`", parameter->name, "`"));
  }
  return missing;
}

}  // namespace

std::vector<const ParameterFacts*> LeftOut(const repository::ArgumentFacts& call,
                                           const std::vector<ParameterFacts>& parameters) {
  std::vector<const ParameterFacts*> left_out;
  int place = 0;
  for (const ParameterFacts& parameter : parameters) {
    const bool is_by_position = IsPositional(parameter) && place < call.positional;
    place += IsPositional(parameter);
    if (is_by_position || parameter.kind == ParameterKind::kVarPositional ||
        parameter.kind == ParameterKind::kVarKeyword) {
      continue;
    }
    if (std::find(call.keywords.begin(), call.keywords.end(), parameter.name) ==
        call.keywords.end()) {
      left_out.push_back(&parameter);
    }
  }
  return left_out;
}

std::optional<Misfit> FindMisfit(const repository::ArgumentFacts& call,
                                 const std::vector<ParameterFacts>& parameters) {
  const int places =
      static_cast<int>(std::count_if(parameters.begin(), parameters.end(), IsPositional));
  if (call.positional > places && !HasKind(parameters, ParameterKind::kVarPositional)) {
    return Because(Counted(places, phrases::kTakesOnePositional, phrases::kTakesPositional,
                           {{"given", absl::StrCat(call.positional)}}));
  }
  if (std::optional<Misfit> misfit = FindWrongKeyword(call, parameters)) return misfit;
  if (call.has_star || call.has_double_star) return std::nullopt;
  const std::vector<std::string> missing = MissingArguments(call, parameters);
  if (missing.empty()) return std::nullopt;
  return Because(
      Sentence(phrases::kNeedsParameters,
               {{"parameters", WordList{Joint::kAnd, {missing.begin(), missing.end()}}}}));
}

std::string SignatureText(const std::vector<ParameterFacts>& parameters) {
  constexpr size_t kMaxShown = 10;
  std::vector<std::string> shown;
  bool has_star = false;
  for (const ParameterFacts& parameter : parameters) {
    if (shown.size() == kMaxShown) {
      shown.push_back("...");
      break;
    }
    const bool is_star = parameter.kind == ParameterKind::kVarPositional;
    if (parameter.kind == ParameterKind::kKeywordOnly && !has_star) shown.push_back("*");
    has_star |= is_star || parameter.kind == ParameterKind::kKeywordOnly;
    shown.push_back(absl::StrCat(is_star                                        ? "*"
                                 : parameter.kind == ParameterKind::kVarKeyword ? "**"
                                                                                : "",
                                 parameter.name, parameter.has_default ? "=..." : ""));
  }
  return absl::StrCat("(", absl::StrJoin(shown, ", "), ")");
}

}  // namespace allreview::rules::contracts

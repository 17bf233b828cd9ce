#ifndef ANALYZERS_RULES_CPP_MISFIT_PHRASES_H_
#define ANALYZERS_RULES_CPP_MISFIT_PHRASES_H_

// Why a Python call does not fit what C++ binds.

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/extensions/signature.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

inline constexpr Phrase kTooManyArguments(
    "too-many-arguments", "it takes at most {wanted} positional arguments, and {given} are given",
    "它最多接受 {wanted} 个位置参数，却给了 {given} 个");
inline constexpr Phrase kTooFewArguments("too-few-arguments",
                                         "it takes {wanted} arguments, and {given} are given",
                                         "它需要 {wanted} 个参数，却给了 {given} 个");
inline constexpr Phrase kMissingArgument("missing-argument", "`{name}` is not given",
                                         "缺少参数 `{name}`");
inline constexpr Phrase kUnknownArgument("unknown-argument", "it has no argument named `{name}`",
                                         "它没有名为 `{name}` 的参数");
inline constexpr Phrase kArgumentTwice("argument-twice", "`{name}` is given twice",
                                       "`{name}` 给了两次");

inline Sentence ReasonOf(const extensions::Misfit& misfit) {
  switch (misfit.kind) {
    case extensions::Misfit::Kind::kTooMany:
      return Sentence(kTooManyArguments, {{"wanted", absl::StrCat(misfit.wanted)},
                                          {"given", absl::StrCat(misfit.given)}});
    case extensions::Misfit::Kind::kTooFew:
      if (!misfit.name.empty()) return Sentence(kMissingArgument, {{"name", misfit.name}});
      return Sentence(kTooFewArguments, {{"wanted", absl::StrCat(misfit.wanted)},
                                         {"given", absl::StrCat(misfit.given)}});
    case extensions::Misfit::Kind::kUnknownName:
      return Sentence(kUnknownArgument, {{"name", misfit.name}});
    case extensions::Misfit::Kind::kGivenTwice:
      break;
  }
  return Sentence(kArgumentTwice, {{"name", misfit.name}});
}

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_CPP_MISFIT_PHRASES_H_

#ifndef ANALYZERS_DIFF_RECIPE_LANGUAGES_H_
#define ANALYZERS_DIFF_RECIPE_LANGUAGES_H_

// The languages, besides Python, whose files are reviewed by rules that look at the whole change.

#include "absl/strings/string_view.h"

namespace allreview::diff {

inline bool IsRecipeLanguage(absl::string_view language) {
  return language == "shell" || language == "yaml";
}

}  // namespace allreview::diff

#endif  // ANALYZERS_DIFF_RECIPE_LANGUAGES_H_

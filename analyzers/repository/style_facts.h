#ifndef ANALYZERS_REPOSITORY_STYLE_FACTS_H_
#define ANALYZERS_REPOSITORY_STYLE_FACTS_H_

// Habits of one file, counted: from them follows what the code of a repository usually does.

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview::repository {

struct StyleFacts {
  enum Habit {
    // Not private, not nested in functions; "typed" has annotations for all that it takes and
    // returns.
    kPublicFunctions,
    kDocumentedFunctions,
    kTypedFunctions,
    kPublicClasses,
    kDocumentedClasses,
    // Docstrings with sections ("Args:") in Google's style, and in others.
    kGoogleSections,
    kOtherSections,
    // Annotations with Optional[X], with X | None.
    kOptionals,
    kNoneUnions,
    kValueErrors,  // raise ValueError
    kAsserts,
    kExcepts,
    kBareExcepts,
    kRelativeImports,
    kAbsoluteImports,  // `from` imports alone.
    kWildcardImports,
    kUnittestImports,
    kPrints,
    kRootLogs,    // logging.info(...)
    kModuleLogs,  // logger.info(...)
    kDefinitions,
    kMisnamed,  // Functions with capitals, classes without or with underscores.
    kHabits,
  };
  int counts[kHabits] = {};
  std::string copyright;  // The first comment line that has the word; empty: none.
};

std::string PackStyle(const StyleFacts& style);
// Reads FileFacts.style. Zeros for anything else.
StyleFacts UnpackStyle(absl::string_view packed);

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_STYLE_FACTS_H_

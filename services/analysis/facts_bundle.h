#ifndef SERVICES_ANALYSIS_FACTS_BUNDLE_H_
#define SERVICES_ANALYSIS_FACTS_BUNDLE_H_

// The facts of many file versions in one piece, so that they are read in one go.
//
//   const std::string bytes = PackBundle("facts of engine 3", {{"id", facts}, ...});
//   std::vector<std::optional<std::string>> facts = ...;  // One for each of `ids`.
//   UnpackBundle(bytes, "facts of engine 3", ids, &facts);
//
// A bundle that is read on another kind of machine, was cut off, or has another name, is as if it
// were empty.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::analysis {

using NamedFacts = std::pair<absl::string_view, absl::string_view>;  // Id and facts.

std::string PackBundle(absl::string_view name, const std::vector<NamedFacts>& all);

// Sets those of `facts` that the bundle has.
void UnpackBundle(absl::string_view bundle, absl::string_view name,
                  const std::vector<std::string>& ids,
                  std::vector<std::optional<std::string>>* facts);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_FACTS_BUNDLE_H_

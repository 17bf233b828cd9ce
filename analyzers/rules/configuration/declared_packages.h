#ifndef ANALYZERS_RULES_CONFIGURATION_DECLARED_PACKAGES_H_
#define ANALYZERS_RULES_CONFIGURATION_DECLARED_PACKAGES_H_

// Which packages a repository says that code needs, by where the code stands. What a change itself
// declares is declared.
//
//   DeclaredPackages declared(change);
//   for (const Manifest* manifest : declared.ManifestsFor("pkg/ops.py")) ...
//   if (declared.DocumentedFor("pkg/ops.py").Bring("einops")) ...

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/rules/configuration/manifest.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules::configuration {

class DeclaredPackages {
 public:
  explicit DeclaredPackages(ChangeContext& change) : change_(change) {}

  // The nearest pyproject.toml above the file, before and after the change, if it lists
  // dependencies. They live as long as this object.
  std::vector<const Manifest*> ManifestsFor(absl::string_view path);
  // Requirement files beside the file or above it, and what the texts of the repository say to
  // install.
  Distributions DocumentedFor(absl::string_view path);

 private:
  ChangeContext& change_;
  // By their text. None: it is not one.
  std::map<const std::string*, std::optional<Manifest>> parsed_;
};

}  // namespace allreview::rules::configuration

#endif  // ANALYZERS_RULES_CONFIGURATION_DECLARED_PACKAGES_H_

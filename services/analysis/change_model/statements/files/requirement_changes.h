#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_FILES_REQUIREMENT_CHANGES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_FILES_REQUIREMENT_CHANGES_H_

// Packages that a list of requirements asks for in another version, or only before or after.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/repository/repository_index.h"
#include "sentences/sentence.h"

namespace allreview::analysis {

struct RequirementChange {
  std::string package;
  Words text;    // "`torch`: `>=2.6` → `>=2.9`; 12 files import it"
  int line = 0;  // Of the new side; of the old one where `is_gone`.
  bool is_gone = false;
};

// In the order of the new side, then what is gone. The index is of the new side.
std::vector<RequirementChange> RequirementChanges(absl::string_view path, absl::string_view before,
                                                  absl::string_view after,
                                                  repository::RepositoryIndex& index);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_FILES_REQUIREMENT_CHANGES_H_

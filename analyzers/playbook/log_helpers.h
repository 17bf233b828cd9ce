#ifndef ANALYZERS_PLAYBOOK_LOG_HELPERS_H_
#define ANALYZERS_PLAYBOOK_LOG_HELPERS_H_

// Functions that log or print on some ranks only: by their names, and by a test of the rank in
// their bodies. `print_with_rank` may as well print on all of them.

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/playbook/view.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::playbook {

struct LogHelper {
  std::string name;
  Provenance place;
};

// The one that most files use; several tell no more. Only in files that were read.
std::optional<LogHelper> FindLogHelper(const View& view);

// Files of the product that define functions of such names.
std::vector<std::string> FilesWithLogHelpers(repository::RepositoryIndex& index);

// Some condition of the code asks which rank this is.
bool TestsRank(absl::string_view code);

}  // namespace allreview::playbook

#endif  // ANALYZERS_PLAYBOOK_LOG_HELPERS_H_

#ifndef ANALYZERS_PLAYBOOK_GUARDS_H_
#define ANALYZERS_PLAYBOOK_GUARDS_H_

// Libraries that the code can do without, and the names that say whether they are there.
//
//   try:
//       import fast_kernels as fk
//       HAVE_FK = True
//   except ImportError:
//       HAVE_FK = False

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::playbook {

struct Guard {
  std::string flag;     // "HAVE_FK".
  std::string library;  // "fast_kernels"; empty: not seen, or one of several.
  int line = 0;         // Of the flag's first assignment.
};

// The guards of one file, in its order, each flag once. By lines.
std::vector<Guard> GuardsIn(absl::string_view text);

// "HAVE_TE", "HAS_TRITON".
bool IsGuardName(absl::string_view name);

// Files of the product that define such names, sorted; at most 120, those with most first.
std::vector<std::string> FilesWithGuards(repository::RepositoryIndex& index);

}  // namespace allreview::playbook

#endif  // ANALYZERS_PLAYBOOK_GUARDS_H_

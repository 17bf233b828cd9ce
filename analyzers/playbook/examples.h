#ifndef ANALYZERS_PLAYBOOK_EXAMPLES_H_
#define ANALYZERS_PLAYBOOK_EXAMPLES_H_

// Test files that show how single tests of a repository are run.

#include <string>
#include <vector>

#include "analyzers/repository/repository_index.h"

namespace allreview::playbook {

// Test modules worth showing: small ones of the folders with most tests, with and without several
// ranks. Sorted by path; at most 16.
std::vector<std::string> ExampleTests(repository::RepositoryIndex& index);

// Starts ranks, or asks for them: by its identifiers.
bool MayNeedRanks(const repository::IndexedFile& file);

}  // namespace allreview::playbook

#endif  // ANALYZERS_PLAYBOOK_EXAMPLES_H_

#ifndef ANALYZERS_PLAYBOOK_EXAMPLES_H_
#define ANALYZERS_PLAYBOOK_EXAMPLES_H_

// Test files that stand as examples for running one test, before their text is read.

#include <string>
#include <utility>
#include <vector>

#include "analyzers/repository/repository_index.h"

namespace allreview::playbook {

// Starts ranks, or asks how many there are.
bool MayNeedRanks(const repository::IndexedFile& file);
// Speaks of a GPU.
bool MayNeedGpu(const repository::IndexedFile& file);

// How near the file is to the heart of the product: by the module that it is named after. 0: to
// none, or it lies with scripts, examples and experiments.
std::vector<std::pair<int, const repository::IndexedFile*>> TestsByDomain(
    repository::RepositoryIndex& index);

// The best ones with and without ranks, sorted by path.
std::vector<std::string> ExampleTests(repository::RepositoryIndex& index);

}  // namespace allreview::playbook

#endif  // ANALYZERS_PLAYBOOK_EXAMPLES_H_

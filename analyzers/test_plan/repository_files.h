#ifndef ANALYZERS_TEST_PLAN_REPOSITORY_FILES_H_
#define ANALYZERS_TEST_PLAN_REPOSITORY_FILES_H_

// The Python files of the repository after the change, tests apart.

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::test_plan {

struct RepositoryFiles {
  // Loads the index.
  explicit RepositoryFiles(repository::RepositoryIndex& index) {
    for (const repository::IndexedFile* file : index.AllFiles()) {
      by_path[file->path()] = file;
      (paths::IsTestPath(file->path()) ? tests : sources).push_back(file);
    }
  }
  // Null: there is none.
  const repository::IndexedFile* Find(absl::string_view path) const {
    const auto found = by_path.find(path);
    return found == by_path.end() ? nullptr : found->second;
  }

  std::vector<const repository::IndexedFile*> tests, sources;  // By path.
  std::map<std::string, const repository::IndexedFile*, std::less<>> by_path;
};

}  // namespace allreview::test_plan

#endif  // ANALYZERS_TEST_PLAN_REPOSITORY_FILES_H_

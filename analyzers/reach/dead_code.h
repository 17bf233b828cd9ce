#ifndef ANALYZERS_REACH_DEAD_CODE_H_
#define ANALYZERS_REACH_DEAD_CODE_H_

// Classes that nothing names and modules that nothing loads. Part of Reach, which asks who calls a
// function itself; one thread at a time.

#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/reach/callers.h"
#include "analyzers/reach/recipes.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::reach {

class DeadCode {
 public:
  DeadCode(repository::RepositoryIndex& index, Callers& callers, Recipes& recipes)
      : index_(index), callers_(callers), recipes_(recipes) {}

  // Others use its module, but no code, text or recipe of the repository has the name of the class,
  // its own definition apart.
  bool IsUnused(const repository::Found& a_class);
  // A module of a package that is no script, no test and no package itself, and whose name stands
  // nowhere else, while those of two modules beside it do; nor does a package around it load
  // modules by names that it computes.
  bool IsUnloaded(const repository::IndexedFile& file);

 private:
  // Another file has the word.
  bool IsElsewhere(absl::string_view word, const repository::IndexedFile& file);
  bool HasUsedNeighbours(const repository::IndexedFile& file);
  bool LoadsModules(absl::string_view package);

  repository::RepositoryIndex& index_;
  Callers& callers_;
  Recipes& recipes_;
};

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_DEAD_CODE_H_

#ifndef ANALYZERS_PLAYBOOK_RECIPES_H_
#define ANALYZERS_PLAYBOOK_RECIPES_H_

// What changed together in the past, as advice: "of 41 commits that add a field to TrainConfig, 38
// touch arguments.py".
//
//   for (const Recipe& recipe : RecipesOf(past, exists)) …
//
// A deed is a kind of edit that many commits share: a field that a class got, a flag that a file
// got, a file that a folder got, a file that was edited. A recipe is a file or folder that most of
// its commits touch. Pure; bounded by the number of commits and of paths.

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/playbook/playbook.h"

namespace allreview::playbook {

struct Recipe {
  enum class Deed { kAddField, kAddFile, kAddFlag, kEdit };
  Deed deed = Deed::kEdit;
  std::string name;    // The class, folder ("pkg/ops/") or file.
  std::string target;  // A file, or a folder with '/' at its end: some file below it.
  int count = 0, of = 0;
};

// The most reliable ones first, at most eight. `exists` says whether a file or, with '/' at its
// end, a folder is there today.
std::vector<Recipe> RecipesOf(const std::vector<PastCommit>& past,
                              const std::function<bool(absl::string_view path)>& exists);

}  // namespace allreview::playbook

#endif  // ANALYZERS_PLAYBOOK_RECIPES_H_

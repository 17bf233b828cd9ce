#ifndef TOOLS_DEBUG_TREE_ON_DISK_H_
#define TOOLS_DEBUG_TREE_ON_DISK_H_

// The files below a folder, for an index of the repository that is asked from outside of a
// review.
//
//   repository::RepositoryIndex index(SourceOfTree("/src/train"), {});
//   const RecipesOfTree recipes("/src/train");

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/reach/recipes.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::debug {

// As they are when the index is loaded; hidden folders are left out, links are not followed.
repository::Source SourceOfTree(const std::string& root);

// Lists of test cases and command lines below the folder.
class RecipesOfTree {
 public:
  explicit RecipesOfTree(const std::string& root);
  // Good as long as this.
  std::vector<reach::Recipe> all() const;

 private:
  std::map<std::string, std::string> texts_;  // By path.
};

// The folder with a .git that the file lies below; empty: there is none.
std::string RootAround(absl::string_view path);
// The file's path below `root`.
std::string PathBelow(absl::string_view root, absl::string_view path);

}  // namespace allreview::debug

#endif  // TOOLS_DEBUG_TREE_ON_DISK_H_

#ifndef TOOLS_DEBUG_TREE_ON_DISK_H_
#define TOOLS_DEBUG_TREE_ON_DISK_H_

// The files below a folder as the repository around a file, for questions from outside of a
// review.
//
//   TreeOnDisk tree("/src/train");
//   const change::AnalysedChange change = change::ParseChange({.files = none, .repository =
//   &tree}); change.reach().ReachOf("pkg.loss.f");

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/change/repository_reader.h"

namespace allreview::debug {

// Both sides are as the files are when somebody asks; hidden folders are left out, links are
// followed inside of the folder alone (analyzers/repository/links.h).
class TreeOnDisk : public change::RepositoryReader {
 public:
  explicit TreeOnDisk(std::string root);
  absl::StatusOr<std::vector<change::TreeFile>> ListFiles(
      change::Side side, const std::vector<std::string>& suffixes) override;
  absl::Status Read(change::Side side, const std::vector<change::TreeFile>& files,
                    const Receiver& receive) override;

 private:
  const std::string root_;
};

// The root of the project that the file lies in: the nearest folder above it with a .git; where
// there is none, with a pyproject.toml, setup.py or setup.cfg, or else that which holds the
// outermost package around the file. Empty: the file stands alone.
std::string RootAround(absl::string_view path);
// The file's path below `root`.
std::string PathBelow(absl::string_view root, absl::string_view path);

}  // namespace allreview::debug

#endif  // TOOLS_DEBUG_TREE_ON_DISK_H_

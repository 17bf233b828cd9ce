#ifndef SERVICES_ANALYSIS_DERIVED_TREES_H_
#define SERVICES_ANALYSIS_DERIVED_TREES_H_

// A repository whose trees are listed once. Rules ask for lists by suffix, of both sides; each list
// would cost a walk of git's, and the two sides differ by nothing but the change.
//
//   DerivedTrees trees(reader, files);
//   trees.ListFiles(Side::kLeft, {"pyproject.toml"});   // From the right side's list.
//
// Where the change does not account for the difference (an id is not known, a file is not listed as
// the change says) the left side is asked for itself. One thread.

#include <optional>
#include <string>
#include <vector>

#include "analyzers/change/repository_reader.h"

namespace allreview::analysis {

class DerivedTrees : public change::RepositoryReader {
 public:
  // Both are borrowed.
  DerivedTrees(change::RepositoryReader& reader, const std::vector<change::ChangedFile>& changed)
      : reader_(reader), changed_(changed) {}

  absl::StatusOr<std::vector<change::TreeFile>> ListFiles(
      change::Side side, const std::vector<std::string>& suffixes) override;
  absl::Status Read(change::Side side, const std::vector<change::TreeFile>& files,
                    const Receiver& receive) override {
    return reader_.Read(side, files, receive);
  }

 private:
  using Listing = absl::StatusOr<std::vector<change::TreeFile>>;
  const Listing& Right();
  const Listing& Left();
  std::optional<std::vector<change::TreeFile>> DeriveLeft();

  change::RepositoryReader& reader_;
  const std::vector<change::ChangedFile>& changed_;
  std::optional<Listing> right_, left_;
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_DERIVED_TREES_H_

#ifndef SERVICES_ANALYSIS_INDEX_GAPS_H_
#define SERVICES_ANALYSIS_INDEX_GAPS_H_

// Files of a repository that its index lacks although their content could be had.
//
//   IndexGaps gaps(repository);                          // A reader that remembers what failed.
//   …Analyze({.repository = &gaps, …});
//   IndexGap gap = gaps.Find(change.index, changed);     // While the index lives.
//
// What cannot be read is the reader's own to tell. One thread, as all readers.

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "analyzers/change/repository_reader.h"

namespace allreview::repository {
class RepositoryIndex;
}

namespace allreview::analysis {

struct IndexGap {
  int64_t files = 0;
  std::string first = {};  // Its path.
};

class IndexGaps : public change::RepositoryReader {
 public:
  // Borrows it.
  explicit IndexGaps(change::RepositoryReader& reader) : reader_(reader) {}

  absl::StatusOr<std::vector<change::TreeFile>> ListFiles(
      change::Side side, const std::vector<std::string>& suffixes) override {
    return reader_.ListFiles(side, suffixes);
  }
  absl::Status Read(change::Side side, const std::vector<change::TreeFile>& files,
                    const Receiver& receive) override;

  // Finds nothing in an index that nobody asked for, or whose making was ended: other phases report
  // that.
  IndexGap Find(repository::RepositoryIndex& index,
                const std::vector<change::ChangedFile>& changed);

 private:
  change::RepositoryReader& reader_;
  std::set<std::string> unread_;
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_INDEX_GAPS_H_

#include "services/analysis/index_gaps.h"

#include <utility>

#include "analyzers/repository/repository_index.h"
#include "base/work_budget.h"

namespace allreview::analysis {

absl::Status IndexGaps::Read(change::Side side, const std::vector<change::TreeFile>& files,
                             const Receiver& receive) {
  return reader_.Read(side, files,
                      [&](const change::TreeFile& file, absl::StatusOr<std::string> content) {
                        if (!content.ok()) unread_.insert(file.path);
                        receive(file, std::move(content));
                      });
}

IndexGap IndexGaps::Find(repository::RepositoryIndex& index,
                         const std::vector<change::ChangedFile>& changed) {
  IndexGap gap;
  if (index.files_parsed() + index.files_cached() == 0) return gap;
  // When the budget is used up, that is told by the phases that needed it.
  (void)RunWithin("the index", [&] {
    std::set<absl::string_view> known;
    for (const repository::IndexedFile* file : index.AllFiles()) known.insert(file->path());
    for (const change::ChangedFile& file : changed) known.insert(file.path);
    const auto listed = reader_.ListFiles(change::Side::kRight, {".py"});
    if (!listed.ok()) return;
    for (const change::TreeFile& file : *listed) {
      Poll();
      if (!file.target.empty() || known.count(file.path) > 0 || unread_.count(file.path) > 0)
        continue;
      if (gap.files++ == 0) gap.first = file.path;
    }
  });
  return gap;
}

}  // namespace allreview::analysis

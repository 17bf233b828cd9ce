#include "services/analysis/index_gaps.h"

#include <utility>

#include "analyzers/repository/repository_index.h"
#include "base/work_budget.h"

namespace allreview::analysis {

absl::Status IndexGaps::Read(rules::Side side, const std::vector<rules::TreeFile>& files,
                             const Receiver& receive) {
  return reader_.Read(side, files,
                      [&](const rules::TreeFile& file, absl::StatusOr<std::string> content) {
                        if (!content.ok()) unread_.insert(file.path);
                        receive(file, std::move(content));
                      });
}

IndexGap IndexGaps::Find(repository::RepositoryIndex& index,
                         const std::vector<rules::ChangedFile>& changed) {
  IndexGap gap;
  if (index.files_parsed() + index.files_cached() == 0) return gap;
  // When the budget is used up, that is told by the phases that needed it.
  (void)RunWithin("the index", [&] {
    std::set<absl::string_view> known;
    for (const repository::IndexedFile* file : index.AllFiles()) known.insert(file->path());
    for (const rules::ChangedFile& file : changed) known.insert(file.path);
    const auto listed = reader_.ListFiles(rules::Side::kRight, {".py"});
    if (!listed.ok()) return;
    for (const rules::TreeFile& file : *listed) {
      Poll();
      if (known.count(file.path) > 0 || unread_.count(file.path) > 0) continue;
      if (gap.files++ == 0) gap.first = file.path;
    }
  });
  return gap;
}

}  // namespace allreview::analysis

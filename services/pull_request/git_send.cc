#include "services/pull_request/git_send.h"

#include <utility>

#include "base/status_macros.h"

namespace allreview::pull_request {
namespace {

using change::v1::FileEntry;

constexpr size_t kFilesPerMessage = 1000;

}  // namespace

absl::Status SendFiles(std::vector<FileEntry>& files, ChangeSink& sink) {
  for (size_t first = 0; first < files.size(); first += kFilesPerMessage) {
    v1::FileList list;
    for (size_t i = first; i < files.size() && i < first + kFilesPerMessage; ++i) {
      *list.add_files() = std::move(files[i]);
    }
    RETURN_IF_ERROR(sink.OnFiles(list));
  }
  return absl::OkStatus();
}

absl::Status SendUnmerged(const std::vector<std::string>& paths, ChangeSink& sink) {
  for (const std::string& path : paths) {
    change::v1::LedgerEntry entry;
    entry.set_path(path);
    entry.set_hunk(-1);
    entry.set_state(change::v1::LedgerEntry::STATE_NOT_FETCHED);
    entry.set_reason("merge conflict: resolve it and add the file to the index");
    entry.set_stage("pull_request");
    RETURN_IF_ERROR(sink.OnLedger(entry));
  }
  return absl::OkStatus();
}

absl::Status SendDiff(GitDiff& diff, ChangeSink& sink) {
  ASSIGN_OR_RETURN(RawDiffSplitter * list, diff.ReadFiles());
  RETURN_IF_ERROR(SendFiles(list->files(), sink));
  RETURN_IF_ERROR(diff.ReadPatch([&](absl::string_view piece) { return sink.OnDiff(piece); }));
  return SendUnmerged(list->unmerged(), sink);
}

}  // namespace allreview::pull_request

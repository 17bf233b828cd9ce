#include "services/pull_request/git_send.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "sentences/messages/explain.h"
#include "sentences/phrases/change_source.h"
#include "sentences/phrases/coverage.h"

namespace allreview::pull_request {
namespace {

using change::v1::FileEntry;

constexpr size_t kFilesPerMessage = 1000;
constexpr int64_t kRenameLimit = 1000;  // As the configuration of the scratch folder says.

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
    SetReason(phrases::kMergeConflict, entry);
    entry.set_stage("pull_request");
    RETURN_IF_ERROR(sink.OnLedger(entry));
  }
  return absl::OkStatus();
}

absl::Status SendGaps(const std::vector<GitGap>& gaps, ChangeSink& sink) {
  for (const GitGap& gap : gaps) {
    change::v1::LedgerEntry entry;
    entry.set_path(ToPathText(gap.path));
    entry.set_hunk(-1);
    entry.set_state(change::v1::LedgerEntry::STATE_NOT_FETCHED);
    SetReason(gap.reason, entry);
    entry.set_stage("pull_request");
    RETURN_IF_ERROR(sink.OnLedger(entry));
  }
  return absl::OkStatus();
}

absl::Status DiffSender::Send(GitDiff& diff) {
  ASSIGN_OR_RETURN(RawDiffSplitter * list, diff.ReadFiles());
  if (!is_list_sent_) {
    for (const FileEntry& file : list->files()) {
      FileEntry& kept = files_.emplace_back();
      kept.set_status(file.status());
      kept.set_old_path(file.old_path());
      kept.set_new_path(file.new_path());
    }
    is_list_sent_ = true;
    RETURN_IF_ERROR(SendNotes(list->files()));
    RETURN_IF_ERROR(SendFiles(list->files(), sink_));
  }
  RETURN_IF_ERROR(diff.ReadPatch([&](absl::string_view piece) { return SendPatch(piece); }));
  return SendUnmerged(list->unmerged(), sink_);
}

// By git's own rule. What is left after a search that it made are fewer files than that.
absl::Status DiffSender::SendNotes(const std::vector<FileEntry>& files) {
  const auto count = [&](change::v1::FileStatus status) {
    return std::count_if(files.begin(), files.end(),
                         [&](const FileEntry& file) { return file.status() == status; });
  };
  const int64_t added = count(change::v1::FILE_STATUS_ADDED);
  const int64_t deleted = count(change::v1::FILE_STATUS_DELETED);
  if (added * deleted <= kRenameLimit * kRenameLimit) return absl::OkStatus();
  return sink_.OnDiagnostic(ToDiagnostic(
      {.code = "RENAMES_LEFT_OUT",
       .message = Sentence(phrases::kRenamesLeftOut,
                           {{"deleted", absl::StrCat(deleted)}, {"added", absl::StrCat(added)}}),
       .hint = phrases::kSplitOrRenameAlone}));
}

// Counts the headers of files: lines of content begin with ' ', '+', '-' or '\\'.
absl::Status DiffSender::SendPatch(absl::string_view piece) {
  constexpr absl::string_view kHeader = "diff --git ";
  for (size_t at = 0; at < piece.size();) {
    const size_t end = std::min(piece.find('\n', at), piece.size());
    const size_t room = kHeader.size() - std::min(kHeader.size(), line_.size());
    line_.append(piece.data() + at, std::min(end - at, room));
    at = end + 1;
    if (end == piece.size()) break;
    if (line_ == kHeader) ++sections_;
    line_.clear();
  }
  return sink_.OnDiff(piece);
}

// Git prints the patches in the order of the list, and fails before it prints one that it cannot
// make.
std::set<std::string> DiffSender::Finished() const {
  std::set<std::string> paths;
  size_t sections = 0;
  for (const FileEntry& file : files_) {
    // A changed type is two files of the patch: the old one deleted, the new one added.
    sections += file.status() == change::v1::FILE_STATUS_TYPE_CHANGED ? 2 : 1;
    if (sections > sections_) break;
    paths.insert(FromPathText(file.old_path()));
    paths.insert(FromPathText(file.new_path()));
  }
  return paths;
}

absl::Status SendReadable(GitRepository& git, const TreeChange& change, const absl::Status& failure,
                          DiffSender& sender, ChangeSink& sink) {
  if (!absl::IsFailedPrecondition(failure)) return failure;
  ASSIGN_OR_RETURN(GitObjects * objects, git.Objects());
  const absl::StatusOr<std::vector<GitGap>> gaps =
      FindGaps(*objects, {.before = change.before,
                          .after = change.after,
                          .is_wanted = change.is_wanted,
                          .git_error = std::string(failure.message())});
  if (absl::IsCancelled(gaps.status()) || absl::IsDeadlineExceeded(gaps.status())) {
    return gaps.status();
  }
  if (absl::IsNotFound(gaps.status()) || absl::IsDataLoss(gaps.status())) {
    return absl::FailedPreconditionError(
        English(GapReason(gaps.status())));  // A root: nothing is left.
  }
  if (!gaps.ok() || gaps->empty()) return failure;
  std::set<std::string> left_out = sender.Finished();
  std::vector<FileEntry> files;
  for (const GitGap& gap : *gaps) {
    left_out.insert(gap.path);
    if (gap.file.status() != change::v1::FILE_STATUS_UNSPECIFIED) files.push_back(gap.file);
  }
  ASSIGN_OR_RETURN(const std::string before, TreeWithout(git, change.before, left_out));
  ASSIGN_OR_RETURN(const std::string after, TreeWithout(git, change.after, left_out));
  ASSIGN_OR_RETURN(
      std::unique_ptr<GitDiff> rest,
      git.StartDiff(GitRepository::TreeDiff(before, after, change.context_lines, change.patterns)));
  if (!sender.is_list_sent()) RETURN_IF_ERROR(SendFiles(files, sink));
  RETURN_IF_ERROR(sender.Send(*rest));
  return SendGaps(*gaps, sink);
}

}  // namespace allreview::pull_request

#include "services/pull_request/github_change.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/diff/unified_diff.h"
#include "base/status_macros.h"
#include "sentences/messages/explain.h"
#include "sentences/phrases/change_source.h"
#include "services/pull_request/github_blobs.h"
#include "services/pull_request/github_entries.h"
#include "services/pull_request/github_local_diff.h"
#include "services/pull_request/github_patch.h"
#include "services/pull_request/github_pieces.h"

namespace allreview::pull_request {
namespace {

using change::v1::FileEntry;
using change::v1::LedgerEntry;

constexpr int64_t kBinaryProbeBytes = 8000;  // As git looks for a NUL.

std::string DisplayPath(const FileEntry& entry) {
  return HasAfter(entry) ? entry.new_path() : entry.old_path();
}

bool IsMoved(const FileEntry& entry) {
  return entry.status() == change::v1::FILE_STATUS_RENAMED ||
         entry.status() == change::v1::FILE_STATUS_COPIED;
}

bool IsFatal(const absl::Status& status) {
  return absl::IsCancelled(status) || absl::IsUnauthenticated(status);
}

// Counts lines with this prefix in hunks as git prints them.
int64_t CountLines(absl::string_view hunks, char prefix) {
  int64_t count = 0;
  while (!hunks.empty()) {
    if (hunks[0] == prefix) ++count;
    hunks.remove_prefix(std::min(hunks.find('\n'), hunks.size() - 1) + 1);
  }
  return count;
}

class Gatherer {
 public:
  Gatherer(GitHubApi& api, const Snapshot& snapshot, const GatherOptions& options)
      : api_(api), snapshot_(snapshot), options_(options) {}

  absl::StatusOr<GatheredChange> FromDiff(std::string diff) {
    change_.rung = "diff-media";
    change_.diff = std::move(diff);
    DiffEntries entries = EntriesOfDiff(diff::ParseUnifiedDiff(change_.diff), snapshot_);
    change_.files = std::move(entries.files);
    contradicting_ = std::move(entries.contradicting);
    return Finish();
  }

  absl::StatusOr<GatheredChange> FromFiles(const std::vector<FileJson>& files) {
    change_.rung = "files-pages";
    for (const FileJson& file : files) {
      FileEntry entry = EntryOfListed(file, snapshot_);
      Add(entry, PiecesOfListed(entry, file, snapshot_));
    }
    return Finish();
  }

 private:
  absl::StatusOr<GatheredChange> Finish() {
    AddUnlisted();
    RETURN_IF_ERROR(ReadNeededBlobs());
    Compose();
    CheckTotals();
    AddNotes();
    return std::move(change_);
  }

  void Add(const FileEntry& entry, std::vector<Piece> pieces) {
    for (Piece& piece : pieces) {
      piece.file = change_.files.size();
      pieces_.push_back(std::move(piece));
    }
    change_.files.push_back(entry);
  }

  // The list of changed files may be shorter than their number; the trees have the rest. Where it
  // is as long as GitHub says, the trees are not asked: after a merge into the head, the merge base
  // that GitHub names may be an older one than that of its diff.
  void AddUnlisted() {
    int announced = snapshot_.pull.changed_files;
    int listed = static_cast<int>(change_.files.size());
    if (listed >= announced) return;
    Params counts = {{"listed", absl::StrCat(listed)}, {"announced", absl::StrCat(announced)}};
    const Words reason = Sentence(phrases::kNotListed, counts);
    for (const std::string& path : UnmentionedPaths(change_.files, snapshot_)) {
      FileEntry entry = EntryOfPath(path, snapshot_);
      Add(entry, PiecesOfUnlisted(entry, reason, snapshot_));
    }
    if (static_cast<int>(change_.files.size()) >= announced) return;
    const std::string& why = snapshot_.no_trees_reason;
    counts.emplace_back("missing",
                        absl::StrCat(announced - static_cast<int>(change_.files.size())));
    counts.emplace_back("why", why);
    AddLedger("",
              Sentence(why.empty() ? phrases::kUnnamedFilesLeft : phrases::kUnnamedFilesLeftBecause,
                       std::move(counts)));
  }

  bool IsBinaryByProbe(const Piece& piece) {
    const std::string& id =
        piece.after.blob_id.empty() ? piece.before.blob_id : piece.after.blob_id;
    absl::StatusOr<std::string> prefix = api_.BlobPrefix(id, kBinaryProbeBytes);
    return prefix.ok() && prefix->find('\0') != std::string::npos;
  }

  // Decides which versions are read: not the huge ones, and not too many.
  void LimitBlobs() {
    int pairs = 0;
    for (Piece& piece : pieces_) {
      if (piece.state != Piece::State::kNeedsBlobs) continue;
      if (!piece.needs_reading()) continue;
      int64_t size = std::max(piece.before.size, piece.after.size);
      bool has_lines = piece.listed_additions.value_or(1) + piece.listed_deletions.value_or(1) > 0;
      if (size > options_.max_blob_bytes && !has_lines && IsBinaryByProbe(piece)) {
        piece.state = Piece::State::kReady;
        piece.content.is_binary = true;
      } else if (size > options_.max_blob_bytes) {
        GiveUp(Sentence(phrases::kOverLimitOf, {{"size", absl::StrCat(size)},
                                                {"limit", absl::StrCat(options_.max_blob_bytes)}}),
               piece);
      } else if (++pairs > options_.max_blob_pairs) {
        GiveUp(
            Sentence(phrases::kTooManyToRead, {{"limit", absl::StrCat(options_.max_blob_pairs)}}),
            piece);
      }
    }
  }

  absl::Status ReadNeededBlobs() {
    LimitBlobs();
    struct Want {
      Piece* piece;
      FileVersion* version;
    };
    std::vector<std::string> ids;
    std::vector<Want> wants;
    for (Piece& piece : pieces_) {
      if (piece.state != Piece::State::kNeedsBlobs) continue;
      change_.rung = "blobs";
      for (FileVersion* version : {&piece.before, &piece.after}) {
        if (version->blob_id.empty()) continue;
        ids.push_back(version->blob_id);
        wants.push_back({&piece, version});
      }
      if (!piece.needs_reading()) RETURN_IF_ERROR(CompareVersions(piece));
    }
    auto receive = [&](size_t i, absl::StatusOr<std::string> content) -> absl::Status {
      RETURN_IF_ERROR(options_.control.Check());
      Piece& piece = *wants[i].piece;
      if (!content.ok() && IsFatal(content.status())) return content.status();
      if (!content.ok() && piece.state == Piece::State::kNeedsBlobs) {
        GiveUp(content.status().message(), piece);
      }
      if (piece.state != Piece::State::kNeedsBlobs) return absl::OkStatus();
      wants[i].version->text = *std::move(content);
      bool is_last = i + 1 == wants.size() || wants[i + 1].piece != &piece;
      return is_last ? CompareVersions(piece) : absl::OkStatus();
    };
    return ReadBlobsInOrder(
        api_, ids, {.max_bytes = options_.max_blob_bytes, .concurrency = options_.concurrent_reads},
        receive);
  }

  absl::Status CompareVersions(Piece& piece) {
    if (local_ == nullptr) {
      ASSIGN_OR_RETURN(local_, LocalDiff::Make(options_.control));
    }
    absl::StatusOr<FileContentChange> content =
        local_->Compare(piece.before.text, piece.after.text, options_.context_lines);
    piece.before.text.clear();
    piece.after.text.clear();
    if (!content.ok() && IsFatal(content.status())) return content.status();
    if (!content.ok()) {
      GiveUp(content.status().message(), piece);
      return absl::OkStatus();
    }
    piece.content = *std::move(content);
    piece.state = Piece::State::kReady;
    NoteDifference(piece);
    return absl::OkStatus();
  }

  // Another algorithm finds another number of lines between the same two versions; totals must not
  // be compared with ours then. But the balance is the same, or it's not the same two versions.
  void NoteDifference(const Piece& piece) {
    if (!piece.listed_additions.has_value()) {
      has_unlisted_lines_ = true;
      return;
    }
    int64_t more_added = *piece.listed_additions - CountLines(piece.content.hunks, '+');
    int64_t more_removed = *piece.listed_deletions - CountLines(piece.content.hunks, '-');
    if (more_added != more_removed) contradicting_.push_back(DisplayPath(piece.entry));
    more_added_ += more_added;
    more_removed_ += more_removed;
  }

  void SetSimilarity(Piece& piece) {
    FileEntry& entry = piece.entry;
    if (!IsMoved(entry)) return;
    bool is_same = piece.content.hunks.empty() && !piece.content.is_binary;
    entry.set_similarity(
        is_same ? 100
                : EstimateSimilarity(piece.before.size, piece.after.size, piece.content.hunks));
    change_.files[piece.file].set_similarity(entry.similarity());
  }

  void Compose() {
    std::set<std::string> missing;
    for (const Piece& piece : pieces_) {
      std::string path = DisplayPath(piece.entry);
      if (piece.state == Piece::State::kReady || !missing.insert(path).second) continue;
      AddLedger(path, piece.reason);
    }
    for (Piece& piece : pieces_) {
      // Half a type change would look like a deletion.
      if (missing.count(DisplayPath(piece.entry))) continue;
      SetSimilarity(piece);
      absl::StrAppend(&change_.diff, ComposeFileDiff(piece.entry, piece.content));
    }
  }

  void CheckTotals() {
    diff::Diff parsed = diff::ParseUnifiedDiff(change_.diff);
    const PullRequestJson& pull = snapshot_.pull;
    int64_t files = static_cast<int64_t>(change_.files.size());
    int64_t added = parsed.additions() + more_added_;
    int64_t removed = parsed.deletions() + more_removed_;
    bool are_lines_equal = has_unlisted_lines_
                               ? added - removed == pull.additions - pull.deletions
                               : added == pull.additions && removed == pull.deletions;
    if (files == pull.changed_files && are_lines_equal) return;
    const Words found =
        Sentence(phrases::kTotalsDiffer, {{"files", absl::StrCat(files)},
                                          {"added", absl::StrCat(added)},
                                          {"removed", absl::StrCat(removed)},
                                          {"wanted_files", absl::StrCat(pull.changed_files)},
                                          {"wanted_added", absl::StrCat(pull.additions)},
                                          {"wanted_removed", absl::StrCat(pull.deletions)}});
    bool is_less = files < pull.changed_files || added < pull.additions || removed < pull.deletions;
    if (is_less && change_.ledger.empty()) AddLedger("", found);
    AddWarning("TOTALS_MISMATCH", found, is_less ? Words(phrases::kSeeLedger) : Words());
  }

  void WarnOfContradiction() {
    if (contradicting_.empty()) return;
    AddWarning("MERGE_BASE_MISMATCH",
               Sentence(phrases::kOtherMergeBase,
                        {{"count", absl::StrCat(contradicting_.size())},
                         {"file", contradicting_[0]},
                         {"commit", snapshot_.compare.merge_base.sha.substr(0, 12)}}),
               phrases::kMergeOrRebase);
  }

  void AddNotes() {
    WarnOfContradiction();
    if (!snapshot_.no_trees_reason.empty()) {
      AddWarning("TREES_NOT_LISTED", snapshot_.no_trees_reason, phrases::kSomeFilesUnknown);
    }
    if (options_.context_lines != 3) {
      AddWarning(
          "CONTEXT_FIXED",
          Sentence(phrases::kContextIsThree, {{"lines", absl::StrCat(options_.context_lines)}}),
          phrases::kCloneForMore);
    }
  }

  void AddWarning(absl::string_view code, const Words& message, const Words& hint) {
    change_.diagnostics.push_back(ToDiagnostic({.code = code, .message = message, .hint = hint}));
  }

  void AddLedger(absl::string_view path, const Words& reason) {
    LedgerEntry& entry = change_.ledger.emplace_back();
    entry.set_path(std::string(path));
    entry.set_hunk(-1);
    entry.set_state(LedgerEntry::STATE_NOT_FETCHED);
    SetReason(reason, entry);
    entry.set_stage("pull_request");
  }

  GitHubApi& api_;
  const Snapshot& snapshot_;
  const GatherOptions& options_;
  GatheredChange change_;
  std::vector<Piece> pieces_;
  std::vector<std::string> contradicting_;  // Paths whose old version is not the merge base's.
  // Lines that GitHub counts and git here does not, of files that are diffed here.
  int64_t more_added_ = 0, more_removed_ = 0;
  bool has_unlisted_lines_ = false;  // Files are diffed here of which GitHub counts nothing.
  std::unique_ptr<LocalDiff> local_;
};

}  // namespace

absl::StatusOr<RawChange> DownloadChange(GitHubApi& api, int64_t number) {
  RawChange raw;
  absl::StatusOr<std::optional<std::string>> diff = api.Diff(number);
  // GitHub stops working at an answer after ten seconds; pages of the list are less work.
  bool is_heavy = absl::IsUnavailable(diff.status()) || absl::IsDeadlineExceeded(diff.status()) ||
                  absl::IsResourceExhausted(diff.status());
  if (!diff.ok() && !is_heavy) return diff.status();
  if (diff.ok() && diff->has_value()) {
    raw.diff = *std::move(diff);
    return raw;
  }
  ASSIGN_OR_RETURN(raw.files, api.Files(number));
  return raw;
}

absl::StatusOr<GatheredChange> GatherChange(GitHubApi& api, const Snapshot& snapshot, RawChange raw,
                                            const GatherOptions& options) {
  Gatherer gatherer(api, snapshot, options);
  if (raw.diff.has_value()) return gatherer.FromDiff(*std::move(raw.diff));
  return gatherer.FromFiles(raw.files);
}

}  // namespace allreview::pull_request

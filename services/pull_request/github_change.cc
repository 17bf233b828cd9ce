#include "services/pull_request/github_change.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/diff/unified_diff.h"
#include "base/hash.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "services/pull_request/github_blobs.h"
#include "services/pull_request/github_entries.h"
#include "services/pull_request/github_local_diff.h"
#include "services/pull_request/github_patch.h"

namespace allreview::pull_request {
namespace {

using change::v1::FileEntry;
using change::v1::LedgerEntry;

constexpr uint32_t kSubmoduleMode = 0160000;
constexpr int64_t kBinaryProbeBytes = 8000;  // As git looks for a NUL.

// One version of a file, for diffing here.
struct Version {
  std::string text;     // When `blob_id` is empty.
  std::string blob_id;  // To be read.
  int64_t size = 0;     // -1: not known.
};

// A piece of the diff to be, in its order.
struct Piece {
  enum class State { kReady, kNeedsBlobs, kMissing };
  State state = State::kReady;
  FileEntry entry;  // As the text says it; half a type change is a deletion or an addition.
  FileContentChange content;
  std::string reason;  // Why there is no usable patch, and later why there is nothing at all.
  bool is_unchanged_in_lines = false;  // GitHub counts neither added nor removed lines.
  Version before, after;
};

std::string DisplayPath(const FileEntry& entry) {
  return HasAfter(entry) ? entry.new_path() : entry.old_path();
}

bool IsFatal(const absl::Status& status) {
  return absl::IsCancelled(status) || absl::IsUnauthenticated(status);
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
    if (!entries.contradicting.empty()) WarnOfContradiction(entries.contradicting);
    return Finish();
  }

  absl::StatusOr<GatheredChange> FromFiles(const std::vector<FileJson>& files) {
    change_.rung = "files-pages";
    for (const FileJson& file : files) AddListed(file);
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

  Version VersionOf(bool is_there, absl::string_view path, uint32_t mode, const std::string& id,
                    const std::optional<FileTree>& tree) {
    if (!is_there) return {};
    if (mode == kSubmoduleMode)
      return {.text = absl::StrCat("Subproject commit ", id, "\n"), .blob_id = {}};
    const TreeFile* file = tree.has_value() ? tree->Find(FromPathText(path)) : nullptr;
    return {.text = {}, .blob_id = id, .size = file == nullptr ? -1 : file->size};
  }

  Piece MakePiece(const FileEntry& entry) {
    Piece piece;
    piece.entry = entry;
    piece.before = VersionOf(HasBefore(entry), entry.old_path(), entry.old_mode(),
                             entry.old_blob_id(), snapshot_.before);
    piece.after = VersionOf(HasAfter(entry), entry.new_path(), entry.new_mode(),
                            entry.new_blob_id(), snapshot_.after);
    return piece;
  }

  void AddTypeChange(const FileEntry& entry, const std::string& reason) {
    FileEntry deleted = entry;
    deleted.set_status(change::v1::FILE_STATUS_DELETED);
    FileEntry added = entry;
    added.set_status(change::v1::FILE_STATUS_ADDED);
    for (const FileEntry& half : {deleted, added}) {
      Piece piece = MakePiece(half);
      RequireBlobs(reason, piece);
      pieces_.push_back(std::move(piece));
    }
  }

  static bool AreIdsKnown(const FileEntry& entry) {
    return (!HasBefore(entry) || !entry.old_blob_id().empty()) &&
           (!HasAfter(entry) || !entry.new_blob_id().empty());
  }

  // Whether the headers say it all: a pure rename, a mode, an empty file.
  static bool HasNoContentChange(const FileEntry& entry) {
    static const std::string* const empty = new std::string(GitBlobId(""));
    if (!HasBefore(entry)) return entry.new_blob_id() == *empty;
    if (!HasAfter(entry)) return entry.old_blob_id() == *empty;
    return entry.old_blob_id() == entry.new_blob_id();
  }

  void RequireBlobs(absl::string_view reason, Piece& piece) {
    piece.reason = std::string(reason);
    piece.state = AreIdsKnown(piece.entry) ? Piece::State::kNeedsBlobs : Piece::State::kMissing;
    if (piece.state == Piece::State::kMissing) {
      absl::StrAppend(&piece.reason, ", and the ids of its versions are not known");
    }
  }

  void AddListed(const FileJson& file) {
    FileEntry entry = EntryOfListed(file, snapshot_);
    if (entry.status() == change::v1::FILE_STATUS_TYPE_CHANGED) {
      change_.files.push_back(entry);
      AddTypeChange(entry, "its type changed");
      return;
    }
    Piece piece = MakePiece(entry);
    piece.is_unchanged_in_lines = file.additions + file.deletions == 0;
    bool is_submodule = entry.old_mode() == kSubmoduleMode || entry.new_mode() == kSubmoduleMode;
    bool is_moved_only = file.status == "renamed" && piece.is_unchanged_in_lines;
    if (AreIdsKnown(entry) ? HasNoContentChange(entry) : is_moved_only && !file.patch) {
      piece.state = Piece::State::kReady;
    } else if (is_submodule) {
      RequireBlobs("it is a submodule", piece);
    } else if (!file.patch.has_value() || file.patch->empty()) {
      RequireBlobs("GitHub gives no patch for it", piece);
    } else if (absl::Status whole =
                   CheckPatch(file.path, *file.patch, file.additions, file.deletions);
               !whole.ok()) {
      RequireBlobs(whole.message(), piece);
    } else {
      piece.content.hunks =
          absl::StrCat(*file.patch, absl::EndsWith(*file.patch, "\n") ? "" : "\n");
    }
    change_.files.push_back(entry);
    piece_files_[pieces_.size()] = change_.files.size() - 1;
    pieces_.push_back(std::move(piece));
  }

  // The list of changed files may be shorter than their number; the trees have the rest. Where it
  // is as long as GitHub says, the trees are not asked: after a merge into the head, the merge base
  // that GitHub names may be an older one than that of its diff.
  void AddUnlisted() {
    int announced = snapshot_.pull.changed_files;
    int listed = static_cast<int>(change_.files.size());
    if (listed >= announced) return;
    std::string reason = absl::StrCat("GitHub lists ", listed, " of ", announced,
                                      " changed files, and not this one");
    for (const std::string& path : UnmentionedPaths(change_.files, snapshot_)) {
      FileEntry entry = EntryOfPath(path, snapshot_);
      change_.files.push_back(entry);
      if (entry.status() == change::v1::FILE_STATUS_TYPE_CHANGED) {
        AddTypeChange(entry, reason);
        continue;
      }
      Piece piece = MakePiece(entry);
      if (!HasNoContentChange(entry)) RequireBlobs(reason, piece);
      pieces_.push_back(std::move(piece));
    }
    if (static_cast<int>(change_.files.size()) >= announced) return;
    AddLedger("", absl::StrCat("GitHub lists ", listed, " of ", announced, " changed files; ",
                               announced - static_cast<int>(change_.files.size()),
                               " are not known by name",
                               snapshot_.no_trees_reason.empty()
                                   ? ""
                                   : absl::StrCat(", because ", snapshot_.no_trees_reason),
                               "; review a local clone"));
  }

  bool IsBinaryByProbe(const Piece& piece) {
    const std::string& id =
        piece.after.blob_id.empty() ? piece.before.blob_id : piece.after.blob_id;
    absl::StatusOr<std::string> prefix = api_.BlobPrefix(id, kBinaryProbeBytes);
    return prefix.ok() && prefix->find('\0') != std::string::npos;
  }

  void GiveUp(absl::string_view why, Piece& piece) {
    piece.state = Piece::State::kMissing;
    absl::StrAppend(&piece.reason, ", and ", why);
  }

  // Decides which versions are read: not the huge ones, and not too many.
  void LimitBlobs() {
    int pairs = 0;
    for (Piece& piece : pieces_) {
      if (piece.state != Piece::State::kNeedsBlobs) continue;
      if (piece.before.blob_id.empty() && piece.after.blob_id.empty()) continue;
      int64_t size = std::max(piece.before.size, piece.after.size);
      if (size > options_.max_blob_bytes && piece.is_unchanged_in_lines && IsBinaryByProbe(piece)) {
        piece.state = Piece::State::kReady;
        piece.content.is_binary = true;
      } else if (size > options_.max_blob_bytes) {
        GiveUp(
            absl::StrCat("with ", size, " bytes it is over the limit of ", options_.max_blob_bytes),
            piece);
      } else if (++pairs > options_.max_blob_pairs) {
        GiveUp(absl::StrCat("more than ", options_.max_blob_pairs,
                            " files would have to be read in full; review a local clone"),
               piece);
      }
    }
  }

  absl::Status ReadNeededBlobs() {
    LimitBlobs();
    struct Want {
      Piece* piece;
      Version* version;
    };
    std::vector<std::string> ids;
    std::vector<Want> wants;
    for (Piece& piece : pieces_) {
      if (piece.state != Piece::State::kNeedsBlobs) continue;
      change_.rung = "blobs";
      for (Version* version : {&piece.before, &piece.after}) {
        if (version->blob_id.empty()) continue;
        ids.push_back(version->blob_id);
        wants.push_back({&piece, version});
      }
      if (piece.before.blob_id.empty() && piece.after.blob_id.empty()) {
        RETURN_IF_ERROR(CompareVersions(piece));
      }
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
    if (content.ok()) {
      piece.content = *std::move(content);
      piece.state = Piece::State::kReady;
      return absl::OkStatus();
    }
    if (IsFatal(content.status())) return content.status();
    GiveUp(content.status().message(), piece);
    return absl::OkStatus();
  }

  void SetSimilarity(size_t index, Piece& piece) {
    FileEntry& entry = piece.entry;
    bool is_moved = entry.status() == change::v1::FILE_STATUS_RENAMED ||
                    entry.status() == change::v1::FILE_STATUS_COPIED;
    if (!is_moved) return;
    bool is_same = piece.content.hunks.empty() && !piece.content.is_binary;
    entry.set_similarity(
        is_same ? 100
                : EstimateSimilarity(piece.before.size, piece.after.size, piece.content.hunks));
    auto file = piece_files_.find(index);
    if (file != piece_files_.end()) {
      change_.files[file->second].set_similarity(entry.similarity());
    }
  }

  void Compose() {
    std::set<std::string> missing;
    for (const Piece& piece : pieces_) {
      std::string path = DisplayPath(piece.entry);
      if (piece.state == Piece::State::kReady || !missing.insert(path).second) continue;
      AddLedger(path, piece.reason);
    }
    for (size_t i = 0; i < pieces_.size(); ++i) {
      // Half a type change would look like a deletion.
      if (missing.count(DisplayPath(pieces_[i].entry))) continue;
      SetSimilarity(i, pieces_[i]);
      absl::StrAppend(&change_.diff, ComposeFileDiff(pieces_[i].entry, pieces_[i].content));
    }
  }

  void CheckTotals() {
    diff::Diff parsed = diff::ParseUnifiedDiff(change_.diff);
    const PullRequestJson& pull = snapshot_.pull;
    int64_t files = static_cast<int64_t>(change_.files.size());
    if (files == pull.changed_files && parsed.additions() == pull.additions &&
        parsed.deletions() == pull.deletions) {
      return;
    }
    std::string found =
        absl::StrCat("the diff has ", files, " files, +", parsed.additions(), " -",
                     parsed.deletions(), " lines; the pull request says ", pull.changed_files,
                     " files, +", pull.additions, " -", pull.deletions);
    bool is_less = files < pull.changed_files || parsed.additions() < pull.additions ||
                   parsed.deletions() < pull.deletions;
    if (is_less && change_.ledger.empty()) AddLedger("", found);
    AddWarning("TOTALS_MISMATCH", found, is_less ? "see the ledger for what was not fetched" : "");
  }

  void WarnOfContradiction(const std::vector<std::string>& paths) {
    AddWarning("MERGE_BASE_MISMATCH",
               absl::StrCat("the diff of ", paths.size(), " files, among them \"", paths[0],
                            "\", starts from another version than that of the merge base ",
                            snapshot_.compare.merge_base.sha.substr(0, 12)),
               "merge or rebase onto the base branch, and review again");
  }

  void AddNotes() {
    if (!snapshot_.no_trees_reason.empty()) {
      AddWarning("TREES_NOT_LISTED", snapshot_.no_trees_reason,
                 "modes and contents of some files are not known");
    }
    if (options_.context_lines != 3) {
      AddWarning("CONTEXT_FIXED",
                 absl::StrCat("GitHub gives 3 lines of context, not ", options_.context_lines),
                 "review a local clone for more");
    }
  }

  void AddWarning(absl::string_view code, absl::string_view message, absl::string_view hint) {
    change::v1::Diagnostic& diagnostic = change_.diagnostics.emplace_back();
    diagnostic.set_level(change::v1::Diagnostic::LEVEL_WARNING);
    diagnostic.set_code(std::string(code));
    diagnostic.set_message(ToDisplayText(message));
    diagnostic.set_hint(std::string(hint));
  }

  void AddLedger(absl::string_view path, absl::string_view reason) {
    LedgerEntry& entry = change_.ledger.emplace_back();
    entry.set_path(std::string(path));
    entry.set_hunk(-1);
    entry.set_state(LedgerEntry::STATE_NOT_FETCHED);
    entry.set_reason(ToDisplayText(reason));
    entry.set_stage("pull_request");
  }

  GitHubApi& api_;
  const Snapshot& snapshot_;
  const GatherOptions& options_;
  GatheredChange change_;
  std::vector<Piece> pieces_;
  std::map<size_t, size_t> piece_files_;  // Of a piece: its file in change_.files.
  std::unique_ptr<LocalDiff> local_;
};

}  // namespace

absl::StatusOr<RawChange> DownloadChange(GitHubApi& api, int64_t number) {
  RawChange raw;
  ASSIGN_OR_RETURN(raw.diff, api.Diff(number));
  if (!raw.diff.has_value()) {
    ASSIGN_OR_RETURN(raw.files, api.Files(number));
  }
  return raw;
}

absl::StatusOr<GatheredChange> GatherChange(GitHubApi& api, const Snapshot& snapshot, RawChange raw,
                                            const GatherOptions& options) {
  Gatherer gatherer(api, snapshot, options);
  if (raw.diff.has_value()) return gatherer.FromDiff(*std::move(raw.diff));
  return gatherer.FromFiles(raw.files);
}

}  // namespace allreview::pull_request

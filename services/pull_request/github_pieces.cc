#include "services/pull_request/github_pieces.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "sentences/phrases/change_source.h"
#include "services/pull_request/github_entries.h"

namespace allreview::pull_request {
namespace {

using change::v1::FileEntry;

constexpr uint32_t kSubmoduleMode = 0160000;

FileVersion VersionOf(absl::string_view path, uint32_t mode, const std::string& id,
                      const std::optional<FileTree>& tree) {
  if (mode == kSubmoduleMode) return {.text = absl::StrCat("Subproject commit ", id, "\n")};
  const TreeFile* file = tree.has_value() ? tree->Find(FromPathText(path)) : nullptr;
  return {.blob_id = id, .size = file == nullptr ? -1 : file->size};
}

Piece MakePiece(const FileEntry& entry, const Snapshot& snapshot) {
  Piece piece;
  piece.entry = entry;
  if (HasBefore(entry)) {
    piece.before =
        VersionOf(entry.old_path(), entry.old_mode(), entry.old_blob_id(), snapshot.before);
  }
  if (HasAfter(entry)) {
    piece.after =
        VersionOf(entry.new_path(), entry.new_mode(), entry.new_blob_id(), snapshot.after);
  }
  return piece;
}

bool AreIdsKnown(const FileEntry& entry) {
  return (!HasBefore(entry) || !entry.old_blob_id().empty()) &&
         (!HasAfter(entry) || !entry.new_blob_id().empty());
}

// Whether the headers say it all: a pure rename, a mode, an empty file.
bool HasNoContentChange(const FileEntry& entry) {
  static const std::string* const empty = new std::string(GitBlobId(""));
  if (!HasBefore(entry)) return entry.new_blob_id() == *empty;
  if (!HasAfter(entry)) return entry.old_blob_id() == *empty;
  return entry.old_blob_id() == entry.new_blob_id();
}

bool IsSubmodule(const FileEntry& entry) {
  return entry.old_mode() == kSubmoduleMode || entry.new_mode() == kSubmoduleMode;
}

void RequireBlobs(const Words& reason, Piece& piece) {
  piece.reason = reason;
  piece.state = Piece::State::kNeedsBlobs;
  if (!AreIdsKnown(piece.entry)) GiveUp(phrases::kVersionsUnknown, piece);
}

std::vector<Piece> HalvesOfTypeChange(const FileEntry& entry, const Words& reason,
                                      const Snapshot& snapshot) {
  std::vector<Piece> halves;
  for (change::v1::FileStatus status :
       {change::v1::FILE_STATUS_DELETED, change::v1::FILE_STATUS_ADDED}) {
    FileEntry half = entry;
    half.set_status(status);
    halves.push_back(MakePiece(half, snapshot));
    RequireBlobs(reason, halves.back());
  }
  return halves;
}

}  // namespace

void GiveUp(const Words& why, Piece& piece) {
  piece.state = Piece::State::kMissing;
  piece.reason = Sentence(phrases::kFirstAndWhy, {{"first", piece.reason}, {"why", why}});
}

std::vector<Piece> PiecesOfListed(const FileEntry& entry, const FileJson& file,
                                  const Snapshot& snapshot) {
  if (entry.status() == change::v1::FILE_STATUS_TYPE_CHANGED) {
    return HalvesOfTypeChange(entry, phrases::kTypeChanged, snapshot);
  }
  Piece piece = MakePiece(entry, snapshot);
  piece.listed_additions = file.additions;
  piece.listed_deletions = file.deletions;
  bool has_patch = file.patch.has_value() && !file.patch->empty();
  bool is_moved_only = file.status == "renamed" && file.additions + file.deletions == 0;
  if (AreIdsKnown(entry) ? HasNoContentChange(entry) : is_moved_only && !has_patch) return {piece};
  if (IsSubmodule(entry)) {
    RequireBlobs(phrases::kIsSubmodule, piece);
  } else if (!has_patch) {
    RequireBlobs(phrases::kNoPatchGiven, piece);
  } else if (absl::Status whole = CheckPatch(*file.patch, {.path = file.path,
                                                           .additions = file.additions,
                                                           .deletions = file.deletions,
                                                           .old_size = piece.before.size,
                                                           .new_size = piece.after.size});
             !whole.ok()) {
    RequireBlobs(whole.message(), piece);
  } else {
    piece.content.hunks = absl::StrCat(*file.patch, absl::EndsWith(*file.patch, "\n") ? "" : "\n");
  }
  return {std::move(piece)};
}

std::vector<Piece> PiecesOfUnlisted(const FileEntry& entry, const Words& reason,
                                    const Snapshot& snapshot) {
  if (entry.status() == change::v1::FILE_STATUS_TYPE_CHANGED) {
    return HalvesOfTypeChange(entry, reason, snapshot);
  }
  Piece piece = MakePiece(entry, snapshot);
  if (!HasNoContentChange(entry)) RequireBlobs(reason, piece);
  return {std::move(piece)};
}

}  // namespace allreview::pull_request

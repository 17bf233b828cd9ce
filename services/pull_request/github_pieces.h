#ifndef SERVICES_PULL_REQUEST_GITHUB_PIECES_H_
#define SERVICES_PULL_REQUEST_GITHUB_PIECES_H_

// What the diff of one file is made from: the patch that GitHub gives, the headers alone, or both
// versions of the file. Pure.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "proto/change/v1/change.pb.h"
#include "sentences/sentence.h"
#include "services/pull_request/github_json.h"
#include "services/pull_request/github_patch.h"
#include "services/pull_request/github_snapshot.h"

namespace allreview::pull_request {

// One version of a file, for diffing here.
struct FileVersion {
  std::string text = {};     // When `blob_id` is empty.
  std::string blob_id = {};  // To be read.
  int64_t size = 0;          // In bytes. -1: not known.
};

// A part of the diff to be.
struct Piece {
  enum class State {
    kReady,       // `content` is what changed.
    kNeedsBlobs,  // `before` and `after` must be compared.
    kMissing,     // Cannot be had; `reason` says why.
  };
  State state = State::kReady;
  size_t file = 0;  // Index of its file among those of the change.
  change::v1::FileEntry
      entry;  // As the text says it: half a type change is a deletion or addition.
  FileContentChange content;
  Words reason;  // Why there is no usable patch, and later why there is nothing at all.
  FileVersion before, after;
  // Lines, as GitHub counts them. None when it does not list the file.
  std::optional<int64_t> listed_additions, listed_deletions;

  bool needs_reading() const { return !before.blob_id.empty() || !after.blob_id.empty(); }
};

// The pieces of a file that GitHub lists: two halves for a file whose type changed.
std::vector<Piece> PiecesOfListed(const change::v1::FileEntry& entry, const FileJson& file,
                                  const Snapshot& snapshot);

// The pieces of a file that only the trees show. `reason` says why there is no patch.
std::vector<Piece> PiecesOfUnlisted(const change::v1::FileEntry& entry, const Words& reason,
                                    const Snapshot& snapshot);

void GiveUp(const Words& why, Piece& piece);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GITHUB_PIECES_H_

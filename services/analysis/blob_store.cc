#include "services/analysis/blob_store.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "sentences/phrases/coverage.h"

namespace allreview::analysis {

std::string BlobStore::KeyOf(const std::string& blob_id, const std::string& path,
                             change::Side side) {
  if (!blob_id.empty()) return blob_id;
  return absl::StrCat(side == change::Side::kLeft ? "left:" : "right:", path);
}

absl::Status BlobStore::Add(v1::Blob&& piece) {
  if (piece.blob_id().empty() && piece.path().empty()) {
    return absl::InvalidArgumentError("a blob has neither id nor path, wanted one of them");
  }
  const change::Side side =
      piece.side() == change::v1::SIDE_LEFT ? change::Side::kLeft : change::Side::kRight;
  const std::string key = KeyOf(piece.blob_id(), piece.path(), side);
  if (!open_.empty() && open_ != key) {
    return absl::InvalidArgumentError(absl::StrCat("a piece of blob \"", key,
                                                   "\" came before the last piece of \"", open_,
                                                   "\", wanted one blob at a time"));
  }
  BlobContent& blob = blobs_[key];
  if (open_.empty()) {  // Sent again: the new content replaces the old.
    total_bytes_ -= static_cast<int64_t>(blob.bytes.size());
    blob = {};
    blob.state = BlobContent::State::kHere;
  }
  if (!piece.error().empty()) {
    total_bytes_ -= static_cast<int64_t>(blob.bytes.size());
    blob = {BlobContent::State::kFailed, "", piece.error()};
  } else if (blob.state == BlobContent::State::kHere) {
    if (blob.bytes.empty() &&
        static_cast<int64_t>(piece.content().size()) <= limits_.max_file_bytes &&
        total_bytes_ + static_cast<int64_t>(piece.content().size()) <= limits_.max_total_bytes) {
      blob.bytes = std::move(*piece.mutable_content());
      total_bytes_ += static_cast<int64_t>(blob.bytes.size());
    } else {
      Append(blob, piece.content());
    }
  }
  const bool is_complete = piece.is_last() || !piece.error().empty();
  open_ = is_complete ? "" : key;
  return absl::OkStatus();
}

void BlobStore::Append(BlobContent& blob, const std::string& bytes) {
  const int64_t size = static_cast<int64_t>(blob.bytes.size() + bytes.size());
  Words reason;
  if (size > limits_.max_file_bytes) {
    reason = Sentence(phrases::kFileOverLimit, {{"bytes", absl::StrCat(limits_.max_file_bytes)}});
  } else if (total_bytes_ + static_cast<int64_t>(bytes.size()) > limits_.max_total_bytes) {
    reason =
        Sentence(phrases::kChangeOverLimit, {{"bytes", absl::StrCat(limits_.max_total_bytes)}});
  }
  if (reason.is_empty()) {
    blob.bytes += bytes;
    total_bytes_ += static_cast<int64_t>(bytes.size());
    return;
  }
  total_bytes_ -= static_cast<int64_t>(blob.bytes.size());
  blob = {BlobContent::State::kTooLarge, "", std::move(reason)};
}

absl::Status BlobStore::CheckComplete() const {
  if (open_.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("blob \"", open_, "\" has no last piece"));
}

BlobContent BlobStore::Get(const std::string& blob_id, const std::string& path,
                           change::Side side) const {
  // Content of a changed file may come under its id or, without one, under its path.
  for (const std::string& key : {KeyOf(blob_id, path, side), KeyOf("", path, side)}) {
    if (const auto found = blobs_.find(key); found != blobs_.end()) return found->second;
  }
  return {};
}

BlobContent BlobStore::Take(const std::string& key) {
  const auto found = blobs_.find(key);
  if (found == blobs_.end()) return {};
  BlobContent content = std::move(found->second);
  total_bytes_ -= static_cast<int64_t>(content.bytes.size());
  blobs_.erase(found);
  return content;
}

}  // namespace allreview::analysis

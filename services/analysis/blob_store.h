#ifndef SERVICES_ANALYSIS_BLOB_STORE_H_
#define SERVICES_ANALYSIS_BLOB_STORE_H_

// Puts file versions together that arrive in pieces.
//
//   BlobStore blobs(limits);
//   RETURN_IF_ERROR(blobs.Add(std::move(*request.mutable_blob())));   // any number of times
//   BlobContent content = blobs.Take(blob_id, path, side);
//
// For one thread.

#include <cstdint>
#include <map>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "analyzers/change/changed_file.h"
#include "proto/analysis/v1/analysis.pb.h"
#include "sentences/sentence.h"

namespace allreview::analysis {

struct BlobContent {
  enum class State { kHere, kNotSent, kFailed, kTooLarge };
  State state = State::kNotSent;
  std::string bytes;  // Of kHere.
  Words reason;       // Of kFailed and kTooLarge.
};

class BlobStore {
 public:
  struct Limits {
    int64_t max_file_bytes = 4 << 20;
    int64_t max_total_bytes = int64_t{1} << 30;  // Of all that is held.
  };
  explicit BlobStore(const Limits& limits) : limits_(limits) {}

  // kInvalidArgument when pieces of two blobs are mixed, or a blob has neither id nor path.
  absl::Status Add(v1::Blob&& piece);

  // kInvalidArgument when the last blob has no last piece.
  absl::Status CheckComplete() const;

  // A copy, because several files may have one content.
  BlobContent Get(const std::string& blob_id, const std::string& path, change::Side side) const;

  // Whether all pieces of a key, or its error, are here.
  bool Has(const std::string& key) const { return key != open_ && blobs_.count(key) > 0; }
  // Moves the content of a key out of the store.
  BlobContent Take(const std::string& key);

  // What tells blobs apart: the id; else side and path.
  static std::string KeyOf(const std::string& blob_id, const std::string& path, change::Side side);

 private:
  void Append(BlobContent& blob, const std::string& bytes);

  const Limits limits_;
  std::map<std::string, BlobContent> blobs_;
  std::string open_;  // Key of the blob whose last piece is still to come; empty: none.
  int64_t total_bytes_ = 0;
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_BLOB_STORE_H_

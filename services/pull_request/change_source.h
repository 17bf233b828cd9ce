#ifndef SERVICES_PULL_REQUEST_CHANGE_SOURCE_H_
#define SERVICES_PULL_REQUEST_CHANGE_SOURCE_H_

// Where changes come from: one implementation for each kind of ChangeRef, chosen in sources.cc.
//
//   absl::StatusOr<std::unique_ptr<ChangeSource>> source = OpenSource(ref, options);
//   absl::Status status = (*source)->Fetch({.context_lines = 3}, sink);
//
// A source serves one call of the service and is used by one thread at a time.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "proto/change/v1/change.pb.h"
#include "proto/pull_request/v1/pull_request.pb.h"

namespace allreview::pull_request {

// Receives a change piece by piece, in the order of FetchChangeResponse. An error (the caller has
// gone) makes the source stop and return it.
class ChangeSink {
 public:
  virtual ~ChangeSink() = default;
  virtual absl::Status OnOpened(const pull_request::v1::Opened& opened) = 0;
  virtual absl::Status OnFiles(const pull_request::v1::FileList& files) = 0;
  // Chunks of any size; the service adapter re-cuts them.
  virtual absl::Status OnDiff(absl::string_view chunk) = 0;
  virtual absl::Status OnLedger(const change::v1::LedgerEntry& entry) = 0;
  virtual absl::Status OnDiagnostic(const change::v1::Diagnostic& diagnostic) = 0;
};

struct FetchOptions {
  int context_lines = 3;
  bool wants_lines = false;  // What the last commits did to the changed files.
};

struct ReadOptions {
  int64_t max_blob_bytes = 4 << 20;
};

class ChangeSource {
 public:
  virtual ~ChangeSource() = default;

  // Streams the change. Returns how it was had.
  virtual absl::StatusOr<pull_request::v1::Done> Fetch(const FetchOptions& options,
                                                       ChangeSink& sink) = 0;

  // Calls `receive` once for each blob, in order, with its content or why there is none.
  using BlobReceiver = std::function<absl::Status(const change::v1::BlobRef& blob,
                                                  absl::StatusOr<absl::string_view> content)>;
  virtual absl::Status ReadBlobs(const std::vector<change::v1::BlobRef>& blobs,
                                 const ReadOptions& options, const BlobReceiver& receive) = 0;

  // Files of one side whose path ends in one of `suffixes` (all files if empty), sorted by path.
  virtual absl::StatusOr<std::vector<pull_request::v1::TreeEntry>> ListTree(
      change::v1::Side side, const std::vector<std::string>& suffixes) = 0;
};

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_CHANGE_SOURCE_H_

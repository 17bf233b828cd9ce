#ifndef GATEWAY_PIPELINE_CONTENT_H_
#define GATEWAY_PIPELINE_CONTENT_H_

// Reads files of an opened change.
//
//   Content content(*stubs.pull_request, request, opened);
//   absl::Status status = content.Read({blob}, [](const BlobRef& blob, ReadBlobsResponse& piece)
//   {…});

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "host/call.h"
#include "proto/analysis/v1/policy.pb.h"
#include "proto/analysis/v1/rule.pb.h"
#include "proto/pull_request/v1/pull_request.grpc.pb.h"

namespace allreview::gateway {

// Safe from any thread.
class Content {
 public:
  // The arguments but the token outlive the object. `forge_token` is a secret; empty: the
  // service's own.
  Content(pull_request::v1::PullRequestService::StubInterface& stub, const host::Request& request,
          const pull_request::v1::Opened& opened, std::string forge_token = "")
      : stub_(stub), request_(request), opened_(opened), forge_token_(std::move(forge_token)) {}

  // Pieces of the blobs in the order asked for; `receive` returns false to stop. An error of one
  // blob is in its piece; the returned one is of the call.
  using PieceReceiver = std::function<bool(const change::v1::BlobRef& blob,
                                           pull_request::v1::ReadBlobsResponse& piece)>;
  absl::Status Read(const std::vector<change::v1::BlobRef>& blobs,
                    const PieceReceiver& receive) const;

  // Files of one side whose paths end in one of `suffixes`, in batches.
  using TreeReceiver = std::function<bool(const pull_request::v1::ListTreeResponse& batch)>;
  absl::Status List(change::v1::Side side, const std::vector<std::string>& suffixes,
                    const TreeReceiver& receive) const;

  // `.allreview.yaml` of the base side: what the head side says of it does not count. None: the
  // repository has no policy.
  absl::StatusOr<std::optional<analysis::v1::PolicySource>> ReadRepositoryPolicy() const;

  // Rule files of the base side. One that does not exist is left out.
  absl::StatusOr<std::vector<analysis::v1::RuleFile>> ReadRuleFiles(
      const google::protobuf::RepeatedPtrField<std::string>& paths) const;

 private:
  struct File {
    std::string content;
    std::string error;
    std::string code;
  };
  // None: there is no such file, or nothing can be read but the patch.
  absl::StatusOr<std::optional<std::string>> ReadBaseFile(const std::string& path) const;
  absl::StatusOr<File> ReadWhole(const change::v1::BlobRef& blob) const;

  pull_request::v1::PullRequestService::StubInterface& stub_;
  const host::Request& request_;
  const pull_request::v1::Opened& opened_;
  const std::string forge_token_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_PIPELINE_CONTENT_H_

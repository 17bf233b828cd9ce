#include "services/pull_request/pull_request_service.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/call_control.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "grpcpp/grpcpp.h"
#include "host/limits.h"
#include "host/status.h"
#include "proto/pull_request/v1/pull_request.grpc.pb.h"
#include "services/pull_request/change_source.h"
#include "services/pull_request/sources.h"

namespace allreview {
namespace {

using change::v1::BlobRef;
using change::v1::ChangeRef;
using pull_request::ChangeSink;
using pull_request::ChangeSource;
using pull_request::Sources;
namespace v1 = pull_request::v1;

constexpr int kDefaultContext = 3;
constexpr int kMaxContext = 10'000;
constexpr int64_t kDefaultBlobBytes = 4 << 20;
constexpr size_t kMaxPatchBytes = size_t{1} << 30;
constexpr int kEntriesPerMessage = 2000;

absl::Status CallerGone() { return absl::CancelledError("the caller has gone"); }

CallControl ControlOf(const grpc::ServerContext& context) {
  CallControl control;
  control.is_cancelled = [&context] { return context.IsCancelled(); };
  auto left = context.deadline() - std::chrono::system_clock::now();
  // A call without deadline has one at the end of time, which no other clock can hold.
  if (left < std::chrono::hours(24 * 365)) {
    control.deadline = std::chrono::steady_clock::now() + left;
  }
  return control;
}

// Writes a change as a stream: the diff in chunks of one size, and before anything that follows it.
class StreamSink : public ChangeSink {
 public:
  explicit StreamSink(std::function<bool(const v1::FetchChangeResponse&)> write)
      : write_(std::move(write)) {}

  absl::Status OnOpened(const v1::Opened& opened) override {
    *response_.mutable_opened() = opened;
    return Send();
  }

  absl::Status OnFiles(const v1::FileList& files) override {
    *response_.mutable_files() = files;
    return Send();
  }

  absl::Status OnDiff(absl::string_view chunk) override {
    while (!chunk.empty()) {
      size_t room = host::kChunkBytes - chunk_.size();
      absl::string_view part = chunk.substr(0, room);
      chunk_.append(part.data(), part.size());
      chunk.remove_prefix(part.size());
      if (chunk_.size() == host::kChunkBytes) RETURN_IF_ERROR(Flush());
    }
    return absl::OkStatus();
  }

  absl::Status OnLedger(const change::v1::LedgerEntry& entry) override {
    RETURN_IF_ERROR(Flush());
    *response_.mutable_ledger() = entry;
    return Send();
  }

  absl::Status OnDiagnostic(const change::v1::Diagnostic& diagnostic) override {
    RETURN_IF_ERROR(Flush());
    *response_.mutable_diagnostic() = diagnostic;
    return Send();
  }

  absl::Status OnDone(const v1::Done& done) {
    RETURN_IF_ERROR(Flush());
    *response_.mutable_done() = done;
    return Send();
  }

 private:
  absl::Status Flush() {
    if (chunk_.empty()) return absl::OkStatus();
    response_.mutable_diff_chunk()->swap(chunk_);
    absl::Status status = Send();
    response_.mutable_diff_chunk()->swap(chunk_);  // Its memory is used again.
    chunk_.clear();
    return status;
  }

  absl::Status Send() { return write_(response_) ? absl::OkStatus() : CallerGone(); }

  std::function<bool(const v1::FetchChangeResponse&)> write_;
  v1::FetchChangeResponse response_;
  std::string chunk_;
};

// Reads the messages of FetchPatch.
absl::StatusOr<ChangeRef> ReadPatch(
    const std::function<bool(v1::FetchPatchRequest*)>& read_message) {
  ChangeRef reference;
  v1::FetchPatchRequest request;
  for (bool is_first = true; read_message(&request); is_first = false) {
    if (request.has_patch() != is_first) {
      return absl::InvalidArgumentError(
          "FetchPatch: wanted the patch's name first, then chunks of its text");
    }
    std::string* text = reference.mutable_patch()->mutable_text();
    if (is_first) {
      reference.mutable_patch()->Swap(request.mutable_patch());
    } else if (text->empty()) {
      text->swap(*request.mutable_chunk());
    } else {
      text->append(request.chunk());
    }
    if (reference.patch().text().size() > kMaxPatchBytes) {
      return absl::ResourceExhaustedError(absl::StrCat(
          "the patch is larger than ", kMaxPatchBytes >> 20, " MiB; review it in parts"));
    }
  }
  if (!reference.has_patch()) {
    return absl::InvalidArgumentError("FetchPatch: found no message, wanted the patch's name");
  }
  return reference;
}

// Callers that are older name the token for the forge they knew.
template <typename Request>
std::string ForgeTokenOf(const Request& request) {
  return request.forge_token().empty() ? request.github_token() : request.forge_token();
}

class PullRequestService final : public v1::PullRequestService::Service {
 public:
  explicit PullRequestService(PullRequestOptions options) : sources_(std::move(options)) {}

  grpc::Status FetchChange(grpc::ServerContext* context, const v1::FetchChangeRequest* request,
                           grpc::ServerWriter<v1::FetchChangeResponse>* stream) override {
    StreamSink sink(
        [stream](const v1::FetchChangeResponse& response) { return stream->Write(response); });
    return host::ToGrpc(Fetch(*context, request->ref(),
                              {.context_lines = request->context_lines(),
                               .forge_token = ForgeTokenOf(*request),
                               .wants_lines = request->wants_lines()},
                              sink));
  }

  grpc::Status FetchPatch(
      grpc::ServerContext* context,
      grpc::ServerReaderWriter<v1::FetchChangeResponse, v1::FetchPatchRequest>* stream) override {
    absl::StatusOr<ChangeRef> reference =
        ReadPatch([stream](v1::FetchPatchRequest* request) { return stream->Read(request); });
    if (!reference.ok()) return host::ToGrpc(reference.status());
    StreamSink sink(
        [stream](const v1::FetchChangeResponse& response) { return stream->Write(response); });
    return host::ToGrpc(Fetch(*context, *reference, {}, sink));
  }

  grpc::Status ReadBlobs(grpc::ServerContext* context, const v1::ReadBlobsRequest* request,
                         grpc::ServerWriter<v1::ReadBlobsResponse>* stream) override {
    return host::ToGrpc(ReadAll(*context, *request, *stream));
  }

  grpc::Status ListTree(grpc::ServerContext* context, const v1::ListTreeRequest* request,
                        grpc::ServerWriter<v1::ListTreeResponse>* stream) override {
    return host::ToGrpc(List(*context, *request, *stream));
  }

 private:
  struct FetchWishes {
    int context_lines = 0;
    std::string forge_token = {};
    bool wants_lines = false;
  };
  absl::Status Fetch(const grpc::ServerContext& context, const ChangeRef& reference,
                     const FetchWishes& wishes, StreamSink& sink);
  absl::Status ReadAll(const grpc::ServerContext& context, const v1::ReadBlobsRequest& request,
                       grpc::ServerWriter<v1::ReadBlobsResponse>& stream);
  absl::Status List(const grpc::ServerContext& context, const v1::ListTreeRequest& request,
                    grpc::ServerWriter<v1::ListTreeResponse>& stream);

  Sources sources_;
};

absl::Status PullRequestService::Fetch(const grpc::ServerContext& context,
                                       const ChangeRef& reference, const FetchWishes& wishes,
                                       StreamSink& sink) {
  const int context_lines = wishes.context_lines;
  if (context_lines < 0 || context_lines > kMaxContext) {
    return absl::InvalidArgumentError(
        absl::StrCat("context_lines: found ", context_lines, ", wanted 0 to ", kMaxContext));
  }
  CallControl control = ControlOf(context);
  ASSIGN_OR_RETURN(std::unique_ptr<ChangeSource> source,
                   sources_.Open(reference, control, {.forge_token = wishes.forge_token}));
  ASSIGN_OR_RETURN(
      v1::Done done,
      source->Fetch({.context_lines = context_lines > 0 ? context_lines : kDefaultContext,
                     .wants_lines = wishes.wants_lines},
                    sink));
  return sink.OnDone(done);
}

// Sends one blob, in pieces where it is large.
absl::Status WriteBlob(const BlobRef& blob, const absl::StatusOr<absl::string_view>& content,
                       grpc::ServerWriter<v1::ReadBlobsResponse>& stream) {
  v1::ReadBlobsResponse response;
  response.set_blob_id(blob.blob_id());
  if (!content.ok()) {
    response.set_error(ToDisplayText(content.status().message()));
    response.set_code(absl::StatusCodeToString(content.status().code()));
    response.set_is_last(true);
    return stream.Write(response) ? absl::OkStatus() : CallerGone();
  }
  response.set_size(static_cast<int64_t>(content->size()));
  absl::string_view rest = *content;
  do {
    absl::string_view piece = rest.substr(0, host::kChunkBytes);
    rest.remove_prefix(piece.size());
    response.set_content(piece.data(), piece.size());
    response.set_is_last(rest.empty());
    if (!stream.Write(response)) return CallerGone();
    response.clear_size();
  } while (!rest.empty());
  return absl::OkStatus();
}

absl::Status PullRequestService::ReadAll(const grpc::ServerContext& context,
                                         const v1::ReadBlobsRequest& request,
                                         grpc::ServerWriter<v1::ReadBlobsResponse>& stream) {
  if (request.max_blob_bytes() < 0) {
    return absl::InvalidArgumentError("max_blob_bytes: found a negative number");
  }
  CallControl control = ControlOf(context);
  ASSIGN_OR_RETURN(std::unique_ptr<ChangeSource> source,
                   sources_.Open(request.pinned(), control,
                                 {.before_tree = request.before_tree(),
                                  .after_tree = request.after_tree(),
                                  .forge_token = ForgeTokenOf(request)}));
  std::vector<BlobRef> blobs(request.blobs().begin(), request.blobs().end());
  int64_t max_bytes = request.max_blob_bytes() > 0 ? request.max_blob_bytes() : kDefaultBlobBytes;
  return source->ReadBlobs(
      blobs, {.max_blob_bytes = max_bytes},
      [&](const BlobRef& blob, const absl::StatusOr<absl::string_view>& content) {
        return WriteBlob(blob, content, stream);
      });
}

absl::Status PullRequestService::List(const grpc::ServerContext& context,
                                      const v1::ListTreeRequest& request,
                                      grpc::ServerWriter<v1::ListTreeResponse>& stream) {
  if (request.side() != change::v1::SIDE_LEFT && request.side() != change::v1::SIDE_RIGHT) {
    return absl::InvalidArgumentError("side: wanted SIDE_LEFT or SIDE_RIGHT");
  }
  CallControl control = ControlOf(context);
  ASSIGN_OR_RETURN(std::unique_ptr<ChangeSource> source,
                   sources_.Open(request.pinned(), control,
                                 {.before_tree = request.before_tree(),
                                  .after_tree = request.after_tree(),
                                  .forge_token = ForgeTokenOf(request)}));
  ASSIGN_OR_RETURN(
      std::vector<v1::TreeEntry> entries,
      source->ListTree(request.side(), {request.suffixes().begin(), request.suffixes().end()}));
  v1::ListTreeResponse response;
  for (v1::TreeEntry& entry : entries) {
    *response.add_entries() = std::move(entry);
    if (response.entries_size() < kEntriesPerMessage) continue;
    if (!stream.Write(response)) return CallerGone();
    response.clear_entries();
  }
  if (response.entries_size() > 0 && !stream.Write(response)) return CallerGone();
  return absl::OkStatus();
}

}  // namespace

std::unique_ptr<grpc::Service> NewPullRequestService(PullRequestOptions options) {
  return std::make_unique<PullRequestService>(std::move(options));
}

}  // namespace allreview

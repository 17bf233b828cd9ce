#include "gateway/pipeline/fetch_session.h"

namespace allreview::gateway {

using pull_request::v1::FetchChangeRequest;
using pull_request::v1::FetchChangeResponse;
using pull_request::v1::FetchPatchRequest;

FetchSession::FetchSession(pull_request::v1::PullRequestService::StubInterface& stub,
                           const host::Request& request, const change::v1::ChangeRef& ref,
                           const FetchOptions& options)
    : context_(host::NewClientContext(request)) {
  if (options.patch) {
    exchange_ = stub.FetchPatch(context_.get());
    writer_ = GuardedThread([this, ref, patch = options.patch] { WritePatch(ref, patch); },
                            [this] { context_->TryCancel(); });
    return;
  }
  FetchChangeRequest message;
  *message.mutable_ref() = ref;
  SetForgeToken(options.forge_token, message);
  message.set_wants_lines(options.wants_lines);
  reader_ = stub.FetchChange(context_.get(), message);
}

FetchSession::~FetchSession() {
  if (!is_done_) context_->TryCancel();
}

void FetchSession::WritePatch(const change::v1::ChangeRef& ref, const PatchReader& patch) {
  FetchPatchRequest message;
  *message.mutable_patch() = ref.patch();
  bool is_open = exchange_->Write(message);
  while (is_open && patch(message.mutable_chunk())) is_open = exchange_->Write(message);
  if (is_open) exchange_->WritesDone();
}

bool FetchSession::Read(FetchChangeResponse* response) {
  const bool is_read = reader_ != nullptr ? reader_->Read(response) : exchange_->Read(response);
  if (is_read && response->has_done()) is_done_ = true;
  return is_read;
}

absl::Status FetchSession::Finish() {
  const grpc::Status status = reader_ != nullptr ? reader_->Finish() : exchange_->Finish();
  if (!status.ok()) return host::FromGrpc(status);
  if (!is_done_) return absl::DataLossError("the answer ended in the middle of the change");
  return absl::OkStatus();
}

}  // namespace allreview::gateway

#include "gateway/pipeline/diff_session.h"

#include <utility>

#include "host/cpu_report.h"

namespace allreview::gateway {

using diff::v1::ParseRequest;
using diff::v1::ParseResponse;

DiffSession::DiffSession(diff::v1::DiffService::StubInterface& stub, const host::Request& request,
                         const diff::v1::ParseOptions& options, Receiver receive)
    : context_(host::NewClientContext(request)), exchange_(stub.Parse(context_.get())) {
  ParseRequest message;
  *message.mutable_options() = options;
  is_open_ = exchange_->Write(message);
  reader_ = GuardedThread(
      [this, receive = std::move(receive)] {
        ParseResponse response;
        while (exchange_->Read(&response)) {
          if (response.has_summary()) has_summary_ = true;
          receive(response);
        }
      },
      [this] { context_->TryCancel(); });
}

DiffSession::~DiffSession() {
  if (reader_.IsJoinable()) context_->TryCancel();
}

void DiffSession::Write(std::string chunk) {
  if (!is_open_) return;
  ParseRequest message;
  message.set_chunk(std::move(chunk));
  is_open_ = exchange_->Write(message);
}

absl::Status DiffSession::Finish() {
  if (is_open_) exchange_->WritesDone();
  reader_.Join();
  const grpc::Status status = exchange_->Finish();
  if (!status.ok()) return host::FromGrpc(status);
  if (!has_summary_) return absl::DataLossError("the answer ended without a summary");
  return absl::OkStatus();
}

double DiffSession::cpu_seconds() const { return host::ReportedCpuSeconds(*context_); }

}  // namespace allreview::gateway

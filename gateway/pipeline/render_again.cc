#include "gateway/pipeline/render_again.h"

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace allreview::gateway {

using report::v1::RenderRequest;
using report::v1::RenderResponse;

absl::Status RenderAgain(report::v1::ReportService::StubInterface& stub,
                         const host::Request& caller, const review::v1::Review& review,
                         const report::v1::DocumentRequest& document,
                         const std::function<bool(const report::v1::DocumentChunk&)>& send) {
  const host::ClientContextPtr context = host::NewClientContext(caller);
  const auto exchange = stub.Render(context.get());
  RenderRequest message;
  *message.mutable_options()->add_documents() = document;
  bool is_open = exchange->Write(message);
  *message.mutable_review() = review;
  is_open = is_open && exchange->Write(message);
  if (is_open) exchange->WritesDone();
  std::string refusal;
  bool is_wanted = true;
  for (RenderResponse response; exchange->Read(&response);) {
    if (response.has_diagnostic() &&
        response.diagnostic().level() == change::v1::Diagnostic::LEVEL_ERROR) {
      refusal = absl::StrCat(response.diagnostic().message(), "; ", response.diagnostic().hint());
    }
    if (is_wanted && response.has_document() && !send(response.document())) {
      is_wanted = false;
      context->TryCancel();
    }
  }
  const grpc::Status status = exchange->Finish();
  if (!is_wanted) return absl::CancelledError("the caller has gone");
  RETURN_IF_ERROR(host::FromGrpc(status));
  if (!refusal.empty()) return absl::InvalidArgumentError(refusal);
  return absl::OkStatus();
}

}  // namespace allreview::gateway

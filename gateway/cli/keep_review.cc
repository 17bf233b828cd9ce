#include "gateway/cli/keep_review.h"

#include <future>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/read_stream.h"
#include "gateway/service/location.h"

namespace allreview::cli {
namespace {

using review::v1::Finished;
using review::v1::StoredReview;
using review::v1::WatchReviewResponse;

// Larger ones do not fit into one message; a kept patch travels whole.
constexpr size_t kMaxPatchBytes = 16 << 20;

// A call that Ctrl-C cancels.
class Calling {
 public:
  explicit Calling(Interrupt& interrupt) : interrupt_(interrupt), context_(NewContext()) {
    interrupt_.OnSignal([this] { context_->TryCancel(); });
  }
  ~Calling() { interrupt_.OnSignal(nullptr); }
  Calling(const Calling&) = delete;
  Calling& operator=(const Calling&) = delete;

  grpc::ClientContext& context() { return *context_; }

 private:
  Interrupt& interrupt_;
  const host::ClientContextPtr context_;
};

absl::StatusOr<std::string> ReadPatch(Input& input, Interrupt& interrupt) {
  std::string text;
  std::promise<void> end;
  interrupt.OnSignal([&input] { (void)input.Finish(); });
  input.Start({.write =
                   [&text](const std::string& piece) {
                     text += piece;
                     return text.size() <= kMaxPatchBytes;
                   },
               .done = [&end] { end.set_value(); },
               .fail = [&end] { end.set_value(); }});
  end.get_future().wait();
  interrupt.OnSignal(nullptr);
  RETURN_IF_ERROR(input.Finish());
  if (interrupt.signal() != 0) return absl::CancelledError("interrupted");
  if (text.size() <= kMaxPatchBytes) return text;
  return absl::InvalidArgumentError(absl::StrCat("the patch has more than ", kMaxPatchBytes,
                                                 " bytes, too many for --keep; leave it out"));
}

absl::StatusOr<StoredReview> GetReview(const KeepCall& call, const std::string& id) {
  Calling calling(call.interrupt);
  review::v1::GetReviewRequest request;
  request.set_id(id);
  StoredReview review;
  RETURN_IF_ERROR(
      ExplainStatus(call.stub.GetReview(&calling.context(), request, &review), call.arguments));
  return review;
}

absl::Status Watch(const KeepCall& call, const std::string& id, Progress& progress) {
  Calling calling(call.interrupt);
  review::v1::WatchReviewRequest request;
  request.set_id(id);
  const auto stream = call.stub.WatchReview(&calling.context(), request);
  return ReadStream<WatchReviewResponse>(*stream, calling.context(), nullptr, call.arguments,
                                         [&](const WatchReviewResponse& event) {
                                           if (!event.has_progress()) return absl::OkStatus();
                                           progress.Update({.stage = event.progress().stage(),
                                                            .message = event.progress().message(),
                                                            .done = event.progress().done(),
                                                            .total = event.progress().total()});
                                           return absl::OkStatus();
                                         });
}

absl::Status WriteDocuments(const KeepCall& call, const std::string& id, Documents& documents) {
  int index = 0;
  for (const report::v1::DocumentRequest& document : call.plan.request.documents()) {
    Calling calling(call.interrupt);
    review::v1::GetDocumentRequest request;
    request.set_id(id);
    *request.mutable_document() = document;
    const auto stream = call.stub.GetDocument(&calling.context(), request);
    RETURN_IF_ERROR(ReadStream<report::v1::DocumentChunk>(
        *stream, calling.context(), nullptr, call.arguments, [&](report::v1::DocumentChunk chunk) {
          chunk.set_index(index);
          return documents.Write(chunk);
        }));
    ++index;
  }
  return documents.Finish();
}

Finished FinishedOf(const StoredReview& stored) {
  Finished finished;
  finished.set_conclusion(stored.review().conclusion());
  finished.set_conclusion_reason(stored.review().conclusion_reason());
  *finished.mutable_gate() = stored.review().gate();
  *finished.mutable_counts() = stored.review().counts();
  *finished.mutable_receipt() = stored.review().receipt();
  *finished.mutable_missing() = stored.review().missing();
  return finished;
}

// The address of the review's page; its id where the gateway has no page.
std::string AddressOf(const grpc::ClientContext& context, const std::string& id) {
  const auto& trailers = context.GetServerTrailingMetadata();
  const auto found = trailers.find(gateway::kLocationKey);
  if (found == trailers.end()) return id;
  return std::string(found->second.data(), found->second.size());
}

}  // namespace

absl::Status CheckKeepFlags(const Arguments& arguments) {
  if (!arguments.Has(kKeep)) return absl::OkStatus();
  if (!arguments.Has(kGateway)) {
    return absl::InvalidArgumentError("--keep needs --gateway=HOST:PORT, which keeps the review");
  }
  for (const Flag* flag : {&kPolicy, &kNoRepositoryPolicy, &kOnlyRules, &kIgnoredRules, &kRuleFiles,
                           &kBaseline, &kSeverity, &kNumerics, &kThreads}) {
    if (!arguments.Has(*flag)) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("--", flag->name,
                     " does not go with --keep: what others will see follows the gateway's "
                     "configuration alone"));
  }
  if (!arguments.paths.empty()) {
    return absl::InvalidArgumentError("paths after \"--\" do not go with --keep");
  }
  if (arguments.Has(kFailOn) && arguments.Get(kFailOn) != "none") {
    return absl::InvalidArgumentError(
        "--fail-on does not go with --keep but for \"none\": the gate is that of the policy");
  }
  return absl::OkStatus();
}

absl::StatusOr<Finished> KeepReview(const KeepCall& call, Progress& progress,
                                    Documents& documents) {
  review::v1::SubmitReviewRequest request;
  *request.mutable_ref() = call.plan.request.ref();
  *request.mutable_tool_logs() = call.plan.request.tool_logs();
  if (call.patch != nullptr) {
    ASSIGN_OR_RETURN(*request.mutable_ref()->mutable_patch()->mutable_text(),
                     ReadPatch(*call.patch, call.interrupt));
  }
  review::v1::SubmitReviewResponse submitted;
  {
    Calling calling(call.interrupt);
    RETURN_IF_ERROR(ExplainStatus(call.stub.SubmitReview(&calling.context(), request, &submitted),
                                  call.arguments));
    call.session.err.Write(
        absl::StrCat("allreview: ", submitted.is_new() ? "kept" : "was kept already", " as ",
                     PrintableText(AddressOf(calling.context(), submitted.review().id())), "\n"));
  }
  const std::string& id = submitted.review().id();
  RETURN_IF_ERROR(Watch(call, id, progress));
  progress.Finish();
  ASSIGN_OR_RETURN(const StoredReview stored, GetReview(call, id));
  if (!stored.has_review()) {
    return absl::FailedPreconditionError(
        absl::StrCat("review ", id, " was not finished: ",
                     stored.summary().state_reason().empty()
                         ? review::v1::ReviewState_Name(stored.summary().state())
                         : stored.summary().state_reason()));
  }
  RETURN_IF_ERROR(WriteDocuments(call, id, documents));
  return FinishedOf(stored);
}

}  // namespace allreview::cli

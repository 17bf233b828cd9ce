#include "gateway/pipeline/render.h"

#include <utility>

#include "base/status_macros.h"
#include "base/version.h"
#include "host/cpu_report.h"
#include "review/reported.h"
#include "sentences/messages/text.h"
#include "sentences/phrases/missing.h"

namespace allreview::gateway {
namespace {

using report::v1::RenderRequest;
using report::v1::RenderResponse;
using review::v1::ReviewRequest;

using Exchange = grpc::ClientReaderWriterInterface<RenderRequest, RenderResponse>;

RenderRequest OptionsOf(const Record& record, const ReviewRequest& request) {
  RenderRequest message;
  report::v1::RenderOptions* options = message.mutable_options();
  for (const report::v1::DocumentRequest& document : WantedDocuments(request)) {
    *options->add_documents() = document;
  }
  options->set_min_severity(request.min_severity());
  options->set_fail_on(request.fail_on());
  options->set_diff_sha256(record.diff_sha256);
  options->set_rules_hash(record.analysis.rules_hash);
  options->set_engine_version(record.analysis.engine_version.empty()
                                  ? std::string(kEngineVersion)
                                  : record.analysis.engine_version);
  *options->mutable_baseline() = request.baseline();
  return message;
}

// Writes the parts of a record, each as a message of its own. Stops at the first write that fails;
// the status of the call then says why.
class PartWriter {
 public:
  explicit PartWriter(Exchange& exchange) : exchange_(exchange) {}

  void Write(const RenderRequest& message) {
    if (is_open_) is_open_ = exchange_.Write(message);
  }

  template <typename Part>
  void WriteOne(const Part& part, Part* (RenderRequest::*mutable_part)()) {
    if (!is_open_) return;
    *(message_.*mutable_part)() = part;
    Write(message_);
  }

  template <typename Part>
  void WriteAll(const std::vector<Part>& parts, Part* (RenderRequest::*mutable_part)()) {
    for (const Part& part : parts) WriteOne(part, mutable_part);
  }

  void Finish() {
    if (is_open_) exchange_.WritesDone();
  }

 private:
  Exchange& exchange_;
  RenderRequest message_;
  bool is_open_ = true;
};

void WriteRecord(Exchange& exchange, const Record& record, const ReviewRequest& request) {
  const Analysis& analysis = record.analysis;
  PartWriter writer(exchange);
  writer.Write(OptionsOf(record, request));
  writer.WriteOne(record.change, &RenderRequest::mutable_change);
  if (analysis.has_policy) writer.WriteOne(analysis.policy, &RenderRequest::mutable_policy);
  writer.WriteAll(record.files(), &RenderRequest::mutable_file);
  if (record.has_summary) writer.WriteOne(record.summary, &RenderRequest::mutable_diff);
  writer.WriteAll(analysis.findings, &RenderRequest::mutable_finding);
  writer.WriteAll(record.ledger(), &RenderRequest::mutable_ledger);
  writer.WriteAll(record.missing(), &RenderRequest::mutable_missing);
  writer.WriteAll(record.diagnostics(), &RenderRequest::mutable_diagnostic);
  writer.WriteAll(analysis.diagnostics, &RenderRequest::mutable_diagnostic);
  if (analysis.has_model) writer.WriteOne(analysis.model, &RenderRequest::mutable_model);
  if (analysis.has_house) writer.WriteOne(analysis.house, &RenderRequest::mutable_house);
  if (analysis.has_tests) writer.WriteOne(analysis.tests, &RenderRequest::mutable_tests);
  if (analysis.has_playbook) writer.WriteOne(analysis.playbook, &RenderRequest::mutable_playbook);
  if (record.has_numerics) writer.WriteOne(record.numerics, &RenderRequest::mutable_numerics);
  writer.Finish();
}

void TakeRefusal(const change::v1::Diagnostic& diagnostic, Rendered* rendered) {
  change::v1::MissingPart* part = rendered->finished.add_missing();
  part->set_service("report");
  part->set_code(diagnostic.code());
  part->set_reason(diagnostic.message());
  part->set_effect(English(phrases::kDocumentAbsent));
  *part->mutable_effect_text() = ToText(phrases::kDocumentAbsent);
}

}  // namespace

review::v1::Finished FinishedOf(const review::v1::Review& review) {
  review::v1::Finished finished;
  finished.set_conclusion(review.conclusion());
  finished.set_conclusion_reason(review.conclusion_reason());
  *finished.mutable_gate() = review.gate();
  *finished.mutable_counts() = review.counts();
  *finished.mutable_receipt() = review.receipt();
  *finished.mutable_missing() = review.missing();
  for (const std::string& path : PathsWithoutFiles(review)) finished.add_empty_paths(path);
  return finished;
}

std::vector<report::v1::DocumentRequest> WantedDocuments(const ReviewRequest& request) {
  std::vector<report::v1::DocumentRequest> documents(request.documents().begin(),
                                                     request.documents().end());
  if (documents.empty()) documents.emplace_back();
  for (report::v1::DocumentRequest& document : documents) {
    if (document.document() == report::v1::DOCUMENT_UNSPECIFIED) {
      document.set_document(report::v1::DOCUMENT_REVIEW);
    }
    if (document.format() == report::v1::FORMAT_UNSPECIFIED) {
      document.set_format(report::v1::FORMAT_MARKDOWN);
    }
  }
  return documents;
}

absl::StatusOr<Rendered> Render(report::v1::ReportService::StubInterface& stub,
                                const host::Request& caller, const Record& record,
                                const ReviewRequest& request) {
  const host::ClientContextPtr context = host::NewClientContext(caller);
  const std::unique_ptr<Exchange> exchange = stub.Render(context.get());
  WriteRecord(*exchange, record, request);
  Rendered rendered;
  bool has_review = false;
  RenderResponse response;
  while (exchange->Read(&response)) {
    if (response.has_review()) {
      has_review = true;
      rendered.finished = FinishedOf(response.review());
      rendered.review = std::move(*response.mutable_review());
    } else if (response.has_document()) {
      rendered.documents.push_back(std::move(*response.mutable_document()));
    } else if (response.has_diagnostic()) {
      TakeRefusal(response.diagnostic(), &rendered);
    }
  }
  RETURN_IF_ERROR(host::FromGrpc(exchange->Finish()));
  rendered.cpu_seconds = host::ReportedCpuSeconds(*context);
  if (!has_review) return absl::DataLossError("the answer holds no review");
  return rendered;
}

}  // namespace allreview::gateway

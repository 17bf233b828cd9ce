#include "services/report/report_service.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/work_budget.h"
#include "host/cpu_report.h"
#include "host/status.h"
#include "proto/report/v1/report.grpc.pb.h"
#include "review/language/phrase.h"
#include "services/report/assembly/assemble.h"
#include "services/report/render.h"

namespace allreview {
namespace {

using report::v1::DocumentRequest;
using report::v1::RenderRequest;
using report::v1::RenderResponse;
using Stream = grpc::ServerReaderWriter<RenderResponse, RenderRequest>;

constexpr size_t kMaxChunkBytes = 1 << 20;

grpc::Status Gone() { return grpc::Status(grpc::StatusCode::CANCELLED, "the caller has gone"); }

// At least one chunk, the last one marked. False: the caller has gone.
bool WriteDocument(int index, absl::string_view content, Stream& stream) {
  do {
    RenderResponse response;
    report::v1::DocumentChunk& chunk = *response.mutable_document();
    chunk.set_index(index);
    const absl::string_view part = content.substr(0, kMaxChunkBytes);
    chunk.set_content(part.data(), part.size());
    content.remove_prefix(part.size());
    chunk.set_is_last(content.empty());
    if (!stream.Write(response)) return false;
  } while (!content.empty());
  return true;
}

bool WriteDiagnostic(change::v1::Diagnostic::Level level, absl::string_view code,
                     const std::string& message, const std::string& hint, Stream& stream) {
  RenderResponse response;
  change::v1::Diagnostic& diagnostic = *response.mutable_diagnostic();
  diagnostic.set_level(level);
  diagnostic.set_code(std::string(code));
  diagnostic.set_message(message);
  diagnostic.set_hint(hint);
  return stream.Write(response);
}

// Documents in any other are in English.
bool IsKnownLanguage(absl::string_view tag) {
  return tag.empty() || absl::StartsWithIgnoreCase(tag, "en") ||
         LanguageOf(tag) != Language::kEnglish;
}

bool WriteRequested(int index, const DocumentRequest& request, const report::Assembly& assembly,
                    Stream& stream) {
  const std::string& language = request.language();
  if (!IsKnownLanguage(language) &&
      !WriteDiagnostic(change::v1::Diagnostic::LEVEL_WARNING, "LANGUAGE_UNAVAILABLE",
                       absl::StrCat("document ", index + 1, ": language \"", language,
                                    "\" is not available in this version; it is in English"),
                       "ask for \"en\" or \"zh\"", stream)) {
    return false;
  }
  absl::StatusOr<std::string> content;
  const absl::Status ended = RunWithin(absl::StrCat("document ", index + 1),
                                       [&] { content = report::Render(assembly, request); });
  if (!ended.ok()) content = ended;
  if (content.ok()) return WriteDocument(index, *content, stream);
  return WriteDiagnostic(
      change::v1::Diagnostic::LEVEL_ERROR, "DOCUMENT_UNAVAILABLE",
      absl::StrCat("document ", index + 1, ": ", content.status().message()),
      "ask for the review in Markdown, JSON, SARIF, rdjson, GitLab, GitHub annotations or terminal "
      "format",
      stream);
}

// What all documents of a review may take together: many times what large ones do.
WorkBudget::Limits BudgetOf(const grpc::ServerContext& context) {
  return {.cpu_seconds = 60, .net_bytes = int64_t{2} << 30, .is_cancelled = [&context] {
            return context.IsCancelled();
          }};
}

class ReportServiceAdapter final : public report::v1::ReportService::Service {
  grpc::Status Render(grpc::ServerContext* context, Stream* stream) override {
    WorkBudget budget("the report", BudgetOf(*context));
    grpc::Status status;
    const absl::Status ended =
        RunWithin(budget, "the report", [&] { status = RenderWithin(context, stream); });
    host::ReportCpuSeconds(budget.cpu_seconds(), *context);
    return ended.ok() ? status : host::ToGrpc(ended);
  }

  static grpc::Status RenderWithin(grpc::ServerContext* context, Stream* stream) {
    report::Assembler assembler;
    bool has_options = false;
    for (RenderRequest request; stream->Read(&request);) {
      if (request.has_options() && std::exchange(has_options, true)) {
        return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT,
                            "options came twice; they belong in the first message only");
      }
      assembler.Add(std::move(request));
    }
    if (context->IsCancelled()) return Gone();
    if (!has_options) {
      return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT,
                          "no options came; they belong in the first message");
    }
    const report::Assembly assembly = std::move(assembler).Finish();
    RenderResponse response;
    *response.mutable_review() = assembly.review;
    if (!stream->Write(response)) return Gone();
    for (int i = 0; i < assembly.options.documents_size(); ++i) {
      if (context->IsCancelled() ||
          !WriteRequested(i, assembly.options.documents(i), assembly, *stream)) {
        return Gone();
      }
    }
    return grpc::Status::OK;
  }
};

}  // namespace

std::unique_ptr<grpc::Service> NewReportService() {
  return std::make_unique<ReportServiceAdapter>();
}

}  // namespace allreview

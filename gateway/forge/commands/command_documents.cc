// Commands that are answered with a document of a review.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "gateway/forge/commands/command_worker.h"

namespace allreview::gateway {
namespace {

using report::v1::AuditFocus;
using report::v1::DocumentRequest;

constexpr size_t kMaxDocumentBytes = 16 << 20;
constexpr int kNewestReviews = 50;

}  // namespace

absl::StatusOr<DocumentRequest> CommandWorker::DocumentOf(const Call& call) {
  DocumentRequest document;
  const std::string& name = call.work.command();
  if (name == "deep-dive") document.set_document(report::v1::DOCUMENT_DEEP_DIVE);
  if (name == "explain") document.set_document(report::v1::DOCUMENT_EXPLANATION);
  if (name == "numerics") {
    document.set_document(report::v1::DOCUMENT_AUDIT);
    document.mutable_audit()->add_checks(AuditFocus::CHECK_NUMERICS);
  }
  if (name != "audit") return document;
  document.set_document(report::v1::DOCUMENT_AUDIT);
  std::string words = absl::StrJoin(call.work.arguments(), " ");
  if (words.empty()) return document;
  if (options_.audit_focus) {
    ASSIGN_OR_RETURN(*document.mutable_audit(), options_.audit_focus(words));
  } else {
    document.mutable_audit()->set_request(words);
  }
  return document;
}

// The newest finished review of the present head.
absl::StatusOr<std::string> CommandWorker::FinishedReview(const Call& call) {
  review::v1::ListReviewsRequest request;
  request.set_repository_id(call.job.repository().id());
  request.set_number(call.place.pull.number);
  request.add_states(review::v1::REVIEW_STATE_DONE);
  request.set_page_size(kNewestReviews);
  ASSIGN_OR_RETURN(review::v1::ListReviewsResponse reviews, options_.store->ListReviews(request));
  for (const review::v1::ReviewSummary& review : reviews.reviews()) {
    if (review.head_commit() == call.pull.head) return review.id();
  }
  RETURN_IF_ERROR(EnqueueReview(call, ""));
  if (call.is_last_attempt) {
    return absl::FailedPreconditionError(
        absl::StrCat("the review of ", call.pull.head.substr(0, 9),
                     " has not ended yet; ask again when its check is there"));
  }
  return absl::UnavailableError(
      absl::StrCat("waiting for the review of ", call.pull.head.substr(0, 9)));
}

absl::StatusOr<std::string> CommandWorker::ReadDocument(const std::string& review_id,
                                                        const DocumentRequest& document) {
  review::v1::GetDocumentRequest request;
  request.set_id(review_id);
  *request.mutable_document() = document;
  std::string text;
  const absl::Status status =
      options_.read_document(request, [&text](const report::v1::DocumentChunk& chunk) {
        text += chunk.content();
        return text.size() <= kMaxDocumentBytes;
      });
  if (text.size() > kMaxDocumentBytes) {
    return absl::FailedPreconditionError("the document is too large for a comment");
  }
  RETURN_IF_ERROR(status);
  return text;
}

absl::StatusOr<CommandWorker::Reply> CommandWorker::Document(const Call& call) {
  ASSIGN_OR_RETURN(DocumentRequest document, DocumentOf(call));
  ASSIGN_OR_RETURN(std::string review, FinishedReview(call));
  ASSIGN_OR_RETURN(std::string text, ReadDocument(review, document));
  std::string page = options_.page_url ? options_.page_url(review) : "";
  return Reply{.text = std::move(text),
               .more = page.empty()
                           ? "*This document is too long for a comment and ends here.*"
                           : absl::StrCat("*This document is too long for a comment. [Read "
                                          "all of it](",
                                          page, ").*")};
}

}  // namespace allreview::gateway

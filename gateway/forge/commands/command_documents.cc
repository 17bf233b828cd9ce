// Commands that are answered with a document of a review.

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "gateway/forge/commands/command_texts.h"
#include "gateway/forge/commands/command_worker.h"
#include "gateway/forge/commands/long_text.h"
#include "review/language/phrase.h"

namespace allreview::gateway {
namespace {

using report::v1::AuditFocus;
using report::v1::DocumentRequest;

constexpr size_t kMaxDocumentBytes = 16 << 20;
constexpr int kNewestReviews = 50;
// Of an answer in a conversation; the rest is folded.
constexpr size_t kMaxOpenCharacters = 2000;

std::string WordsOf(const review::v1::CommandWork& work) {
  return absl::StrJoin(work.arguments(), " ");
}

Sentence NoAudit(const review::v1::CommandWork& work) {
  static constexpr Phrase kNoAudit(
      "{words} names nothing that an audit answers; ask for scaling, memory, numerics, gradients, "
      "devices, distributed, performance or tests, or leave the words out.",
      "{words} 不是审计能回答的内容；请使用扩展、显存、数值、梯度、设备、分布式、性能或测试，"
      "或不带关键词。");
  return {kNoAudit, {{"words", AsCode(WordsOf(work))}}};
}

}  // namespace

absl::StatusOr<DocumentRequest> CommandWorker::DocumentOf(const Call& call) {
  DocumentRequest document;
  document.set_language(call.team_language);
  const std::string& name = call.work.command();
  if (name == "deep-dive") document.set_document(report::v1::DOCUMENT_DEEP_DIVE);
  if (name == "explain") document.set_document(report::v1::DOCUMENT_EXPLANATION);
  if (name == "numerics") {
    document.set_document(report::v1::DOCUMENT_AUDIT);
    document.mutable_audit()->add_checks(AuditFocus::CHECK_NUMERICS);
  }
  if (name != "audit") return document;
  document.set_document(report::v1::DOCUMENT_AUDIT);
  const std::string words = WordsOf(call.work);
  if (words.empty()) return document;
  if (options_.audit_focus) {
    ASSIGN_OR_RETURN(*document.mutable_audit(), options_.audit_focus(words));
  } else {
    document.mutable_audit()->set_request(words);
  }
  return document;
}

// The newest finished review of the present head; none: it is not there yet.
absl::StatusOr<std::optional<std::string>> CommandWorker::FinishedReview(const Call& call) {
  review::v1::ListReviewsRequest request;
  request.set_repository_id(call.job.repository().id());
  request.set_number(call.place.pull.number);
  request.add_states(review::v1::REVIEW_STATE_DONE);
  request.set_page_size(kNewestReviews);
  ASSIGN_OR_RETURN(review::v1::ListReviewsResponse reviews, options_.store->ListReviews(request));
  for (const review::v1::ReviewSummary& review : reviews.reviews()) {
    if (review.head_commit() == call.pull.head) return std::optional<std::string>(review.id());
  }
  return std::optional<std::string>();
}

// None: it is too large for a comment.
absl::StatusOr<std::optional<std::string>> CommandWorker::ReadDocument(
    const std::string& review_id, const DocumentRequest& document) {
  review::v1::GetDocumentRequest request;
  request.set_id(review_id);
  *request.mutable_document() = document;
  std::string text;
  const absl::Status status =
      options_.read_document(request, [&text](const report::v1::DocumentChunk& chunk) {
        text += chunk.content();
        return text.size() <= kMaxDocumentBytes;
      });
  if (text.size() > kMaxDocumentBytes) return std::optional<std::string>();
  RETURN_IF_ERROR(status);
  return std::optional<std::string>(std::move(text));
}

absl::StatusOr<CommandWorker::Reply> CommandWorker::Document(const Call& call) {
  static constexpr Phrase kNotEnded(
      "the review of {commit} has not ended yet; ask again when its check is there.",
      "{commit} 的评审尚未结束；请在其 check 出现后再试。");
  static constexpr Phrase kTooLarge("the document is too large for a comment.",
                                    "文档过大，无法放入评论。");
  static constexpr Phrase kEndsHere("*This document is too long for a comment and ends here.*",
                                    "*文档超出评论的长度限制，到此为止。*");
  static constexpr Phrase kReadAll(
      "*This document is too long for a comment. [Read all of it]({page}).*",
      "*文档超出评论的长度限制。[阅读全文]({page})。*");
  static constexpr Phrase kUnfold("Read on ({count} characters)", "继续阅读（{count} 个字符）");
  const absl::StatusOr<DocumentRequest> document = DocumentOf(call);
  if (absl::IsInvalidArgument(document.status())) return Refuse(call, NoAudit(call.work));
  RETURN_IF_ERROR(document.status());
  ASSIGN_OR_RETURN(const std::optional<std::string> review, FinishedReview(call));
  if (!review.has_value()) {
    const std::string commit = call.pull.head.substr(0, 9);
    RETURN_IF_ERROR(EnqueueReview(call, ""));
    if (call.is_last_attempt) return Refuse(call, Sentence(kNotEnded, {{"commit", commit}}));
    return absl::UnavailableError(absl::StrCat("waiting for the review of ", commit));
  }
  ASSIGN_OR_RETURN(std::optional<std::string> text, ReadDocument(*review, *document));
  if (!text.has_value()) return Refuse(call, kTooLarge);
  const std::string page = options_.page_url ? options_.page_url(*review) : "";
  const std::string unfold =
      Say(call.language(), kUnfold, {{"count", absl::StrCat(CharactersOf(*text))}});
  return Reply{.text = FoldLongText(*text, kMaxOpenCharacters, unfold),
               .more = Say(call.language(), page.empty() ? kEndsHere : kReadAll, {{"page", page}})};
}

}  // namespace allreview::gateway

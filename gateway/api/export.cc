#include "gateway/api/export.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/api/api_json.h"
#include "gateway/api/call.h"
#include "host/status.h"
#include "nlohmann/json.hpp"

namespace allreview::api {
namespace {

namespace v1 = review::v1;

constexpr absl::Duration kBudget = absl::Seconds(60);
constexpr size_t kEnoughBytes = 8 << 20;

absl::StatusOr<v1::ListReviewsResponse> List(Stub& stub, const http::HttpRequest& request,
                                             const v1::ListReviewsRequest& wanted) {
  ASSIGN_OR_RETURN(const host::ClientContextPtr context, ContextFor(request, kBudget));
  v1::ListReviewsResponse list;
  const grpc::Status status = stub.ListReviews(context.get(), wanted, &list);
  if (!status.ok()) return host::FromGrpc(status);
  return list;
}

// Empty when the review has been removed since it was listed.
absl::StatusOr<v1::StoredReview> Get(Stub& stub, const http::HttpRequest& request,
                                     const std::string& id) {
  ASSIGN_OR_RETURN(const host::ClientContextPtr context, ContextFor(request, kBudget));
  v1::GetReviewRequest wanted;
  wanted.set_id(id);
  v1::StoredReview review;
  const grpc::Status status = stub.GetReview(context.get(), wanted, &review);
  if (status.error_code() == grpc::StatusCode::NOT_FOUND) return v1::StoredReview();
  if (!status.ok()) return host::FromGrpc(status);
  return review;
}

nlohmann::ordered_json JsonOf(const google::protobuf::Message& message) {
  return nlohmann::ordered_json::parse(ToApiJson(message));
}

void AppendFindings(const v1::ReviewSummary& summary, const v1::Review& review, std::string& text) {
  const nlohmann::ordered_json of_review = JsonOf(summary);
  for (const auto& finding : review.findings()) {
    nlohmann::ordered_json line = {{"review_id", summary.id()},
                                   {"repository", summary.repository().full_name()},
                                   {"number", of_review["number"]},
                                   {"head_commit", summary.head_commit()}};
    if (of_review.contains("queued_at")) line["queued_at"] = of_review["queued_at"];
    line["finding"] = JsonOf(finding);
    absl::StrAppend(&text, line.dump(), "\n");
  }
}

}  // namespace

absl::StatusOr<Lines> ReviewLines(Stub& stub, const http::HttpRequest& request,
                                  const v1::ListReviewsRequest& wanted) {
  ASSIGN_OR_RETURN(const v1::ListReviewsResponse list, List(stub, request, wanted));
  Lines lines = {.next_page_token = list.next_page_token()};
  for (const v1::ReviewSummary& summary : list.reviews()) {
    absl::StrAppend(&lines.text, JsonOf(summary).dump(), "\n");
  }
  return lines;
}

absl::StatusOr<Lines> FindingLines(Stub& stub, const http::HttpRequest& request,
                                   const v1::ListReviewsRequest& wanted) {
  ASSIGN_OR_RETURN(const v1::ListReviewsResponse list, List(stub, request, wanted));
  Lines lines = {.next_page_token = list.next_page_token()};
  for (int i = 0; i < list.reviews_size(); ++i) {
    const v1::ReviewSummary& summary = list.reviews(i);
    if (summary.state() != v1::REVIEW_STATE_DONE) continue;
    ASSIGN_OR_RETURN(const v1::StoredReview review, Get(stub, request, summary.id()));
    AppendFindings(summary, review.review(), lines.text);
    if (lines.text.size() < kEnoughBytes || i + 1 == list.reviews_size()) continue;
    lines.next_page_token = summary.id();
    break;
  }
  return lines;
}

}  // namespace allreview::api

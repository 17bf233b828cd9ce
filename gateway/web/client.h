#ifndef GATEWAY_WEB_CLIENT_H_
#define GATEWAY_WEB_CLIENT_H_

// Calls of ReviewService on behalf of one visitor: his token and the id of his request travel
// along.
//
//   ReviewClient client(stub, {.token = visitor.token, .request_id = request.request_id});
//   absl::StatusOr<review::v1::StoredReview> review = client.GetReview(id);
//
// Every call has a deadline. Errors are the service's. Safe from any thread.

#include <functional>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gateway/http/message.h"
#include "gateway/web/parsed_diff.h"
#include "proto/diff/v1/diff.grpc.pb.h"
#include "proto/report/v1/report.pb.h"
#include "proto/review/v1/review_service.grpc.pb.h"

namespace allreview::web {

struct Caller {
  std::string token;
  std::string request_id;
};

class ReviewClient {
 public:
  using Stub = review::v1::ReviewService::StubInterface;

  ReviewClient(Stub* stub, Caller caller) : stub_(*stub), caller_(std::move(caller)) {}

  absl::StatusOr<review::v1::ListReviewsResponse> ListReviews(
      const review::v1::ListReviewsRequest& request);
  absl::StatusOr<review::v1::StoredReview> GetReview(const review::v1::GetReviewRequest& request);
  absl::StatusOr<std::string> GetDocument(const review::v1::GetDocumentRequest& request);
  absl::StatusOr<review::v1::ListRepositoriesResponse> ListRepositories(
      const review::v1::ListRepositoriesRequest& request);
  absl::StatusOr<review::v1::ListRulesResponse> ListRules();
  absl::StatusOr<review::v1::ListRuleStandingsResponse> ListRuleStandings();
  absl::StatusOr<review::v1::GetTrendsResponse> GetTrends(
      const review::v1::GetTrendsRequest& request);
  absl::StatusOr<review::v1::AddFeedbackResponse> AddFeedback(
      const review::v1::AddFeedbackRequest& request);

  absl::StatusOr<review::v1::ListFeedbackResponse> ListFeedback(
      const review::v1::ListFeedbackRequest& request);

  // For operators: scope admin.
  absl::StatusOr<review::v1::ListAuditResponse> ListAudit(
      const review::v1::ListAuditRequest& request);
  absl::StatusOr<review::v1::ListDeadLettersResponse> ListDeadLetters();
  absl::StatusOr<review::v1::RetryDeadLetterResponse> RetryDeadLetter(
      const review::v1::RetryDeadLetterRequest& request);

  // Calls `receive` for each event until the review ends, `receive` returns false, or `stream`
  // ends.
  absl::Status WatchReview(
      const std::string& id, http::EventStream& stream,
      const std::function<bool(const review::v1::WatchReviewResponse&)>& receive);

 private:
  Stub& stub_;
  const Caller caller_;
};

// The text of a diff that a visitor was given, taken apart. Asks for no token: it shows nothing
// that is not in the text.
absl::StatusOr<ParsedDiff> ParseDiff(diff::v1::DiffService::StubInterface& service,
                                     absl::string_view text, const std::string& request_id);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_CLIENT_H_

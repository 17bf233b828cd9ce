#include "gateway/api/route_table.h"

#include <string>

#include "base/check.h"

namespace allreview::api {
namespace {

namespace v1 = review::v1;

template <typename In, typename Out,
          grpc::Status (Stub::*method)(grpc::ClientContext*, const In&, Out*)>
grpc::Status Unary(Stub& stub, grpc::ClientContext* context,
                   const google::protobuf::Message& request, google::protobuf::Message* response) {
  return (stub.*method)(context, static_cast<const In&>(request), static_cast<Out*>(response));
}

constexpr Parameter kId[] = {{"id", "id"}};
constexpr Parameter kReviewId[] = {{"id", "review_id"}};
constexpr Parameter kDocumentPath[] = {{"id", "id"}, {"document", "document.document"}};
constexpr Parameter kRuleId[] = {{"id", ""}};  // Picks one of the answer.

constexpr Parameter kReviewFilters[] = {{"repository_id", "repository_id"},
                                        {"number", "number"},
                                        {"states", "states"},
                                        {"conclusions", "conclusions"},
                                        {"author", "author"},
                                        {"person", "person"},
                                        {"rule_id", "rule_id"},
                                        {"text", "text"},
                                        {"severities", "severities"},
                                        {"sha", "head_commit"},
                                        {"since", "since"},
                                        {"until", "until"},
                                        {"order", "order"},
                                        {"page_size", "page_size"},
                                        {"page_token", "page_token"},
                                        {"with_totals", "with_totals"}};
constexpr Parameter kDiffOptions[] = {{"name", "ref.patch.name"},
                                      {"repository", "ref.patch.repository"}};
constexpr Parameter kSummaryOnly[] = {{"is_summary_only", "is_summary_only"}};
constexpr Parameter kDocumentOptions[] = {{"format", "document.format"},
                                          {"language", "document.language"}};
constexpr Parameter kPullRequest[] = {{"owner", "ref.github.owner"},
                                      {"repository", "ref.github.repository"},
                                      {"number", "ref.github.number"}};
constexpr Parameter kToolLogOptions[] = {{"head_commit", "head_commit"}, {"name", "log.name"}};
constexpr Parameter kEventFilters[] = {
    {"first", "first"}, {"types", "types"}, {"repository_id", "repository_id"}};
constexpr Parameter kFeedbackFilters[] = {
    {"rule_id", "rule_id"},      {"repository_id", "repository_id"}, {"number", "number"},
    {"votes", "votes"},          {"has_reason", "has_reason"},       {"page_size", "page_size"},
    {"page_token", "page_token"}};
constexpr Parameter kOrganisation[] = {{"organisation", "organisation"}};
constexpr Parameter kPages[] = {{"page_size", "page_size"}, {"page_token", "page_token"}};
constexpr Parameter kAuditFilters[] = {
    {"action", "action"}, {"page_size", "page_size"}, {"page_token", "page_token"}};
constexpr Parameter kSessionFilters[] = {{"person", "person"}};
constexpr Parameter kSessions[] = {{"id", "id"}, {"person", "person"}};
constexpr Parameter kDays[] = {
    {"repository_id", "repository_id"}, {"first_day", "first_day"}, {"last_day", "last_day"}};

constexpr UnaryCall kGetReview = Unary<v1::GetReviewRequest, v1::StoredReview, &Stub::GetReview>;
constexpr UnaryCall kListRules =
    Unary<v1::ListRulesRequest, v1::ListRulesResponse, &Stub::ListRules>;
constexpr UnaryCall kExplainPolicy =
    Unary<v1::ExplainPolicyRequest, v1::ExplainPolicyResponse, &Stub::ExplainPolicy>;

constexpr ApiRoute kRoutes[] = {
    {.method = "GET",
     .pattern = "/api/v1/reviews",
     .rpc = "ListReviews",
     .operation = "listReviews",
     .summary = "Reviews, the newest or the oldest first",
     .query = kReviewFilters,
     .call = Unary<v1::ListReviewsRequest, v1::ListReviewsResponse, &Stub::ListReviews>},
    {.method = "POST",
     .pattern = "/api/v1/reviews",
     .rpc = "SubmitReview",
     .operation = "submitReview",
     .summary = "Queues a review; the same change is reviewed once",
     .has_body = true,
     .diff_field = "ref.patch.text",
     .diff_query = kDiffOptions,
     .max_body_bytes = 16 << 20,  // A patch may travel in it.
     .result = Result::kSubmitted,
     .call = Unary<v1::SubmitReviewRequest, v1::SubmitReviewResponse, &Stub::SubmitReview>},
    {.method = "GET",
     .pattern = "/api/v1/reviews/{id}",
     .rpc = "GetReview",
     .operation = "getReview",
     .summary = "A review with everything that is kept of it",
     .path = kId,
     .query = kSummaryOnly,
     .call = kGetReview},
    {.method = "DELETE",
     .pattern = "/api/v1/reviews/{id}",
     .rpc = "CancelReview",
     .operation = "cancelReview",
     .summary = "Withdraws a review that has not ended",
     .path = kId,
     .call = Unary<v1::CancelReviewRequest, v1::ReviewSummary, &Stub::CancelReview>},
    {.method = "GET",
     .pattern = "/api/v1/reviews/{id}/findings",
     .rpc = "GetReview",
     .operation = "listFindings",
     .summary = "The findings of a finished review",
     .path = kId,
     .result = Result::kFindings,
     .call = kGetReview},
    {.method = "GET",
     .pattern = "/api/v1/reviews/{id}/diff",
     .rpc = "GetReview",
     .operation = "getDiff",
     .summary = "The unified diff that was reviewed",
     .path = kId,
     .result = Result::kDiff,
     .call = kGetReview},
    {.method = "GET",
     .pattern = "/api/v1/reviews/{id}/documents/{document}",
     .rpc = "GetDocument",
     .operation = "getDocument",
     .summary = "A document of a finished review; its format by parameter, else by Accept",
     .path = kDocumentPath,
     .query = kDocumentOptions,
     .result = Result::kDocument},
    {.method = "GET",
     .pattern = "/api/v1/reviews/{id}/events",
     .rpc = "WatchReview",
     .operation = "watchReview",
     .summary = "Events: \"review\" with its state now and after each change, \"progress\", and at "
                "last \"end\" or \"problem\", after which a client closes",
     .path = kId,
     .result = Result::kEvents},
    {.method = "POST",
     .pattern = "/api/v1/reviews/{id}/feedback",
     .rpc = "AddFeedback",
     .operation = "addFeedback",
     .summary = "Says of a finding whether it was useful",
     .path = kReviewId,
     .has_body = true,
     .call = Unary<v1::AddFeedbackRequest, v1::AddFeedbackResponse, &Stub::AddFeedback>},
    {.method = "POST",
     .pattern = "/api/v1/pulls/{owner}/{repository}/{number}/sarif",
     .rpc = "AddToolLog",
     .operation = "addToolLog",
     .summary =
         "Adds a SARIF 2.1.0 log of another tool to the review of the head of a pull request",
     .path = kPullRequest,
     .query = kToolLogOptions,
     .has_body = true,
     .body_field = "log.content",
     .max_body_bytes = 16 << 20,
     .call = Unary<v1::AddToolLogRequest, v1::AddToolLogResponse, &Stub::AddToolLog>},
    {.method = "GET",
     .pattern = "/api/v1/export/reviews",
     .rpc = "ListReviews",
     .operation = "exportReviews",
     .summary = "The same reviews as listReviews lists, a line of JSON each",
     .query = kReviewFilters,
     .result = Result::kReviewLines},
    {.method = "GET",
     .pattern = "/api/v1/export/findings",
     .rpc = "ListReviews",
     .operation = "exportFindings",
     .summary = "Their findings, a line of JSON each",
     .query = kReviewFilters,
     .result = Result::kFindingLines},
    {.method = "GET",
     .pattern = "/api/v1/events",
     .rpc = "WatchEvents",
     .operation = "watchEvents",
     .summary = "Events \"review-finished\" and \"feedback-added\" as they happen; a client that "
                "comes again with Last-Event-ID misses none",
     .query = kEventFilters,
     .result = Result::kServerEvents},
    {.method = "GET",
     .pattern = "/api/v1/feedback",
     .rpc = "ListFeedback",
     .operation = "listFeedback",
     .summary = "What people said of findings, with their reasons",
     .query = kFeedbackFilters,
     .call = Unary<v1::ListFeedbackRequest, v1::ListFeedbackResponse, &Stub::ListFeedback>},
    {.method = "GET",
     .pattern = "/api/v1/rules",
     .rpc = "ListRules",
     .operation = "listRules",
     .summary = "All rules with their documentation",
     .call = kListRules},
    {.method = "GET",
     .pattern = "/api/v1/rules/{id}",
     .rpc = "ListRules",
     .operation = "getRule",
     .summary = "One rule with its documentation",
     .path = kRuleId,
     .result = Result::kRule,
     .call = kListRules},
    {.method = "GET",
     .pattern = "/api/v1/rules/standings",
     .rpc = "ListRuleStandings",
     .operation = "listRuleStandings",
     .summary = "How useful people find each rule",
     .query = kOrganisation,
     .call = Unary<v1::ListRuleStandingsRequest, v1::ListRuleStandingsResponse,
                   &Stub::ListRuleStandings>},
    {.method = "POST",
     .pattern = "/api/v1/rules/test",
     .rpc = "TestRules",
     .operation = "testRules",
     .summary = "Checks rule files of an organisation and runs the tests of their rules",
     .has_body = true,
     .max_body_bytes = 4 << 20,
     .call = Unary<v1::TestRulesRequest, v1::TestRulesResponse, &Stub::TestRules>},
    {.method = "GET",
     .pattern = "/api/v1/numerics/capabilities",
     .rpc = "GetNumericsCapabilities",
     .operation = "getNumericsCapabilities",
     .summary = "Which operations, formats and inputs measurements know",
     .call = Unary<numerics::v1::GetCapabilitiesRequest, numerics::v1::GetCapabilitiesResponse,
                   &Stub::GetNumericsCapabilities>},
    {.method = "POST",
     .pattern = "/api/v1/numerics/replay",
     .rpc = "ReplayNumerics",
     .operation = "replayNumerics",
     .summary = "Measures a kept input again",
     .has_body = true,
     .max_body_bytes = 1 << 20,
     .call =
         Unary<numerics::v1::ReplayRequest, numerics::v1::EvaluateResponse, &Stub::ReplayNumerics>},
    {.method = "GET",
     .pattern = "/api/v1/policies/explain",
     .rpc = "ExplainPolicy",
     .operation = "explainPolicy",
     .summary = "The policy of a pull request's repository; without one, that of the organisation",
     .query = kPullRequest,
     .call = kExplainPolicy},
    {.method = "POST",
     .pattern = "/api/v1/policies/explain",
     .rpc = "ExplainPolicy",
     .operation = "explainGivenPolicy",
     .summary = "The same for any change and for policies and rule files of the caller's",
     .has_body = true,
     .max_body_bytes = 1 << 20,  // Four policies of the largest size that is read.
     .call = kExplainPolicy},
    {.method = "GET",
     .pattern = "/api/v1/repositories",
     .rpc = "ListRepositories",
     .operation = "listRepositories",
     .summary = "Repositories that have been reviewed, by name",
     .query = kPages,
     .call =
         Unary<v1::ListRepositoriesRequest, v1::ListRepositoriesResponse, &Stub::ListRepositories>},
    {.method = "GET",
     .pattern = "/api/v1/trends",
     .rpc = "GetTrends",
     .operation = "getTrends",
     .summary = "Findings, votes and coverage, day by day",
     .query = kDays,
     .call = Unary<v1::GetTrendsRequest, v1::GetTrendsResponse, &Stub::GetTrends>},
    {.method = "GET",
     .pattern = "/api/v1/audit",
     .rpc = "ListAudit",
     .operation = "listAudit",
     .summary = "Who did what, the newest first",
     .query = kAuditFilters,
     .call = Unary<v1::ListAuditRequest, v1::ListAuditResponse, &Stub::ListAudit>},
    {.method = "GET",
     .pattern = "/api/v1/dead-letters",
     .rpc = "ListDeadLetters",
     .operation = "listDeadLetters",
     .summary = "Work that was given up",
     .call =
         Unary<v1::ListDeadLettersRequest, v1::ListDeadLettersResponse, &Stub::ListDeadLetters>},
    {.method = "POST",
     .pattern = "/api/v1/dead-letters/{id}/retry",
     .rpc = "RetryDeadLetter",
     .operation = "retryDeadLetter",
     .summary = "Puts a dead letter back into the queue",
     .path = kId,
     .call =
         Unary<v1::RetryDeadLetterRequest, v1::RetryDeadLetterResponse, &Stub::RetryDeadLetter>},
    {.method = "GET",
     .pattern = "/api/v1/sessions",
     .rpc = "ListSessions",
     .operation = "listSessions",
     .summary = "Who is logged in: operators see everybody, others their own sessions",
     .query = kSessionFilters,
     .call = Unary<v1::ListSessionsRequest, v1::ListSessionsResponse, &Stub::ListSessions>},
    {.method = "DELETE",
     .pattern = "/api/v1/sessions",
     .rpc = "RevokeSessions",
     .operation = "revokeSessions",
     .summary = "Ends one session, or all of a person, on every gateway",
     .query = kSessions,
     .call = Unary<v1::RevokeSessionsRequest, v1::RevokeSessionsResponse, &Stub::RevokeSessions>},
};

}  // namespace

absl::Span<const ApiRoute> ApiRoutes() { return kRoutes; }

const google::protobuf::MethodDescriptor& MethodOf(const ApiRoute& route) {
  // By way of a message, so that the linker keeps the file's descriptor.
  const auto* service =
      v1::GetReviewRequest::descriptor()->file()->FindServiceByName("ReviewService");
  CHECK(service != nullptr) << "the review service is elsewhere";
  const auto* method = service->FindMethodByName(std::string(route.rpc));
  CHECK(method != nullptr) << "there is no RPC " << route.rpc;
  return *method;
}

}  // namespace allreview::api

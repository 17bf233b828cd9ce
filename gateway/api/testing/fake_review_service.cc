#include "gateway/api/testing/fake_review_service.h"

#include <chrono>
#include <thread>

#include "absl/strings/str_cat.h"
#include "grpcpp/server.h"
#include "grpcpp/server_builder.h"

namespace allreview::api {
namespace {

namespace v1 = review::v1;

std::string ValueOf(const grpc::ServerContext& context, const char* key) {
  const auto found = context.client_metadata().find(key);
  if (found == context.client_metadata().end()) return "";
  return {found->second.data(), found->second.size()};
}

grpc::Status NoReview() { return {grpc::StatusCode::NOT_FOUND, "there is no such review"}; }

}  // namespace

FakeReviewService::FakeReviewService() {
  grpc::ServerBuilder builder;
  builder.RegisterService(this);
  server_ = builder.BuildAndStart();
}

FakeReviewService::~FakeReviewService() { server_->Shutdown(std::chrono::system_clock::now()); }

std::unique_ptr<v1::ReviewService::Stub> FakeReviewService::NewStub() {
  return v1::ReviewService::NewStub(server_->InProcessChannel({}));
}

void FakeReviewService::Remember(const grpc::ServerContext& context,
                                 const google::protobuf::Message& request) {
  last_request = request.ShortDebugString();
  last_authorization = ValueOf(context, "authorization");
  last_request_id = ValueOf(context, "x-allreview-request-id");
}

grpc::Status FakeReviewService::ListReviews(grpc::ServerContext* context,
                                            const v1::ListReviewsRequest* request,
                                            v1::ListReviewsResponse* response) {
  Remember(*context, *request);
  *response = list;
  return grpc::Status::OK;
}

grpc::Status FakeReviewService::AddToolLog(grpc::ServerContext* context,
                                           const v1::AddToolLogRequest* request,
                                           v1::AddToolLogResponse* response) {
  Remember(*context, *request);
  response->mutable_review()->set_id("r9");
  response->set_is_new(true);
  return grpc::Status::OK;
}

grpc::Status FakeReviewService::SubmitReview(grpc::ServerContext* context,
                                             const v1::SubmitReviewRequest* request,
                                             v1::SubmitReviewResponse* response) {
  Remember(*context, *request);
  response->mutable_review()->set_id("r9");
  response->set_is_new(is_submission_new);
  context->AddTrailingMetadata("ratelimit-limit", "500");
  context->AddTrailingMetadata("ratelimit-remaining", "499");
  context->AddTrailingMetadata("ratelimit-reset", "7");
  return grpc::Status::OK;
}

grpc::Status FakeReviewService::GetReview(grpc::ServerContext* context,
                                          const v1::GetReviewRequest* request,
                                          v1::StoredReview* response) {
  Remember(*context, *request);
  if (reviews.count(request->id()) == 0) return NoReview();
  *response = reviews[request->id()];
  return grpc::Status::OK;
}

grpc::Status FakeReviewService::CancelReview(grpc::ServerContext* context,
                                             const v1::CancelReviewRequest* request,
                                             v1::ReviewSummary* response) {
  Remember(*context, *request);
  response->set_id(request->id());
  response->set_state(v1::REVIEW_STATE_CANCELLED);
  return grpc::Status::OK;
}

grpc::Status FakeReviewService::AddFeedback(grpc::ServerContext* context,
                                            const v1::AddFeedbackRequest* request,
                                            v1::AddFeedbackResponse* response) {
  Remember(*context, *request);
  response->mutable_standing()->set_not_useful(1);
  return grpc::Status::OK;
}

grpc::Status FakeReviewService::ListRules(grpc::ServerContext* context,
                                          const v1::ListRulesRequest* request,
                                          v1::ListRulesResponse* response) {
  Remember(*context, *request);
  *response = rules;
  return grpc::Status::OK;
}

grpc::Status FakeReviewService::ExplainPolicy(grpc::ServerContext* context,
                                              const v1::ExplainPolicyRequest* request,
                                              v1::ExplainPolicyResponse*) {
  Remember(*context, *request);
  return grpc::Status::OK;
}

grpc::Status FakeReviewService::GetDocument(grpc::ServerContext* context,
                                            const v1::GetDocumentRequest* request,
                                            grpc::ServerWriter<report::v1::DocumentChunk>* writer) {
  Remember(*context, *request);
  if (reviews.count(request->id()) == 0) return NoReview();
  for (char c : document) {
    report::v1::DocumentChunk chunk;
    chunk.set_content(std::string(1, c));
    writer->Write(chunk);
  }
  return grpc::Status::OK;
}

grpc::Status FakeReviewService::WatchReview(grpc::ServerContext* context,
                                            const v1::WatchReviewRequest* request,
                                            grpc::ServerWriter<v1::WatchReviewResponse>* writer) {
  Remember(*context, *request);
  v1::WatchReviewResponse response;
  *response.mutable_review() = reviews[request->id()].summary();
  writer->Write(response);
  response.mutable_progress()->set_stage("analysis");
  writer->Write(response);
  while (is_watch_endless && !context->IsCancelled()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  was_cancelled = context->IsCancelled();
  return grpc::Status::OK;
}

grpc::Status FakeReviewService::WatchEvents(grpc::ServerContext* context,
                                            const v1::WatchEventsRequest* request,
                                            grpc::ServerWriter<v1::Event>* writer) {
  Remember(*context, *request);
  for (const v1::Event& event : events) writer->Write(event);
  return grpc::Status::OK;
}

grpc::Status FakeReviewService::ListAudit(grpc::ServerContext* context,
                                          const v1::ListAuditRequest* request,
                                          v1::ListAuditResponse*) {
  Remember(*context, *request);
  if (last_authorization.empty()) return {grpc::StatusCode::UNAUTHENTICATED, "no token"};
  return {grpc::StatusCode::PERMISSION_DENIED, "wrong scope"};
}

grpc::Status FakeReviewService::RetryDeadLetter(grpc::ServerContext* context,
                                                const v1::RetryDeadLetterRequest* request,
                                                v1::RetryDeadLetterResponse* response) {
  Remember(*context, *request);
  response->set_job_key(absl::StrCat("job of ", request->id()));
  return grpc::Status::OK;
}

}  // namespace allreview::api

#ifndef GATEWAY_API_TESTING_FAKE_REVIEW_SERVICE_H_
#define GATEWAY_API_TESTING_FAKE_REVIEW_SERVICE_H_

// A ReviewService that answers with what it was given, and remembers what it was asked.
//
//   FakeReviewService fake;
//   fake.reviews["r1"] = stored;
//   std::unique_ptr<review::v1::ReviewService::Stub> stub = fake.NewStub();

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "proto/review/v1/review_service.grpc.pb.h"

namespace allreview::api {

class FakeReviewService final : public review::v1::ReviewService::Service {
 public:
  FakeReviewService();
  ~FakeReviewService() override;

  // A stub for a server inside this process, which ends with the fake.
  std::unique_ptr<review::v1::ReviewService::Stub> NewStub();

  std::map<std::string, review::v1::StoredReview> reviews;
  review::v1::ListReviewsResponse list;
  review::v1::ListRulesResponse rules;
  std::vector<review::v1::Event> events;  // Sent to each watcher, whatever it asked for.
  std::string document = "# text\n";
  bool is_submission_new = true;
  bool is_watch_endless = false;  // The stream stays open until it is cancelled.

  std::string last_request;  // Of the last call, as its short debug string.
  std::string last_authorization;
  std::string last_request_id;
  std::atomic<bool> was_cancelled = false;

  grpc::Status ListReviews(grpc::ServerContext* context,
                           const review::v1::ListReviewsRequest* request,
                           review::v1::ListReviewsResponse* response) override;
  grpc::Status SubmitReview(grpc::ServerContext* context,
                            const review::v1::SubmitReviewRequest* request,
                            review::v1::SubmitReviewResponse* response) override;
  grpc::Status AddToolLog(grpc::ServerContext* context,
                          const review::v1::AddToolLogRequest* request,
                          review::v1::AddToolLogResponse* response) override;
  grpc::Status GetReview(grpc::ServerContext* context, const review::v1::GetReviewRequest* request,
                         review::v1::StoredReview* response) override;
  grpc::Status CancelReview(grpc::ServerContext* context,
                            const review::v1::CancelReviewRequest* request,
                            review::v1::ReviewSummary* response) override;
  grpc::Status AddFeedback(grpc::ServerContext* context,
                           const review::v1::AddFeedbackRequest* request,
                           review::v1::AddFeedbackResponse* response) override;
  grpc::Status ListRules(grpc::ServerContext* context, const review::v1::ListRulesRequest* request,
                         review::v1::ListRulesResponse* response) override;
  grpc::Status ExplainPolicy(grpc::ServerContext* context,
                             const review::v1::ExplainPolicyRequest* request,
                             review::v1::ExplainPolicyResponse* response) override;
  grpc::Status GetDocument(grpc::ServerContext* context,
                           const review::v1::GetDocumentRequest* request,
                           grpc::ServerWriter<report::v1::DocumentChunk>* writer) override;
  grpc::Status WatchReview(grpc::ServerContext* context,
                           const review::v1::WatchReviewRequest* request,
                           grpc::ServerWriter<review::v1::WatchReviewResponse>* writer) override;
  grpc::Status WatchEvents(grpc::ServerContext* context,
                           const review::v1::WatchEventsRequest* request,
                           grpc::ServerWriter<review::v1::Event>* writer) override;
  grpc::Status ListAudit(grpc::ServerContext* context, const review::v1::ListAuditRequest* request,
                         review::v1::ListAuditResponse* response) override;
  grpc::Status RetryDeadLetter(grpc::ServerContext* context,
                               const review::v1::RetryDeadLetterRequest* request,
                               review::v1::RetryDeadLetterResponse* response) override;

 private:
  void Remember(const grpc::ServerContext& context, const google::protobuf::Message& request);

  std::unique_ptr<grpc::Server> server_;
};

}  // namespace allreview::api

#endif  // GATEWAY_API_TESTING_FAKE_REVIEW_SERVICE_H_

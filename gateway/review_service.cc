#include "gateway/review_service.h"

#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "proto/review/v1/review_service.grpc.pb.h"
#include "services/host/call.h"

namespace allreview::gateway {
namespace {

using diff::v1::ParseRequest;
using diff::v1::ParseResponse;
using review::v1::ReviewEvent;
using review::v1::ReviewPatchRequest;
using review::v1::ReviewRequest;

// Holds when the caller sets no deadline.
constexpr absl::Duration kDefaultBudget = absl::Minutes(10);

absl::Status Validate(const ReviewRequest& request) {
  if (request.ref().source_case() == change::v1::ChangeRef::SOURCE_NOT_SET) {
    return absl::InvalidArgumentError(
        "request.ref names no change; wanted a local repository, patch, directories or pull "
        "request");
  }
  if (request.threads() < 0) {
    return absl::InvalidArgumentError("request.threads is negative; wanted 0 or more");
  }
  for (const report::v1::DocumentRequest& document : request.documents()) {
    if (document.width() < 0) {
      return absl::InvalidArgumentError("request.documents.width is negative; wanted 0 or more");
    }
  }
  return absl::OkStatus();
}

// Both directions of a stream, each by a thread of its own.
template <typename Request, typename Response>
grpc::Status PassOn(grpc::ClientReaderWriterInterface<Request, Response>& exchange,
                    grpc::ClientContext& call,
                    grpc::ServerReaderWriter<Response, Request>& stream) {
  std::thread writer([&] {
    Request request;
    bool is_open = true;
    while (is_open && stream.Read(&request)) is_open = exchange.Write(request);
    if (is_open) exchange.WritesDone();
  });
  Response response;
  while (exchange.Read(&response)) {
    if (!stream.Write(response)) {
      call.TryCancel();
      break;
    }
  }
  const grpc::Status status = exchange.Finish();
  // Of a service that ended early, the caller's remaining messages are read and dropped.
  writer.join();
  return status;
}

class ReviewServiceAdapter final : public review::v1::ReviewService::Service {
 public:
  ReviewServiceAdapter(StubsProvider stubs, PipelineOptions options)
      : stubs_(std::move(stubs)), options_(std::move(options)) {}

  grpc::Status Review(grpc::ServerContext* context, const ReviewRequest* request,
                      grpc::ServerWriter<ReviewEvent>* writer) override {
    return Run(*context, *request, nullptr,
               [writer](const ReviewEvent& event) { return writer->Write(event); });
  }

  grpc::Status ReviewPatch(
      grpc::ServerContext* context,
      grpc::ServerReaderWriter<ReviewEvent, ReviewPatchRequest>* stream) override {
    ReviewPatchRequest first;
    if (!stream->Read(&first) || !first.has_request() || !first.request().ref().has_patch()) {
      return {grpc::StatusCode::INVALID_ARGUMENT,
              "the first message must be a request whose ref is a patch"};
    }
    const PatchReader patch = [stream](std::string* chunk) {
      ReviewPatchRequest message;
      if (!stream->Read(&message) || message.has_request()) return false;
      chunk->swap(*message.mutable_chunk());
      return true;
    };
    return Run(*context, first.request(), patch,
               [stream](const ReviewEvent& event) { return stream->Write(event); });
  }

  grpc::Status ParseDiff(grpc::ServerContext* context,
                         grpc::ServerReaderWriter<ParseResponse, ParseRequest>* stream) override {
    const host::Request caller = host::RequestFromServer(*context, kDefaultBudget);
    const std::unique_ptr<grpc::ClientContext> call = host::NewClientContext(caller);
    const auto exchange = stubs_().diff->Parse(call.get());
    return PassOn<ParseRequest, ParseResponse>(*exchange, *call, *stream);
  }

  grpc::Status ListRules(grpc::ServerContext* context, const review::v1::ListRulesRequest* request,
                         review::v1::ListRulesResponse* response) override {
    const host::Request caller = host::RequestFromServer(*context, kDefaultBudget);
    analysis::v1::ListRulesRequest list;
    *list.mutable_rule_files() = request->rule_files();
    auto rules = host::Call(*stubs_().analysis,
                            &analysis::v1::AnalysisService::StubInterface::ListRules, list, caller);
    if (!rules.ok()) return host::ToGrpc(rules.status());
    response->mutable_rules()->Swap(rules->mutable_rules());
    response->mutable_diagnostics()->Swap(rules->mutable_diagnostics());
    response->set_rules_hash(rules->rules_hash());
    return grpc::Status::OK;
  }

  grpc::Status TestRules(grpc::ServerContext* context, const review::v1::TestRulesRequest* request,
                         review::v1::TestRulesResponse* response) override {
    const host::Request caller = host::RequestFromServer(*context, kDefaultBudget);
    analysis::v1::TestRulesRequest test;
    *test.mutable_rule_files() = request->rule_files();
    auto result = host::Call(
        *stubs_().analysis, &analysis::v1::AnalysisService::StubInterface::TestRules, test, caller);
    if (!result.ok()) return host::ToGrpc(result.status());
    response->mutable_diagnostics()->Swap(result->mutable_diagnostics());
    response->mutable_tests()->Swap(result->mutable_tests());
    return grpc::Status::OK;
  }

  grpc::Status ExplainPolicy(grpc::ServerContext* context,
                             const review::v1::ExplainPolicyRequest* request,
                             review::v1::ExplainPolicyResponse* response) override {
    const host::Request caller = host::RequestFromServer(*context, kDefaultBudget);
    auto policy = Pipeline(stubs_(), options_).ExplainPolicy(*request, caller);
    if (!policy.ok()) return host::ToGrpc(policy.status());
    response->mutable_policy()->Swap(&*policy);
    return grpc::Status::OK;
  }

  grpc::Status EvaluateNumerics(
      grpc::ServerContext* context,
      grpc::ServerReaderWriter<numerics::v1::EvaluateResponse, numerics::v1::EvaluateRequest>*
          stream) override {
    if (stubs_().numerics == nullptr) return NoNumerics();
    const host::Request caller = host::RequestFromServer(*context, kDefaultBudget);
    const std::unique_ptr<grpc::ClientContext> call = host::NewClientContext(caller);
    return PassOn<numerics::v1::EvaluateRequest, numerics::v1::EvaluateResponse>(
        *stubs_().numerics->Evaluate(call.get()), *call, *stream);
  }

  grpc::Status ReplayNumerics(grpc::ServerContext* context,
                              const numerics::v1::ReplayRequest* request,
                              numerics::v1::EvaluateResponse* response) override {
    if (stubs_().numerics == nullptr) return NoNumerics();
    const std::unique_ptr<grpc::ClientContext> call =
        host::NewClientContext(host::RequestFromServer(*context, kDefaultBudget));
    return stubs_().numerics->Replay(call.get(), *request, response);
  }

  grpc::Status GetNumericsCapabilities(grpc::ServerContext* context,
                                       const numerics::v1::GetCapabilitiesRequest* request,
                                       numerics::v1::GetCapabilitiesResponse* response) override {
    if (stubs_().numerics == nullptr) return NoNumerics();
    const std::unique_ptr<grpc::ClientContext> call =
        host::NewClientContext(host::RequestFromServer(*context, kDefaultBudget));
    return stubs_().numerics->GetCapabilities(call.get(), *request, response);
  }

 private:
  static grpc::Status NoNumerics() {
    return {grpc::StatusCode::FAILED_PRECONDITION,
            "this gateway runs no numerical checks: start it with --numerics=HOST:PORT"};
  }

  grpc::Status Run(const grpc::ServerContext& context, const ReviewRequest& request,
                   const PatchReader& patch, const EventReceiver& send) {
    const absl::Status valid = Validate(request);
    if (!valid.ok()) return host::ToGrpc(valid);
    const host::Request caller = host::RequestFromServer(context, kDefaultBudget);
    return host::ToGrpc(Pipeline(stubs_(), options_).Review(request, patch, caller, send));
  }

  const StubsProvider stubs_;
  const PipelineOptions options_;
};

}  // namespace

std::unique_ptr<grpc::Service> NewReviewService(StubsProvider stubs, PipelineOptions options) {
  return std::make_unique<ReviewServiceAdapter>(std::move(stubs), std::move(options));
}

}  // namespace allreview::gateway

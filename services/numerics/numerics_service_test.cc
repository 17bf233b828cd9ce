#include "services/numerics/numerics_service.h"

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/numerics/graph/graph_code.h"
#include "analyzers/tensor_expressions/expression.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "grpcpp/client_context.h"
#include "gtest/gtest.h"
#include "host/host.h"
#include "host/metrics.h"
#include "proto/numerics/v1/numerics.grpc.pb.h"

namespace allreview {
namespace {

using numerics::v1::EvaluateRequest;
using numerics::v1::EvaluateResponse;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr char kNaiveSoftmax[] = "torch.exp(x)/torch.exp(x).sum(-1,keepdim=True)";

struct Outcome {
  std::vector<EvaluateResponse> responses;
  grpc::Status status;
};

class Numerics {
 public:
  Numerics() {
    std::vector<std::unique_ptr<grpc::Service>> services;
    services.push_back(NewNumericsService({.threads = 1, .metrics = &metrics_}));
    host_ = *host::Host::Start(std::move(services), {});
    stub_ = numerics::v1::NumericsService::NewStub(host_->InProcessChannel());
  }

  Outcome Evaluate(const std::vector<EvaluateRequest>& requests,
                   std::chrono::milliseconds limit = std::chrono::minutes(1)) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + limit);
    const auto stream = stub_->Evaluate(&context);
    // In one process each end waits until the other one reads.
    std::thread writer([&] {
      for (const EvaluateRequest& request : requests) stream->Write(request);
      stream->WritesDone();
    });
    Outcome outcome;
    EvaluateResponse response;
    while (stream->Read(&response)) outcome.responses.push_back(response);
    writer.join();
    outcome.status = stream->Finish();
    return outcome;
  }

  numerics::v1::NumericsService::Stub& stub() { return *stub_; }
  std::string metrics() const { return metrics_.Text(); }

 private:
  host::Metrics metrics_;
  std::unique_ptr<host::Host> host_;
  std::unique_ptr<numerics::v1::NumericsService::Stub> stub_;
};

EvaluateRequest TextRequest(const std::string& expression, const std::string& domains) {
  EvaluateRequest request;
  request.mutable_text()->set_expression(expression);
  request.mutable_text()->set_domains(domains);
  request.set_samples(4096);
  return request;
}

numerics::v1::Expression ExpressionOf(const std::string& text) {
  const auto graph = tensor_expressions::ReadExpression(text, "", {});
  EXPECT_OK(graph.status());
  numerics::v1::Expression expression;
  expression.set_code(numerics::GraphCode(*graph));
  expression.set_text(text);
  for (const numerics::Input& input : graph->inputs) {
    expression.add_inputs()->set_name(input.name);
    expression.mutable_inputs(expression.inputs_size() - 1)->set_role("logit");
  }
  expression.mutable_range()->set_path("a.py");
  expression.mutable_range()->set_first_line(3);
  return expression;
}

EvaluateRequest ChangeRequest(const std::string& before, const std::string& after) {
  EvaluateRequest request;
  if (!before.empty()) *request.mutable_change()->mutable_before() = ExpressionOf(before);
  *request.mutable_change()->mutable_after() = ExpressionOf(after);
  request.set_samples(4096);
  request.add_formats(numerics::v1::NUMBER_FORMAT_FP16);
  return request;
}

TEST(NumericsService, MeasuresAnExpressionInThreeFormats) {
  Numerics numerics;
  const Outcome outcome = numerics.Evaluate({TextRequest(kNaiveSoftmax, "x~N(0,4)[16,256]")});
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.error_message();
  ASSERT_THAT(outcome.responses, SizeIs(1));
  const EvaluateResponse& response = outcome.responses[0];
  ASSERT_EQ(response.results_size(), 3);
  EXPECT_EQ(response.results(0).measurement().format(), "bf16");
  EXPECT_EQ(response.results(0).measurement().verdict(), "ok");
  const finding::v1::Measurement& fp16 = response.results(1).measurement();
  EXPECT_EQ(fp16.verdict(), "overflow");
  EXPECT_GT(fp16.failures(), 0);
  EXPECT_EQ(fp16.samples(), 4096);
  EXPECT_FALSE(fp16.replay().empty());
  EXPECT_TRUE(response.is_complete());
  EXPECT_TRUE(response.is_last());
}

TEST(NumericsService, AnswersInTheOrderOfTheRequests) {
  Numerics numerics;
  const Outcome outcome = numerics.Evaluate(
      {TextRequest("x + 1", ""), TextRequest("torch.fft.rfft(x)", ""), TextRequest("x * 2", "")});
  ASSERT_TRUE(outcome.status.ok());
  ASSERT_THAT(outcome.responses, SizeIs(3));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(outcome.responses[i].request(), i);
  EXPECT_EQ(outcome.responses[0].not_extracted(), "");
  EXPECT_NE(outcome.responses[1].not_extracted(), "");
  EXPECT_EQ(outcome.responses[2].not_extracted(), "");
}

TEST(NumericsService, TakesTheSecondAnswerFromItsCache) {
  Numerics numerics;
  const EvaluateRequest request = TextRequest("torch.log1p(x)", "x~U(0,1)");
  const Outcome outcome = numerics.Evaluate({request, request});
  ASSERT_THAT(outcome.responses, SizeIs(2));
  EXPECT_FALSE(outcome.responses[0].is_cached());
  EXPECT_TRUE(outcome.responses[1].is_cached());
  ASSERT_EQ(outcome.responses[0].results_size(), outcome.responses[1].results_size());
  for (int i = 0; i < outcome.responses[0].results_size(); ++i) {
    EXPECT_EQ(outcome.responses[0].results(i).SerializeAsString(),
              outcome.responses[1].results(i).SerializeAsString());
  }
}

TEST(NumericsService, BlamesAChangeForTheFailureThatItBrings) {
  Numerics numerics;
  const Outcome outcome = numerics.Evaluate(
      {ChangeRequest("torch.softmax(x.half(),-1)",
                     "torch.exp(x.half())/torch.exp(x.half()).sum(-1,keepdim=True)")});
  ASSERT_THAT(outcome.responses, SizeIs(1));
  ASSERT_EQ(outcome.responses[0].findings_size(), 1) << outcome.responses[0].DebugString();
  EXPECT_EQ(outcome.responses[0].findings(0).rule_id(), "numerical-overflow");
  EXPECT_EQ(outcome.responses[0].findings(0).range().first_line(), 3);
}

TEST(NumericsService, IsSilentOnAFailureThatWasThere) {
  Numerics numerics;
  const Outcome outcome = numerics.Evaluate({ChangeRequest(kNaiveSoftmax, kNaiveSoftmax)});
  ASSERT_THAT(outcome.responses, SizeIs(1));
  EXPECT_THAT(outcome.responses[0].findings(), IsEmpty());
}

TEST(NumericsService, EndsAtTheDeadline) {
  Numerics numerics;
  EvaluateRequest request = TextRequest(kNaiveSoftmax, "x~N(0,4)[65536,4096]");
  request.set_samples(int64_t{1} << 32);
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = numerics.Evaluate({request}, std::chrono::milliseconds(300));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  if (outcome.status.ok()) {
    ASSERT_THAT(outcome.responses, SizeIs(1));
    EXPECT_FALSE(outcome.responses[0].is_complete());
  } else {
    EXPECT_EQ(outcome.status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  }
}

TEST(NumericsService, ReplaysAFinding) {
  Numerics numerics;
  const Outcome outcome =
      numerics.Evaluate({TextRequest("torch.log(1-torch.sigmoid(x))", "x~N(0,8)[4096]")});
  ASSERT_THAT(outcome.responses, SizeIs(1));
  const finding::v1::Measurement& found = outcome.responses[0].results(0).measurement();
  ASSERT_FALSE(found.replay().empty()) << outcome.responses[0].DebugString();
  grpc::ClientContext context;
  numerics::v1::ReplayRequest request;
  request.set_replay(found.replay());
  EvaluateResponse response;
  ASSERT_TRUE(numerics.stub().Replay(&context, request, &response).ok());
  EXPECT_EQ(response.results(0).measurement().result(), found.result());
  EXPECT_EQ(response.results(0).measurement().reference(), found.reference());
}

TEST(NumericsService, RefusesAReplayStringThatIsNone) {
  Numerics numerics;
  grpc::ClientContext context;
  numerics::v1::ReplayRequest request;
  request.set_replay("nonsense");
  EvaluateResponse response;
  EXPECT_EQ(numerics.stub().Replay(&context, request, &response).error_code(),
            grpc::StatusCode::INVALID_ARGUMENT);
}

TEST(NumericsService, MeasuresTheCoresOfAnFpcoreFile) {
  Numerics numerics;
  EvaluateRequest request;
  request.set_fpcore(
      "(FPCore (x) :name \"2sqrt\" :pre (<= 1e3 x 1e9) (- (sqrt (+ x 1)) (sqrt x)))\n"
      "(FPCore (x) (while (< x 1) ([x 0 (+ x 1)]) x))\n");
  request.set_samples(4096);
  request.add_formats(numerics::v1::NUMBER_FORMAT_FP32);
  const Outcome outcome = numerics.Evaluate({request});
  ASSERT_THAT(outcome.responses, SizeIs(2));
  EXPECT_EQ(outcome.responses[0].expression().symbol(), "2sqrt");
  EXPECT_EQ(outcome.responses[0].results(0).measurement().verdict(), "cancellation");
  EXPECT_FALSE(outcome.responses[0].is_last());
  EXPECT_EQ(outcome.responses[1].not_extracted(), "line 2: has 'while'");
  EXPECT_TRUE(outcome.responses[1].is_last());
}

TEST(NumericsService, GoesOnAfterAnExpressionThatIsTooLarge) {
  Numerics numerics;
  EvaluateRequest request;
  request.set_fpcore(
      "(FPCore (a b c d e f g h i) (+ a b c d e f g h i))\n"
      "(FPCore (x) (+ x 1))\n");
  request.set_samples(4096);
  const Outcome outcome = numerics.Evaluate({request});
  EXPECT_TRUE(outcome.status.ok()) << outcome.status.error_message();
  ASSERT_THAT(outcome.responses, SizeIs(2));
  EXPECT_THAT(outcome.responses[0].not_extracted(), HasSubstr("more than 8 inputs"));
  EXPECT_EQ(outcome.responses[1].results_size(), 3);
}

TEST(NumericsService, RunsARowOfASuite) {
  Numerics numerics;
  EvaluateRequest request;
  request.mutable_suite_case()->set_name("softmax");
  request.mutable_suite_case()->set_expression(kNaiveSoftmax);
  request.mutable_suite_case()->set_domains("x~N(0,4)[16,256]");
  request.mutable_suite_case()->set_precision("fp16");
  request.mutable_suite_case()->set_expected("overflow");
  request.mutable_suite_case()->set_rewrite("F.softmax(x,-1)");
  const Outcome outcome = numerics.Evaluate({request});
  ASSERT_THAT(outcome.responses, SizeIs(1));
  EXPECT_TRUE(outcome.responses[0].suite().is_expected());
  EXPECT_EQ(outcome.responses[0].suite().rewrite_error(), "");
  EXPECT_NE(outcome.responses[0].suite().rewrite_verdict(), "");
}

TEST(NumericsService, SaysWhatItRunsOnAndTestsItself) {
  Numerics numerics;
  grpc::ClientContext context;
  numerics::v1::GetCapabilitiesRequest request;
  request.set_with_self_test(true);
  numerics::v1::GetCapabilitiesResponse response;
  ASSERT_TRUE(numerics.stub().GetCapabilities(&context, request, &response).ok());
  EXPECT_GE(response.backends_size(), 1);
  EXPECT_EQ(response.formats_size(), 9);
  EXPECT_EQ(response.self_test_error(), "");
}

TEST(NumericsService, RefusesNegativeNumbersOfSamples) {
  Numerics numerics;
  EvaluateRequest request = TextRequest("x", "");
  request.set_samples(-1);
  const Outcome outcome = numerics.Evaluate({request});
  EXPECT_EQ(outcome.status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(outcome.status.error_message(), "request 0: samples: found -1, wanted 0 to 8589934592");
}

TEST(NumericsService, CountsWhatItDoes) {
  Numerics numerics;
  numerics.Evaluate({TextRequest("torch.log1p(x)", "x~U(0,1)")});
  const std::string metrics = numerics.metrics();
  EXPECT_THAT(metrics, HasSubstr("allreview_numerics_expressions_total{outcome=\"measured\"} 1"));
  EXPECT_THAT(metrics, HasSubstr("allreview_numerics_verdicts_total{format=\"bf16\""));
  EXPECT_THAT(metrics, HasSubstr("allreview_numerics_samples_total"));
}

}  // namespace
}  // namespace allreview

// Who gets in by gRPC: every method of every service that this repository knows, with no token, a
// wrong one and one that may only read, at the ports of real processes.

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/status_matchers.h"
#include "gateway/access/scope.h"
#include "gmock/gmock.h"
#include "google/protobuf/descriptor.h"
#include "grpcpp/impl/codegen/client_unary_call.h"
#include "grpcpp/support/byte_buffer.h"
#include "gtest/gtest.h"
#include "host/channel.h"
#include "proto/analysis/v1/analysis.pb.h"
#include "proto/diff/v1/diff.pb.h"
#include "proto/numerics/v1/numerics.pb.h"
#include "proto/pull_request/v1/pull_request.pb.h"
#include "proto/report/v1/report.pb.h"
#include "proto/review/v1/review_service.pb.h"
#include "tests/distributed/health.grpc.pb.h"
#include "tests/distributed/reflection.grpc.pb.h"
#include "tests/distributed/service_process.h"

namespace allreview::distributed {
namespace {

using ::google::protobuf::FileDescriptor;
using ::google::protobuf::MethodDescriptor;
using ::google::protobuf::ServiceDescriptor;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

constexpr char kReviewService[] = "allreview.review.v1.ReviewService";
constexpr char kReader[] = "art_reader-of-this-test";

// The services of all contracts of this repository.
std::vector<const ServiceDescriptor*> KnownServices() {
  std::vector<const ServiceDescriptor*> services;
  for (const FileDescriptor* file : {analysis::v1::AnalyzeRequest::descriptor()->file(),
                                     diff::v1::ParseRequest::descriptor()->file(),
                                     numerics::v1::EvaluateRequest::descriptor()->file(),
                                     pull_request::v1::FetchChangeRequest::descriptor()->file(),
                                     report::v1::RenderRequest::descriptor()->file(),
                                     review::v1::SubmitReviewRequest::descriptor()->file()}) {
    EXPECT_GT(file->service_count(), 0) << file->name();
    for (int i = 0; i < file->service_count(); ++i) services.push_back(file->service(i));
  }
  return services;
}

std::string WriteTokens() {
  std::string path = testing::TempDir() + "/tokens";
  EXPECT_OK(WriteFile(path, absl::StrCat("reader read ", Sha256Hex(kReader), "\n")));
  return path;
}

// A call with an empty message, whatever the method takes.
grpc::Status CallAnything(grpc::ChannelInterface& channel, const MethodDescriptor& method,
                          const std::string& authorization) {
  const std::string path = absl::StrCat("/", method.service()->full_name(), "/", method.name());
  const grpc::internal::RpcMethod rpc(path.c_str(), grpc::internal::RpcMethod::NORMAL_RPC);
  grpc::ClientContext context;
  context.set_deadline(absl::ToChronoTime(absl::Now() + absl::Seconds(30)));
  if (!authorization.empty()) context.AddMetadata("authorization", authorization);
  const grpc::Slice empty;
  const grpc::ByteBuffer request(&empty, 1);
  grpc::ByteBuffer response;
  return grpc::internal::BlockingUnaryCall<grpc::ByteBuffer, grpc::ByteBuffer>(
      &channel, rpc, &context, request, &response);
}

std::vector<std::string> ListedByReflection(const std::shared_ptr<grpc::Channel>& channel) {
  using ::grpc::reflection::v1alpha::ServerReflection;
  using ::grpc::reflection::v1alpha::ServerReflectionRequest;
  using ::grpc::reflection::v1alpha::ServerReflectionResponse;
  using ::grpc::reflection::v1alpha::ServiceResponse;
  const auto stub = ServerReflection::NewStub(channel);
  grpc::ClientContext context;
  context.set_deadline(absl::ToChronoTime(absl::Now() + absl::Seconds(30)));
  const auto stream = stub->ServerReflectionInfo(&context);
  ServerReflectionRequest request;
  request.set_list_services("*");
  stream->Write(request);
  stream->WritesDone();
  ServerReflectionResponse response;
  std::vector<std::string> names;
  while (stream->Read(&response)) {
    for (const ServiceResponse& service : response.list_services_response().service()) {
      names.push_back(service.name());
    }
  }
  EXPECT_TRUE(stream->Finish().ok());
  return names;
}

// The services' own addresses lead nowhere: none of these calls may get that far.
std::vector<std::string> ServeFlags() {
  return {"serve", "--listen=127.0.0.1:0", "--http-listen=none",
          absl::StrCat("--store=sqlite:", testing::TempDir(), "/serve.db"),
          absl::StrCat("--repository-root=", testing::TempDir())};
}
std::vector<std::string> GatewayFlags() {
  return {"--listen=127.0.0.1:0", absl::StrCat("--store=sqlite:", testing::TempDir(), "/hub.db")};
}

struct Door {
  const char* name;
  const char* binary;
  std::vector<std::string> (*flags)();
};

class Doors : public testing::TestWithParam<Door> {
 protected:
  std::shared_ptr<grpc::Channel> Start(const std::vector<std::string>& more) {
    std::vector<std::string> flags = GetParam().flags();
    flags.insert(flags.end(), more.begin(), more.end());
    process_.emplace(GetParam().binary, flags);
    EXPECT_OK(process_->WaitUntilServing());
    absl::StatusOr<std::shared_ptr<grpc::Channel>> channel = host::Connect(process_->address(), {});
    EXPECT_OK(channel);
    return *channel;
  }

 private:
  std::optional<ServiceProcess> process_;
};

TEST_P(Doors, LetNobodyInWithoutAToken) {
  const auto channel = Start({"--tokens=" + WriteTokens()});
  for (const char* authorization : {"", "Bearer wrong", "Basic dTpw"}) {
    for (const ServiceDescriptor* service : KnownServices()) {
      const grpc::StatusCode wanted = service->full_name() == kReviewService
                                          ? grpc::StatusCode::UNAUTHENTICATED
                                          : grpc::StatusCode::UNIMPLEMENTED;
      for (int i = 0; i < service->method_count(); ++i) {
        const grpc::Status status = CallAnything(*channel, *service->method(i), authorization);
        EXPECT_EQ(status.error_code(), wanted)
            << service->method(i)->full_name() << ": " << status.error_message();
      }
    }
  }
}

TEST_P(Doors, AskForTheScopeOfEachMethod) {
  const auto channel = Start({"--tokens=" + WriteTokens()});
  const ServiceDescriptor* service =
      review::v1::SubmitReviewRequest::descriptor()->file()->FindServiceByName("ReviewService");
  for (int i = 0; i < service->method_count(); ++i) {
    const MethodDescriptor& method = *service->method(i);
    if (access::ScopeOf(method.name()) == access::Scope::kRead) continue;
    EXPECT_EQ(CallAnything(*channel, method, absl::StrCat("Bearer ", kReader)).error_code(),
              grpc::StatusCode::PERMISSION_DENIED)
        << method.full_name();
  }
}

// Where everything is allowed it still goes through ReviewService.
TEST_P(Doors, HideTheServicesWithoutTokensToo) {
  const auto channel = Start({});
  for (const ServiceDescriptor* service : KnownServices()) {
    if (service->full_name() == kReviewService) continue;
    for (int i = 0; i < service->method_count(); ++i) {
      EXPECT_EQ(CallAnything(*channel, *service->method(i), "").error_code(),
                grpc::StatusCode::UNIMPLEMENTED)
          << service->method(i)->full_name();
    }
  }
}

// What both tell, whether the process lives and what the public contracts are, is no secret.
TEST_P(Doors, TellEverybodyTheirHealthAndContractOnly) {
  const auto channel = Start({"--tokens=" + WriteTokens()});
  EXPECT_THAT(ListedByReflection(channel),
              UnorderedElementsAre(kReviewService, "grpc.health.v1.Health",
                                   "grpc.reflection.v1alpha.ServerReflection"));
  const auto health = grpc::health::v1::Health::NewStub(channel);
  grpc::ClientContext context;
  grpc::health::v1::HealthCheckResponse response;
  EXPECT_TRUE(health->Check(&context, {}, &response).ok());
}

INSTANTIATE_TEST_SUITE_P(Processes, Doors,
                         testing::Values(Door{"serve", "gateway/cli/allreview", ServeFlags},
                                         Door{"gateway", "gateway/allreview-gateway",
                                              GatewayFlags}),
                         [](const testing::TestParamInfo<Door>& test) { return test.param.name; });

// A service takes every caller at his word.
TEST(Service, DoesNotListenToOtherMachinesWithoutMutualTls) {
  for (const char* binary :
       {"services/analysis/allreview-analysis", "services/diff/allreview-diff",
        "services/numerics/allreview-numerics", "services/pull_request/allreview-pull-request",
        "services/report/allreview-report"}) {
    for (const char* address : {"0.0.0.0:0", "[::]:0"}) {
      ServiceProcess open(binary, {absl::StrCat("--listen=", address)});
      EXPECT_EQ(open.Wait(), 2) << binary;
      EXPECT_THAT(open.Log(), HasSubstr(absl::StrCat("--listen=", address,
                                                     " can be reached from other machines")));
    }
  }
  ServiceProcess told("services/diff/allreview-diff",
                      {"--listen=0.0.0.0:0", "--insecure_listen", "--confine=off"});
  EXPECT_OK(told.WaitUntilServing());
}

}  // namespace
}  // namespace allreview::distributed

#include "gateway/access/rpc.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "grpcpp/server.h"
#include "grpcpp/server_builder.h"
#include "gtest/gtest.h"
#include "host/status.h"
#include "proto/review/v1/review_service.grpc.pb.h"

namespace allreview::access {
namespace {

using review::v1::ReviewService;

// What a method of the real service begins with.
class Service final : public ReviewService::Service {
 public:
  explicit Service(Access& access) : access_(access) {}

  grpc::Status GetTrends(grpc::ServerContext* context, const review::v1::GetTrendsRequest*,
                         review::v1::GetTrendsResponse*) override {
    const absl::StatusOr<Caller> caller = CheckRpc(access_, *context, "GetTrends");
    return host::ToGrpc(caller.status());
  }

 private:
  Access& access_;
};

grpc::StatusCode CodeOf(ReviewService::Stub& stub, const std::string& authorization) {
  grpc::ClientContext context;
  if (!authorization.empty()) context.AddMetadata(kAuthorizationKey, authorization);
  review::v1::GetTrendsResponse response;
  return stub.GetTrends(&context, {}, &response).error_code();
}

TEST(CheckRpc, ReadsTheTokenFromTheMetadata) {
  const std::string path = testing::TempDir() + "/tokens";
  ASSERT_OK(WriteFile(path, absl::StrCat("reader read ", Sha256Hex("one"), "\noperator admin ",
                                         Sha256Hex("two"), "\n")));
  ASSERT_OK_AND_ASSIGN(const auto access, Access::FromFile(path, {}));
  Service service(*access);
  grpc::ServerBuilder builder;
  builder.RegisterService(&service);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  const auto stub = ReviewService::NewStub(server->InProcessChannel({}));
  EXPECT_EQ(CodeOf(*stub, "Bearer one"), grpc::StatusCode::OK);
  EXPECT_EQ(CodeOf(*stub, "Bearer two"), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(CodeOf(*stub, "Bearer three"), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(CodeOf(*stub, ""), grpc::StatusCode::UNAUTHENTICATED);
}

TEST(ScopeOf, KnowsEveryMethodOfTheService) {
  const google::protobuf::ServiceDescriptor* service =
      google::protobuf::DescriptorPool::generated_pool()->FindServiceByName(
          ReviewService::service_full_name());
  ASSERT_NE(service, nullptr);
  for (int i = 0; i < service->method_count(); ++i) {
    const std::string& name = service->method(i)->name();
    const std::optional<Scope> scope = ScopeOf(name);
    ASSERT_TRUE(scope.has_value()) << name << " has no entry in scope.cc";
    const bool is_changing = name.find("Submit") == 0 || name.find("Add") == 0 ||
                             name.find("Cancel") == 0 || name.find("Retry") == 0;
    EXPECT_FALSE(is_changing && *scope == Scope::kRead) << name;
  }
  EXPECT_EQ(ScopeOf("NoSuchMethod"), std::nullopt);
}

}  // namespace
}  // namespace allreview::access

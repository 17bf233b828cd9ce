#include "host/health_port.h"

#include <string>

#include "absl/time/time.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "host/call.h"
#include "host/channel.h"
#include "host/host.h"
#include "proto/diff/v1/diff.grpc.pb.h"
#include "tests/distributed/certificates.h"
#include "tests/distributed/health.grpc.pb.h"

namespace allreview::host {
namespace {

using ::grpc::health::v1::Health;
using ::grpc::health::v1::HealthCheckRequest;
using ::grpc::health::v1::HealthCheckResponse;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

absl::StatusOr<HealthCheckResponse> Ask(const std::string& address, absl::string_view name) {
  const auto channel = Connect(address, {});
  if (!channel.ok()) return channel.status();
  HealthCheckRequest request;
  request.set_service(std::string(name));
  const auto stub = Health::NewStub(*channel);
  return Call(*stub, &Health::Stub::Check, request, NewRequest(absl::Seconds(20)));
}

bool IsServing(const std::string& address, absl::string_view name) {
  const absl::StatusOr<HealthCheckResponse> response = Ask(address, name);
  EXPECT_OK(response);
  return response.ok() && response->status() == HealthCheckResponse::SERVING;
}

TEST(HealthPort, ServesFromTheStart) {
  ASSERT_OK_AND_ASSIGN(const auto health, HealthPort::Start("127.0.0.1:0"));
  EXPECT_TRUE(IsServing(health->address(), ""));
  EXPECT_TRUE(IsServing(health->address(), kReadiness));
}

TEST(HealthPort, TellsReadinessFromLife) {
  ASSERT_OK_AND_ASSIGN(const auto health, HealthPort::Start("127.0.0.1:0"));
  health->Set(kReadiness, false);
  EXPECT_TRUE(IsServing(health->address(), ""));
  EXPECT_FALSE(IsServing(health->address(), kReadiness));
}

TEST(HealthPort, TurnsAllNamesAtOnce) {
  ASSERT_OK_AND_ASSIGN(const auto health, HealthPort::Start("127.0.0.1:0"));
  health->SetAll(false);
  EXPECT_FALSE(IsServing(health->address(), ""));
  EXPECT_FALSE(IsServing(health->address(), kReadiness));
}

TEST(HealthPort, DoesNotKnowOtherNames) {
  ASSERT_OK_AND_ASSIGN(const auto health, HealthPort::Start("127.0.0.1:0"));
  EXPECT_THAT(Ask(health->address(), "other").status(),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("unknown")));
}

TEST(HealthPort, AnswersNothingElse) {
  ASSERT_OK_AND_ASSIGN(const auto health, HealthPort::Start("127.0.0.1:0"));
  ASSERT_OK_AND_ASSIGN(const auto channel, Connect(health->address(), {}));
  const auto stub = diff::v1::DiffService::NewStub(channel);
  grpc::ClientContext context;
  diff::v1::ParseResponse response;
  auto stream = stub->Parse(&context);
  stream->WritesDone();
  EXPECT_FALSE(stream->Read(&response));
  EXPECT_EQ(stream->Finish().error_code(), grpc::StatusCode::UNIMPLEMENTED);
}

TEST(HealthPort, FailsWhereAnotherListens) {
  ASSERT_OK_AND_ASSIGN(const auto health, HealthPort::Start("127.0.0.1:0"));
  EXPECT_THAT(HealthPort::Start(health->address()).status(),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr(health->address())));
}

TEST(Host, IsReadyOnBothPortsUntilItSaysOtherwise) {
  ASSERT_OK_AND_ASSIGN(const auto host, Host::Start({}, {.address = "127.0.0.1:0",
                                                         .health_address = "127.0.0.1:0"}));
  for (const std::string& address : {host->address(), host->health_address()}) {
    EXPECT_TRUE(IsServing(address, kReadiness)) << address;
    host->SetReady(false);
    EXPECT_FALSE(IsServing(address, kReadiness)) << address;
    EXPECT_TRUE(IsServing(address, "")) << address;
    host->SetReady(true);
  }
}

// Probes of Kubernetes show no certificate, and speak no TLS at all.
TEST(Host, AnswersHealthChecksInPlainTextBesideMutualTls) {
  ASSERT_OK_AND_ASSIGN(const distributed::Authority authority,
                       distributed::Authority::Make(testing::TempDir()));
  ASSERT_OK_AND_ASSIGN(const TlsFiles tls, authority.Issue("diff"));
  ASSERT_OK_AND_ASSIGN(
      const auto host,
      Host::Start({}, {.address = "127.0.0.1:0", .tls = tls, .health_address = "127.0.0.1:0"}));
  EXPECT_TRUE(IsServing(host->health_address(), kReadiness));
  EXPECT_THAT(Ask(host->address(), kReadiness).status(),
              StatusIs(absl::StatusCode::kUnavailable, Not(IsEmpty())));
}

}  // namespace
}  // namespace allreview::host

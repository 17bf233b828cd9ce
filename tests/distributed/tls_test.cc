// The distributed mode with TLS and mutual TLS, by certificates of an authority made in the test.

#include <filesystem>
#include <string>

#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/distributed/certificates.h"
#include "tests/distributed/cluster.h"
#include "tests/distributed/health.grpc.pb.h"

namespace allreview::distributed {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

absl::StatusOr<Authority> NewAuthority(const std::string& name) {
  const std::string folder = testing::TempDir() + "/" + name;
  std::filesystem::create_directories(folder);
  return Authority::Make(folder);
}

// Shows a certificate, and trusts whoever asks.
host::TlsFiles Anyone(const host::TlsFiles& files) {
  return {.certificate = files.certificate, .key = files.key, .ca = ""};
}

// Trusts the authority, and shows nothing.
host::TlsFiles Nameless(const host::TlsFiles& files) {
  return {.certificate = "", .key = "", .ca = files.ca};
}

TEST(Tls, ServesClientsThatTrustItsAuthority) {
  ASSERT_OK_AND_ASSIGN(const Authority authority, NewAuthority("one"));
  ASSERT_OK_AND_ASSIGN(const host::TlsFiles gateway, authority.Issue("gateway"));
  Cluster cluster({.gateway_tls = Anyone(gateway)});
  ASSERT_OK(cluster.Start());
  EXPECT_OK(cluster.Review(Nameless(gateway)).status);
  EXPECT_THAT(cluster.Review({}).status, StatusIs(absl::StatusCode::kUnavailable, Not(IsEmpty())))
      << "plain text";
  ASSERT_OK_AND_ASSIGN(const Authority stranger, NewAuthority("two"));
  const host::TlsFiles wrong = {.certificate = "", .key = "", .ca = stranger.certificate()};
  EXPECT_THAT(cluster.Review(wrong).status,
              StatusIs(absl::StatusCode::kUnavailable, Not(IsEmpty())))
      << "another authority";
}

TEST(MutualTls, ServesOnlyClientsWithACertificate) {
  ASSERT_OK_AND_ASSIGN(const Authority authority, NewAuthority("three"));
  ASSERT_OK_AND_ASSIGN(const host::TlsFiles gateway, authority.Issue("gateway"));
  ASSERT_OK_AND_ASSIGN(const host::TlsFiles client, authority.Issue("client"));
  Cluster cluster({.gateway_tls = gateway});
  ASSERT_OK(cluster.Start());
  EXPECT_OK(cluster.Review(client).status);
  EXPECT_THAT(cluster.Review(Nameless(client)).status,
              StatusIs(absl::StatusCode::kUnavailable, Not(IsEmpty())));
}

TEST(MutualTls, HoldsBetweenGatewayAndServices) {
  ASSERT_OK_AND_ASSIGN(const Authority authority, NewAuthority("four"));
  ASSERT_OK_AND_ASSIGN(const host::TlsFiles service, authority.Issue("service"));
  ASSERT_OK_AND_ASSIGN(const host::TlsFiles gateway, authority.Issue("gateway"));
  Cluster cluster({.services_tls = service, .gateway_to_services_tls = gateway});
  ASSERT_OK(cluster.Start());
  const ReviewOutcome outcome = cluster.Review();
  ASSERT_OK(outcome.status);
  EXPECT_THAT(outcome.Missing(), IsEmpty());
}

TEST(MutualTls, ServesOnlyClientsThatAreNamed) {
  ASSERT_OK_AND_ASSIGN(const Authority authority, NewAuthority("six"));
  ASSERT_OK_AND_ASSIGN(const host::TlsFiles service, authority.Issue("service"));
  ASSERT_OK_AND_ASSIGN(const host::TlsFiles gateway, authority.Issue("gateway"));
  const std::vector<std::string> allowed = {"spiffe://allreview/gateway",
                                            "spiffe://allreview/operator"};
  Cluster cluster(
      {.services_tls = service, .gateway_to_services_tls = gateway, .allowed_clients = allowed});
  ASSERT_OK(cluster.Start());
  EXPECT_THAT(cluster.Review().Missing(), IsEmpty());

  // The certificate of a service that was taken over.
  Cluster taken_over(
      {.services_tls = service, .gateway_to_services_tls = service, .allowed_clients = allowed});
  ASSERT_OK(taken_over.Start());
  EXPECT_THAT(taken_over.Review().status,
              StatusIs(absl::StatusCode::kPermissionDenied,
                       HasSubstr("names none of this server's --allowed-clients")));
}

TEST(MutualTls, AnswersHealthChecksOfEveryCertificate) {
  ASSERT_OK_AND_ASSIGN(const Authority authority, NewAuthority("seven"));
  ASSERT_OK_AND_ASSIGN(const host::TlsFiles service, authority.Issue("service"));
  ServiceProcess diff(
      "services/diff/allreview-diff",
      {"--listen=127.0.0.1:0", "--tls_cert=" + service.certificate, "--tls_key=" + service.key,
       "--tls_ca=" + service.ca, "--allowed_clients=spiffe://allreview/gateway"});
  ASSERT_OK(diff.WaitUntilServing());
  ASSERT_OK_AND_ASSIGN(const auto channel, host::Connect(diff.address(), service));
  const auto health = grpc::health::v1::Health::NewStub(channel);
  EXPECT_OK(host::Call(*health, &grpc::health::v1::Health::Stub::Check,
                       grpc::health::v1::HealthCheckRequest(),
                       host::NewRequest(absl::Seconds(20))));
}

TEST(MutualTls, WantsCertificatesWhereClientsAreNamed) {
  ServiceProcess diff("services/diff/allreview-diff",
                      {"--listen=127.0.0.1:0", "--allowed_clients=spiffe://allreview/gateway"});
  EXPECT_EQ(diff.Wait(), 2);
  EXPECT_THAT(diff.Log(), HasSubstr("which only --tls-ca asks for"));
}

TEST(MutualTls, LeavesAGatewayWithoutCertificateOutside) {
  ASSERT_OK_AND_ASSIGN(const Authority authority, NewAuthority("five"));
  ASSERT_OK_AND_ASSIGN(const host::TlsFiles service, authority.Issue("service"));
  Cluster cluster({.services_tls = service, .gateway_to_services_tls = Nameless(service)});
  ASSERT_OK(cluster.Start());
  const ReviewOutcome outcome = cluster.Review();
  ASSERT_OK(outcome.status);
  EXPECT_THAT(outcome.Missing(), ElementsAre("pull_request UNAVAILABLE", "report UNAVAILABLE"));
}

}  // namespace
}  // namespace allreview::distributed

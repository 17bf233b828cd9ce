// Reviews by separate processes: the same result as in one process, and what each of them can
// break.

#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/status_matchers.h"
#include "gateway/embedded/embedded.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "host/confine.h"
#include "tests/distributed/cluster.h"
#include "tests/distributed/health.grpc.pb.h"

namespace allreview::distributed {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::vector<std::string> AllNames() {
  std::vector<std::string> names = SpokeNames();
  names.push_back("gateway");
  return names;
}

TEST(Distributed, ReviewsAChangeCompletely) {
  Cluster cluster;
  ASSERT_OK(cluster.Start());
  const ReviewOutcome outcome = cluster.Review();
  ASSERT_OK(outcome.status);
  EXPECT_THAT(outcome.Missing(), IsEmpty());
  EXPECT_EQ(outcome.finished.conclusion(), review::v1::CONCLUSION_FINDINGS);
  EXPECT_THAT(outcome.documents[0], HasSubstr("mutable-default"));
  EXPECT_THAT(ReadMetrics(cluster.service("gateway").metrics_address()),
              HasSubstr("allreview_reviews_total{conclusion=\"findings\",repository=\"local\"} 1"));
}

TEST(Distributed, GivesTheSameBytesAsOneProcess) {
  Cluster cluster;
  ASSERT_OK(cluster.Start());
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<gateway::Embedded> embedded,
                       gateway::StartAll({.is_local_unrestricted = true}));
  const ReviewOutcome remote = cluster.Review();
  const ReviewOutcome local = cluster.ReviewBy(embedded->channel());
  ASSERT_OK(remote.status);
  ASSERT_OK(local.status);
  EXPECT_EQ(remote.documents, local.documents);
  EXPECT_EQ(remote.finished.receipt().digest(), local.finished.receipt().digest());
}

TEST(Distributed, LetsOneRequestIdTravelThroughAllServices) {
  Cluster cluster;
  ASSERT_OK(cluster.Start());
  const ReviewOutcome outcome = cluster.Review({}, "request-4711");
  ASSERT_OK(outcome.status);
  EXPECT_EQ(outcome.finished.request_id(), "request-4711");
  for (const std::string& name : AllNames()) {
    // A process writes its last lines while it drains.
    cluster.service(name).Signal(SIGTERM);
    EXPECT_EQ(cluster.service(name).Wait(), 0) << name;
    EXPECT_THAT(cluster.service(name).Log(), HasSubstr("code=OK")) << name;
    EXPECT_THAT(cluster.service(name).Log(), HasSubstr("request_id=request-4711")) << name;
  }
}

TEST(Distributed, AnswersHealthChecks) {
  Cluster cluster;
  ASSERT_OK(cluster.Start());
  for (const std::string& name : AllNames()) {
    ASSERT_OK_AND_ASSIGN(const auto channel, host::Connect(cluster.service(name).address(), {}));
    const auto stub = grpc::health::v1::Health::NewStub(channel);
    const auto response =
        host::Call(*stub, &grpc::health::v1::Health::Stub::Check,
                   grpc::health::v1::HealthCheckRequest(), host::NewRequest(absl::Seconds(20)));
    ASSERT_OK(response) << name;
    EXPECT_EQ(response->status(), grpc::health::v1::HealthCheckResponse::SERVING) << name;
  }
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
TEST(Distributed, IdlesInLittleMemory) {
  Cluster cluster;
  ASSERT_OK(cluster.Start());
  for (const std::string& name : AllNames()) {
    EXPECT_LT(cluster.service(name).ResidentBytes(), 40'000'000) << name;
    EXPECT_GT(cluster.service(name).ResidentBytes(), 0) << name;
  }
}
#endif

TEST(Distributed, IsConfinedWhileItWorks) {
  if (host::DefaultConfineMode() == host::ConfineMode::kOff) GTEST_SKIP() << "a sanitizer is in it";
  Cluster cluster;
  ASSERT_OK(cluster.Start());
  EXPECT_THAT(cluster.Review().Missing(), IsEmpty());
  EXPECT_THAT(cluster.Review().Missing(), IsEmpty()) << "with facts that are cached";
  EXPECT_TRUE(std::filesystem::exists(cluster.facts()));
  for (const std::string& name : AllNames()) {
    ServiceProcess& service = cluster.service(name);
    EXPECT_THAT(service.Log(), HasSubstr("confine=seccomp")) << name;
    EXPECT_THAT(service.ProcStatus(), HasSubstr("Seccomp:\t2")) << name;
    EXPECT_THAT(service.ProcStatus(), HasSubstr("NoNewPrivs:\t1")) << name;
    EXPECT_THAT(ReadMetrics(service.metrics_address()),
                HasSubstr("allreview_confined{layer=\"seccomp\"} 1"))
        << name;
  }
}

TEST(Distributed, CanBeLeftUnconfined) {
  ServiceProcess diff("services/diff/allreview-diff", {"--listen=127.0.0.1:0", "--confine=off"});
  ASSERT_OK(diff.WaitUntilServing());
  EXPECT_THAT(diff.Log(), HasSubstr("confine=off"));
  EXPECT_THAT(diff.ProcStatus(), HasSubstr("Seccomp:\t0"));
}

TEST(Distributed, RefusesRepositoriesOutsideTheRoot) {
  Cluster cluster, other;
  ASSERT_OK(cluster.Start());
  ASSERT_OK(other.Start());
  const auto channel = host::Connect(cluster.service("gateway").address(), {});
  ASSERT_OK(channel);
  EXPECT_THAT(other.ReviewBy(*channel).status,
              StatusIs(absl::StatusCode::kPermissionDenied, Not(IsEmpty())));
}

// The two forms of a pull request.
std::vector<review::v1::ReviewRequest> RequestsTo(const std::string& api_base) {
  std::vector<review::v1::ReviewRequest> requests(2);
  change::v1::GitHubPullRequest& github = *requests[0].mutable_ref()->mutable_github();
  github.set_api_base(api_base);
  github.set_owner("acme");
  github.set_repository("train");
  github.set_number(1);
  change::v1::PullRequest& pull_request = *requests[1].mutable_ref()->mutable_pull_request();
  pull_request.set_api_base(api_base);
  pull_request.set_repository("acme/train");
  pull_request.set_number(1);
  return requests;
}

void ExpectRefused(const std::shared_ptr<grpc::Channel>& channel,
                   const review::v1::ReviewRequest& request) {
  const auto context = host::NewClientContext(host::NewRequest(absl::Seconds(20)));
  const auto stub = review::v1::ReviewService::NewStub(channel);
  const auto reader = stub->Review(context.get(), request);
  review::v1::ReviewEvent event;
  while (reader->Read(&event)) continue;
  EXPECT_THAT(host::FromGrpc(reader->Finish()),
              StatusIs(absl::StatusCode::kPermissionDenied,
                       HasSubstr("are read from https://api.github.com here, not from")))
      << request.ShortDebugString();
}

TEST(Distributed, AsksNoServerThatACallerNames) {
  Cluster cluster;
  ASSERT_OK(cluster.Start());
  ASSERT_OK_AND_ASSIGN(const auto channel, host::Connect(cluster.service("gateway").address(), {}));
  for (const char* base : {"http://127.0.0.1:1", "http://169.254.169.254/latest",
                           "https://api.github.com.example.invalid"}) {
    for (const review::v1::ReviewRequest& request : RequestsTo(base)) {
      ExpectRefused(channel, request);
    }
  }
}

// What each service's absence does, and where a review stands when that service is at work.
struct Spoke {
  std::string name;
  std::string stage;  // Of the progress event that comes just before the service is needed.
};

class WithoutSpoke : public testing::TestWithParam<Spoke> {};

void ExpectNamedAndCounted(const ReviewOutcome& outcome, Cluster& cluster,
                           const std::string& name) {
  ASSERT_OK(outcome.status);
  EXPECT_THAT(outcome.Missing(), ElementsAre(absl::StrCat(name, " UNAVAILABLE")));
  EXPECT_EQ(outcome.finished.conclusion(), review::v1::CONCLUSION_INCOMPLETE);
  EXPECT_TRUE(outcome.finished.gate().is_incomplete());
  EXPECT_THAT(outcome.documents[0], HasSubstr(name)) << "the Markdown document";
  EXPECT_THAT(outcome.documents[2], HasSubstr("\"service\": \"" + name + "\"")) << "JSON";
  EXPECT_THAT(
      ReadMetrics(cluster.service("gateway").metrics_address()),
      HasSubstr("allreview_missing_parts_total{code=\"UNAVAILABLE\",service=\"" + name + "\"} 1"));
}

TEST_P(WithoutSpoke, NamesAndCountsAServiceThatIsGone) {
  Cluster cluster;
  ASSERT_OK(cluster.Start());
  cluster.service(GetParam().name).Signal(SIGKILL);
  EXPECT_EQ(cluster.service(GetParam().name).Wait(), 128 + SIGKILL);
  ExpectNamedAndCounted(cluster.Review(), cluster, GetParam().name);
}

TEST_P(WithoutSpoke, NamesAndCountsAServiceThatDiesAtWork) {
  Cluster cluster;
  ASSERT_OK(cluster.Start());
  // The connection exists, so that the call gets as far as the service.
  ASSERT_THAT(cluster.Review().Missing(), IsEmpty());
  ServiceProcess& victim = cluster.service(GetParam().name);
  // It takes the call, but answers nothing more until it is killed.
  victim.Signal(SIGSTOP);
  bool is_killed = false;
  const ReviewOutcome outcome = cluster.Review({}, "", [&](const review::v1::Progress& progress) {
    if (is_killed || progress.stage() != GetParam().stage) return;
    victim.Signal(SIGKILL);
    is_killed = true;
  });
  EXPECT_TRUE(is_killed) << "no progress of stage " << GetParam().stage;
  ExpectNamedAndCounted(outcome, cluster, GetParam().name);
}

TEST_P(WithoutSpoke, ReviewsCompletelyWhenTheServiceIsBack) {
  Cluster cluster;
  ASSERT_OK(cluster.Start());
  cluster.service(GetParam().name).Signal(SIGKILL);
  cluster.service(GetParam().name).Wait();
  EXPECT_THAT(cluster.Review().Missing(), Not(IsEmpty()));
  ASSERT_OK(cluster.Restart(GetParam().name));
  // The gateway tries again within its back-off.
  const absl::Time deadline = absl::Now() + absl::Seconds(30);
  ReviewOutcome outcome = cluster.Review();
  while (!outcome.Missing().empty() && absl::Now() < deadline) outcome = cluster.Review();
  EXPECT_THAT(outcome.Missing(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Each, WithoutSpoke,
                         testing::Values(Spoke{"pull_request", "fetch"}, Spoke{"diff", "diff"},
                                         Spoke{"analysis", "diff"}, Spoke{"report", "report"},
                                         Spoke{"numerics", "numerics"}),
                         [](const auto& info) { return info.param.name; });

TEST(Drain, LetsAReviewInFlightEnd) {
  Cluster cluster;
  ASSERT_OK(cluster.Start());
  ServiceProcess& gateway = cluster.service("gateway");
  ServiceProcess& report = cluster.service("report");
  ASSERT_OK(cluster.Review().status);
  report.Signal(SIGSTOP);
  bool is_told = false;
  const ReviewOutcome outcome = cluster.Review({}, "", [&](const review::v1::Progress& progress) {
    if (is_told || progress.stage() != "report") return;
    is_told = true;
    gateway.Signal(SIGTERM);
    while (!absl::StrContains(gateway.Log(), "msg=\"draining\"")) std::this_thread::yield();
    report.Signal(SIGCONT);
  });
  EXPECT_TRUE(is_told);
  ASSERT_OK(outcome.status);
  EXPECT_THAT(outcome.Missing(), IsEmpty());
  EXPECT_EQ(gateway.Wait(), 0);
  EXPECT_THAT(gateway.Log(), HasSubstr("msg=\"stopped\""));
}

TEST(Drain, EndsAtOnceWhenIdle) {
  ServiceProcess diff("services/diff/allreview-diff", {"--listen=127.0.0.1:0"});
  ASSERT_OK(diff.WaitUntilServing());
  diff.Signal(SIGINT);
  EXPECT_EQ(diff.Wait(), 0);
}

TEST(Start, SaysWhyItCannot) {
  ServiceProcess first("services/diff/allreview-diff", {"--listen=127.0.0.1:0"});
  ASSERT_OK(first.WaitUntilServing());
  ServiceProcess second("services/diff/allreview-diff", {"--listen=" + first.address()});
  EXPECT_EQ(second.Wait(), 1);
  EXPECT_THAT(second.Log(), HasSubstr("cannot listen on"));
  ServiceProcess third("services/diff/allreview-diff", {"--lisen=127.0.0.1:0"});
  EXPECT_EQ(third.Wait(), 2);
  EXPECT_THAT(third.Log(), HasSubstr("did you mean \"--listen\"?"));
}

}  // namespace
}  // namespace allreview::distributed

// Tokens that come with a call: where they go, and what they may find in the cache.

#include <memory>
#include <string>

#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "proto/pull_request/v1/pull_request.grpc.pb.h"
#include "services/pull_request/github_fixture.h"
#include "services/pull_request/github_grants.h"
#include "services/pull_request/pull_request_service.h"

namespace allreview::pull_request {
namespace {

using fakes::FakePullRequest;
using fakes::GitHubServer;
using testing::HasSubstr;
using testing::Not;

FakePullRequest OneLine() {
  FakePullRequest pull;
  pull.before["train.py"] = {"lr = 1\n"};
  pull.after["train.py"] = {"lr = 2\n"};
  return pull;
}

// Fetches with tokens of callers, all in one process.
struct Callers {
  explicit Callers(const GitHubServer& server) : options(OptionsFor(server, clock)) {
    options.state = &state;
    options.grants = &grants;
  }
  absl::StatusOr<Fetched> Fetch(const std::string& token) {
    options.token = token;
    return FetchFrom(options);
  }

  FakeClock clock;
  github::ApiState state{""};
  GitHubGrants grants;
  GitHubOptions options;
};

TEST(GitHubToken, OfAnHourLaterFindsWhatTheOneBeforeHasRead) {
  GitHubServer server;
  server.SetPullRequest(OneLine());
  Callers callers(server);
  ASSERT_OK(callers.Fetch("hour-1"));
  ASSERT_OK_AND_ASSIGN(Fetched later, callers.Fetch("hour-2"));
  EXPECT_EQ(later.done.cached(), 6);
  // Two trees were not asked for; one unconditional request more showed that it may.
  EXPECT_EQ(later.done.requests(), 5);
  ASSERT_OK_AND_ASSIGN(Fetched again, callers.Fetch("hour-2"));
  EXPECT_EQ(again.done.requests(), 4);
}

TEST(GitHubToken, MustShowAgainAfterAnHourThatItMayRead) {
  GitHubServer server;
  server.SetPullRequest(OneLine());
  Callers callers(server);
  ASSERT_OK(callers.Fetch("token"));
  callers.clock.Advance(absl::Minutes(61));
  ASSERT_OK_AND_ASSIGN(Fetched later, callers.Fetch("token"));
  EXPECT_EQ(later.done.requests(), 5);
}

TEST(GitHubToken, ThatMayNotReadGetsNothingThatAnotherHasRead) {
  GitHubServer server({.token = "good", .is_private = true});
  server.SetPullRequest(OneLine());
  Callers callers(server);
  ASSERT_OK(callers.Fetch("good"));
  size_t before = server.requests().size();
  EXPECT_EQ(callers.Fetch("stranger").status().code(), absl::StatusCode::kUnauthenticated);
  // It did not even ask whether what is kept has changed.
  ASSERT_EQ(server.requests().size(), before + 1);
  EXPECT_EQ(server.requests().back().header("if-none-match"), "");
  EXPECT_EQ(server.requests().back().header("authorization"), "Bearer stranger");
}

TEST(GitHubToken, ThatLostItsRightsGetsNothingFromTheCache) {
  GitHubServer server;
  server.SetPullRequest(OneLine());
  Callers callers(server);
  ASSERT_OK(callers.Fetch("token"));
  server.Inject({.matches = fakes::Any(),
                 .times = -1,
                 .respond = fakes::Always(fakes::ErrorAnswer(404, "Not Found"))});
  EXPECT_EQ(callers.Fetch("token").status().code(), absl::StatusCode::kNotFound);
}

TEST(GitHubToken, FindsNothingThatTheOperatorsTokenHasRead) {
  GitHubServer server;
  server.SetPullRequest(OneLine());
  Callers callers(server);
  callers.options.grants = nullptr;
  ASSERT_OK(callers.Fetch("operator"));
  callers.options.grants = &callers.grants;
  ASSERT_OK_AND_ASSIGN(Fetched fetched, callers.Fetch("caller"));
  EXPECT_EQ(fetched.done.cached(), 1);  // Of its own first request.
}

TEST(GitHubToken, GoesToTheConfiguredServerOnly) {
  GitHubServer server;
  server.SetPullRequest(OneLine());
  Callers callers(server);
  change::v1::GitHubPullRequest ref = PullRequestRef();
  ref.set_api_base(server.api_base());
  callers.options.api_base = "https://ghe.example/api/v3";
  callers.options.token = "t0ken";
  EXPECT_EQ(FetchFrom(callers.options, ref).status().code(), absl::StatusCode::kPermissionDenied);
  EXPECT_TRUE(server.requests().empty());
  callers.options.is_other_server_allowed = true;
  ASSERT_OK(FetchFrom(callers.options, ref));
  for (const fakes::ServedRequest& request : server.requests()) {
    EXPECT_EQ(request.header("authorization"), "");
  }
}

TEST(GitHubGrants, KeepTokensAndRepositoriesApart) {
  GitHubGrants grants;
  absl::Time now = absl::FromUnixSeconds(1000);
  grants.Grant("token", "Acme/Train", now);
  EXPECT_TRUE(grants.IsGranted("token", "acme/train", now));
  EXPECT_FALSE(grants.IsGranted("token", "acme/other", now));
  EXPECT_FALSE(grants.IsGranted("other", "acme/train", now));
  EXPECT_FALSE(grants.IsGranted("token", "acme/train", now + absl::Hours(1)));
  EXPECT_EQ(GitHubGrants::Identity("Acme/Train"), GitHubGrants::Identity("acme/train"));
}

// The three calls of the service.
class TokenService : public testing::Test {
 protected:
  TokenService() : github_({.token = "callers", .is_private = true}) {
    github_.SetPullRequest(OneLine());
    PullRequestOptions options;
    options.github_api_base = github_.api_base();
    options.github_token = "operators";
    service_ = NewPullRequestService(options);
    grpc::ServerBuilder builder;
    builder.RegisterService(service_.get());
    server_ = builder.BuildAndStart();
    stub_ = v1::PullRequestService::NewStub(server_->InProcessChannel(grpc::ChannelArguments()));
  }

  change::v1::ChangeRef Ref() const {
    change::v1::ChangeRef ref;
    *ref.mutable_github() = PullRequestRef();
    return ref;
  }

  template <typename Response, typename Reader>
  grpc::Status Drain(Reader reader) {
    for (Response response; reader->Read(&response);) {
    }
    return reader->Finish();
  }

  grpc::Status Fetch(const std::string& token) {
    grpc::ClientContext context;
    v1::FetchChangeRequest request;
    *request.mutable_ref() = Ref();
    request.set_forge_token(token);
    return Drain<v1::FetchChangeResponse>(stub_->FetchChange(&context, request));
  }

  grpc::Status List(const std::string& token) {
    grpc::ClientContext context;
    v1::ListTreeRequest request;
    *request.mutable_pinned() = Ref();
    request.set_side(change::v1::SIDE_RIGHT);
    request.set_forge_token(token);
    return Drain<v1::ListTreeResponse>(stub_->ListTree(&context, request));
  }

  grpc::Status Read(const std::string& token) {
    grpc::ClientContext context;
    v1::ReadBlobsRequest request;
    *request.mutable_pinned() = Ref();
    request.add_blobs()->set_path("train.py");
    request.set_forge_token(token);
    return Drain<v1::ReadBlobsResponse>(stub_->ReadBlobs(&context, request));
  }

  GitHubServer github_;
  std::unique_ptr<grpc::Service> service_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<v1::PullRequestService::Stub> stub_;
};

TEST_F(TokenService, KnowsTheTokenByItsOlderNameToo) {
  const auto fetch = [this](const std::string& older, const std::string& token) {
    grpc::ClientContext context;
    v1::FetchChangeRequest request;
    *request.mutable_ref() = Ref();
    request.set_github_token(older);
    request.set_forge_token(token);
    return Drain<v1::FetchChangeResponse>(stub_->FetchChange(&context, request));
  };
  EXPECT_TRUE(fetch("callers", "").ok());
  EXPECT_TRUE(fetch("wrong", "callers").ok());
  EXPECT_FALSE(fetch("callers", "wrong").ok());
}

TEST_F(TokenService, UsesTheCallersTokenInAllCalls) {
  EXPECT_TRUE(Fetch("callers").ok());
  EXPECT_TRUE(List("callers").ok());
  EXPECT_TRUE(Read("callers").ok());
  for (const fakes::ServedRequest& request : github_.requests()) {
    EXPECT_EQ(request.header("authorization"), "Bearer callers");
  }
}

TEST_F(TokenService, UsesTheOperatorsTokenWhereTheCallerGivesNone) {
  EXPECT_EQ(Fetch("").error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(github_.requests().at(0).header("authorization"), "Bearer operators");
}

TEST_F(TokenService, RefusesATokenThatWouldForgeAHeaderAndDoesNotQuoteIt) {
  grpc::Status status = Fetch("s3cret\r\nX: y");
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), Not(HasSubstr("s3cret")));
}

}  // namespace
}  // namespace allreview::pull_request

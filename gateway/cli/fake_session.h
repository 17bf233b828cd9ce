#ifndef GATEWAY_CLI_FAKE_SESSION_H_
#define GATEWAY_CLI_FAKE_SESSION_H_

// Runs command lines against a fake ReviewService in this process. For tests.
//
//   Script script = {.status = {grpc::StatusCode::NOT_FOUND, "no revision"}};
//   Result result = RunWith({"review", "a..b"}, script, InRepository());
//   EXPECT_EQ(result.code, 4);

#include <functional>
#include <string>
#include <vector>

#include "gateway/cli/environment.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/status.h"
#include "proto/review/v1/review_service.pb.h"

namespace allreview::cli {

// The value of --gateway that names the service of the script.
inline constexpr char kFakeGateway[] = "fake";

// What the service does, and what it was asked.
struct Script {
  // review.v1.Finished in text format.
  std::string finished = "conclusion: CONCLUSION_SUCCESS conclusion_reason: 'nothing was found'";
  std::string document = "# Review\n";
  grpc::Status status = {};
  std::function<void(grpc::ServerContext&)> on_call = [](grpc::ServerContext&) {};
  bool has_end = true;

  review::v1::ReviewRequest request = {};
  std::string patch = {};
  review::v1::ExplainPolicyRequest policy_request = {};
  review::v1::GetTrendsRequest trends_request = {};
  review::v1::ListReviewsRequest reviews_request = {};
  int rule_files = 0;  // That TestRules got.
};

struct Result {
  int code = 0;
  std::string out;
  std::string err;
};

// Standard output goes to `out_fd`, if that is given, and into the result otherwise.
Result RunWith(const std::vector<std::string>& words, Script& script,
               const Environment& environment, int out_fd = -1);

// In a folder that looks like a repository.
Result RunHere(const std::vector<std::string>& words, Script script = {});

// A folder that looks like a repository, as the current one.
Environment InRepository();

std::string NewFolder();

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_FAKE_SESSION_H_

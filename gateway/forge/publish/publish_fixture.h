#ifndef GATEWAY_FORGE_PUBLISH_PUBLISH_FIXTURE_H_
#define GATEWAY_FORGE_PUBLISH_PUBLISH_FIXTURE_H_

// For tests of publishing: a fake GitHub with a pull request, a store in memory, and reviews of it.
//
//   PublishFixture fixture;
//   fixture.Push(TenLines());
//   StoredReview review = fixture.ReviewOf({{.rule = "unscaled-loss", .line = 5}});
//   ASSERT_OK_AND_ASSIGN(Publication publication, fixture.Publish(review));

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "gateway/forge/forge_api.h"
#include "gateway/forge/publish/publisher.h"
#include "gateway/store/open_store.h"
#include "gateway/store/review_store.h"
#include "github/api.h"
#include "proto/review/v1/record.pb.h"
#include "tests/fakes/fake_clock.h"
#include "tests/fakes/github_server.h"

namespace allreview::gateway {

struct FixtureFinding {
  std::string rule = "unscaled-loss";
  std::string path = "train.py";
  int line = 5;
  int start_line = 0;
  std::string fingerprint = {};  // Default: made of rule, path and code.
  std::string code = {};         // Default: of rule and line.
  std::string body = {};         // Default: names the rule.
  finding::v1::Severity severity = finding::v1::SEVERITY_P2;
  finding::v1::Shown shown = finding::v1::SHOWN_FULL;
  bool has_comment = true;
};

inline std::vector<int> Lines(int first, int last) {
  std::vector<int> lines;
  for (int line = first; line <= last; ++line) lines.push_back(line);
  return lines;
}

inline std::vector<FixtureFinding> FindingsOn(const std::vector<int>& lines) {
  std::vector<FixtureFinding> findings;
  for (int line : lines) findings.push_back({.line = line});
  return findings;
}

class PublishFixture {
 public:
  explicit PublishFixture(fakes::GitHubServer::Options options = {}, PublishOptions publish = {});

  // Opens the pull request, or moves its head.
  void Push(const fakes::FakePullRequest& pull);
  // Of the pull request's head; a new id each time.
  review::v1::StoredReview ReviewOf(const std::vector<FixtureFinding>& findings);
  absl::StatusOr<review::v1::Publication> Publish(const review::v1::StoredReview& review);

  // As if another process began, with an empty store.
  void LoseStore();
  // With other options, for the next call.
  PublishOptions& options() { return options_; }

  fakes::FakeConversation talk() const { return server.conversation(7); }
  // First comments of threads, in order.
  std::vector<fakes::FakeComment> comments() const;
  int CountCalls(const std::string& method, const std::string& path_end) const;
  review::v1::PullRequestState state();
  std::vector<review::v1::FindingThread> threads();  // Of the state.

  ForgeApi& api() { return *api_; }
  ReviewStore& reviews() { return *reviews_; }

  fakes::GitHubServer server;
  fakes::FakeClock clock;

 private:
  PublishOptions options_;
  github::ApiState api_state_{""};
  std::unique_ptr<ForgeApi> api_;
  std::unique_ptr<KeyedStore> store_;
  std::unique_ptr<ReviewStore> reviews_;
  fakes::FakePullRequest pull_;
  int reviews_made_ = 0;
};

// train.py with lines 1 to 40, of which `changed` differ from the base.
fakes::FakePullRequest FortyLines(const std::vector<int>& changed);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_PUBLISH_PUBLISH_FIXTURE_H_

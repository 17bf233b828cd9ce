#ifndef TESTS_FAKES_GITHUB_SERVER_H_
#define TESTS_FAKES_GITHUB_SERVER_H_

// GitHub's REST API on a loopback socket, as far as AllReview uses it, for one invented repository.
//
//   GitHubServer server;
//   server.SetPullRequest(pull);                    // github_repository.h
//   server.Inject({.matches = IsDiff(), .respond = Always({.status = 502})});
//   Review(server.api_base());
//   EXPECT_EQ(server.requests().size(), 5u);
//
// It behaves as GitHub does: needs a User-Agent, knows versions, hides private repositories behind
// 404, refuses diffs over 300 files or 20,000 lines, lists at most 3,000 files in pages with Link
// headers, gives each answer an ETag, and counts answers other than 304 against the rate limit.
// Reviews, comments, reactions, check runs and review threads (GraphQL) can be written, by GitHub's
// rules: a review with one bad anchor is refused as a whole, with one of GitHub's messages.
// The same is served below /api/v3, as GitHub Enterprise does.
// Everything else is a fault that the test injects. Safe from any thread.
//
// What people do, and what became of what was written:
//
//   server.Edit(7, [](FakeConversation& talk) { ResolveThread(talk, id, "mara"); });
//   EXPECT_EQ(server.conversation(7).reviews.size(), 1u);

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/fakes/github_conversation.h"
#include "tests/fakes/github_errors.h"
#include "tests/fakes/github_repository.h"
#include "tests/fakes/http_server.h"

namespace allreview::fakes {

struct FakeCheckRun;  // github_state.h
struct GitHubState;
struct PageOrigin;
struct WriteCall;

using RequestMatcher = std::function<bool(const ServedRequest&)>;
using Responder = std::function<std::optional<ServedResponse>(const ServedRequest&)>;

// Deviates from GitHub's usual answer.
struct Fault {
  RequestMatcher matches = {};
  int skip = 0;   // Matching requests that are answered as usual first.
  int times = 1;  // Then this many deviate. -1: all.
  // May block, or change the server. None: the usual answer all the same.
  Responder respond = {};
  bool is_after = false;  // The request takes effect first; only its answer is lost.
};

class GitHubServer {
 public:
  struct Options {
    std::string full_name = "acme/train";
    int64_t repository_id = 4242;
    std::string token = {};  // Needed when private.
    bool is_private = false;
    int rate_limit = 5000;
    int64_t rate_reset = 2'000'000'000;    // Seconds since 1970.
    size_t max_tree_entries = 100'000;     // Of a recursive listing.
    std::string login = "allreview[bot]";  // Of whoever writes.
    int64_t app_id = 99;
    size_t max_kept_requests = SIZE_MAX;  // Of requests(); older ones are forgotten.
    // Permissions that writes do not have: "pull_requests", "checks", "issues".
    std::set<std::string> denied = {};
    // Writes that create content, in any minute of `now`; more are a secondary limit. 0: no limit.
    int max_content_per_minute = 0;
    std::function<int64_t()> now_seconds = [] { return int64_t{0}; };
  };

  GitHubServer() : GitHubServer(Options{}) {}
  explicit GitHubServer(Options options);
  ~GitHubServer();

  // Adds it, or moves its head. What it held before stays readable.
  void SetPullRequest(const FakePullRequest& pull);
  void Inject(Fault fault);
  void ForgetFaults();
  // Those that may strike yet.
  int faults_left() const;
  // Changes what was said on a pull request that exists.
  void Edit(int64_t number, const std::function<void(FakeConversation&)>& edit);
  FakeConversation conversation(int64_t number) const;
  std::vector<FakeCheckRun> check_runs() const;
  void SetPermission(const std::string& user, const std::string& permission);
  void SetDenied(std::set<std::string> permissions);
  // The last state of the pull request; it must exist.
  FakePullRequest pull_request(int64_t number) const;
  std::vector<int64_t> pull_requests() const;
  // Answers requests below /_fake/. Before the first request.
  void SetControl(std::function<ServedResponse(const ServedRequest&)> control);

  std::string api_base() const { return http_->base_url(); }
  std::vector<ServedRequest> requests() const { return http_->requests(); }
  // How many of them end so, for example in "/files?per_page=100".
  int CountRequests(const std::string& target_end) const;
  int rate_used() const;

 private:
  // A tree without its contents.
  struct Listing {
    struct Entry {
      uint32_t mode = 0;
      std::string id;
      size_t size = 0;
    };
    std::map<std::string, Entry> files;
    std::map<std::string, std::string> folders;  // At any depth, with their ids.
  };

  ServedResponse Handle(const ServedRequest& as_sent);
  std::optional<Fault> TakeFault(const ServedRequest& request);
  ServedResponse AnswerAndCount(const ServedRequest& request);
  ServedResponse Answer(const ServedRequest& request);
  ServedResponse Route(const ServedRequest& request, const std::string& path);
  ServedResponse PullRequestRoute(const ServedRequest& request, const std::string& rest);
  ServedResponse FilesPage(const ServedRequest& request, const FakePullRequest& pull) const;
  ServedResponse ComparePage(const ServedRequest& request, const std::string& range) const;
  ServedResponse TreeAnswer(const ServedRequest& request, const std::string& id) const;
  ServedResponse BlobAnswer(const ServedRequest& request, const std::string& id) const;
  const Listing& AddTree(const FakeTree& tree);
  const FakePullRequest* Find(int64_t number) const;
  PageOrigin origin() const;

  // The write side (github_write_side.cc).
  std::optional<ServedResponse> RefuseWrite(const ServedRequest& request);
  std::optional<ServedResponse> WriteSideRoute(const ServedRequest& request,
                                               const std::string& rest);
  ServedResponse AppRoute(const ServedRequest& request) const;
  ServedResponse UserAnswer() const;
  WriteCall CallOf(const ServedRequest& request) const;

  Options options_;
  mutable std::mutex mutex_;  // Guards all below but http_.
  int used_ = 0;
  std::vector<Fault> faults_;
  std::map<std::string, std::shared_ptr<const FakePullRequest>> comparisons_;  // "base...head".
  std::map<std::string, Listing> trees_;
  std::map<std::string, std::string> blobs_;
  std::map<std::string, std::string> commit_trees_;
  std::unique_ptr<GitHubState> state_;
  std::vector<int64_t> content_times_;  // When content was created, in seconds.
  std::function<ServedResponse(const ServedRequest&)> control_;
  std::unique_ptr<HttpServer> http_;
};

// Matchers.
RequestMatcher Any();
RequestMatcher IsDiff();                              // Asks for the diff media type.
RequestMatcher PathEndsWith(const std::string& end);  // Any media type.
RequestMatcher IsCall(const std::string& method, const std::string& path_end);

// Responders.
Responder Always(const ServedResponse& response);

}  // namespace allreview::fakes

#endif  // TESTS_FAKES_GITHUB_SERVER_H_

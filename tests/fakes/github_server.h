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
// Everything else is a fault that the test injects. Safe from any thread.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "tests/fakes/github_repository.h"
#include "tests/fakes/http_server.h"

namespace allreview::fakes {

using RequestMatcher = std::function<bool(const ServedRequest&)>;
using Responder = std::function<std::optional<ServedResponse>(const ServedRequest&)>;

// Deviates from GitHub's usual answer.
struct Fault {
  RequestMatcher matches = {};
  int skip = 0;   // Matching requests that are answered as usual first.
  int times = 1;  // Then this many deviate. -1: all.
  // May block, or change the server. None: the usual answer all the same.
  Responder respond = {};
};

class GitHubServer {
 public:
  struct Options {
    std::string full_name = "acme/train";
    int64_t repository_id = 4242;
    std::string token = {};  // Needed when private.
    bool is_private = false;
    int rate_limit = 5000;
    int64_t rate_reset = 2'000'000'000;  // Seconds since 1970.
    size_t max_tree_entries = 100'000;   // Of a recursive listing.
  };

  GitHubServer() : GitHubServer(Options{}) {}
  explicit GitHubServer(Options options);
  ~GitHubServer();

  // Adds it, or moves its head. What it held before stays readable.
  void SetPullRequest(const FakePullRequest& pull);
  void Inject(Fault fault);

  std::string api_base() const { return http_->base_url(); }
  std::vector<ServedRequest> requests() const { return http_->requests(); }
  // How many of them end so, for example in "/files?per_page=100".
  int CountRequests(const std::string& target_end) const;
  int rate_used() const;

 private:
  ServedResponse Handle(const ServedRequest& request);
  std::optional<ServedResponse> FromFaults(const ServedRequest& request);
  ServedResponse Answer(const ServedRequest& request);
  ServedResponse Route(const ServedRequest& request, const std::string& rest);
  ServedResponse PullRequestRoute(const ServedRequest& request, const std::string& rest);
  ServedResponse FilesPage(const ServedRequest& request, const FakePullRequest& pull) const;
  ServedResponse ComparePage(const ServedRequest& request, const std::string& range) const;
  ServedResponse TreeAnswer(const ServedRequest& request, const std::string& id) const;
  ServedResponse BlobAnswer(const ServedRequest& request, const std::string& id) const;
  void AddTree(const FakeTree& tree);
  void AddPaging(const ServedRequest& request, size_t total, size_t per_page, size_t page,
                 ServedResponse& response) const;

  const Options options_;
  mutable std::mutex mutex_;  // Guards all below but http_.
  int used_ = 0;
  std::vector<Fault> faults_;
  std::map<int64_t, FakePullRequest> pulls_;
  std::map<std::string, FakePullRequest> comparisons_;  // By "base...head".
  std::map<std::string, FakeTree> trees_;
  std::map<std::string, std::string> blobs_;
  std::map<std::string, std::string> commit_trees_;
  std::unique_ptr<HttpServer> http_;
};

// Matchers.
RequestMatcher Any();
RequestMatcher IsDiff();                              // Asks for the diff media type.
RequestMatcher PathEndsWith(const std::string& end);  // Any media type.

// Responders.
Responder Always(ServedResponse response);
ServedResponse ErrorAnswer(int status, const std::string& message,
                           const std::string& documentation_url = "");
// The refusal of a diff, with any status.
ServedResponse TooLarge(int status, const std::string& message);

}  // namespace allreview::fakes

#endif  // TESTS_FAKES_GITHUB_SERVER_H_

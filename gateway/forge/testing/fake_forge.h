#ifndef GATEWAY_FORGE_TESTING_FAKE_FORGE_H_
#define GATEWAY_FORGE_TESTING_FAKE_FORGE_H_

// A forge in memory with one pull request, for tests of what is done there. It takes everything;
// how GitHub refuses is known to tests/fakes/github_server.h alone.
//
//   FakeForge forge;
//   forge.writers = {"mara"};
//   worker.Do(job);                                // Speaks to forge.Api().
//   EXPECT_THAT(forge.Bodies(), ElementsAre("…"));

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "gateway/forge/forge_api.h"

namespace allreview::gateway {

// Not safe from several threads.
class FakeForge {
 public:
  // All objects speak to this forge, which outlives them.
  std::unique_ptr<ForgeApi> Api();

  // Bodies of comments of ours, in the order in which they were written.
  std::vector<std::string> Bodies() const;

  PullRequestFacts pull = {.head = std::string(40, 'a'), .author = "ada"};
  std::string login = "allreview[bot]";
  std::set<std::string> writers = {};       // Logins with write access.
  std::vector<ForgeReview> reviews = {};    // Ours.
  std::vector<ForgeComment> talk = {};      // In the conversation.
  std::vector<ForgeComment> comments = {};  // On the diff.
  std::map<int64_t, ForgeThread> threads = {};
  std::map<int64_t, std::vector<ForgeVote>> votes = {};  // By comment.
  std::vector<Check> checks = {};
  std::vector<CommentPlace> acknowledged = {};
  // So many replies take effect, and their answers are lost.
  int lost_replies = 0;

 private:
  class Session;

  int64_t next_id_ = 1000;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_TESTING_FAKE_FORGE_H_

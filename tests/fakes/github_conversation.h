#ifndef TESTS_FAKES_GITHUB_CONVERSATION_H_
#define TESTS_FAKES_GITHUB_CONVERSATION_H_

// What GitHub keeps of the talk on a pull request, and what people do there. Plain data.
//
//   server.Edit(7, [](FakeConversation& talk) {
//     ResolveThread(talk, talk.comments[0].id, "mara");
//     React(talk, talk.comments[1].id, "joe", "-1");
//   });

#include <cstdint>
#include <string>
#include <vector>

#include "tests/fakes/github_anchors.h"
#include "tests/fakes/github_repository.h"

namespace allreview::fakes {

struct FakeReaction {
  int64_t id = 0;
  std::string user;
  std::string content;  // "+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes".
};

struct FakeReview {
  int64_t id = 0;
  std::string user;
  std::string body;
  std::string state;  // "PENDING", "COMMENTED", "CHANGES_REQUESTED", "APPROVED", "DISMISSED".
  std::string commit_id;
};

struct FakeComment {
  int64_t id = 0;
  int64_t review_id = 0;    // 0: none.
  int64_t in_reply_to = 0;  // First comment of the thread; 0: this is it.
  std::string user;
  std::string body;
  std::string path;
  std::string diff_hunk;
  FakeAnchor anchor;     // Now. line == 0: outdated, or about the file.
  FakeAnchor original;   // As posted.
  bool is_file = false;  // About the file as a whole.
  bool is_pending = false;
  std::string commit_id;  // The head that `anchor` speaks of.
  std::string original_commit_id;
  std::vector<FakeReaction> reactions = {};
};

struct FakeThread {
  std::string id;  // GraphQL's.
  int64_t first_comment = 0;
  bool is_resolved = false;
  std::string resolved_by = {};
};

struct FakeIssueComment {
  int64_t id = 0;
  std::string user;
  std::string body;
  std::vector<FakeReaction> reactions = {};
};

struct FakeConversation {
  std::vector<FakeReview> reviews;
  std::vector<FakeComment> comments;
  std::vector<FakeThread> threads;
  std::vector<FakeIssueComment> issue_comments;
  int64_t next_id = 1000;
};

// What GitHub and people do. Comments and threads are named by the id of a comment; nothing
// happens when there is none.
FakeComment* FindComment(FakeConversation& talk, int64_t comment_id);
FakeThread* FindThread(FakeConversation& talk, int64_t comment_id);
void ResolveThread(FakeConversation& talk, int64_t comment_id, const std::string& user);
void UnresolveThread(FakeConversation& talk, int64_t comment_id);
// The thread goes with its last comment.
void DeleteComment(FakeConversation& talk, int64_t comment_id);
// Reacts to a review comment or an issue comment. Returns the reaction's id; that of the same user
// with the same content when there is one.
int64_t React(FakeConversation& talk, int64_t comment_id, const std::string& user,
              const std::string& content);
// Returns the id of the new comment.
int64_t Reply(FakeConversation& talk, int64_t comment_id, const std::string& user,
              const std::string& body);
int64_t Say(FakeConversation& talk, const std::string& user, const std::string& body);

// A new head: comments move with their lines; those whose lines are gone from the file or from the
// diff are outdated.
void MoveComments(FakeConversation& talk, const FakePullRequest& before,
                  const FakePullRequest& after);

}  // namespace allreview::fakes

#endif  // TESTS_FAKES_GITHUB_CONVERSATION_H_

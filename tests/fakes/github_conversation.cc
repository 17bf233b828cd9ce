#include "tests/fakes/github_conversation.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace allreview::fakes {
namespace {

std::vector<FakeReaction>* ReactionsOf(FakeConversation& talk, int64_t comment_id) {
  if (FakeComment* comment = FindComment(talk, comment_id)) return &comment->reactions;
  for (FakeIssueComment& comment : talk.issue_comments) {
    if (comment.id == comment_id) return &comment.reactions;
  }
  return nullptr;
}

std::string OldPath(const FakePullRequest& pull, const std::string& path) {
  auto renamed = pull.renames.find(path);
  return renamed == pull.renames.end() ? path : renamed->second;
}

// Content of the side that the anchor speaks of.
std::string ContentOf(const FakePullRequest& pull, const FakeAnchor& anchor) {
  const bool is_left = anchor.side == "LEFT";
  const FakeTree& tree = is_left ? pull.before : pull.after;
  auto file = tree.find(is_left ? OldPath(pull, anchor.path) : anchor.path);
  return file == tree.end() ? "" : file->second.content;
}

// None: outdated.
std::optional<FakeAnchor> Moved(const FakeAnchor& anchor, const FakePullRequest& before,
                                const FakePullRequest& after,
                                const std::vector<FakeChange>& changes) {
  FakeAnchor moved = anchor;
  const std::string old_content = ContentOf(before, anchor);
  const std::string new_content = ContentOf(after, anchor);
  std::optional<int> line = MovedLine(old_content, new_content, anchor.line);
  if (!line.has_value()) return std::nullopt;
  moved.line = *line;
  if (anchor.start_line > 0) {
    moved.start_line = MovedLine(old_content, new_content, anchor.start_line).value_or(0);
  }
  if (!AnchorProblem(changes, moved).empty()) return std::nullopt;
  return moved;
}

}  // namespace

FakeComment* FindComment(FakeConversation& talk, int64_t comment_id) {
  for (FakeComment& comment : talk.comments) {
    if (comment.id == comment_id) return &comment;
  }
  return nullptr;
}

FakeThread* FindThread(FakeConversation& talk, int64_t comment_id) {
  const FakeComment* comment = FindComment(talk, comment_id);
  if (comment == nullptr) return nullptr;
  const int64_t first = comment->in_reply_to == 0 ? comment->id : comment->in_reply_to;
  for (FakeThread& thread : talk.threads) {
    if (thread.first_comment == first) return &thread;
  }
  return nullptr;
}

void ResolveThread(FakeConversation& talk, int64_t comment_id, const std::string& user) {
  FakeThread* thread = FindThread(talk, comment_id);
  if (thread == nullptr) return;
  thread->is_resolved = true;
  thread->resolved_by = user;
}

void UnresolveThread(FakeConversation& talk, int64_t comment_id) {
  FakeThread* thread = FindThread(talk, comment_id);
  if (thread == nullptr) return;
  thread->is_resolved = false;
  thread->resolved_by.clear();
}

void DeleteComment(FakeConversation& talk, int64_t comment_id) {
  FakeThread* thread = FindThread(talk, comment_id);
  std::vector<FakeComment>& comments = talk.comments;
  comments.erase(
      std::remove_if(comments.begin(), comments.end(),
                     [&](const FakeComment& comment) { return comment.id == comment_id; }),
      comments.end());
  if (thread == nullptr) return;
  // GitHub keeps the replies; the oldest of them heads the thread.
  auto next = std::find_if(comments.begin(), comments.end(), [&](const FakeComment& comment) {
    return comment.in_reply_to == thread->first_comment;
  });
  if (thread->first_comment != comment_id) return;
  if (next == comments.end()) {
    talk.threads.erase(talk.threads.begin() + (thread - talk.threads.data()));
    return;
  }
  for (FakeComment& comment : comments) {
    if (comment.in_reply_to == comment_id) comment.in_reply_to = next->id;
  }
  next->in_reply_to = 0;
  thread->first_comment = next->id;
}

int64_t React(FakeConversation& talk, int64_t comment_id, const std::string& user,
              const std::string& content) {
  std::vector<FakeReaction>* reactions = ReactionsOf(talk, comment_id);
  if (reactions == nullptr) return 0;
  for (const FakeReaction& reaction : *reactions) {
    if (reaction.user == user && reaction.content == content) return reaction.id;
  }
  reactions->push_back({.id = talk.next_id++, .user = user, .content = content});
  return reactions->back().id;
}

int64_t Reply(FakeConversation& talk, int64_t comment_id, const std::string& user,
              const std::string& body) {
  const FakeComment* parent = FindComment(talk, comment_id);
  if (parent == nullptr) return 0;
  FakeComment reply = *parent;
  reply.id = talk.next_id++;
  reply.review_id = 0;
  reply.in_reply_to = parent->in_reply_to == 0 ? parent->id : parent->in_reply_to;
  reply.user = user;
  reply.body = body;
  reply.reactions.clear();
  talk.comments.push_back(std::move(reply));
  return talk.comments.back().id;
}

int64_t Say(FakeConversation& talk, const std::string& user, const std::string& body) {
  talk.issue_comments.push_back({.id = talk.next_id++, .user = user, .body = body});
  return talk.issue_comments.back().id;
}

void MoveComments(FakeConversation& talk, const FakePullRequest& before,
                  const FakePullRequest& after) {
  const std::vector<FakeChange> changes = Changes(after);
  for (FakeComment& comment : talk.comments) {
    if (comment.is_file || comment.anchor.line == 0) continue;
    std::optional<FakeAnchor> moved = Moved(comment.anchor, before, after, changes);
    if (moved.has_value()) {
      comment.anchor = *moved;
      comment.commit_id = after.head_sha();
    } else {
      comment.anchor.line = 0;
      comment.anchor.start_line = 0;
    }
  }
}

}  // namespace allreview::fakes

#include "gateway/forge/testing/fake_forge.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace allreview::gateway {

using review::v1::ReviewComment;

class FakeForge::Session : public ForgeApi {
 public:
  explicit Session(FakeForge& forge) : forge_(forge) {}

  absl::StatusOr<std::string> OwnLogin() override { return forge_.login; }

  absl::StatusOr<PullRequestFacts> ReadPullRequest(const PullRequestName&) override {
    return forge_.pull;
  }

  absl::StatusOr<std::vector<int64_t>> PullRequestsOf(const std::string&,
                                                      const std::string& head) override {
    return head == forge_.pull.head ? std::vector<int64_t>{7} : std::vector<int64_t>{};
  }

  absl::StatusOr<bool> MayWrite(const std::string&, const std::string& login) override {
    return forge_.writers.count(login) > 0;
  }

  absl::StatusOr<std::vector<ForgeReview>> ListReviews(const PullRequestName&,
                                                       const std::string&) override {
    return forge_.reviews;
  }

  absl::StatusOr<std::vector<ForgeComment>> ListComments(const PullRequestName&,
                                                         const CommentQuery& query) override {
    std::vector<ForgeComment> found;
    for (const ForgeComment& comment : query.is_on_diff ? forge_.comments : forge_.talk) {
      const bool is_wanted =
          query.author.empty() || absl::EqualsIgnoreCase(comment.author, query.author);
      if (is_wanted) found.push_back(comment);
    }
    return found;
  }

  absl::StatusOr<std::map<int64_t, ForgeThread>> ListThreads(const PullRequestName&) override {
    return forge_.threads;
  }

  absl::StatusOr<std::vector<ForgeVote>> ListVotes(const PullRequestName&,
                                                   int64_t comment) override {
    return forge_.votes[comment];
  }

  absl::StatusOr<ForgePatches> ReadPatches(const PullRequestName&) override {
    return ForgePatches{.is_complete = false};
  }

  absl::StatusOr<ForgeComment> ReadComment(const PullRequestName& pull, int64_t comment) override {
    for (const ForgeComment& known : forge_.comments) {
      if (known.id == comment) return known;
    }
    return absl::NotFoundError(absl::StrCat("comment ", comment, " of ", pull.text()));
  }

  absl::StatusOr<PostedReview> PostReview(const PullRequestName&,
                                          const NewReview& review) override {
    const int64_t id = forge_.next_id_++;
    const bool is_draft = review.verdict == NewReview::Verdict::kDraft;
    forge_.reviews.push_back({.id = id,
                              .body = review.body,
                              .url = absl::StrCat("https://forge.example/", id),
                              .is_draft = is_draft});
    for (const ReviewComment& comment : review.comments) {
      if (!is_draft) AddComment(comment, review.head);
    }
    return PostedReview{.id = id, .url = forge_.reviews.back().url};
  }

  absl::Status EditReview(const PullRequestName&, int64_t review,
                          const std::string& body) override {
    for (ForgeReview& known : forge_.reviews) {
      if (known.id == review) known.body = body;
    }
    return absl::OkStatus();
  }

  absl::Status DeleteDraft(const PullRequestName&, int64_t review) override {
    std::vector<ForgeReview>& reviews = forge_.reviews;
    reviews.erase(std::remove_if(reviews.begin(), reviews.end(),
                                 [review](const ForgeReview& known) {
                                   return known.id == review && known.is_draft;
                                 }),
                  reviews.end());
    return absl::OkStatus();
  }

  absl::StatusOr<int64_t> PostFileComment(const PullRequestName&, const std::string& head,
                                          const ReviewComment& comment) override {
    return AddComment(comment, head);
  }

  absl::Status Reply(const PullRequestName&, int64_t comment, const std::string& body) override {
    (comment == 0 ? forge_.talk : forge_.comments)
        .push_back({.id = forge_.next_id_++,
                    .in_reply_to = comment,
                    .author = forge_.login,
                    .body = body});
    if (forge_.lost_replies == 0) return absl::OkStatus();
    --forge_.lost_replies;
    return absl::UnknownError("the connection broke");
  }

  absl::Status SetResolved(const PullRequestName&, const std::string& thread,
                           bool is_resolved) override {
    for (auto& [comment, known] : forge_.threads) {
      if (known.id != thread) continue;
      known.is_resolved = is_resolved;
      known.resolved_by = is_resolved ? forge_.login : "";
    }
    return absl::OkStatus();
  }

  absl::Status Acknowledge(const PullRequestName&, const CommentPlace& comment) override {
    forge_.acknowledged.push_back(comment);
    return absl::OkStatus();
  }

  absl::StatusOr<WrittenCheck> WriteCheck(const std::string&, const Check& check) override {
    std::vector<Check>& checks = forge_.checks;
    const auto same = std::find_if(checks.begin(), checks.end(), [&check](const Check& known) {
      return known.external_id == check.external_id;
    });
    const int64_t id = same - checks.begin() + 1;
    if (same == checks.end()) {
      checks.push_back(check);
    } else {
      *same = check;
    }
    return WrittenCheck{.id = id, .url = absl::StrCat("https://forge.example/checks/", id)};
  }

 private:
  int64_t AddComment(const ReviewComment& comment, const std::string& head) {
    const int64_t id = forge_.next_id_++;
    forge_.comments.push_back({.id = id,
                               .author = forge_.login,
                               .path = comment.path(),
                               .body = comment.body(),
                               .commit = head});
    forge_.threads[id] = {.id = absl::StrCat("thread-", id)};
    return id;
  }

  FakeForge& forge_;
};

std::unique_ptr<ForgeApi> FakeForge::Api() { return std::make_unique<Session>(*this); }

std::vector<std::string> FakeForge::Bodies() const {
  std::map<int64_t, std::string> bodies;
  for (const std::vector<ForgeComment>* list : {&talk, &comments}) {
    for (const ForgeComment& comment : *list) {
      if (comment.author == login) bodies[comment.id] = comment.body;
    }
  }
  std::vector<std::string> ordered;
  for (auto& [id, body] : bodies) ordered.push_back(std::move(body));
  return ordered;
}

}  // namespace allreview::gateway

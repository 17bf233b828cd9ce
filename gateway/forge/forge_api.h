#ifndef GATEWAY_FORGE_FORGE_API_H_
#define GATEWAY_FORGE_FORGE_API_H_

// What AllReview asks of a forge, the place where repositories are hosted and pull requests are
// discussed: reads what stands on a pull request, and writes reviews, replies and checks.
//
//   ASSIGN_OR_RETURN(PullRequestFacts facts, api.ReadPullRequest({"acme/train", 7}));
//   ASSIGN_OR_RETURN(PostedReview posted,
//                    api.PostReview({"acme/train", 7}, {.head = facts.head, .body = "…"}));
//
// One object speaks for one repository, with a token that may write there. Implementations wait for
// limits and repeat what may be repeated, so an error is final for this attempt:
//   kPermissionDenied, kNotFound   the token may not do this, or may not know of it
//   kInvalidArgument               refused for what it says; RefusalOf tells more
//   kUnknown                       a write that may have taken effect: look before it is repeated
//   kFailedPrecondition            the set-up is wrong
//   kUnavailable, kDeadlineExceeded, kResourceExhausted   call again later
// Messages name what was asked for and never hold a token. Safe from any thread.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "proto/review/v1/record.pb.h"
#include "proto/review/v1/review.pb.h"
#include "sentences/phrase.h"

namespace allreview::gateway {

struct PullRequestName {
  std::string repository = {};  // "owner/name".
  int64_t number = 0;

  std::string text() const;  // "pull request 7 of \"owner/name\""
};

struct PullRequestFacts {
  std::string head = {};    // Commit.
  std::string author = {};  // Login.
  bool is_open = true;
  bool is_draft = false;
};

// A review that stands on a pull request.
struct ForgeReview {
  int64_t id = 0;
  std::string body = {};
  std::string url = {};   // For people.
  bool is_draft = false;  // Only its author sees it.
};

struct ForgeComment {
  int64_t id = 0;
  int64_t in_reply_to = 0;  // 0: it heads a thread.
  std::string author = {};  // Login.
  std::string path = {};
  std::string body = {};
  std::string commit = {};  // That it was posted on.
  int reactions = 0;        // Of anybody.
};

// Which comments to list.
struct CommentQuery {
  std::string author = {};                  // Login. Empty: anybody's.
  int64_t review = 0;                       // Only those of this review. 0: of all.
  bool is_on_diff = true;                   // False: in the conversation.
  absl::Time since = absl::InfinitePast();  // Nothing that was changed last before this.
};

// The thread that a comment heads.
struct ForgeThread {
  std::string id = {};
  bool is_resolved = false;
  std::string resolved_by = {};  // Login. Of a bot, perhaps without the suffix "[bot]".
};

// What one reaction to a comment says of it. VOTE_UNSPECIFIED: nothing.
struct ForgeVote {
  std::string voter = {};  // Login.
  review::v1::Vote vote = review::v1::VOTE_UNSPECIFIED;
};

struct ForgePatches {
  std::map<std::string, std::string> by_path = {};  // New path to hunks, "@@ …" and on.
  bool is_complete = true;  // False: an empty patch may be one that was left out.
};

struct NewReview {
  enum class Verdict { kDraft, kComment, kRequestChanges };

  std::string head = {};  // Commit that the comments are about.
  std::string body = {};
  Verdict verdict = Verdict::kComment;
  // On lines, with bodies as they are to be: all are taken or none is.
  std::vector<review::v1::ReviewComment> comments = {};
};

struct PostedReview {
  int64_t id = 0;  // 0: it is there, but the answer could not be read.
  std::string url = {};
};

struct CheckAnnotation {
  enum class Level { kNotice, kWarning, kFailure };

  std::string path = {};
  int first_line = 1;  // 1-based.
  int last_line = 1;   // Inclusive.
  Level level = Level::kNotice;
  std::string title = {};
  std::string message = {};
};

// The state of a review as a forge shows it beside a commit.
struct Check {
  enum class State { kQueued, kRunning, kSuccess, kNeutral, kFailure, kActionRequired, kCancelled };

  std::string name = "AllReview";
  std::string head = {};         // Commit.
  std::string external_id = {};  // Tells it from other checks of the name and commit.
  std::string details_url = {};  // Empty: none.
  State state = State::kQueued;
  std::string title = {};  // Empty: no summary either.
  std::string summary = {};
  std::vector<CheckAnnotation> annotations = {};
  bool has_actions = false;                // Buttons for commands, where the forge has such.
  Language language = Language::kEnglish;  // Of these buttons.
};

struct WrittenCheck {
  int64_t id = 0;
  std::string url = {};  // For people.
};

// A comment that somebody wrote to us.
struct CommentPlace {
  int64_t id = 0;
  bool is_on_diff = true;  // False: in the conversation.
};

class ForgeApi {
 public:
  virtual ~ForgeApi() = default;

  // Our own name there.
  virtual absl::StatusOr<std::string> OwnLogin() = 0;

  virtual absl::StatusOr<PullRequestFacts> ReadPullRequest(const PullRequestName& pull) = 0;
  // Numbers of open pull requests with this head; also of those from forks.
  virtual absl::StatusOr<std::vector<int64_t>> PullRequestsOf(const std::string& repository,
                                                              const std::string& head) = 0;
  // Whether somebody may write to the repository. False for what cannot be a login.
  virtual absl::StatusOr<bool> MayWrite(const std::string& repository,
                                        const std::string& login) = 0;

  // Lists are complete, oldest first.
  virtual absl::StatusOr<std::vector<ForgeReview>> ListReviews(const PullRequestName& pull,
                                                               const std::string& author) = 0;
  virtual absl::StatusOr<std::vector<ForgeComment>> ListComments(const PullRequestName& pull,
                                                                 const CommentQuery& query) = 0;
  // By the ids of their first comments.
  virtual absl::StatusOr<std::map<int64_t, ForgeThread>> ListThreads(
      const PullRequestName& pull) = 0;
  virtual absl::StatusOr<std::vector<ForgeVote>> ListVotes(const PullRequestName& pull,
                                                           int64_t comment) = 0;
  virtual absl::StatusOr<ForgePatches> ReadPatches(const PullRequestName& pull) = 0;
  // One on the diff.
  virtual absl::StatusOr<ForgeComment> ReadComment(const PullRequestName& pull,
                                                   int64_t comment) = 0;

  virtual absl::StatusOr<PostedReview> PostReview(const PullRequestName& pull,
                                                  const NewReview& review) = 0;
  // Replaces the body of a review of ours. May be repeated.
  virtual absl::Status EditReview(const PullRequestName& pull, int64_t review,
                                  const std::string& body) = 0;
  virtual absl::Status DeleteDraft(const PullRequestName& pull, int64_t review) = 0;
  // On a file as a whole: `comment` has path and body. The comment's id; 0: it could not be read.
  virtual absl::StatusOr<int64_t> PostFileComment(const PullRequestName& pull,
                                                  const std::string& head,
                                                  const review::v1::ReviewComment& comment) = 0;
  // In the thread that `comment` heads. 0: in the conversation.
  virtual absl::Status Reply(const PullRequestName& pull, int64_t comment,
                             const std::string& body) = 0;
  virtual absl::Status SetResolved(const PullRequestName& pull, const std::string& thread,
                                   bool is_resolved) = 0;
  // Tells the author of a comment that it was seen. May be repeated.
  virtual absl::Status Acknowledge(const PullRequestName& pull, const CommentPlace& comment) = 0;

  // Makes the check, or changes that of the same external id; goes on with the annotations where an
  // earlier call was interrupted. May be repeated.
  virtual absl::StatusOr<WrittenCheck> WriteCheck(const std::string& repository,
                                                  const Check& check) = 0;
};

// Why a forge refuses a review.
enum class Refusal {
  kOther,           // A place of a comment, most likely; forges do not say which.
  kDraftExists,     // Of the same login; only one is allowed.
  kOwnPullRequest,  // Changes cannot be requested on one's own.
  kTooLong,
};

// Of an error of PostReview; none for errors that are not a refusal of what was posted.
std::optional<Refusal> RefusalOf(const absl::Status& status);
absl::Status WithRefusal(absl::Status status, Refusal refusal);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_FORGE_API_H_

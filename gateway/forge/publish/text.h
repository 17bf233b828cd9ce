#ifndef GATEWAY_FORGE_PUBLISH_TEXT_H_
#define GATEWAY_FORGE_PUBLISH_TEXT_H_

// What people read on GitHub: the body of a review and the summary of a check run, in the team's
// language. Pure; the same input gives the same bytes.
//
// GitHub takes 65,536 characters. Texts here keep to kMaxText bytes: lists are cut, and say so,
// and the marker at the end is never cut.

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "gateway/forge/marker.h"
#include "gateway/forge/publish/identity.h"
#include "proto/review/v1/review.pb.h"
#include "sentences/sentence.h"

namespace allreview::gateway {

inline constexpr size_t kMaxText = 65'000;

// A finding that no comment could be made of, or none that GitHub would take.
struct BodyFinding {
  std::string place;  // "a.py:12".
  std::string body;   // Markdown.
  std::string why;    // "GitHub takes no comment there"…, in Markdown.
  std::string id;     // For `/allreview not-useful ID`.
};

struct TextInput {
  Language language = Language::kEnglish;
  const review::v1::Review& review;  // In that language; see review/localize.h.
  const Novelty& novelty;
  size_t new_findings = 0;
  bool is_incremental = false;  // There was a review of ours before.
  std::vector<BodyFinding> in_body = {};
  std::vector<Words> problems = {};  // What could not be published, a sentence each.
  std::string page_url = {};         // May be empty.
  std::string code_url = {};     // Of the tree at the head; lines are below it. Empty: no links.
  std::string summary_url = {};  // Of the review that sums up all pushes. Empty: it is this one.
};

// The review's body; ends in the marker. The first review of a pull request begins with a summary,
// and later ones lead to it.
std::string ReviewBody(const TextInput& input, const Marker& marker);

// The body of an earlier review with its summary made anew; none: it has none, or there is no room.
std::optional<std::string> WithNewSummary(absl::string_view body, const TextInput& input);

// The check run's summary, with the ledger.
std::string CheckSummary(const TextInput& input);

// The reply to a thread whose finding is gone, or is there again, with its marker.
std::string FixedReply(Language language, const std::string& fingerprint, const std::string& head);
std::string BackReply(Language language, const std::string& fingerprint, const std::string& head);

// A comment's body with its marker; cut if it must be.
std::string CommentBody(absl::string_view body, const Marker& marker);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_PUBLISH_TEXT_H_

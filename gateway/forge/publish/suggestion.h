#ifndef GATEWAY_FORGE_PUBLISH_SUGGESTION_H_
#define GATEWAY_FORGE_PUBLISH_SUGGESTION_H_

// Suggested edits in comments, and whether a push took one as it was. Pure.

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "proto/review/v1/review.pb.h"

namespace allreview::gateway {

// The lines of the first suggestion block of a comment's body, each with its end. None: there is
// no block, or it proposes to remove lines only.
std::optional<std::string> SuggestionIn(absl::string_view body);

// Diffs of two pushes against the base, as text.
struct Pushed {
  absl::string_view before;
  absl::string_view after;
};

// Whether the lines that the comment suggests stand in its file now, one after the other, and did
// not before. False where a diff is not known.
bool IsAccepted(const review::v1::ReviewComment& comment, const Pushed& pushed);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_PUBLISH_SUGGESTION_H_

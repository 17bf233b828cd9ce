#include "gateway/api/comments.h"

#include <algorithm>

namespace allreview::api {

absl::string_view CommentOf(absl::string_view name) {
  const absl::Span<const Comment> comments = Comments();
  const auto* found = std::lower_bound(
      comments.begin(), comments.end(), name,
      [](const Comment& comment, absl::string_view n) { return comment.name < n; });
  return found != comments.end() && found->name == name ? found->text : "";
}

}  // namespace allreview::api

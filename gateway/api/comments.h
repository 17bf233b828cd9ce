#ifndef GATEWAY_API_COMMENTS_H_
#define GATEWAY_API_COMMENTS_H_

// What the .proto files say of a message, field, enum or value. The table is generated: descriptors
// in a program have no comments.
//
//   CommentOf("allreview.review.v1.ReviewSummary.id");  // "26 characters of Crockford's base 32;
//   …"

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace allreview::api {

struct Comment {
  absl::string_view name;  // Full name.
  absl::string_view text;  // One paragraph.
};

// Sorted by name.
absl::Span<const Comment> Comments();

// Empty: there is none.
absl::string_view CommentOf(absl::string_view name);

}  // namespace allreview::api

#endif  // GATEWAY_API_COMMENTS_H_

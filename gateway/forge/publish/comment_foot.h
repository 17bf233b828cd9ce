#ifndef GATEWAY_FORGE_PUBLISH_COMMENT_FOOT_H_
#define GATEWAY_FORGE_PUBLISH_COMMENT_FOOT_H_

// The last line of a comment: which rule it is of, and what its readers can do about it.

#include <string>

#include "absl/strings/string_view.h"
#include "proto/review/v1/review.pb.h"
#include "sentences/sentence.h"

namespace allreview::gateway {

struct RuleOfComment {
  std::string id;
  std::string page;  // Address of what is known of the rule. Empty: there is none.
};

// The comment's text with that line in the place of the one it has. Of a comment without a rule:
// its text as it is.
std::string WithFoot(Language language, const review::v1::ReviewComment& comment,
                     const RuleOfComment& rule);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_PUBLISH_COMMENT_FOOT_H_

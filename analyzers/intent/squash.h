#ifndef ANALYZERS_INTENT_SQUASH_H_
#define ANALYZERS_INTENT_SQUASH_H_

// The body that a forge writes when it squashes a branch: "* title", a blank line, the text of that
// commit, and so on for each commit.
//
//   Squash squash = ReadSquash("* Adds a router\n\nTokens were lost.\n\n* fix lint\n");
//   // squash.titles == {1}; the line "* fix lint" is blank in squash.body.
//
// A later commit corrects what an earlier one did in the same change: that it fixes, reverts,
// tidies or answers a review tells nothing of the change as a whole. Pure, linear in lines.

#include <set>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview::intent {

struct Squash {
  std::string body;      // With its lines in their places; what is left out is blank.
  std::set<int> titles;  // Lines of titles that stay, 1-based; empty: it is no such body.
  // Names in code, as "GRPOConfig", that one of the later commits took away again.
  std::set<std::string> undone;
};

Squash ReadSquash(absl::string_view body);

// "Also adds top_k to RouterConfig" where a later commit says "Remove top_k from RouterConfig".
bool IsUndone(absl::string_view sentence, const Squash& squash);

}  // namespace allreview::intent

#endif  // ANALYZERS_INTENT_SQUASH_H_

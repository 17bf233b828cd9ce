#ifndef GATEWAY_DOCUMENT_CHECK_GIT_FACTS_H_
#define GATEWAY_DOCUMENT_CHECK_GIT_FACTS_H_

// The facts of a change as the git program tells them, which is what documents are checked by.
//
//   ASSIGN_OR_RETURN(ChangeFacts facts,
//                    ReadGitFacts({.repository = dir, .base = "a", .head = "b"}, control));
//
// Git runs without the configuration of the repository and of the user. Each file is read when it
// is first asked for.

#include <string>

#include "absl/status/statusor.h"
#include "base/call_control.h"
#include "gateway/document_check/check.h"

namespace allreview::document_check {

struct GitChange {
  std::string repository;
  std::string base, head;      // Revisions.
  bool is_merge_base = false;  // From where head left base.
};

// Fails as git does, in its words.
absl::StatusOr<ChangeFacts> ReadGitFacts(const GitChange& change, const CallControl& control);

}  // namespace allreview::document_check

#endif  // GATEWAY_DOCUMENT_CHECK_GIT_FACTS_H_

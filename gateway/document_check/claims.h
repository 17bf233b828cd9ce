#ifndef GATEWAY_DOCUMENT_CHECK_CLAIMS_H_
#define GATEWAY_DOCUMENT_CHECK_CLAIMS_H_

// What a document claims, as far as it can be held against git or another document. Part of
// truth.h; pure.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "gateway/document_check/outline.h"

namespace allreview::document_check {

// "now calls `f(x)`", "no longer raises `E`": code that is said to be new or gone.
struct ChangeClaim {
  int line = 0;
  bool is_new = true;
  std::string code;
};
std::vector<ChangeClaim> ChangeClaimsOf(const Outline& outline);

// "`tests/test_a.py:12` `test_x`" and "`test_x` (`tests/test_a.py:12`)".
struct TestClaim {
  int line = 0;
  std::string name;
  std::string path;
};
std::vector<TestClaim> TestClaimsOf(const Outline& outline);

// "- **`f`** (`a.py`, removed function)" and nodes of diagrams that are marked.
struct StatusClaim {
  int line = 0;
  std::string path, name;
  std::string status;  // As GraphNode::status.
};
std::vector<StatusClaim> StatusClaimsOf(const Outline& outline);

// Answers to a question that documents answer by set phrases: "communication is new" -> true.
struct Answer {
  int line = 0;
  absl::string_view text;  // The phrase.
};
struct Answers {
  std::vector<Answer> yes, no;
};
// By question.
std::map<std::string, Answers> AnswersOf(const Outline& outline);

}  // namespace allreview::document_check

#endif  // GATEWAY_DOCUMENT_CHECK_CLAIMS_H_

#ifndef GATEWAY_DOCUMENT_CHECK_TRUTH_H_
#define GATEWAY_DOCUMENT_CHECK_TRUTH_H_

// Whether a document may be true, by what it says itself, what the documents beside it say, and
// git. The checks, each for itself:
//
//   contradiction           two documents of a change say the opposite of each other
//   removed-is-bound        what is called removed is bound in its file after the change
//   moved-is-new            what is called new, or gone, only moved: its lines were taken away, or
//                           put, elsewhere
//   diagram-too-large       more than 12 nodes
//   diagram-without-change  no changed node has an arrow
//   diagram-shows-tests     tests, examples or documentation beside code
//   test-not-found          a test that is named is not where it is said to be
//   repeated-sentence       a statement stands twice in a document
//   repeated-fact           a statement stands, word for word, in a document before this one, too
//
// Pure but for the functions of ChangeFacts. Linear in the texts, up to logarithms.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "gateway/document_check/check.h"

namespace allreview::document_check {

// In the order above.
const std::vector<absl::string_view>& TruthChecks();

struct NamedDocument {
  Document document = report::v1::DOCUMENT_REVIEW;
  std::string name;  // For readers: "out/review.md".
  std::string text;
};

struct TruthOptions {
  Document document = report::v1::DOCUMENT_REVIEW;
  const ChangeFacts* change = nullptr;     // Null: what needs git is not checked.
  std::vector<NamedDocument> beside = {};  // Other documents of the same change.
};

// Sorted by line; faults of two documents stand in the one that comes later in report.proto.
std::vector<Fault> CheckTruth(absl::string_view markdown, const TruthOptions& options);

}  // namespace allreview::document_check

#endif  // GATEWAY_DOCUMENT_CHECK_TRUTH_H_

#ifndef REVIEW_CAUSES_H_
#define REVIEW_CAUSES_H_

// One cause, one finding: what an author mends in one go is said once, with all its places. Pure.
//
//   findings = MergeCauses(std::move(findings), {.is_test = …, .is_in_baseline = …});
//   for (const finding::v1::Finding* it : AllFindings(review)) …   // Those merged, too.
//
// Findings have one cause when
//   - one rule says the same words of them, or says it of the same statement in copies of a file,
//   or
//   - one says that another's line fails because of what became of the code that it uses, or
//   - one rule says them of neighbouring lines of one function, class or module; of P2 and P3, of
//     one file, or
//   - one rule says that the same removed or changed lines broke them, or lines of one file that
//     break the same file elsewhere, or files of one folder that the change deletes or moves away,
//     or
//   - they ask about tests of the code of the change.
// Of these the one that counts most stands for all, and holds the others in `same_cause`. What the
// code suppresses, what is known from a baseline and what a rule on probation says stay apart from
// what is said to the author; so do praise and, tests apart, findings of different kinds and hints.

#include <functional>
#include <string>
#include <vector>

#include "proto/finding/v1/finding.pb.h"
#include "proto/review/v1/review.pb.h"
#include "review/language/phrase.h"

namespace allreview {

struct CauseOptions {
  std::function<bool(const std::string& path)> is_test;  // Whether a file is one of tests.
  std::function<bool(const finding::v1::Finding&)> is_in_baseline;
  std::function<bool(const std::string& path)> is_gone;  // Deleted, or renamed to or from that.
};

// The order of what stays is that of the input.
std::vector<finding::v1::Finding> MergeCauses(std::vector<finding::v1::Finding> findings,
                                              const CauseOptions& options);

// Each finding, followed by those that it speaks for. Borrowed from the review.
std::vector<const finding::v1::Finding*> AllFindings(const review::v1::Review& review);

// `related`, and the places of the same cause, each with what is said there.
std::vector<finding::v1::Related> RelatedOf(Language language, const finding::v1::Finding& finding);

// "Same cause: a.py:12, b.py:3 and 2 more"; empty: it stands alone. Plain text.
std::string SameCauseText(Language language, const finding::v1::Finding& finding);

}  // namespace allreview

#endif  // REVIEW_CAUSES_H_

#ifndef SERVICES_REPORT_DOCUMENTS_APPENDIX_H_
#define SERVICES_REPORT_DOCUMENTS_APPENDIX_H_

// What a review ends with: what is not shown, what was not reviewed, what is missing, and the
// receipt; and what of it other documents of the change must say.

#include <string>

#include "proto/review/v1/review.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

// Everything below, in this order; begins with a rule. Documents that do not follow the budget of
// the review have no use for what is folded by it.
enum class Folding {
  kTold,
  kUntold,
  kBesideReview,  // Nor the receipt, which the review of the same change carries.
};
std::string AppendixMarkdown(Language language, const review::v1::Review& review,
                             Folding folding = Folding::kTold);

// What a document of the same change does not tell, because nobody read it: files and parts. Begins
// with a rule; empty: all was read.
std::string UnreadMarkdown(Language language, const review::v1::Review& review);

// "12 of 14 files that need a review were reviewed".
std::string CoverageSentence(Language language, const review::v1::Review& review);

// "3 × `rule-a`, 1 × `rule-b` (over the budget)" for each reason; empty: everything is in full.
std::string FoldedMarkdown(Language language, const review::v1::Review& review);

// "numerical checks: not configured".
std::string MissingSentence(Language language, const change::v1::MissingPart& part);

// One line of plain text with all fields of the receipt; the same in every language.
std::string ReceiptLine(const review::v1::Receipt& receipt);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_APPENDIX_H_

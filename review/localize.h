#ifndef REVIEW_LOCALIZE_H_
#define REVIEW_LOCALIZE_H_

// A review in another language than the one that its services speak.
//
//   const Review chinese = Localized(Language::kChinese, review);
//
// Services send sentences in English and as codes (sentences/sentence.h). Here findings, their
// related places and evidence, reasons, diagnostics, missing parts, tests and house rules are said
// in the wanted language. What somebody wrote (the description, rules of an organisation, reasons
// of suppressions) and sentences without a code, as in older records, stay. Ids, templates and
// parameters stay, too: machines compare them. So do comments, which are Markdown already. Pure.

#include "proto/review/v1/review.pb.h"
#include "sentences/phrase.h"

namespace allreview {

// English: the review as it is.
review::v1::Review Localized(Language language, review::v1::Review review);

}  // namespace allreview

#endif  // REVIEW_LOCALIZE_H_

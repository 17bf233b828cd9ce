#ifndef REVIEW_HEADLINE_H_
#define REVIEW_HEADLINE_H_

// What a review comes to, on one line: the title of its check run, of its entry in a feed, of its
// message in a chat.
//
//   Headline(Language::kEnglish, review)   // "Blocked: 1 P0, 2 P2"
//
// Takes a Review or the ReviewSummary of one that is done. At most 255 bytes. Pure.

#include <string>

#include "absl/strings/string_view.h"
#include "proto/review/v1/review.pb.h"
#include "sentences/phrase.h"

namespace allreview {

// Points into the message that it is made of.
struct Verdict {
  template <typename Message>
  Verdict(const Message& review)  // NOLINT(google-explicit-constructor): it is a view.
      : conclusion(review.conclusion()),
        reason(review.conclusion_reason()),
        counts(&review.counts()) {}

  review::v1::Conclusion conclusion;
  absl::string_view reason;
  const review::v1::Counts* counts;
};

std::string Headline(Language language, const Verdict& verdict);

// "1 P0, 2 P2, 1 question"; empty when there is nothing.
std::string CountsText(Language language, const review::v1::Counts& counts);

// "Not reviewed: no file could be read".
std::string NotReviewedTitle(Language language, absl::string_view why);

}  // namespace allreview

#endif  // REVIEW_HEADLINE_H_

#ifndef GATEWAY_WEB_FINDING_CARD_H_
#define GATEWAY_WEB_FINDING_CARD_H_

// One finding as a card: what is wrong, why, the fix, and buttons for votes. Pure.

#include <string>

#include "absl/strings/string_view.h"
#include "gateway/web/html.h"
#include "gateway/web/visitor.h"
#include "proto/review/v1/review.pb.h"

namespace allreview::web {

struct CardContext {
  const Visitor& visitor;
  const std::string& review_id;
  absl::string_view voted = {};  // Fingerprint of the finding that the visitor just voted on.
  int file = -1;                 // Index of the only file on the page; see ChangeView.
  bool is_place_named = false;   // The card does not stand beside its line.
  absl::string_view push = {};   // "new", "still there"; empty: not known.
  Html way = {};                 // To the next finding.
  bool is_split = false;         // As the page is.
};

// `comment` is the one that GitHub gets; null: the finding is not shown in full there.
Html FindingCard(const finding::v1::Finding& finding, const review::v1::ReviewComment* comment,
                 const CardContext& context);

// Id of the card's element.
std::string CardId(const finding::v1::Finding& finding);

// Why a finding is not among the comments: "over the budget"; empty: it is.
std::string WhyNotShown(const finding::v1::Finding& finding);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_FINDING_CARD_H_

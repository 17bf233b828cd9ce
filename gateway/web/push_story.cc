#include "gateway/web/push_story.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "gateway/web/finding_card.h"
#include "gateway/web/words.h"

namespace allreview::web {
namespace {

using finding::v1::Finding;

std::set<std::string> ShownFindings(const review::v1::Review& review) {
  std::set<std::string> fingerprints;
  for (const Finding& finding : review.findings()) {
    const bool counts = finding.kind() != finding::v1::KIND_PRAISE &&
                        !finding.fingerprint().empty() && WhyNotShown(finding).empty();
    if (counts) fingerprints.insert(finding.fingerprint());
  }
  return fingerprints;
}

std::set<std::string> AllFindings(const review::v1::Review& review) {
  std::set<std::string> fingerprints;
  for (const Finding& finding : review.findings()) fingerprints.insert(finding.fingerprint());
  return fingerprints;
}

}  // namespace

Pushes PushesOf(const review::v1::ListReviewsResponse& reviews,
                const review::v1::ReviewSummary& current) {
  Pushes pushes;
  pushes.has_older = !reviews.next_page_token().empty();
  std::set<std::string> seen;
  for (const review::v1::ReviewSummary& review : reviews.reviews()) {
    // The visitor may look at an earlier review of the same commit.
    const bool is_current = review.head_commit() == current.head_commit();
    const std::string& id = is_current ? current.id() : review.id();
    const bool is_done = review.state() == review::v1::REVIEW_STATE_DONE;
    if (review.head_commit().empty() || !seen.insert(review.head_commit()).second) continue;
    pushes.all.push_back({id, review.head_commit(), is_done});
  }
  std::reverse(pushes.all.begin(), pushes.all.end());
  for (size_t i = 0; i < pushes.all.size(); ++i) {
    if (pushes.all[i].review_id == current.id()) pushes.current = static_cast<int>(i);
  }
  return pushes;
}

const Push* PushBefore(const Pushes& pushes) {
  for (int i = pushes.current - 1; i >= 0; --i) {
    if (pushes.all[i].is_done) return &pushes.all[i];
  }
  return nullptr;
}

PushStory StoryOf(const review::v1::Review& before, const review::v1::Review& now) {
  PushStory story = {.is_known = true, .before = AllFindings(before)};
  for (const std::string& fingerprint : ShownFindings(now)) {
    ++(story.before.count(fingerprint) > 0 ? story.persisting : story.added);
  }
  const std::set<std::string> all_now = AllFindings(now);
  const std::set<std::string> shown_before = ShownFindings(before);
  for (const Finding& finding : before.findings()) {
    const std::string& fingerprint = finding.fingerprint();
    if (shown_before.count(fingerprint) > 0 && all_now.count(fingerprint) == 0)
      story.fixed.push_back(&finding);
  }
  return story;
}

Html PushLinks(const Pushes& pushes, const PushStory& story) {
  if (pushes.current < 0 || pushes.all.size() < 2) return Html();
  const auto link = [&](int push, absl::string_view name) {
    if (push < 0 || push >= static_cast<int>(pushes.all.size())) return Html();
    return Join(
        {" · ", El("a", {Href(Url::Local({"reviews", pushes.all[push].review_id})), name})});
  };
  std::string text = absl::StrCat(pushes.current + 1, pushes.has_older ? " of the last " : " of ",
                                  pushes.all.size());
  if (story.is_known) {
    absl::StrAppend(&text, ": ", story.fixed.size(), " fixed, ", story.added, " new, ",
                    story.persisting, " still there");
  }
  return Join({text, link(pushes.current - 1, "the push before"),
               link(pushes.current + 1, "the next push")});
}

}  // namespace allreview::web

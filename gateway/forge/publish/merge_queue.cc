#include "gateway/forge/publish/merge_queue.h"

#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/forge/publish/check.h"
#include "gateway/forge/reviewed/newest_review.h"
#include "review/language/phrase.h"
#include "review/localize.h"

namespace allreview::gateway {
namespace {

using review::v1::StoredReview;

// What a finished review of the pull request says.
Check CheckOf(const StoredReview& stored) {
  static constexpr Phrase kAsReviewed("As reviewed on the pull request at {commit}",
                                      "与 pull request 在 {commit} 处的评审一致");
  const Language language = LanguageOf(stored.review().policy().language());
  return {.state = CheckState(stored.review()),
          .title =
              Say(language, kAsReviewed, {{"commit", stored.summary().head_commit().substr(0, 9)}}),
          .summary = Localized(language, stored.review()).conclusion_reason()};
}

Check UnknownCheck(Language language) {
  static constexpr Phrase kNotReviewed("Not reviewed: no review of this pull request is known",
                                       "未评审：没有该 pull request 的评审记录");
  static constexpr Phrase kAsk("Ask for one with `/allreview review` on the pull request.",
                               "请在 pull request 中用 `/allreview review` 请求评审。");
  return {.state = Check::State::kNeutral,
          .title = std::string(kNotReviewed.In(language)),
          .summary = std::string(kAsk.In(language))};
}

}  // namespace

absl::Status AnswerMergeQueue(ForgeApi& api, ReviewStore& store, const MergeQueueCheck& check) {
  std::optional<StoredReview> review;
  if (check.number != 0) {
    ASSIGN_OR_RETURN(review, NewestReview(store, check.repository.id(), check.number));
  }
  Check run;
  if (review.has_value()) {
    run = CheckOf(*review);
    if (check.page_url) run.details_url = check.page_url(review->summary().id());
  } else {
    ASSIGN_OR_RETURN(const std::string language, TeamLanguage(store, check.repository.id(), 0));
    run = UnknownCheck(LanguageOf(language));
  }
  run.head = check.head;
  run.external_id = absl::StrCat("merge-queue-", check.head);
  return api.WriteCheck(check.repository.full_name(), run).status();
}

}  // namespace allreview::gateway

#include "review/reported.h"

namespace allreview {

bool IsReported(finding::v1::Shown shown) {
  return shown == finding::v1::SHOWN_FULL || shown == finding::v1::SHOWN_FOLDED ||
         shown == finding::v1::SHOWN_WITHHELD;
}

bool IsScan(const review::v1::Review& review) {
  const change::v1::ChangeInfo& change = review.change();
  return !change.head_commit().empty() && change.base_commit().empty() &&
         change.merge_base_commit().empty();
}

}  // namespace allreview

#include "review/reported.h"

#include "proto/change/v1/scan.h"

namespace allreview {

bool IsReported(finding::v1::Shown shown) {
  return shown == finding::v1::SHOWN_FULL || shown == finding::v1::SHOWN_FOLDED ||
         shown == finding::v1::SHOWN_WITHHELD;
}

bool IsScan(const review::v1::Review& review) { return change::v1::IsScan(review.change()); }

}  // namespace allreview

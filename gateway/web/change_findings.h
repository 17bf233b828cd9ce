#ifndef GATEWAY_WEB_CHANGE_FINDINGS_H_
#define GATEWAY_WEB_CHANGE_FINDINGS_H_

// Where the findings of a review stand among the files of its diff. Pure.

#include <map>
#include <string>
#include <vector>

#include "gateway/web/diff_table.h"
#include "gateway/web/html.h"
#include "gateway/web/parsed_diff.h"
#include "proto/review/v1/review.pb.h"

namespace allreview::web {

struct PlacedFinding {
  const finding::v1::Finding* finding = nullptr;
  const review::v1::ReviewComment* comment = nullptr;  // Null: it is not shown in full on GitHub.
  int file = -1;                                       // Index in the diff. -1: in no file of it.
  change::v1::Side side = change::v1::SIDE_RIGHT;
  int line = 0;  // 0: the file as a whole.
};

// In the order of the review, which is that of importance.
std::vector<PlacedFinding> PlaceFindings(const review::v1::Review& review, const ParsedDiff& diff);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_CHANGE_FINDINGS_H_

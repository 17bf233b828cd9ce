#ifndef GATEWAY_WEB_CHANGE_PAGE_H_
#define GATEWAY_WEB_CHANGE_PAGE_H_

// The tab "Changes": the diff with findings beside their lines. Pure.
//
// A page shows at most kMaxLinesOfPage lines, and kMaxLinesOfFile of one file; what is left out is
// counted and linked. Data, generated files and the like are named, and shown when asked for.

#include <cstdint>
#include <string>

#include "gateway/web/html.h"
#include "gateway/web/parsed_diff.h"
#include "gateway/web/push_story.h"
#include "gateway/web/visitor.h"
#include "proto/review/v1/record.pb.h"

namespace allreview::web {

inline constexpr int64_t kMaxLinesOfPage = 3000;
inline constexpr int64_t kMaxLinesOfFile = 1000;
inline constexpr int64_t kMaxLinesOfOneFile = 20'000;  // When it is the only one.

struct ChangeView {
  const review::v1::StoredReview& review;
  const ParsedDiff& diff;
  const Visitor& visitor;
  std::string voted = {};  // Fingerprint of the finding that the visitor just voted on.
  int first = 0;           // Index of the first file shown.
  int only = -1;           // Index of the only file shown. -1: as many as fit.
  bool is_split = false;   // Old and new side beside each other.
  PushStory story = {};
};

Html ChangePage(const ChangeView& view);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_CHANGE_PAGE_H_

#ifndef GATEWAY_WEB_ADMIN_PAGE_H_
#define GATEWAY_WEB_ADMIN_PAGE_H_

// /admin: what waits, what failed for good, and who did what. Pure.

#include <string>

#include "absl/time/time.h"
#include "gateway/web/html.h"
#include "gateway/web/visitor.h"
#include "proto/review/v1/review_service.pb.h"

namespace allreview::web {

struct AdminView {
  const Visitor& visitor;
  const review::v1::ListReviewsResponse& unfinished;  // Queued and running.
  const review::v1::ListDeadLettersResponse& letters;
  const review::v1::ListAuditResponse& audit;
  std::string action;         // Filter of the audit log, as typed.
  bool is_first_page = true;  // Of the audit log.
  std::string retried;        // Id of the letter that was just put back.
  absl::Time now;
};

Html AdminPage(const AdminView& view);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_ADMIN_PAGE_H_

// The page for operators; the service asks for the scope admin.

#include "gateway/web/admin_page.h"
#include "gateway/web/site.h"

namespace allreview::web {

http::HttpResponse Site::Admin(const http::HttpRequest& request) const {
  Visit visit = Begin(request);
  review::v1::ListAuditRequest audit_request;
  audit_request.set_action(visit.Query("action"));
  audit_request.set_page_token(visit.Query("page"));
  // The first call that a visitor without the scope makes, so that he learns nothing more.
  const auto audit = visit.client.ListAudit(audit_request);
  if (!audit.ok()) return Fail(audit.status(), visit);
  const auto letters = visit.client.ListDeadLetters();
  if (!letters.ok()) return Fail(letters.status(), visit);
  review::v1::ListReviewsRequest list;
  list.add_states(review::v1::REVIEW_STATE_QUEUED);
  list.add_states(review::v1::REVIEW_STATE_RUNNING);
  const auto unfinished = visit.client.ListReviews(list);
  if (!unfinished.ok()) return Fail(unfinished.status(), visit);
  return RenderPage({.title = "For operators", .visitor = &visit.visitor},
                    AdminPage({.visitor = visit.visitor,
                               .unfinished = *unfinished,
                               .letters = *letters,
                               .audit = *audit,
                               .action = audit_request.action(),
                               .is_first_page = audit_request.page_token().empty(),
                               .retried = visit.Query("retried"),
                               .now = options_.now()}));
}

http::HttpResponse Site::Retry(const http::HttpRequest& request) const {
  Visit visit = Begin(request);
  const http::Fields form = ParseForm(request.body);
  if (!IsOwnForm(request, form, visit.visitor)) return RefuseForm(visit);
  review::v1::RetryDeadLetterRequest retry;
  retry.set_id(FieldOf(form, "id"));
  const auto answer = visit.client.RetryDeadLetter(retry);
  if (!answer.ok()) return Fail(answer.status(), visit);
  return SeeOther(Url::Local({"admin"}).With("retried", retry.id()));
}

}  // namespace allreview::web

#include "gateway/web/site.h"

#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/http/problem.h"
#include "gateway/web/assets.h"
#include "gateway/web/repository_pages.h"
#include "gateway/web/review_list.h"
#include "gateway/web/rule_pages.h"

namespace allreview::web {
namespace {

// For the choice of repositories in forms.
constexpr int kMaxChoices = 200;
constexpr int kLatestReviews = 8;
// Of one rule; the newest of them are shown.
constexpr int kMaxReasons = 1000;
constexpr int kTrendDays = 90;

review::v1::ListFeedbackRequest ReasonsOf(const std::string& rule) {
  review::v1::ListFeedbackRequest request;
  request.set_rule_id(rule);
  request.set_has_reason(true);
  request.set_page_size(kMaxReasons);
  return request;
}

review::v1::ListRepositoriesRequest AllRepositories() {
  review::v1::ListRepositoriesRequest request;
  request.set_page_size(kMaxChoices);
  return request;
}

}  // namespace

std::string Site::Visit::Parameter(absl::string_view name) const {
  const std::string* value = request.Parameter(name);
  return value == nullptr ? "" : *value;
}

std::string Site::Visit::Query(absl::string_view name) const {
  const std::string* value = request.Query(name);
  return value == nullptr ? "" : *value;
}

int64_t Site::Visit::Number(absl::string_view query_name) const {
  int64_t number = 0;
  return absl::SimpleAtoi(Query(query_name), &number) ? number : 0;
}

Site::Visit Site::Begin(const http::HttpRequest& request) const {
  Visitor visitor = VisitorOf(request, options_.random);
  if (options_.people != nullptr && !visitor.token.empty()) {
    // A store that does not answer says so at the first call.
    const auto who = options_.people->Who(absl::StrCat("Bearer ", visitor.token));
    if (who.ok() && *who) visitor.name = (*who)->principal();
  }
  ReviewClient client(options_.reviews, {.token = visitor.token, .request_id = request.request_id});
  return {request, std::move(visitor), std::move(client)};
}

http::HttpResponse Site::Fail(const absl::Status& status, const Visit& visit) const {
  if (!absl::IsUnauthenticated(status) || visit.request.method != "GET") {
    return ErrorPage(status, visit.visitor, visit.request.request_id);
  }
  if (visit.visitor.token.empty() && IsFromElsewhere(visit.request)) {
    // A link from GitHub came without the strict cookie; the same address asked for by our own page
    // comes with it.
    return {
        .content_type = "text/html; charset=utf-8",
        .headers = {{"Refresh", "0"}, {"Cache-Control", "no-store"}},
        .body =
            "<!DOCTYPE html>\n<html lang=\"en\"><title>Opening</title><p>Opening…</p></html>\n"};
  }
  return SeeOther(Url::Local({"login"}).With("next", visit.request.target));
}

http::HttpResponse Site::ReviewList(const http::HttpRequest& request) const {
  Visit visit = Begin(request);
  const std::string& name = visit.visitor.name;
  ReviewFilter filter = FilterOf(request);
  if (name.empty()) filter.is_mine = false;
  const std::string page = visit.Query("page");
  review::v1::ListReviewsRequest list = RequestOf(filter, name, page);
  list.set_with_totals(true);
  const auto reviews = visit.client.ListReviews(list);
  if (!reviews.ok()) return Fail(reviews.status(), visit);
  const auto repositories = visit.client.ListRepositories(AllRepositories());
  if (!repositories.ok()) return Fail(repositories.status(), visit);
  return RenderPage({.title = "Reviews", .section = Section::kReviews, .visitor = &visit.visitor},
                    ReviewListPage({.filter = filter,
                                    .reviews = *reviews,
                                    .repositories = *repositories,
                                    .is_first_page = page.empty(),
                                    .is_named = !name.empty(),
                                    .sees_a_part = !visit.visitor.token.empty(),
                                    .has_webhooks = options_.has_webhooks,
                                    .now = options_.now()}));
}

http::HttpResponse Site::RepositoryList(const http::HttpRequest& request) const {
  Visit visit = Begin(request);
  review::v1::ListRepositoriesRequest list;
  list.set_page_token(visit.Query("page"));
  const auto repositories = visit.client.ListRepositories(list);
  if (!repositories.ok()) return Fail(repositories.status(), visit);
  return RenderPage(
      {.title = "Repositories", .section = Section::kRepositories, .visitor = &visit.visitor},
      RepositoryListPage(*repositories, options_.now()));
}

http::HttpResponse Site::Repository(const http::HttpRequest& request) const {
  Visit visit = Begin(request);
  int64_t id = 0;
  if (!absl::SimpleAtoi(visit.Parameter("id"), &id) || id <= 0) {
    return Fail(absl::NotFoundError("repositories have GitHub's number as their address"), visit);
  }
  review::v1::ListReviewsRequest list;
  list.set_repository_id(id);
  list.set_page_size(kLatestReviews);
  const auto reviews = visit.client.ListReviews(list);
  if (!reviews.ok()) return Fail(reviews.status(), visit);
  const TrendRange range = LastDays(Today(), kTrendDays);
  const auto trends = ReadTrends(visit, id, range);
  if (!trends.ok()) return Fail(trends.status(), visit);
  return RenderPage(
      {.title = "Repository", .section = Section::kRepositories, .visitor = &visit.visitor},
      RepositoryPage({.id = id,
                      .reviews = *reviews,
                      .trends = *trends,
                      .range = range,
                      .now = options_.now()}));
}

http::HttpResponse Site::RuleList(const http::HttpRequest& request) const {
  Visit visit = Begin(request);
  const auto rules = visit.client.ListRules();
  if (!rules.ok()) return Fail(rules.status(), visit);
  const auto standings = visit.client.ListRuleStandings();
  if (!standings.ok()) return Fail(standings.status(), visit);
  return RenderPage({.title = "Rules", .section = Section::kRules, .visitor = &visit.visitor},
                    RuleListPage({.text = visit.Query("text"),
                                  .category = visit.Query("category"),
                                  .severity = visit.Query("severity"),
                                  .tier = visit.Query("tier"),
                                  .sort = visit.Query("sort"),
                                  .rules = *rules,
                                  .standings = *standings}));
}

http::HttpResponse Site::Rule(const http::HttpRequest& request) const {
  Visit visit = Begin(request);
  const std::string id = visit.Parameter("id");
  const auto rules = visit.client.ListRules();
  if (!rules.ok()) return Fail(rules.status(), visit);
  const auto standings = visit.client.ListRuleStandings();
  if (!standings.ok()) return Fail(standings.status(), visit);
  for (const analysis::v1::RuleInfo& rule : rules->rules()) {
    if (rule.id() != id) continue;
    const auto reasons = visit.client.ListFeedback(ReasonsOf(id));
    if (!reasons.ok()) return Fail(reasons.status(), visit);
    return RenderPage(
        {.title = rule.title(), .section = Section::kRules, .visitor = &visit.visitor},
        RulePage(
            {.rule = rule, .standings = *standings, .reasons = *reasons, .now = options_.now()}));
  }
  return Fail(absl::NotFoundError(absl::StrCat("there is no rule \"", id, "\" in this version")),
              visit);
}

TrendRange Site::RangeOf(const Visit& visit) const {
  TrendRange range = LastDays(Today(), kTrendDays);
  if (!visit.Query("first").empty()) range.first = visit.Query("first");
  if (!visit.Query("last").empty()) range.last = visit.Query("last");
  return range;
}

absl::CivilDay Site::Today() const { return absl::ToCivilDay(options_.now(), absl::UTCTimeZone()); }

absl::StatusOr<review::v1::GetTrendsResponse> Site::ReadTrends(Visit& visit, int64_t repository,
                                                               const TrendRange& range) const {
  review::v1::GetTrendsRequest request;
  request.set_repository_id(repository);
  request.set_first_day(range.first);
  request.set_last_day(range.last);
  return visit.client.GetTrends(request);
}

http::HttpResponse Site::Trends(const http::HttpRequest& request) const {
  Visit visit = Begin(request);
  const TrendRange range = RangeOf(visit);
  const auto trends = ReadTrends(visit, visit.Number("repository"), range);
  if (!trends.ok()) return Fail(trends.status(), visit);
  const auto repositories = visit.client.ListRepositories(AllRepositories());
  if (!repositories.ok()) return Fail(repositories.status(), visit);
  return RenderPage({.title = "Trends", .section = Section::kTrends, .visitor = &visit.visitor},
                    TrendPage({.repository_id = visit.Number("repository"),
                               .range = range,
                               .today = Today(),
                               .repositories = *repositories,
                               .trends = *trends}));
}

http::HttpResponse Site::TrendFile(const http::HttpRequest& request) const {
  Visit visit = Begin(request);
  const auto trends = ReadTrends(visit, visit.Number("repository"), RangeOf(visit));
  if (!trends.ok()) return Fail(trends.status(), visit);
  return {.content_type = "text/csv; charset=utf-8",
          .headers = {{"Content-Disposition", "attachment; filename=\"trends.csv\""},
                      {"X-Content-Type-Options", "nosniff"},
                      {"Cache-Control", "no-store"}},
          .body = TrendCsv(*trends)};
}

http::HttpResponse Site::Asset(const http::HttpRequest& request) const {
  const std::string* name = request.Parameter("name");
  std::optional<http::HttpResponse> response = AssetResponse(name == nullptr ? "" : *name);
  if (response.has_value()) return *std::move(response);
  return {.status = 404,
          .headers = {{"Cache-Control", "no-store"}},
          .body = "no such file: reload the page that asked for it\n"};
}

http::HttpResponse Site::NotFound(const http::HttpRequest& request) const {
  const bool is_for_machines =
      !request.path.empty() && (request.path[0] == "api" || request.path[0] == "webhooks");
  if (is_for_machines) {
    return http::Problem({.status = 404,
                          .detail = "there is no such resource; /openapi.json lists them",
                          .request_id = request.request_id});
  }
  return ErrorPage(absl::NotFoundError("there is no page at this address"), Begin(request).visitor,
                   request.request_id);
}

}  // namespace allreview::web

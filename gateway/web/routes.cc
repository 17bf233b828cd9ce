#include "gateway/web/routes.h"

#include <memory>
#include <random>
#include <utility>

#include "absl/strings/str_format.h"
#include "gateway/web/site.h"

namespace allreview::web {
namespace {

// Larger than any form of ours.
constexpr int64_t kMaxFormBytes = 16 * 1024;

// 128 bits of the system's generator.
std::string SystemRandom() {
  std::random_device device;
  return absl::StrFormat("%08x%08x%08x%08x", device(), device(), device(), device());
}

}  // namespace

std::vector<http::Route> Routes(const WebOptions& given) {
  WebOptions options = given;
  if (!options.random) options.random = SystemRandom;
  const bool has_logins = options.logins != nullptr;
  const auto site = std::make_shared<Site>(std::move(options));
  std::vector<http::Route> routes;
  const auto add = [&](const char* method, const char* pattern,
                       http::HttpResponse (Site::*handler)(const http::HttpRequest&) const) {
    routes.push_back(
        {.method = method,
         .pattern = pattern,
         .handler = [site, handler](
                        const http::HttpRequest& request) { return (*site.*handler)(request); },
         .max_body_bytes = kMaxFormBytes});
  };
  add("GET", "/", &Site::ReviewList);
  add("GET", "/reviews", &Site::ReviewList);
  add("GET", "/reviews/{id}", &Site::Review);
  add("GET", "/reviews/{id}/{tab}", &Site::Review);
  add("GET", "/reviews/{id}/download", &Site::Download);
  add("GET", "/reviews/{id}/events", &Site::Events);
  add("POST", "/reviews/{id}/feedback", &Site::Feedback);
  add("GET", "/repositories", &Site::RepositoryList);
  add("GET", "/repositories/{id}", &Site::Repository);
  add("GET", "/rules", &Site::RuleList);
  add("GET", "/rules/{id}", &Site::Rule);
  add("GET", "/trends", &Site::Trends);
  add("GET", "/trends/csv", &Site::TrendFile);
  add("GET", "/admin", &Site::Admin);
  add("POST", "/admin/retry", &Site::Retry);
  add("GET", "/login", &Site::LoginForm);
  add("POST", "/login", &Site::Login);
  add("POST", "/logout", &Site::Logout);
  if (has_logins) {
    add("GET", "/login/{provider}", &Site::BeginLogin);
    add("GET", "/login/{provider}/callback", &Site::FinishLogin);
    add("GET", "/sessions", &Site::SessionList);
    add("POST", "/sessions/revoke", &Site::RevokeSession);
  }
  add("GET", "/assets/{name}", &Site::Asset);
  add("GET", "/{path...}", &Site::NotFound);
  return routes;
}

}  // namespace allreview::web

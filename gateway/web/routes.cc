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

using Handler = http::HttpResponse (Site::*)(const http::HttpRequest&) const;

struct Row {
  const char* method;
  const char* pattern;
  Handler handler;
  bool is_for_logins = false;  // Only where people can log in.
};

constexpr Row kRows[] = {
    {"GET", "/", &Site::ReviewList},
    {"GET", "/reviews", &Site::ReviewList},
    {"GET", "/reviews.atom", &Site::ReviewFeed},
    {"GET", "/badge/{repository...}", &Site::Badge},
    {"GET", "/reviews/{id}", &Site::Review},
    {"GET", "/reviews/{id}/{tab}", &Site::Review},
    {"GET", "/reviews/{id}/download", &Site::Download},
    {"GET", "/reviews/{id}/events", &Site::Events},
    {"POST", "/reviews/{id}/feedback", &Site::Feedback},
    {"GET", "/repositories", &Site::RepositoryList},
    {"GET", "/repositories/{id}", &Site::Repository},
    {"GET", "/rules", &Site::RuleList},
    {"GET", "/rules/{id}", &Site::Rule},
    {"GET", "/trends", &Site::Trends},
    {"GET", "/trends/csv", &Site::TrendFile},
    {"GET", "/admin", &Site::Admin},
    {"POST", "/admin/retry", &Site::Retry},
    {"GET", "/login", &Site::LoginForm},
    {"POST", "/login", &Site::Login},
    {"POST", "/logout", &Site::Logout},
    {"GET", "/login/{provider}", &Site::BeginLogin, true},
    {"GET", "/login/{provider}/callback", &Site::FinishLogin, true},
    {"GET", "/sessions", &Site::SessionList, true},
    {"POST", "/sessions/revoke", &Site::RevokeSession, true},
    {"GET", "/assets/{name}", &Site::Asset},
    {"GET", "/{path...}", &Site::NotFound},
};

}  // namespace

std::vector<http::Route> Routes(const WebOptions& given) {
  WebOptions options = given;
  if (!options.random) options.random = SystemRandom;
  const bool has_logins = options.logins != nullptr;
  const auto site = std::make_shared<Site>(std::move(options));
  std::vector<http::Route> routes;
  for (const Row& row : kRows) {
    if (row.is_for_logins && !has_logins) continue;
    const Handler handler = row.handler;
    routes.push_back(
        {.method = row.method,
         .pattern = row.pattern,
         .handler = [site, handler](
                        const http::HttpRequest& request) { return (*site.*handler)(request); },
         .max_body_bytes = kMaxFormBytes});
  }
  return routes;
}

}  // namespace allreview::web

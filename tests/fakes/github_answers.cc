#include "tests/fakes/github_answers.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace allreview::fakes {
namespace {

using Json = nlohmann::json;

constexpr size_t kDefaultPage = 30;
constexpr size_t kMaxPage = 100;

}  // namespace

ServedResponse JsonAnswer(const Json& json, int status) {
  return {.status = status,
          .headers = {{"Content-Type", "application/json; charset=utf-8"}},
          .body = json.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

ServedResponse ErrorAnswer(int status, const std::string& message,
                           const std::string& documentation_url) {
  return JsonAnswer({{"message", message},
                     {"documentation_url", documentation_url},
                     {"status", absl::StrCat(status)}},
                    status);
}

ServedResponse TooLarge(int status, const std::string& message) {
  return JsonAnswer(
      {{"message", message},
       {"errors", {{{"resource", "PullRequest"}, {"field", "diff"}, {"code", "too_large"}}}},
       {"documentation_url", "https://docs.github.com/rest/pulls/pulls#list-pull-requests-files"},
       {"status", absl::StrCat(status)}},
      status);
}

ServedResponse NotAccessible(const std::string& permission) {
  ServedResponse response =
      ErrorAnswer(403, "Resource not accessible by integration", "https://docs.github.com/rest");
  response.headers.emplace_back("X-Accepted-GitHub-Permissions", permission);
  return response;
}

ServedResponse SecondaryLimit(int retry_after_seconds) {
  ServedResponse response = ErrorAnswer(
      403,
      "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
      "https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-"
      "limits");
  if (retry_after_seconds > 0) {
    response.headers.emplace_back("Retry-After", absl::StrCat(retry_after_seconds));
  }
  return response;
}

ServedResponse NotFoundAnswer() {
  return ErrorAnswer(404, "Not Found", "https://docs.github.com/rest");
}

ServedResponse Unprocessable(const std::string& error) {
  return JsonAnswer(
      {{"message", "Unprocessable Entity"},
       {"errors", Json::array({error})},
       {"documentation_url",
        "https://docs.github.com/rest/pulls/reviews#create-a-review-for-a-pull-request"},
       {"status", "422"}},
      422);
}

ServedResponse Unprocessable(const std::string& resource, const std::string& field,
                             const std::string& code, const std::string& message) {
  Json error = {{"resource", resource}, {"field", field}, {"code", code}, {"message", message}};
  return JsonAnswer({{"message", "Validation Failed"},
                     {"errors", Json::array({error})},
                     {"documentation_url", "https://docs.github.com/rest"},
                     {"status", "422"}},
                    422);
}

size_t Parameter(const ServedRequest& request, const std::string& name, size_t missing,
                 size_t most) {
  size_t value = 0;
  if (!absl::SimpleAtoi(request.parameter(name), &value) || value == 0) return missing;
  return std::min(value, most);
}

void AddPaging(const ServedRequest& request, const PageOrigin& origin, size_t total,
               ServedResponse& response) {
  const size_t per_page = Parameter(request, "per_page", kDefaultPage, kMaxPage);
  const size_t page = Parameter(request, "page", 1, 1000);
  if (page * per_page >= total) return;
  const int folders = absl::StartsWith(request.path, "/repos/") ? 4 : 3;
  std::vector<std::string> parts = absl::StrSplit(request.path, absl::MaxSplits('/', folders));
  std::string start =
      absl::StrCat(origin.base_url, "/repositories/", origin.repository_id, "/", parts.back(), "?");
  for (absl::string_view pair : absl::StrSplit(request.query, '&', absl::SkipEmpty())) {
    const bool is_paging = absl::StartsWith(pair, "per_page=") || absl::StartsWith(pair, "page=");
    if (!is_paging) absl::StrAppend(&start, pair, "&");
  }
  absl::StrAppend(&start, "per_page=", per_page, "&page=");
  response.headers.emplace_back("Link",
                                absl::StrCat("<", start, page + 1, ">; rel=\"next\", <", start,
                                             (total + per_page - 1) / per_page, ">; rel=\"last\""));
}

ServedResponse PageAnswer(const ServedRequest& request, const PageOrigin& origin, Json all,
                          const std::string& list) {
  Json& entries = list.empty() ? all : all[list];
  const size_t per_page = Parameter(request, "per_page", kDefaultPage, kMaxPage);
  const size_t page = Parameter(request, "page", 1, 1000);
  const size_t total = entries.size();
  Json wanted = Json::array();
  for (size_t i = (page - 1) * per_page; i < std::min(total, page * per_page); ++i) {
    wanted.push_back(std::move(entries[i]));
  }
  entries = std::move(wanted);
  ServedResponse response = JsonAnswer(all);
  AddPaging(request, origin, total, response);
  return response;
}

size_t CountCharacters(const std::string& text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xC0) != 0x80; }));
}

}  // namespace allreview::fakes

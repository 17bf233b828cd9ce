#include <optional>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "base/version.h"
#include "github/api.h"
#include "github/api_parts.h"
#include "github/json.h"

namespace allreview::github {
namespace {

constexpr int kWritePoints = 5;

// https://HOST/api/v3 has its GraphQL at https://HOST/api/graphql.
std::string GraphQlUrl(absl::string_view api_base) {
  absl::ConsumeSuffix(&api_base, "/v3");
  return absl::StrCat(api_base, "/graphql");
}

// GitHub Enterprise Server has no limits unless its operator sets some, and says so then.
Cost Metered(Cost cost, absl::string_view api_base) {
  if (!absl::EndsWith(api_base, "/api/v3")) return cost;
  cost.points = 0;
  cost.is_content = false;
  return cost;
}

bool IsRead(absl::string_view method) { return method == "GET" || method == "HEAD"; }

bool IsAlwaysRepeatable(absl::string_view method) {
  return IsRead(method) || method == "PUT" || method == "DELETE";
}

// Errors come with status 200 and a type of each.
absl::Status GraphQlStatus(absl::string_view what, const Json& errors) {
  ApiError error{.status = 200};
  for (const Json& item : errors) {
    error.errors.push_back({.code = Text(item, "type"), .message = Text(item, "message")});
  }
  const FieldError& first = error.errors.front();
  error.message = first.message;
  std::string text =
      absl::StrCat(what, ": GitHub's GraphQL answered ", QuotedMessage(first.message));
  absl::Status status = absl::FailedPreconditionError(text);
  if (first.code == "NOT_FOUND") status = absl::NotFoundError(text);
  if (first.code == "FORBIDDEN") status = absl::PermissionDeniedError(text);
  if (first.code == "RATE_LIMITED") status = absl::ResourceExhaustedError(text);
  return WithApiError(std::move(status), error);
}

}  // namespace

Api::Prepared Api::Prepare(const ApiCall& call) const {
  Prepared prepared;
  prepared.http.method = call.method;
  prepared.http.url = absl::StartsWith(call.path_or_url, "/")
                          ? absl::StrCat(api_base_, call.path_or_url)
                          : call.path_or_url;
  prepared.http.headers = {{"Accept", std::string(call.accept)},
                           {"User-Agent", absl::StrCat("AllReview/", kEngineVersion)},
                           {"X-GitHub-Api-Version", std::string(kApiVersion)}};
  if (!call.body_json.empty())
    prepared.http.headers.push_back({"Content-Type", "application/json"});
  prepared.http.body = call.body_json;
  prepared.http.max_body_bytes = call.max_body_bytes;
  prepared.http.is_prefix_enough = call.is_prefix_enough;
  bool is_write = !IsRead(call.method);
  prepared.http.is_repeatable = IsAlwaysRepeatable(call.method) || call.is_idempotent;
  prepared.is_repeatable = prepared.http.is_repeatable;
  prepared.cost = {.points = is_write ? kWritePoints : 1,
                   .is_spaced = is_write && call.is_content,
                   .is_content = is_write && call.is_content && call.method != "DELETE"};
  prepared.cost = Metered(prepared.cost, api_base_);
  if (call.method != "GET" || !call.is_cached) return prepared;
  prepared.cache_key = CacheKey(api_base_, options_.credentials.identity, prepared.http.url,
                                call.accept, kApiVersion);
  prepared.cached = state_->cache.Find(prepared.cache_key);
  if (!prepared.cached.has_value()) return prepared;
  const CachedAnswer& cached = *prepared.cached;
  prepared.http.headers.push_back(cached.etag.empty()
                                      ? std::pair("If-Modified-Since", cached.last_modified)
                                      : std::pair("If-None-Match", cached.etag));
  return prepared;
}

Api::Prepared Api::PrepareGraphQl(const GraphQlCall& call, const ApiCall& as_call) const {
  bool is_mutation = absl::StartsWith(absl::StripLeadingAsciiWhitespace(call.query), "mutation");
  Prepared prepared = Prepare(as_call);
  prepared.http.is_repeatable = !is_mutation || call.is_idempotent;
  prepared.is_repeatable = prepared.http.is_repeatable;
  prepared.cost = {.points = is_mutation ? kWritePoints : 1,
                   .is_graphql = true,
                   .is_spaced = is_mutation,
                   .is_content = is_mutation};
  prepared.cost = Metered(prepared.cost, api_base_);
  return prepared;
}

absl::StatusOr<std::string> Api::GraphQl(const GraphQlCall& call) {
  absl::StatusOr<Json> variables = ParseJson(call.variables_json, Json::value_t::object);
  if (!variables.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat(call.what, ": variables: ", variables.status().message()));
  }
  ApiCall as_call{
      .method = "POST",
      .path_or_url = GraphQlUrl(api_base_),
      .body_json = ToText({{"query", call.query}, {"variables", *std::move(variables)}}),
      .what = call.what};
  ASSIGN_OR_RETURN(ApiAnswer answer, SendPrepared(as_call, PrepareGraphQl(call, as_call)));
  absl::StatusOr<Json> json = ParseJson(answer.body, Json::value_t::object);
  if (!json.ok()) {
    return absl::DataLossError(
        absl::StrCat(call.what, ": the answer is not as wanted: ", json.status().message()));
  }
  const Json& errors = At(*json, "errors");
  if (errors.is_array() && !errors.empty()) return GraphQlStatus(call.what, errors);
  return ToText(At(*json, "data"));
}

}  // namespace allreview::github

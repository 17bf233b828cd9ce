#include "gateway/http/edge.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "base/log.h"
#include "gateway/http/client.h"
#include "gateway/http/origin.h"
#include "gateway/http/problem.h"
#include "gateway/http/target.h"
#include "gateway/metrics/metrics.h"

namespace allreview::http {
namespace {

constexpr size_t kMaxTargetBytes = 8192;

// Fields of which two readers could take different ones.
constexpr absl::string_view kSingleFields[] = {
    "authorization", "content-length",    "content-type", "host",
    "expect",        "transfer-encoding", "x-request-id"};

// Careful by default; a handler overrides what it must.
constexpr std::pair<absl::string_view, absl::string_view> kDefaultHeaders[] = {
    {"Cache-Control", "no-store"},
    {"Content-Security-Policy",
     "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Referrer-Policy", "no-referrer"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
};

bool HasField(const Fields& fields, absl::string_view name) {
  return std::any_of(fields.begin(), fields.end(), [name](const auto& field) {
    return absl::EqualsIgnoreCase(field.first, name);
  });
}

// What RFC 9112 leaves to the reader's taste is refused: a proxy before us may have another one.
absl::Status CheckFields(const HttpRequest& request, int version) {
  std::set<absl::string_view> seen;
  for (const auto& [name, value] : request.headers) {
    const bool is_single = std::find(std::begin(kSingleFields), std::end(kSingleFields), name) !=
                           std::end(kSingleFields);
    if (is_single && !seen.insert(name).second) {
      return absl::InvalidArgumentError(absl::StrCat("the header ", name, " is there twice"));
    }
  }
  const std::string* encoding = request.Header("transfer-encoding");
  const std::string* length = request.Header("content-length");
  if (encoding != nullptr && length != nullptr) {
    return absl::InvalidArgumentError("content-length and transfer-encoding exclude each other");
  }
  if (encoding != nullptr && (version < 11 || !absl::EqualsIgnoreCase(*encoding, "chunked"))) {
    return absl::InvalidArgumentError("the only transfer-encoding known here is chunked");
  }
  const bool is_number =
      length == nullptr || std::all_of(length->begin(), length->end(), absl::ascii_isdigit);
  if (!is_number) return absl::InvalidArgumentError("content-length is not a number");
  if (version >= 11 && request.Header("host") == nullptr) {
    return absl::InvalidArgumentError("there is no header host");
  }
  return absl::OkStatus();
}

// A proxy before us may have judged by the one, and what is served here depends on the other.
absl::Status CheckAuthority(const Target& target, const HttpRequest& request) {
  if (!target.authority.has_value()) return absl::OkStatus();
  const std::string* host = request.Header("host");
  if (host != nullptr && absl::EqualsIgnoreCase(*host, *target.authority)) return absl::OkStatus();
  return absl::InvalidArgumentError("the target names another host than the header host");
}

HttpResponse Answer(int status, std::string detail, const HttpRequest& request,
                    Fields headers = {}) {
  return Problem({.status = status,
                  .detail = std::move(detail),
                  .request_id = request.request_id,
                  .headers = std::move(headers)});
}

HttpResponse BodyTooLarge(const HttpRequest& request, const Route& route) {
  return Answer(413,
                absl::StrCat("the body is larger than the ", route.max_body_bytes,
                             " bytes that are read here"),
                request);
}

bool IsTooLarge(const HttpRequest& request, const Route& route) {
  const std::string* length = request.Header("content-length");
  if (length == nullptr) return false;
  int64_t bytes = 0;
  // What does not fit into a number is certainly too large.
  return !absl::SimpleAtoi(*length, &bytes) || bytes > route.max_body_bytes;
}

// "allreview.example" of "https://allreview.example:8443".
std::string HostOfOrigin(absl::string_view origin) {
  const size_t scheme = origin.find("://");
  return scheme == absl::string_view::npos ? "" : HostName(origin.substr(scheme + 3));
}

// Whether pages of that origin are ours. Proxies may send on a host of their own, and where TLS
// ends at one, only --public_url knows the scheme: that of its name alone is taken, and both of
// others.
bool IsOwnOrigin(absl::string_view origin, absl::string_view host,
                 absl::string_view public_origin) {
  const absl::StatusOr<std::string> wanted = NormalOrigin(origin);
  if (!wanted.ok()) return false;
  if (*wanted == public_origin) return true;
  for (const absl::string_view scheme : {"http://", "https://"}) {
    const absl::StatusOr<std::string> own = NormalOrigin(absl::StrCat(scheme, host));
    if (!own.ok() || *own != *wanted) continue;
    return public_origin.empty() || HostOfOrigin(*own) != HostOfOrigin(public_origin);
  }
  return false;
}

std::string MethodLabel(const std::string& method) {
  constexpr absl::string_view kKnown[] = {"DELETE", "GET",  "HEAD", "OPTIONS",
                                          "PATCH",  "POST", "PUT"};
  const bool is_known = std::find(std::begin(kKnown), std::end(kKnown), method) != std::end(kKnown);
  return is_known ? method : "other";
}

// Values come from handlers, and what they were made of from outside.
std::string OneLine(absl::string_view value) {
  return absl::StrReplaceAll(value, {{"\r", " "}, {"\n", " "}});
}

}  // namespace

Edge::Edge(Router router, EdgeOptions options)
    : router_(std::move(router)), options_(std::move(options)) {}

HttpRequest Edge::ReadHeader(RequestHeader header) const {
  HttpRequest request;
  request.is_head = header.method == "HEAD";
  request.method = request.is_head ? "GET" : std::move(header.method);
  request.target = std::move(header.target);
  request.headers = std::move(header.fields);
  for (auto& [name, value] : request.headers) absl::AsciiStrToLower(&name);
  const Client client = FindClient(header.peer, request.headers, options_.trusted_proxies);
  request.peer = client.address;
  // A proxy before us that says nothing about TLS is told by what people type into the browser.
  request.is_encrypted =
      header.is_tls || client.is_encrypted || absl::StartsWith(options_.public_origin, "https://");
  const std::string* id = request.Header("x-request-id");
  request.request_id = RequestIdFor(id == nullptr ? "" : *id);
  return request;
}

Edge::Verdict Edge::Judge(RequestHeader header) const {
  const int version = header.version;
  const bool is_proxy = options_.trusted_proxies.Contain(header.peer);
  Verdict verdict = {.request = ReadHeader(std::move(header))};
  HttpRequest& request = verdict.request;
  absl::Status fields = CheckFields(request, version);
  if (fields.ok()) {
    fields = ReadProxyIdentity(options_.proxy_identity, is_proxy, request.headers);
  }
  if (!fields.ok()) {
    verdict.is_malformed = true;
    verdict.answer = ProblemOf(fields, request.request_id);
    return verdict;
  }
  if (request.target.size() > kMaxTargetBytes) {
    verdict.refusal = "header";
    verdict.answer =
        Answer(414, absl::StrCat("the target is longer than ", kMaxTargetBytes, " bytes"), request);
    return verdict;
  }
  absl::StatusOr<Target> target = ParseTarget(request.target);
  if (!target.ok()) {
    verdict.answer = ProblemOf(target.status(), request.request_id);
    return verdict;
  }
  const absl::Status authority = CheckAuthority(*target, request);
  if (!authority.ok()) {
    verdict.is_malformed = true;
    verdict.answer = ProblemOf(authority, request.request_id);
    return verdict;
  }
  request.path = std::move(target->path);
  request.query = std::move(target->query);
  const absl::Status host = CheckHost(request);
  if (!host.ok()) {
    verdict.answer = ProblemOf(host, request.request_id);
    return verdict;
  }
  FindRoute(verdict);
  if (verdict.answer.has_value()) return verdict;
  if (const std::string* expect = request.Header("expect"); expect != nullptr) {
    if (!absl::EqualsIgnoreCase(*expect, "100-continue")) {
      verdict.answer = Answer(417, "the only expectation known here is 100-continue", request);
    }
    verdict.is_continue_expected = version >= 11;
  }
  return verdict;
}

absl::Status Edge::CheckHost(const HttpRequest& request) const {
  if (!options_.is_host_checked) return absl::OkStatus();
  const std::string* host = request.Header("host");
  const std::string name = host == nullptr ? "" : HostName(*host);
  const bool is_known = name == "localhost" || IsIpAddress(name) ||
                        (!name.empty() && name == HostOfOrigin(options_.public_origin));
  if (is_known) return absl::OkStatus();
  return absl::PermissionDeniedError(
      "this server is not known by the name in the header host; use localhost or its address");
}

absl::Status Edge::CheckOrigin(const HttpRequest& request, const Route& route) const {
  const std::string* origin = request.Header("origin");
  const std::string* host = request.Header("host");
  if (request.method == "GET" || origin == nullptr) return absl::OkStatus();
  if (IsOwnOrigin(*origin, host == nullptr ? "" : *host, options_.public_origin)) {
    return absl::OkStatus();
  }
  const bool is_allowed =
      route.is_cross_origin &&
      std::find(options_.allowed_origins.begin(), options_.allowed_origins.end(), *origin) !=
          options_.allowed_origins.end();
  if (is_allowed) return absl::OkStatus();
  return absl::PermissionDeniedError("pages of another origin may not change anything here");
}

void Edge::FindRoute(Verdict& verdict) const {
  HttpRequest& request = verdict.request;
  Router::Found found = router_.Find(request.method, request.path);
  if (found.allowed.empty()) {
    verdict.answer = Answer(404, "there is nothing at this path", request);
    return;
  }
  if (request.method == "OPTIONS") {
    verdict.answer = AnswerOptions(request, found);
    return;
  }
  if (found.route == nullptr) {
    const std::string allowed = absl::StrJoin(found.allowed, ", ");
    verdict.answer =
        Answer(405, absl::StrCat("this path has only ", allowed), request, {{"Allow", allowed}});
    return;
  }
  verdict.route = found.route;
  request.parameters = std::move(found.parameters);
  const absl::Status origin = CheckOrigin(request, *found.route);
  if (!origin.ok()) {
    verdict.answer = ProblemOf(origin, request.request_id);
    return;
  }
  if (!IsTooLarge(request, *found.route)) return;
  verdict.refusal = "body";
  verdict.answer = BodyTooLarge(request, *found.route);
}

Fields Edge::CorsHeaders(const HttpRequest& request) const {
  const std::string* origin = request.Header("origin");
  if (origin == nullptr || options_.allowed_origins.empty()) return {};
  const bool is_allowed =
      std::find(options_.allowed_origins.begin(), options_.allowed_origins.end(), *origin) !=
      options_.allowed_origins.end();
  if (!is_allowed) return {{"Vary", "Origin"}};
  return {{"Vary", "Origin"},
          {"Access-Control-Allow-Origin", *origin},
          {"Access-Control-Expose-Headers",
           "ETag, Link, Location, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, "
           "Retry-After, X-Request-Id"},
          {"Cross-Origin-Resource-Policy", "cross-origin"}};
}

HttpResponse Edge::AnswerOptions(const HttpRequest& request, const Router::Found& found) const {
  HttpResponse response = {.status = 204, .content_type = ""};
  const std::string allowed = absl::StrJoin(found.allowed, ", ");
  response.headers = {{"Allow", allowed}};
  const std::string* wanted = request.Header("access-control-request-method");
  if (wanted == nullptr) return response;
  const Route* route = router_.Find(*wanted, request.path).route;
  if (route == nullptr || !route->is_cross_origin) return response;
  for (auto& field : CorsHeaders(request)) response.headers.push_back(std::move(field));
  if (!HasField(response.headers, "Access-Control-Allow-Origin")) return response;
  response.headers.insert(
      response.headers.end(),
      {{"Access-Control-Allow-Methods", allowed},
       {"Access-Control-Allow-Headers", "Authorization, Content-Type, If-None-Match, X-Request-Id"},
       {"Access-Control-Max-Age", "600"}});
  return response;
}

std::string Edge::Serialise(const HttpRequest& request, const Route* route,
                            const HttpResponse& response, const Framing& framing) const {
  Fields headers = response.headers;
  if (route != nullptr && route->is_cross_origin) {
    for (auto& field : CorsHeaders(request)) headers.push_back(std::move(field));
  }
  std::string text = absl::StrCat(
      "HTTP/1.1 ", response.status, " ", ReasonPhrase(response.status), "\r\n",
      "Date: ", absl::FormatTime("%a, %d %b %Y %H:%M:%S GMT", framing.now, absl::UTCTimeZone()),
      "\r\n");
  const auto add = [&text](absl::string_view name, absl::string_view value) {
    absl::StrAppend(&text, name, ": ", OneLine(value), "\r\n");
  };
  if (!response.content_type.empty()) add("Content-Type", response.content_type);
  for (const auto& [name, value] : headers) add(OneLine(name), value);
  for (const auto& [name, value] : kDefaultHeaders) {
    if (!HasField(headers, name)) add(name, value);
  }
  if (framing.is_encrypted) add("Strict-Transport-Security", "max-age=31536000");
  add("X-Request-Id", request.request_id);
  // RFC 9110: neither of these has a body, nor says how long it would be.
  const bool is_bodiless = response.status == 204 || response.status == 304;
  if (framing.is_chunked) {
    add("Transfer-Encoding", "chunked");
  } else if (!is_bodiless && response.stream == nullptr) {
    add("Content-Length", absl::StrCat(response.body.size()));
  }
  add("Connection", framing.is_kept_alive ? "keep-alive" : "close");
  return text + "\r\n";
}

void Edge::Record(const HttpRequest& request, const Route* route, int status,
                  absl::Duration took) const {
  const std::string method = MethodLabel(request.is_head ? "HEAD" : request.method);
  const std::string pattern = route == nullptr ? "unmatched" : route->pattern;
  if (options_.metrics != nullptr) {
    options_.metrics->Observe(
        gateway::metric::kHttpDuration,
        {{"code", absl::StrCat(status)}, {"method", method}, {"route", pattern}}, took);
  }
  // Health checks come all the time.
  if (route != nullptr && route->is_immediate && status < 400) return;
  Log(LogLevel::kInfo, "http request",
      {{"method", method},
       {"route", pattern},
       {"code", absl::StrCat(status)},
       {"took", absl::StrCat(absl::ToInt64Microseconds(took) / 1000.0, "ms")},
       {"peer", request.peer},
       {"request_id", request.request_id}});
}

void Edge::CountRefusal(const std::string& reason) const {
  if (options_.metrics == nullptr || reason.empty()) return;
  options_.metrics->Count(gateway::metric::kHttpRefusals, {{"reason", reason}});
}

}  // namespace allreview::http

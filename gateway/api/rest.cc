#include "gateway/api/rest.h"

#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/edit_distance.h"
#include "gateway/access/rpc.h"
#include "gateway/api/api_json.h"
#include "gateway/api/call.h"
#include "gateway/api/export.h"
#include "gateway/api/openapi.h"
#include "gateway/api/request.h"
#include "gateway/api/streams.h"
#include "gateway/http/etag.h"
#include "gateway/http/problem.h"
#include "gateway/http/target.h"
#include "host/rate_limit.h"
#include "host/retry_after.h"
#include "host/status.h"

namespace allreview::api {
namespace {

namespace v1 = review::v1;
using google::protobuf::Message;
using http::HttpRequest;
using http::HttpResponse;

// Explaining a policy may read a repository on GitHub.
constexpr absl::Duration kBudget = absl::Seconds(60);
constexpr char kJson[] = "application/json";

HttpResponse Failed(const absl::Status& status, const HttpRequest& request) {
  return http::ProblemOf(status, request.request_id);
}

// With how long the service says to wait.
absl::Status StatusOf(const grpc::Status& status, const grpc::ClientContext& context) {
  const auto& trailer = context.GetServerTrailingMetadata();
  const auto wait = trailer.find(host::kRetryAfterKey);
  if (wait == trailer.end()) return host::FromGrpc(status);
  return host::WithRetryAfterText(host::FromGrpc(status),
                                  {wait->second.data(), wait->second.size()});
}

// What the service says of how much more the caller may ask for.
void AddRateLimit(const grpc::ClientContext& context, HttpResponse& response) {
  const auto& trailer = context.GetServerTrailingMetadata();
  for (const host::RateLimitField& field : host::kRateLimitFields) {
    const auto said = trailer.find(field.key);
    if (said == trailer.end()) continue;
    response.headers.emplace_back(field.header,
                                  std::string(said->second.data(), said->second.size()));
  }
}

HttpResponse JsonOf(const Message& message) {
  return {.content_type = kJson, .body = ToApiJson(message)};
}

// The same target with another page token.
std::string NextPage(const HttpRequest& request, const std::string& token) {
  std::string link = request.target.substr(0, request.target.find('?'));
  absl::StrAppend(&link, "?");
  for (const auto& [name, value] : request.query) {
    if (name == "page_token") continue;
    absl::StrAppend(&link, http::PercentEncode(name), "=", http::PercentEncode(value), "&");
  }
  return absl::StrCat(link, "page_token=", http::PercentEncode(token));
}

void LinkNextPage(const HttpRequest& request, const std::string& token, HttpResponse& response) {
  if (token.empty()) return;
  response.headers.emplace_back("Link",
                                absl::StrCat("<", NextPage(request, token), ">; rel=\"next\""));
}

HttpResponse SendMessage(const HttpRequest& request, const Message& message) {
  HttpResponse response = JsonOf(message);
  const auto* token = message.GetDescriptor()->FindFieldByName("next_page_token");
  if (token == nullptr) return response;
  LinkNextPage(request, message.GetReflection()->GetString(message, token), response);
  return response;
}

HttpResponse SendLines(const HttpRequest& request, absl::StatusOr<Lines> lines) {
  if (!lines.ok()) return Failed(lines.status(), request);
  HttpResponse response = {.content_type = std::string(kLinesType), .body = std::move(lines->text)};
  LinkNextPage(request, lines->next_page_token, response);
  return http::WithETag(request, std::move(response));
}

HttpResponse SendSubmitted(const v1::SubmitReviewResponse& submitted) {
  HttpResponse response = JsonOf(submitted);
  response.headers = {{"Location", absl::StrCat("/api/v1/reviews/", submitted.review().id())}};
  if (submitted.is_new()) response.status = 202;
  return response;
}

HttpResponse SendFindings(const HttpRequest& request, const v1::StoredReview& stored) {
  if (!stored.has_review()) {
    return Failed(
        absl::FailedPreconditionError(absl::StrCat("the review has no findings yet: its state is ",
                                                   v1::ReviewState_Name(stored.summary().state()))),
        request);
  }
  std::string body = "{\"findings\": [";
  for (const auto& finding : stored.review().findings()) {
    absl::StrAppend(&body, body.back() == '[' ? "" : ",", "\n", ToApiJson(finding));
  }
  return {.content_type = kJson, .body = body + "]}\n"};
}

HttpResponse SendDiff(const HttpRequest& request, v1::StoredReview& stored) {
  if (stored.diff().empty()) {
    const std::string why = stored.diff_bytes() > 0 ? absl::StrCat("its ", stored.diff_bytes(),
                                                                   " bytes were too many to keep")
                                                    : "the review has not read it, or it is empty";
    return Failed(absl::NotFoundError(absl::StrCat("there is no diff: ", why)), request);
  }
  return {.content_type = "text/x-diff; charset=utf-8", .body = std::move(*stored.mutable_diff())};
}

HttpResponse SendRule(const HttpRequest& request, const v1::ListRulesResponse& rules) {
  const std::string& id = *request.Parameter("id");
  std::vector<std::string> ids;
  for (const auto& rule : rules.rules()) {
    if (rule.id() == id) return JsonOf(rule);
    ids.push_back(rule.id());
  }
  const std::string nearest = Nearest(id, ids);
  return Failed(absl::NotFoundError(absl::StrCat(
                    "there is no rule of this name",
                    nearest.empty() ? "; GET /api/v1/rules lists them"
                                    : absl::StrCat("; did you mean \"", nearest, "\""))),
                request);
}

HttpResponse Send(const ApiRoute& route, const HttpRequest& request, Message& message) {
  switch (route.result) {
    case Result::kSubmitted:
      return SendSubmitted(static_cast<const v1::SubmitReviewResponse&>(message));
    case Result::kFindings:
      return SendFindings(request, static_cast<const v1::StoredReview&>(message));
    case Result::kDiff:
      return SendDiff(request, static_cast<v1::StoredReview&>(message));
    case Result::kRule:
      return SendRule(request, static_cast<const v1::ListRulesResponse&>(message));
    default:
      return SendMessage(request, message);
  }
}

// Before a body is parsed, which costs more than a token does. The service asks again.
absl::Status CheckCaller(const ApiRoute& route, const RestOptions& options,
                         const HttpRequest& request) {
  if (!route.has_body || !options.check_access) return absl::OkStatus();
  const std::string* authorization = request.Header(access::kAuthorizationKey);
  return options.check_access(
      {.authorization = authorization == nullptr ? absl::string_view() : *authorization,
       .rpc = route.rpc});
}

HttpResponse Serve(const ApiRoute& route, const RestOptions& options, const HttpRequest& request) {
  Stub& stub = *options.stub;
  // Made first, so that a header that cannot travel is refused before anything else is looked at.
  const absl::StatusOr<host::ClientContextPtr> context = ContextFor(request, kBudget);
  if (!context.ok()) return Failed(context.status(), request);
  const absl::Status caller = CheckCaller(route, options, request);
  if (!caller.ok()) return Failed(caller, request);
  const auto& method = MethodOf(route);
  const std::unique_ptr<Message> in = NewMessage(*method.input_type());
  const absl::Status bound = BindRequest(route, request, *in);
  if (!bound.ok()) return Failed(bound, request);
  if (route.result == Result::kDocument) {
    return SendDocument(stub, request, static_cast<const v1::GetDocumentRequest&>(*in));
  }
  if (route.result == Result::kEvents) {
    return SendEvents(stub, request, static_cast<const v1::WatchReviewRequest&>(*in));
  }
  if (route.result == Result::kServerEvents) {
    return SendServerEvents(stub, request, static_cast<const v1::WatchEventsRequest&>(*in));
  }
  if (route.result == Result::kReviewLines) {
    return SendLines(request,
                     ReviewLines(stub, request, static_cast<const v1::ListReviewsRequest&>(*in)));
  }
  if (route.result == Result::kFindingLines) {
    return SendLines(request,
                     FindingLines(stub, request, static_cast<const v1::ListReviewsRequest&>(*in)));
  }
  const std::unique_ptr<Message> out = NewMessage(*method.output_type());
  const grpc::Status status = route.call(stub, context->get(), *in, out.get());
  HttpResponse response = status.ok() ? http::WithETag(request, Send(route, request, *out))
                                      : Failed(StatusOf(status, **context), request);
  AddRateLimit(**context, response);
  return response;
}

HttpResponse Ready(const std::function<absl::Status()>& is_ready, const HttpRequest& request) {
  const absl::Status status = is_ready ? is_ready() : absl::OkStatus();
  if (status.ok()) return {.body = "ready\n"};
  return Failed(absl::UnavailableError(status.message()), request);
}

}  // namespace

std::vector<http::Route> RestRoutes(const RestOptions& options) {
  std::vector<http::Route> routes;
  for (const ApiRoute& route : ApiRoutes()) {
    routes.push_back(
        {.method = std::string(route.method),
         .pattern = std::string(route.pattern),
         .handler = [&route, options](
                        const HttpRequest& request) { return Serve(route, options, request); },
         .max_body_bytes = route.has_body ? route.max_body_bytes : 0,
         .is_cross_origin = true});
  }
  routes.push_back({.pattern = "/healthz",
                    .handler = [](const HttpRequest&) { return HttpResponse{.body = "ok\n"}; },
                    .max_body_bytes = 0,
                    .is_immediate = true});
  routes.push_back({.pattern = "/readyz",
                    .handler = [is_ready = options.is_ready](
                                   const HttpRequest& request) { return Ready(is_ready, request); },
                    .max_body_bytes = 0,
                    .is_immediate = true});
  // Also where everything else of the interface is.
  for (const char* pattern : {"/openapi.json", "/api/v1/openapi.json"}) {
    routes.push_back({.pattern = pattern,
                      .handler =
                          [text = OpenApiText()](const HttpRequest& request) {
                            return http::WithETag(request, {.content_type = kJson, .body = text});
                          },
                      .max_body_bytes = 0,
                      .is_cross_origin = true});
  }
  return routes;
}

}  // namespace allreview::api

#include "gateway/api/streams.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "gateway/api/api_json.h"
#include "gateway/api/call.h"
#include "gateway/api/fields.h"
#include "gateway/http/etag.h"
#include "gateway/http/problem.h"
#include "host/status.h"
#include "proto/report/v1/catalogue.h"

namespace allreview::api {
namespace {

namespace v1 = review::v1;
using report::v1::Format;

constexpr absl::Duration kDocumentBudget = absl::Seconds(60);
constexpr absl::Duration kCheckBudget = absl::Seconds(10);
constexpr size_t kMaxDocumentBytes = 128 << 20;

// An HTML document holds its own style; nothing of it may run or load.
constexpr char kDocumentPolicy[] =
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

absl::string_view WithoutParameters(absl::string_view type) {
  return absl::StripAsciiWhitespace(type.substr(0, type.find(';')));
}

// How much one range of an Accept header likes a type: its q, or -1 when it does not match.
double Liking(absl::string_view range, absl::string_view type) {
  const absl::string_view name = WithoutParameters(range);
  const bool is_match = name == "*/*" || absl::EqualsIgnoreCase(name, type) ||
                        (absl::EndsWith(name, "/*") &&
                         absl::StartsWithIgnoreCase(type, name.substr(0, name.size() - 1)));
  if (!is_match) return -1;
  for (absl::string_view parameter : absl::StrSplit(range, ';')) {
    parameter = absl::StripAsciiWhitespace(parameter);
    double q = 1;
    if (absl::ConsumePrefix(&parameter, "q=") && absl::SimpleAtod(parameter, &q)) return q;
  }
  return 1;
}

http::HttpResponse Failed(const absl::Status& status, const http::HttpRequest& request) {
  return http::ProblemOf(status, request.request_id);
}

void PassOnEvents(Stub& stub, grpc::ClientContext& context, const v1::WatchReviewRequest& wanted,
                  const std::string& request_id, http::EventStream& stream) {
  const auto reader = stub.WatchReview(&context, wanted);
  v1::WatchReviewResponse message;
  bool is_open = true;
  while (is_open && reader->Read(&message)) {
    is_open = message.has_review() ? stream.Send("review", ToApiJson(message.review()))
                                   : stream.Send("progress", ToApiJson(message.progress()));
  }
  if (!is_open) context.TryCancel();
  const grpc::Status status = reader->Finish();
  if (!is_open) return;
  if (status.ok()) {
    stream.Send("end", "{}");
  } else {
    stream.Send("problem", http::ProblemOf(host::FromGrpc(status), request_id).body);
  }
}

void PassOnServerEvents(Stub& stub, grpc::ClientContext& context,
                        const v1::WatchEventsRequest& wanted, const std::string& request_id,
                        http::EventStream& stream) {
  const auto reader = stub.WatchEvents(&context, wanted);
  v1::Event event;
  bool is_open = true;
  while (is_open && reader->Read(&event)) {
    const auto& type =
        *google::protobuf::GetEnumDescriptor<v1::EventType>()->FindValueByNumber(event.type());
    is_open = stream.SendNumbered(absl::StrCat(event.number()), ShortName(type), ToApiJson(event));
  }
  if (!is_open) context.TryCancel();
  const grpc::Status status = reader->Finish();
  if (is_open && !status.ok()) {
    stream.Send("problem", http::ProblemOf(host::FromGrpc(status), request_id).body);
  }
}

// Empty: that of the change.
absl::Status CheckLanguage(const std::string& language) {
  if (language.empty() || language == "en" || language == "zh") return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("language is '", absl::CHexEscape(language), "', wanted en or zh"));
}

// Where a client goes on that was here before.
absl::Status ApplyLastEventId(const http::HttpRequest& request, v1::WatchEventsRequest& wanted) {
  const std::string* last = request.Header("last-event-id");
  if (last == nullptr || last->empty()) return absl::OkStatus();
  int64_t number = 0;
  if (!absl::SimpleAtoi(*last, &number) || number < 0 || number == INT64_MAX) {
    return absl::InvalidArgumentError("the header Last-Event-ID is no id of an event of ours");
  }
  wanted.set_first(number + 1);
  return absl::OkStatus();
}

}  // namespace

absl::string_view MediaTypeOf(Format format) {
  const std::string& type = report::InfoOf(format).media_type();
  return type.empty() ? "application/octet-stream" : absl::string_view(type);
}

absl::StatusOr<Format> Negotiate(absl::string_view accept) {
  if (absl::StripAsciiWhitespace(accept).empty()) return report::v1::FORMAT_MARKDOWN;
  double best = 0;
  Format format = report::v1::FORMAT_UNSPECIFIED;
  std::vector<absl::string_view> types;
  for (const Format candidate : report::Formats()) {
    const report::v1::FormatInfo& info = report::InfoOf(candidate);
    if (!info.is_negotiated()) continue;
    types.push_back(WithoutParameters(info.media_type()));
    double liking = 0;
    for (absl::string_view range : absl::StrSplit(accept, ',')) {
      liking = std::max(liking, Liking(range, types.back()));
    }
    if (liking <= best) continue;
    best = liking;
    format = candidate;
  }
  if (format != report::v1::FORMAT_UNSPECIFIED) return format;
  return absl::InvalidArgumentError(
      absl::StrCat("there is no document of the accepted types; there are ",
                   absl::StrJoin(types, ", "), ", and more by the parameter format"));
}

http::HttpResponse SendDocument(Stub& stub, const http::HttpRequest& request,
                                v1::GetDocumentRequest wanted) {
  report::v1::DocumentRequest& document = *wanted.mutable_document();
  const absl::Status known = CheckLanguage(document.language());
  if (!known.ok()) return Failed(known, request);
  if (document.format() == report::v1::FORMAT_UNSPECIFIED) {
    const std::string* accept = request.Header("accept");
    const absl::StatusOr<Format> format = Negotiate(accept == nullptr ? "" : *accept);
    if (!format.ok()) {
      return http::Problem({.status = 406,
                            .detail = std::string(format.status().message()),
                            .request_id = request.request_id});
    }
    document.set_format(*format);
  }
  const absl::StatusOr<host::ClientContextPtr> context = ContextFor(request, kDocumentBudget);
  if (!context.ok()) return Failed(context.status(), request);
  const auto reader = stub.GetDocument(context->get(), wanted);
  http::HttpResponse response = {.content_type = std::string(MediaTypeOf(document.format())),
                                 .headers = {{"Vary", "Accept"}}};
  report::v1::DocumentChunk chunk;
  while (response.body.size() <= kMaxDocumentBytes && reader->Read(&chunk)) {
    response.body += chunk.content();
  }
  if (response.body.size() > kMaxDocumentBytes) {
    (*context)->TryCancel();
    reader->Finish();
    return Failed(absl::ResourceExhaustedError(
                      absl::StrCat("the document is larger than ", kMaxDocumentBytes, " bytes")),
                  request);
  }
  const grpc::Status status = reader->Finish();
  if (!status.ok()) return Failed(host::FromGrpc(status), request);
  if (document.format() == report::v1::FORMAT_HTML) {
    response.headers.emplace_back("Content-Security-Policy", kDocumentPolicy);
  }
  return http::WithETag(request, std::move(response));
}

namespace {

// Once a stream has begun, its status can only be 200. Whether the caller may have it is asked
// before, by a call that ends in time.
http::HttpResponse StreamAfter(
    const http::HttpRequest& request,
    const std::function<grpc::Status(grpc::ClientContext& context)>& check,
    std::function<void(grpc::ClientContext& context, http::EventStream& stream)> pass_on) {
  const absl::StatusOr<host::ClientContextPtr> brief = ContextFor(request, kCheckBudget);
  if (!brief.ok()) return Failed(brief.status(), request);
  const grpc::Status status = check(**brief);
  if (!status.ok()) return Failed(host::FromGrpc(status), request);
  absl::StatusOr<host::ClientContextPtr> endless = ContextFor(request, absl::InfiniteDuration());
  if (!endless.ok()) return Failed(endless.status(), request);
  const std::shared_ptr<grpc::ClientContext> context = *std::move(endless);
  return {.stream = [context, pass_on = std::move(pass_on)](http::EventStream& stream) {
    stream.OnEnd([context] { context->TryCancel(); });
    pass_on(*context, stream);
  }};
}

}  // namespace

http::HttpResponse SendServerEvents(Stub& stub, const http::HttpRequest& request,
                                    v1::WatchEventsRequest wanted) {
  const absl::Status resumed = ApplyLastEventId(request, wanted);
  if (!resumed.ok()) return Failed(resumed, request);
  return StreamAfter(
      request,
      [&](grpc::ClientContext& context) {
        v1::ListReviewsRequest check;
        check.set_page_size(1);
        v1::ListReviewsResponse list;
        return stub.ListReviews(&context, check, &list);
      },
      [&stub, wanted, id = request.request_id](grpc::ClientContext& context,
                                               http::EventStream& stream) {
        PassOnServerEvents(stub, context, wanted, id, stream);
      });
}

http::HttpResponse SendEvents(Stub& stub, const http::HttpRequest& request,
                              const v1::WatchReviewRequest& wanted) {
  return StreamAfter(
      request,
      [&](grpc::ClientContext& context) {
        v1::GetReviewRequest check;
        check.set_id(wanted.id());
        check.set_is_summary_only(true);
        v1::StoredReview review;
        return stub.GetReview(&context, check, &review);
      },
      [&stub, wanted, id = request.request_id](grpc::ClientContext& context,
                                               http::EventStream& stream) {
        PassOnEvents(stub, context, wanted, id, stream);
      });
}

}  // namespace allreview::api

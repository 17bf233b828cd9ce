#ifndef GATEWAY_API_ROUTE_TABLE_H_
#define GATEWAY_API_ROUTE_TABLE_H_

// What the REST interface is: one row for each path and method. Dispatch (rest.h) and the OpenAPI
// description (openapi.h) both read it, so neither can say what the other does not do.

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "google/protobuf/message.h"
#include "grpcpp/client_context.h"
#include "proto/review/v1/review_service.grpc.pb.h"

namespace allreview::api {

using Stub = review::v1::ReviewService::StubInterface;

// A parameter of the path or the query and the field of the request message that takes it.
struct Parameter {
  absl::string_view name;
  absl::string_view field;  // "number", "ref.github.number".
};

// What becomes of the RPC's answer.
enum class Result {
  kMessage,       // It is sent as JSON.
  kSubmitted,     // The same, with 202 and Location when it is new.
  kFindings,      // Of a review: its findings, as JSON.
  kDiff,          // Of a review: its diff, as text.
  kRule,          // Of the rules: the one that the path names, as JSON.
  kDocument,      // A stream of pieces of a document; in the format that was asked for.
  kEvents,        // A stream of messages, each an event.
  kServerEvents,  // The same, numbered, so that a client can go on where it was.
  kReviewLines,   // Of a list of reviews: one line of JSON for each.
  kFindingLines,  // Of a list of reviews: one line of JSON for each of their findings.
};

// Of lines of JSON.
inline constexpr absl::string_view kLinesType = "application/x-ndjson";

using UnaryCall = grpc::Status (*)(Stub& stub, grpc::ClientContext* context,
                                   const google::protobuf::Message& request,
                                   google::protobuf::Message* response);

struct ApiRoute {
  absl::string_view method;
  absl::string_view pattern;
  absl::string_view rpc;        // Of ReviewService.
  absl::string_view operation;  // Its name in the OpenAPI description.
  absl::string_view summary;    // One sentence without its period.
  absl::Span<const Parameter> path = {};
  absl::Span<const Parameter> query = {};
  bool has_body = false;  // The request message, as JSON.
  // The field that the body is, byte by byte; then the message has none of it but this. Empty: the
  // body is the message.
  absl::string_view body_field = {};
  // The field that a body of the type text/x-diff is; the query may then have these, too. Empty:
  // none.
  absl::string_view diff_field = {};
  absl::Span<const Parameter> diff_query = {};
  int64_t max_body_bytes = 64 << 10;
  Result result = Result::kMessage;
  UnaryCall call = nullptr;  // Null for streams and lines.
};

absl::Span<const ApiRoute> ApiRoutes();

const google::protobuf::MethodDescriptor& MethodOf(const ApiRoute& route);

}  // namespace allreview::api

#endif  // GATEWAY_API_ROUTE_TABLE_H_

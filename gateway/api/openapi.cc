#include "gateway/api/openapi.h"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "base/check.h"
#include "base/version.h"
#include "gateway/access/scope.h"
#include "gateway/api/comments.h"
#include "gateway/api/fields.h"
#include "gateway/api/route_table.h"
#include "gateway/api/schema.h"
#include "gateway/api/streams.h"
#include "proto/analysis/v1/rule.pb.h"

namespace allreview::api {
namespace {

using google::protobuf::FieldDescriptor;

constexpr char kProblemReference[] = "#/components/responses/Problem";
constexpr char kProblemSchema[] = "#/components/schemas/Problem";

// How a field looks in a URL, where enums have short names.
Json UrlSchema(const FieldDescriptor& field, SchemaSet& schemas) {
  Json value;
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
    value = {{"type", "string"}, {"enum", ShortNames(*field.enum_type())}};
  } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_INT64) {
    value = {{"type", "integer"}, {"format", "int64"}};
  } else {
    value = schemas.Field(field);
    value.erase("description");
  }
  if (!field.is_repeated()) return value;
  return {{"type", "array"}, {"items", std::move(value)}};
}

Json ParameterOf(const ApiRoute& route, const Parameter& parameter, absl::string_view in,
                 SchemaSet& schemas) {
  Json json = {{"name", std::string(parameter.name)}, {"in", std::string(in)}};
  if (in == "path") json["required"] = true;
  if (parameter.field.empty()) {
    json["schema"] = {{"type", "string"}};
    return json;
  }
  const FieldDescriptor& field = *FindField(MethodOf(route).input_type(), parameter.field);
  const absl::string_view comment = CommentOf(field.full_name());
  if (!comment.empty()) json["description"] = std::string(comment);
  json["schema"] = UrlSchema(field, schemas);
  if (field.is_repeated()) {
    json["style"] = "form";
    json["explode"] = false;
  }
  return json;
}

Json JsonContent(Json schema) { return {{"application/json", {{"schema", std::move(schema)}}}}; }

Json TextContent(absl::string_view type) {
  return {{std::string(type), {{"schema", {{"type", "string"}}}}}};
}

Json DocumentContent() {
  Json content = Json::object();
  const auto* formats = google::protobuf::GetEnumDescriptor<report::v1::Format>();
  for (int i = 0; i < formats->value_count(); ++i) {
    if (formats->value(i)->number() == 0) continue;
    const auto format = static_cast<report::v1::Format>(formats->value(i)->number());
    content.update(TextContent(MediaTypeOf(format)));
  }
  return content;
}

Json EventOf(const std::vector<std::string>& names, Json data) {
  return {{"type", "object"},
          {"required", {"event", "data"}},
          {"properties",
           {{"event", {{"type", "string"}, {"enum", names}}}, {"data", std::move(data)}}}};
}

// OpenAPI 3.1 has no words for a stream: the schema is that of one event, its data parsed.
Json EventContent(Json events) {
  events.push_back(EventOf({"problem"}, {{"$ref", kProblemSchema}}));
  return {{"text/event-stream",
           {{"schema",
             {{"description", "One event of the stream; its data is JSON of this form."},
              {"oneOf", std::move(events)}}}}}};
}

Json ContentOf(const ApiRoute& route, SchemaSet& schemas) {
  switch (route.result) {
    case Result::kFindings: {
      const FieldDescriptor& findings = *FindField(review::v1::Review::descriptor(), "findings");
      return JsonContent({{"type", "object"},
                          {"required", {"findings"}},
                          {"properties", {{"findings", schemas.Field(findings)}}}});
    }
    case Result::kRule:
      return JsonContent(schemas.Reference(*analysis::v1::RuleInfo::descriptor()));
    case Result::kDiff:
      return TextContent("text/x-diff; charset=utf-8");
    case Result::kEvents:
      return EventContent(
          {EventOf({"progress"}, schemas.Reference(*review::v1::Progress::descriptor())),
           EventOf({"review"}, schemas.Reference(*review::v1::ReviewSummary::descriptor())),
           EventOf({"end"}, {{"type", "object"}})});
    case Result::kServerEvents:
      return EventContent(
          {EventOf(ShortNames(*google::protobuf::GetEnumDescriptor<review::v1::EventType>()),
                   schemas.Reference(*MethodOf(route).output_type()))});
    case Result::kReviewLines:
    case Result::kFindingLines:
      return TextContent(kLinesType);
    case Result::kDocument:
      return DocumentContent();
    default:
      return JsonContent(schemas.Reference(*MethodOf(route).output_type()));
  }
}

Json HeaderOf(absl::string_view description) {
  return {{"description", std::string(description)}, {"schema", {{"type", "string"}}}};
}

bool IsEvents(const ApiRoute& route) {
  return route.result == Result::kEvents || route.result == Result::kServerEvents;
}

// What a caller can cause; "default" is everything else, as a server that is busy.
std::vector<const char*> FailuresOf(const ApiRoute& route) {
  std::vector<const char*> failures = {"400", "401", "403"};
  if (!route.path.empty()) failures.push_back("404");
  if (route.result == Result::kFindings || route.result == Result::kDocument ||
      route.method == "DELETE") {
    failures.push_back("409");
  }
  if (route.has_body) failures.push_back("413");
  return failures;
}

// Only who asks for reviews is limited by how many wait. Empty: the route has no such limit.
Json RateLimitOf(const ApiRoute& route) {
  if (route.rpc != "SubmitReview" && route.rpc != "AddToolLog") return Json::object();
  return {{"RateLimit-Limit", HeaderOf("Reviews that the caller may have waiting.")},
          {"RateLimit-Remaining", HeaderOf("How many more it may ask for now.")},
          {"RateLimit-Reset", HeaderOf("Seconds until there is room again.")}};
}

Json ResponsesOf(const ApiRoute& route, SchemaSet& schemas) {
  Json content = ContentOf(route, schemas);
  Json done = {
      {"description", route.result == Result::kSubmitted ? "It was there before." : "Done."}};
  if (route.method == "GET" && !IsEvents(route)) {
    done["headers"]["ETag"] = HeaderOf("For If-None-Match.");
  }
  if (MethodOf(route).output_type()->FindFieldByName("next_page_token") != nullptr) {
    done["headers"]["Link"] =
        HeaderOf("The next page, with rel=\"next\". Absent: this is the last.");
  }
  const Json limits = RateLimitOf(route);
  done["headers"].update(limits);
  if (done["headers"].empty()) done.erase("headers");
  done["content"] = content;
  Json responses = {{"200", std::move(done)}};
  if (route.result == Result::kSubmitted) {
    responses["202"] = {{"description", "It is queued."},
                        {"headers", {{"Location", HeaderOf("URL of the review.")}}},
                        {"content", std::move(content)}};
    responses["202"]["headers"].update(limits);
  }
  if (route.method == "GET" && !IsEvents(route)) {
    responses["304"] = {{"description", "The caller has this already."}};
  }
  for (const char* status : FailuresOf(route)) responses[status] = {{"$ref", kProblemReference}};
  if (!limits.empty()) {
    responses["429"] = {
        {"description", "As many reviews of the caller wait as may, or the store is full."},
        {"headers", limits},
        {"content", {{"application/problem+json", {{"schema", {{"$ref", kProblemSchema}}}}}}}};
    responses["429"]["headers"]["Retry-After"] = HeaderOf("Seconds to wait.");
  }
  responses["default"] = {{"$ref", kProblemReference}};
  return responses;
}

// The resource that it is about: "reviews" of /api/v1/reviews/{id}/diff.
std::string TagOf(const ApiRoute& route) {
  const std::vector<std::string> parts = absl::StrSplit(route.pattern, '/');
  return parts[3];
}

Json Tags() {
  std::set<std::string> names = {"server"};
  for (const ApiRoute& route : ApiRoutes()) names.insert(TagOf(route));
  Json tags = Json::array();
  for (const std::string& name : names) tags.push_back({{"name", name}});
  return tags;
}

Json BodyOf(const ApiRoute& route, SchemaSet& schemas) {
  Json content = route.body_field.empty()
                     ? JsonContent(schemas.Reference(*MethodOf(route).input_type()))
                     : Json{{"application/sarif+json", {{"schema", {{"type", "object"}}}}},
                            {"application/json", {{"schema", {{"type", "object"}}}}}};
  if (!route.diff_field.empty()) content.update(TextContent("text/x-diff"));
  return {{"required", true}, {"content", std::move(content)}};
}

Json OperationOf(const ApiRoute& route, SchemaSet& schemas) {
  const std::optional<access::Scope> scope = access::ScopeOf(route.rpc);
  CHECK(scope.has_value()) << route.rpc << " has no scope";
  Json operation = {{"operationId", std::string(route.operation)},
                    {"tags", {TagOf(route)}},
                    {"summary", std::string(route.summary)},
                    {"description", absl::StrCat("Needs the scope ", access::ScopeName(*scope),
                                                 "; gRPC: ", MethodOf(route).full_name(), ".")}};
  Json parameters = Json::array();
  for (const Parameter& parameter : route.path) {
    parameters.push_back(ParameterOf(route, parameter, "path", schemas));
  }
  for (const Parameter& parameter : route.query) {
    parameters.push_back(ParameterOf(route, parameter, "query", schemas));
  }
  for (const Parameter& parameter : route.diff_query) {
    parameters.push_back(ParameterOf(route, parameter, "query", schemas));
    parameters.back()["description"] = "Only with a body of the type text/x-diff.";
  }
  if (!parameters.empty()) operation["parameters"] = std::move(parameters);
  if (route.has_body) operation["requestBody"] = BodyOf(route, schemas);
  operation["responses"] = ResponsesOf(route, schemas);
  return operation;
}

Json Problem() {
  return {{"type", "object"},
          {"description", "What went wrong, by RFC 9457."},
          {"required", {"type", "title", "status", "detail", "request_id"}},
          {"properties",
           {{"type", {{"type", "string"}}},
            {"title", {{"type", "string"}}},
            {"status", {{"type", "integer"}}},
            {"detail", {{"type", "string"}}},
            {"request_id", {{"type", "string"}}}}}};
}

// What is no RPC and needs no token.
Json PlainOperation(absl::string_view operation, absl::string_view summary,
                    absl::string_view type) {
  return {{"operationId", std::string(operation)},
          {"tags", {"server"}},
          {"summary", std::string(summary)},
          {"security", Json::array()},
          {"responses",
           {{"200", {{"description", "Yes."}, {"content", TextContent(type)}}},
            {"default", {{"$ref", kProblemReference}}}}}};
}

Json PathsOf(SchemaSet& schemas) {
  Json paths = Json::object();
  for (const ApiRoute& route : ApiRoutes()) {
    paths[std::string(route.pattern)][absl::AsciiStrToLower(route.method)] =
        OperationOf(route, schemas);
  }
  paths["/healthz"]["get"] =
      PlainOperation("isAlive", "Whether the process answers", "text/plain; charset=utf-8");
  paths["/readyz"]["get"] =
      PlainOperation("isReady", "Whether the process can do its work", "text/plain; charset=utf-8");
  paths["/openapi.json"]["get"] =
      PlainOperation("getDescription", "This description", "application/json");
  paths["/api/v1/openapi.json"]["get"] =
      PlainOperation("getDescriptionOfVersion", "The same", "application/json");
  return paths;
}

// What clients write as JSON.
Messages Requests() {
  std::vector<const google::protobuf::Descriptor*> types;
  for (const ApiRoute& route : ApiRoutes()) {
    if (route.has_body && route.body_field.empty()) types.push_back(MethodOf(route).input_type());
  }
  return MessagesIn(types);
}

Json Info() {
  return {{"title", "AllReview"},
          {"version", std::string(kEngineVersion)},
          {"description",
           "Reviews of changes. Messages are proto JSON: names as in the .proto files, 64-bit "
           "numbers as text. Numbers, texts, flags and lists are always there; messages, and "
           "what excludes another member, only when they are set. Everything is also a gRPC "
           "call."}};
}

Json Responses() {
  return {
      {"Problem",
       {{"description", "It failed."},
        {"content", {{"application/problem+json", {{"schema", {{"$ref", kProblemSchema}}}}}}}}}};
}

Json SecuritySchemes() {
  return {{"token",
           {{"type", "http"},
            {"scheme", "bearer"},
            {"description",
             "Made by `allreview tokens new`. A server on a loopback address may be without."}}}};
}

}  // namespace

std::string OpenApiText() {
  SchemaSet schemas(Requests());
  Json paths = PathsOf(schemas);
  Json components = schemas.Take();
  components["Problem"] = Problem();
  const Json document = {{"openapi", "3.1.0"},
                         {"info", Info()},
                         {"servers", {{{"url", "/"}}}},
                         {"security", {{{"token", Json::array()}}}},
                         {"tags", Tags()},
                         {"paths", std::move(paths)},
                         {"components",
                          {{"schemas", std::move(components)},
                           {"responses", Responses()},
                           {"securitySchemes", SecuritySchemes()}}}};
  return document.dump(2) + "\n";
}

}  // namespace allreview::api

#include "services/host/span_json.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "base/version.h"
#include "nlohmann/json.hpp"

namespace allreview::host {
namespace {

using Json = nlohmann::ordered_json;

// Of opentelemetry.proto.trace.v1.
constexpr int kKinds[] = {1, 2, 3};  // Internal, server, client: as SpanKind counts.
constexpr int kStatusUnset = 0;
constexpr int kStatusError = 2;

std::string Text(const Json& json) {
  return json.dump(-1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace);
}

Json Attribute(const std::string& name, const std::string& value) {
  return {{"key", name}, {"value", {{"stringValue", value}}}};
}

Json Attributes(const std::vector<std::pair<std::string, std::string>>& attributes) {
  Json list = Json::array();
  for (const auto& [name, value] : attributes) list.push_back(Attribute(name, value));
  return list;
}

// 64-bit numbers are strings in proto3 JSON.
std::string Nanos(absl::Time time) { return absl::StrCat(absl::ToUnixNanos(time)); }

Json OtlpSpan(const SpanRecord& span) {
  Json json = {{"traceId", span.context.trace_id}, {"spanId", span.context.span_id}};
  if (!span.context.state.empty()) json["traceState"] = span.context.state;
  if (!span.parent_id.empty()) json["parentSpanId"] = span.parent_id;
  json["name"] = span.name;
  json["kind"] = kKinds[static_cast<int>(span.kind)];
  json["startTimeUnixNano"] = Nanos(span.start);
  json["endTimeUnixNano"] = Nanos(span.end);
  json["attributes"] = Attributes(span.attributes);
  if (!span.code.empty()) json["attributes"].push_back(Attribute("code", span.code));
  json["status"] = {{"code", span.is_error ? kStatusError : kStatusUnset}};
  return json;
}

}  // namespace

std::string SpanLine(const SpanRecord& span, absl::string_view service) {
  constexpr const char* kNames[] = {"internal", "server", "client"};
  Json json = {{"span", span.name},
               {"kind", kNames[static_cast<int>(span.kind)]},
               {"trace_id", span.context.trace_id},
               {"span_id", span.context.span_id},
               {"parent_id", span.parent_id},
               {"start", absl::FormatTime("%Y-%m-%dT%H:%M:%E6SZ", span.start, absl::UTCTimeZone())},
               {"duration_ms", absl::ToDoubleMicroseconds(span.end - span.start) / 1000}};
  if (!span.code.empty()) json["code"] = span.code;
  json["service"] = std::string(service);
  for (const auto& [name, value] : span.attributes) json["attributes"][name] = value;
  return Text(json);
}

std::string OtlpRequest(absl::Span<const SpanRecord> spans, const ResourceAttributes& resource) {
  Json list = Json::array();
  for (const SpanRecord& span : spans) list.push_back(OtlpSpan(span));
  const Json scope = {{"name", "allreview"}, {"version", kEngineVersion}};
  return Text({{"resourceSpans",
                {{{"resource", {{"attributes", Attributes(resource)}}},
                  {"scopeSpans", {{{"scope", scope}, {"spans", list}}}}}}}});
}

}  // namespace allreview::host

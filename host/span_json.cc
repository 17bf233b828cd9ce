#include "host/span_json.h"

#include <cstdint>
#include <map>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "base/version.h"
#include "nlohmann/json.hpp"

namespace allreview::host {
namespace {

using Json = nlohmann::ordered_json;

// Values of opentelemetry.proto.trace.v1.
constexpr int kKinds[] = {1, 2, 3};  // Internal, server, client: as SpanKind counts.
constexpr int kStatusUnset = 0;
constexpr int kStatusError = 2;

std::string Text(const Json& json) {
  // ASCII, as gRPC metadata must be.
  return json.dump(-1, ' ', /*ensure_ascii=*/true, Json::error_handler_t::replace);
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

std::optional<SpanRecord> ParseSpanLine(absl::string_view line) {
  const Json json = Json::parse(line.begin(), line.end(), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return std::nullopt;
  const auto text = [&json](const char* name) {
    const auto found = json.find(name);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  const std::optional<TraceContext> context =
      ParseTraceParent(absl::StrCat("00-", text("trace_id"), "-", text("span_id"), "-01"));
  const std::optional<TraceContext> parent =
      ParseTraceParent(absl::StrCat("00-", text("trace_id"), "-", text("parent_id"), "-01"));
  SpanRecord span;
  if (!context.has_value() ||
      !absl::ParseTime(absl::RFC3339_full, text("start"), &span.start, nullptr)) {
    return std::nullopt;
  }
  span.context = *context;
  if (parent.has_value()) span.parent_id = parent->span_id;
  span.name = text("span");
  span.kind = SpanKind::kServer;  // Nothing else travels with answers.
  span.code = text("code");
  span.service = text("service");
  const auto duration = json.find("duration_ms");
  const double milliseconds =
      duration != json.end() && duration->is_number() ? duration->get<double>() : 0;
  span.end = span.start + absl::Milliseconds(milliseconds);
  return span;
}

std::string OtlpRequest(absl::Span<const SpanRecord> spans, const ResourceAttributes& resource) {
  std::map<std::string, Json> by_service;
  for (const SpanRecord& span : spans) by_service[span.service].push_back(OtlpSpan(span));
  const Json scope = {{"name", "allreview"}, {"version", kEngineVersion}};
  Json list = Json::array();
  for (const auto& [service, of_service] : by_service) {
    ResourceAttributes attributes = resource;
    if (!service.empty() && !attributes.empty()) attributes.front().second = service;
    list.push_back({{"resource", {{"attributes", Attributes(attributes)}}},
                    {"scopeSpans", {{{"scope", scope}, {"spans", of_service}}}}});
  }
  return Text({{"resourceSpans", list}});
}

}  // namespace allreview::host

#include "host/tracing.h"

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "host/span.h"
#include "host/span_exporter.h"
#include "host/span_json.h"
#include "nlohmann/json.hpp"
#include "tests/fakes/http_server.h"

namespace allreview::host {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using Json = nlohmann::json;

EnvironmentReader Variables(const std::map<std::string, std::string>& variables) {
  return [variables](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  };
}

SpanRecord ASpan(const std::string& name) {
  return {.name = name,
          .kind = SpanKind::kServer,
          .context = {.trace_id = "4bf92f3577b34da6a3ce929d0e0e4736",
                      .span_id = "00f067aa0ba902b7",
                      .state = "vendor=1"},
          .parent_id = "1111111111111111",
          .start = absl::FromUnixNanos(1'700'000'000'123'456'789),
          .end = absl::FromUnixNanos(1'700'000'000'125'456'789),
          .code = "UNAVAILABLE",
          .is_error = true,
          .attributes = {{"request_id", "r-1"}}};
}

TEST(TracingOptions, AreNothingByDefault) {
  ASSERT_OK_AND_ASSIGN(const TracingOptions options, TracingOptionsFrom(Variables({}), "x"));
  EXPECT_FALSE(options.is_logged);
  EXPECT_THAT(options.url, IsEmpty());
}

TEST(TracingOptions, FollowOpenTelemetrysVariables) {
  ASSERT_OK_AND_ASSIGN(
      const TracingOptions options,
      TracingOptionsFrom(
          Variables({{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318/"},
                     {"OTEL_TRACES_EXPORTER", "console, otlp"},
                     {"OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20abc, x-scope = 7"},
                     {"OTEL_RESOURCE_ATTRIBUTES", "deployment.environment=test"}}),
          "allreview-diff"));
  EXPECT_TRUE(options.is_logged);
  EXPECT_EQ(options.url, "http://collector:4318/v1/traces");
  EXPECT_THAT(options.headers,
              ElementsAre(Pair("authorization", "Bearer abc"), Pair("x-scope", "7")));
  EXPECT_THAT(options.resource, ElementsAre(Pair("service.name", "allreview-diff"),
                                            Pair("deployment.environment", "test")));
}

TEST(TracingOptions, TakeTheWholeUrlOfTracesAsItIs) {
  ASSERT_OK_AND_ASSIGN(
      const TracingOptions options,
      TracingOptionsFrom(
          Variables({{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "https://otlp.example/custom"},
                     {"OTEL_EXPORTER_OTLP_ENDPOINT", "http://x"},
                     {"OTEL_SERVICE_NAME", "mine"}}),
          "x"));
  EXPECT_EQ(options.url, "https://otlp.example/custom");
  EXPECT_EQ(options.resource.front().second, "mine");
}

TEST(TracingOptions, CanBeSwitchedOff) {
  ASSERT_OK_AND_ASSIGN(const TracingOptions options,
                       TracingOptionsFrom(Variables({{"OTEL_SDK_DISABLED", "true"},
                                                     {"OTEL_EXPORTER_OTLP_ENDPOINT", "http://x"}}),
                                          "x"));
  EXPECT_THAT(options.url, IsEmpty());
}

TEST(TracingOptions, NameTheVariableThatIsWrongAndNoSecret) {
  EXPECT_THAT(TracingOptionsFrom(Variables({{"OTEL_TRACES_EXPORTER", "zipkin"}}), "x"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "OTEL_TRACES_EXPORTER: \"zipkin\" is not one of console, otlp, none"));
  EXPECT_THAT(
      TracingOptionsFrom(Variables({{"OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"}}), "x"),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("OTEL_EXPORTER_OTLP_ENDPOINT")));
  const auto bad = TracingOptionsFrom(Variables({{"OTEL_EXPORTER_OTLP_HEADERS", "hunter2"}}), "x");
  EXPECT_THAT(
      bad, StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("OTEL_EXPORTER_OTLP_HEADERS")));
  EXPECT_THAT(std::string(bad.status().message()), Not(HasSubstr("hunter2")));
}

TEST(SpanJson, IsOneLineForTheLog) {
  EXPECT_EQ(SpanLine(ASpan("a/b"), "allreview-diff"),
            "{\"span\":\"a/b\",\"kind\":\"server\","
            "\"trace_id\":\"4bf92f3577b34da6a3ce929d0e0e4736\","
            "\"span_id\":\"00f067aa0ba902b7\",\"parent_id\":\"1111111111111111\","
            "\"start\":\"2023-11-14T22:13:20.123456Z\",\"duration_ms\":2.0,"
            "\"code\":\"UNAVAILABLE\",\"service\":\"allreview-diff\","
            "\"attributes\":{\"request_id\":\"r-1\"}}");
}

TEST(SpanJson, SurvivesNamesThatAreNoText) {
  const std::string line = SpanLine(ASpan("\xff\n\""), "x");
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_TRUE(Json::accept(line));
}

TEST(SpanJson, IsWhatACollectorExpects) {
  const Json body = Json::parse(OtlpRequest({ASpan("s")}, {{"service.name", "allreview"}}));
  const Json& resource = body["resourceSpans"][0];
  EXPECT_EQ(resource["resource"]["attributes"][0],
            Json::parse(R"({"key": "service.name", "value": {"stringValue": "allreview"}})"));
  EXPECT_EQ(resource["scopeSpans"][0]["scope"]["name"], "allreview");
  EXPECT_EQ(resource["scopeSpans"][0]["spans"], Json::parse(R"([{
    "traceId": "4bf92f3577b34da6a3ce929d0e0e4736",
    "spanId": "00f067aa0ba902b7",
    "traceState": "vendor=1",
    "parentSpanId": "1111111111111111",
    "name": "s",
    "kind": 2,
    "startTimeUnixNano": "1700000000123456789",
    "endTimeUnixNano": "1700000000125456789",
    "attributes": [{"key": "request_id", "value": {"stringValue": "r-1"}},
                   {"key": "code", "value": {"stringValue": "UNAVAILABLE"}}],
    "status": {"code": 2}}])"));
}

TEST(SpanJson, IsReadBackFromALine) {
  const std::optional<SpanRecord> span = ParseSpanLine(SpanLine(ASpan("a/b"), "allreview-diff"));
  ASSERT_TRUE(span.has_value());
  EXPECT_EQ(SpanLine(*span, span->service),
            SpanLine(*ParseSpanLine(SpanLine(*span, span->service)), "allreview-diff"));
  EXPECT_EQ(span->service, "allreview-diff");
  EXPECT_EQ(span->parent_id, "1111111111111111");
  EXPECT_EQ(span->end - span->start, absl::Milliseconds(2));
}

TEST(SpanJson, OfALineThatIsNoneIsNone) {
  for (const char* line : {"", "{", "7", "[]", "{}", R"({"trace_id": 7, "span_id": "x"})",
                           R"({"trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                               "span_id": "00f067aa0ba902b7", "start": "yesterday"})"}) {
    EXPECT_FALSE(ParseSpanLine(line).has_value()) << line;
  }
}

TEST(SpanJson, TellsRelayedSpansAsOfTheirService) {
  SpanRecord relayed = ASpan("s");
  relayed.service = "allreview-diff";
  const Json body = Json::parse(
      OtlpRequest({relayed, ASpan("own")}, {{"service.name", "allreview-gateway"}, {"x", "y"}}));
  ASSERT_EQ(body["resourceSpans"].size(), 2u);
  const auto service_of = [](const Json& resource) {
    return resource["resource"]["attributes"][0]["value"]["stringValue"];
  };
  EXPECT_EQ(service_of(body["resourceSpans"][0]), "allreview-gateway");
  EXPECT_EQ(service_of(body["resourceSpans"][1]), "allreview-diff");
}

TEST(SpanExporter, DropsAndCountsWhatItCannotHoldAndNeverWaits) {
  Metrics metrics;
  fakes::Gate gate;
  std::atomic<size_t> sent = 0;
  {
    SpanExporter exporter(
        [&](absl::Span<const SpanRecord> spans) {
          gate.Wait();
          sent += spans.size();
          return absl::OkStatus();
        },
        &metrics);
    // At most one batch has been taken while the collector hangs.
    for (size_t i = 0; i < SpanExporter::kMaxQueued + SpanExporter::kMaxBatch + 10; ++i) {
      exporter.Receive(ASpan("x"));
    }
    EXPECT_FALSE(
        absl::StrContains(metrics.Text(), "allreview_trace_spans_total{result=\"dropped\"} 0"));
    gate.Open();
  }
  const std::string text = metrics.Text();
  EXPECT_THAT(text, HasSubstr(absl::StrCat("allreview_trace_spans_total{result=\"exported\"} ",
                                           sent.load(), "\n")));
  EXPECT_LE(sent.load(), SpanExporter::kMaxQueued + SpanExporter::kMaxBatch);
  EXPECT_GE(sent.load(), SpanExporter::kMaxQueued);
}

TEST(SpanExporter, CountsWhatTheCollectorRefuses) {
  Metrics metrics;
  testing::internal::CaptureStderr();
  {
    SpanExporter exporter(
        [](absl::Span<const SpanRecord>) { return absl::UnavailableError("collector is away"); },
        &metrics);
    exporter.Receive(ASpan("x"));
  }
  EXPECT_THAT(metrics.Text(), HasSubstr("allreview_trace_spans_total{result=\"failed\"} 1"));
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr("msg=\"spans cannot be exported\" reason=\"collector is away\""));
}

TEST(Tracing, PostsSpansToTheCollectorBeforeItEnds) {
  fakes::HttpServer collector([](const fakes::ServedRequest&) {
    return fakes::ServedResponse{.status = 200, .body = "{}"};
  });
  Metrics metrics;
  ASSERT_OK_AND_ASSIGN(
      TracingOptions options,
      TracingOptionsFrom(Variables({{"OTEL_EXPORTER_OTLP_ENDPOINT", collector.base_url()},
                                    {"OTEL_EXPORTER_OTLP_HEADERS", "x-token=secret"}}),
                         "allreview-test"));
  {
    ASSERT_OK_AND_ASSIGN(const auto tracing, Tracing::Start(std::move(options), &metrics));
    Span outer("outer", {}, SpanKind::kServer);
    Span("inner", outer.context()).End();
  }
  EXPECT_FALSE(HasSpanSink());
  ASSERT_EQ(collector.requests().size(), 1u);
  const fakes::ServedRequest request = collector.requests()[0];
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.path, "/v1/traces");
  EXPECT_EQ(request.header("content-type"), "application/json");
  EXPECT_EQ(request.header("x-token"), "secret");
  const Json spans = Json::parse(request.body)["resourceSpans"][0]["scopeSpans"][0]["spans"];
  ASSERT_EQ(spans.size(), 2u);
  EXPECT_EQ(spans[0]["name"], "inner");
  EXPECT_EQ(spans[0]["parentSpanId"], spans[1]["spanId"]);
  EXPECT_EQ(spans[0]["traceId"], spans[1]["traceId"]);
  EXPECT_FALSE(spans[1].contains("parentSpanId"));
  EXPECT_THAT(metrics.Text(), HasSubstr("allreview_trace_spans_total{result=\"exported\"} 2"));
}

TEST(Tracing, WritesSpansToTheLogWhenAsked) {
  testing::internal::CaptureStderr();
  {
    ASSERT_OK_AND_ASSIGN(
        TracingOptions options,
        TracingOptionsFrom(Variables({{"OTEL_TRACES_EXPORTER", "console"}}), "allreview-test"));
    ASSERT_OK_AND_ASSIGN(const auto tracing, Tracing::Start(std::move(options), nullptr));
    Span("step", {}).End();
  }
  const Json line = Json::parse(testing::internal::GetCapturedStderr());
  EXPECT_EQ(line["span"], "step");
  EXPECT_EQ(line["service"], "allreview-test");
}

}  // namespace
}  // namespace allreview::host

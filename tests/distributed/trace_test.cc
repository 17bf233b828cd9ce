// One review by separate processes is one trace, in every log and at the collector.

#include <signal.h>
#include <stdlib.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/distributed/cluster.h"
#include "tests/fakes/http_server.h"

namespace allreview::distributed {
namespace {

using ::testing::Contains;
using ::testing::SizeIs;
using Json = nlohmann::json;

struct SeenSpan {
  std::string name;
  std::string kind;
  std::string trace_id;
  std::string parent_id;
  std::string service;
};
using Spans = std::map<std::string, SeenSpan>;  // By span id.

std::vector<std::string> AllNames() {
  std::vector<std::string> names = SpokeNames();
  names.push_back("gateway");
  return names;
}

Spans SpansOfLog(const std::string& log) {
  Spans spans;
  for (absl::string_view line : absl::StrSplit(log, '\n')) {
    if (!absl::StartsWith(line, "{\"span\":")) continue;
    const Json span = Json::parse(line.begin(), line.end());
    spans[span["span_id"]] = {span["span"], span["kind"], span["trace_id"], span["parent_id"],
                              span["service"]};
  }
  return spans;
}

Spans SpansOfCollector(const std::vector<fakes::ServedRequest>& requests) {
  const char* kinds[] = {"", "internal", "server", "client"};
  Spans spans;
  for (const fakes::ServedRequest& request : requests) {
    const Json payload = Json::parse(request.body);
    for (const Json& resource : payload["resourceSpans"]) {
      for (const Json& span : resource["scopeSpans"][0]["spans"]) {
        spans[span["spanId"]] = {span["name"], kinds[span["kind"].get<int>()], span["traceId"],
                                 span.value("parentSpanId", ""),
                                 resource["resource"]["attributes"][0]["value"]["stringValue"]};
      }
    }
  }
  return spans;
}

// "parent > child" for each span whose parent is known, without packages.
std::set<std::string> Edges(const Spans& spans) {
  const auto name_of = [](const SeenSpan& span) {
    return absl::StrCat(span.kind, " ", span.name.substr(span.name.rfind('.') + 1));
  };
  std::set<std::string> edges;
  for (const auto& [id, span] : spans) {
    const auto parent = spans.find(span.parent_id);
    edges.insert(absl::StrCat(parent == spans.end() ? "caller" : name_of(parent->second), " > ",
                              name_of(span)));
  }
  return edges;
}

TEST(Trace, OfAReviewIsOneInAllProcesses) {
  fakes::HttpServer collector([](const fakes::ServedRequest&) { return fakes::ServedResponse{}; });
  setenv("OTEL_TRACES_EXPORTER", "console,otlp", 1);
  setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.base_url().c_str(), 1);
  Cluster cluster;
  ASSERT_OK(cluster.Start());
  const ReviewOutcome outcome = cluster.Review({}, "review-1");
  ASSERT_OK(outcome.status);
  ASSERT_THAT(outcome.Missing(), SizeIs(0));

  Spans logged;
  std::set<std::string> traces, services, traces_of_requests;
  for (const std::string& name : AllNames()) {
    cluster.service(name).Signal(SIGTERM);  // What waits for the collector is sent now.
    EXPECT_EQ(cluster.service(name).Wait(), 0) << name;
    const std::string log = cluster.service(name).Log();
    for (auto& [id, span] : SpansOfLog(log)) {
      traces.insert(span.trace_id);
      services.insert(span.service);
      logged.emplace(id, span);
    }
    for (absl::string_view line : absl::StrSplit(log, '\n')) {
      const size_t at = line.find(" trace_id=");
      // The gateway asks for the rules by itself, which is no part of a review.
      if (!absl::StrContains(line, "msg=\"request\"") || absl::StrContains(line, "grpc.health") ||
          absl::StrContains(line, "AnalysisService/ListRules")) {
        continue;
      }
      ASSERT_NE(at, absl::string_view::npos) << line;
      traces_of_requests.insert(std::string(line.substr(at + 10, 32)));
    }
  }
  EXPECT_THAT(traces, SizeIs(1));
  EXPECT_EQ(traces, traces_of_requests);
  EXPECT_THAT(services, SizeIs(6)) << "each process has a span";
  const std::set<std::string> edges = Edges(logged);
  for (const char* edge :
       {"caller > server ReviewService/Review", "server ReviewService/Review > internal understand",
        "internal understand > internal open",
        "internal understand > client PullRequestService/FetchChange",
        "client PullRequestService/FetchChange > server PullRequestService/FetchChange",
        "internal understand > client DiffService/Parse",
        "client DiffService/Parse > server DiffService/Parse",
        "internal understand > client AnalysisService/Analyze",
        "client AnalysisService/Analyze > server AnalysisService/Analyze",
        "server ReviewService/Review > internal numerics",
        "internal numerics > client NumericsService/Evaluate",
        "client NumericsService/Evaluate > server NumericsService/Evaluate",
        "server ReviewService/Review > internal report",
        "internal report > client ReportService/Render",
        "client ReportService/Render > server ReportService/Render"}) {
    EXPECT_THAT(edges, Contains(edge));
  }
  // Only the call of this test itself has a parent that nobody logged.
  EXPECT_EQ(std::count_if(edges.begin(), edges.end(),
                          [](const auto& edge) { return absl::StartsWith(edge, "caller"); }),
            1);
  // Also of the processes that may not use the network: their callers export for them.
  const Spans collected = SpansOfCollector(collector.requests());
  EXPECT_EQ(collected.size(), logged.size());
  EXPECT_EQ(Edges(collected), edges);
  for (const auto& [id, span] : collected) EXPECT_EQ(span.service, logged[id].service) << id;
}

}  // namespace
}  // namespace allreview::distributed

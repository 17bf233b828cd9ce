// Not a service: emits every metric of gateway/metrics.h with made-up values, for tests of
// dashboards that need what only traffic of GitHub would bring.
//
//   platform_metrics_fixture          serves; prints "port N", grows until standard input ends
//   platform_metrics_fixture --list   prints a table: name, type, labels, meaning

#include <cmath>
#include <condition_variable>
#include <iostream>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gateway/metrics.h"
#include "services/host/metrics.h"

namespace allreview {
namespace {

using host::MetricInfo;
using host::MetricKind;
using host::Metrics;

struct Weighted {
  std::string value;
  double weight;  // How often, against other values of the label.
};

// By label, or by metric and label where a metric has values of its own.
const std::map<std::string, std::vector<Weighted>>& Values() {
  static const auto& values = *new std::map<std::string, std::vector<Weighted>>{
      {"account", {{"installation/7", 1}}},
      {"backend", {{"sqlite", 1}}},
      {"budget", {{"primary", 1}, {"points", 1}}},
      {"code", {{"OK", 1}}},
      {"allreview_github_request_duration_seconds code", {{"200", 5}, {"304", 8}, {"502", 0.1}}},
      {"allreview_http_request_duration_seconds code", {{"200", 9}, {"404", 1}, {"503", 0.05}}},
      {"command", {{"review", 1}, {"explain", 1}}},
      {"conclusion", {{"success", 6}, {"findings", 5}, {"blocked", 2}, {"incomplete", 0.3}}},
      {"kind", {{"secondary", 0.01}}},
      {"method", {{"GET", 4}, {"POST", 1}}},
      {"novelty", {{"new", 4}, {"persisting", 5}, {"fixed", 2.5}}},
      {"operation", {{"get", 9}, {"scan", 3}, {"commit", 2}}},
      {"pillar", {{"correctness", 3}, {"readability", 2}, {"maintainability", 1}}},
      {"placement", {{"inline", 5}, {"body", 1}}},
      {"repository", {{"acme/train", 3}, {"acme/kernels", 2}, {"acme/data", 1}}},
      {"result", {{"done", 9}, {"failed", 0.01}}},
      {"allreview_jobs_total result", {{"done", 9}, {"retried", 1}, {"buried", 0.001}}},
      {"allreview_jobs_enqueued_total result", {{"queued", 9}, {"duplicate", 2}}},
      {"allreview_publications_total result",
       {{"published", 8}, {"unchanged", 2}, {"partial", 0.3}, {"failed", 0.05}}},
      {"allreview_webhooks_total result", {{"accepted", 9}, {"ignored", 5}, {"duplicate", 1}}},
      {"route", {{"/api/v1/reviews", 3}, {"/reviews/{id}", 2}, {"/webhooks/github", 4}}},
      {"rule",
       {{"softmax-before-cross-entropy", 2},
        {"mutable-default", 4},
        {"unsynchronised-collective", 1},
        {"float-equality", 3},
        {"missing-docstring", 5},
        {"long-function", 2}}},
      {"service", {{"numerics", 0.01}}},
      {"severity", {{"p0", 0.15}, {"p1", 0.8}, {"p2", 4}, {"p3", 3}}},
      {"shown", {{"full", 5}, {"folded", 2}, {"probation", 0.3}}},
      {"state", {{"queued", 3}, {"running", 2}, {"dead", 0}}},
      {"allreview_files_total state", {{"reviewed", 20}, {"data", 4}, {"timed_out", 0.2}}},
      {"allreview_review_states_total state", {{"done", 9}, {"superseded", 1}}},
      {"trigger", {{"push", 9}, {"command", 1}, {"api", 0.5}}},
      {"vote", {{"useful", 3}, {"not_useful", 0.3}, {"fixed", 5}, {"ignored", 1}}},
      {"work", {{"review", 9}, {"command", 1}, {"sync", 3}}},
  };
  return values;
}

std::vector<Weighted> ValuesOf(absl::string_view metric, absl::string_view label) {
  for (const std::string& key : {absl::StrCat(metric, " ", label), std::string(label)}) {
    const auto found = Values().find(key);
    if (found != Values().end()) return found->second;
  }
  return {{absl::StrCat("some-", label), 0.1}};
}

struct Series {
  Metrics::Labels labels;
  double weight = 1;
};

// Every combination of label values.
std::vector<Series> SeriesOf(const MetricInfo& metric) {
  std::vector<Series> all = {{}};
  for (absl::string_view label : absl::StrSplit(metric.labels, ',', absl::SkipEmpty())) {
    std::vector<Series> longer;
    for (const Series& series : all) {
      for (const Weighted& value : ValuesOf(metric.name, label)) {
        longer.push_back(series);
        longer.back().labels.emplace_back(label, value.value);
        longer.back().weight *= value.weight;
      }
    }
    all = std::move(longer);
  }
  return all;
}

// What makes the numbers of some metrics look like those of an organisation.
double ScaleOf(absl::string_view metric) {
  if (metric == "allreview_changed_lines_total") return 500;
  if (metric == "allreview_impressions_total") return 12;
  if (metric == "allreview_repository_findings_total") return 0.05;
  if (metric == "allreview_github_budget_limit") return 5000;
  if (metric == "allreview_github_budget_remaining") return 3600;
  if (metric == "allreview_store_bytes") return 3e7;
  if (metric == "allreview_known_repositories") return 40;
  if (metric == "allreview_active_repositories") return 23;
  if (metric == "allreview_workers") return 4;
  if (metric == "allreview_circuit_open") return 0;
  if (metric == "allreview_time_to_first_review_seconds") return 45;
  return 1;
}

void Emit(Metrics& metrics, int round) {
  const double wave = 1 + 0.4 * std::sin(round / 40.0);
  for (const MetricInfo& metric : gateway::PlatformMetrics()) {
    for (const Series& series : SeriesOf(metric)) {
      const double value = series.weight * ScaleOf(metric.name);
      if (metric.kind == MetricKind::kCounter) metrics.Count(metric, series.labels, value * wave);
      if (metric.kind == MetricKind::kGauge) metrics.Set(metric, series.labels, value);
      if (metric.kind == MetricKind::kHistogram) {
        const double factor = std::exp(std::sin(round * 1.7) + std::sin(round * 0.3));
        const double unit = metric.is_long ? 3 : 0.03;
        metrics.Observe(metric, series.labels,
                        absl::Seconds(unit * factor * (metric.is_long ? ScaleOf(metric.name) : 1)));
      }
    }
  }
}

int List() {
  for (const MetricInfo& metric : gateway::PlatformMetrics()) {
    const char* kinds[] = {"counter", "gauge", "histogram"};
    std::cout << metric.name << "\t" << kinds[static_cast<int>(metric.kind)] << "\t"
              << metric.labels << "\t" << metric.help << "\n";
  }
  return 0;
}

int Serve() {
  Metrics metrics;
  const auto port = metrics.Expose("127.0.0.1:0");
  if (!port.ok()) {
    std::cerr << port.status() << "\n";
    return 1;
  }
  std::cout << "port " << *port << std::endl;
  std::mutex mutex;
  std::condition_variable ended;
  bool is_ended = false;
  std::thread reader([&] {
    while (std::cin.get() != EOF) {
    }
    std::lock_guard<std::mutex> lock(mutex);
    is_ended = true;
    ended.notify_all();
  });
  std::unique_lock<std::mutex> lock(mutex);
  for (int round = 0; !is_ended; ++round) {
    Emit(metrics, round);
    ended.wait_for(lock, std::chrono::milliseconds(500), [&] { return is_ended; });
  }
  lock.unlock();
  reader.join();
  return 0;
}

}  // namespace
}  // namespace allreview

int main(int argc, char** argv) {
  const bool is_list = argc == 2 && std::string(argv[1]) == "--list";
  return is_list ? allreview::List() : allreview::Serve();
}

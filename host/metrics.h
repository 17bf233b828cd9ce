#ifndef HOST_METRICS_H_
#define HOST_METRICS_H_

// Counters, gauges and histograms in Prometheus' text format.
//
//   constexpr MetricInfo kReviews = {"allreview_reviews_total", "Reviews by conclusion.",
//                                    MetricKind::kCounter, "conclusion"};
//   metrics.Count(kReviews, {{"conclusion", "success"}});
//   absl::StatusOr<int> port = metrics.Expose("127.0.0.1:0");   // GET /metrics
//
// Label values come from small known sets; what exceeds kMaxSeries label sets of one metric is
// counted under the value "other". Only the label "repository" is open: the first
// kMaxRepositories of a process keep their names, in every metric, and later ones are "other".
//
// Prometheus does not see the step from "no series" to 1. So the first scrape of a new counter or
// histogram says 0, and the next one what was counted: increase() misses no event (but of a second
// Prometheus that scrapes the same process, the first event of a series). A counter that alerts
// look at is best counted once with amount 0 at start.
//
// Each scrape also holds what is said of every process: process_cpu_seconds_total,
// process_resident_memory_bytes, process_open_fds… Safe from any thread.

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace allreview::host {

enum class MetricKind { kCounter, kGauge, kHistogram };

struct MetricInfo {
  absl::string_view name;
  absl::string_view help;
  MetricKind kind = MetricKind::kCounter;
  absl::string_view labels = "";  // Names, sorted, between commas: "code,method".
  bool is_long = false;  // A histogram of waits (1 s to a day), not of calls (1 ms to 60 s).
};

class Metrics {
 public:
  static constexpr int kMaxSeries = 5000;
  static constexpr int kMaxRepositories = 200;
  using Labels = std::vector<std::pair<std::string, std::string>>;

  Metrics();
  ~Metrics();
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  void Count(const MetricInfo& metric, const Labels& labels, double amount = 1);
  void AddToGauge(const MetricInfo& metric, const Labels& labels, double amount);
  void Set(const MetricInfo& metric, const Labels& labels, double value);
  // Histogram in seconds.
  void Observe(const MetricInfo& metric, const Labels& labels, absl::Duration duration);

  // Calls `update` before each scrape, so that it can Set what is only known by asking, such as
  // the depth of a queue. Ends with the returned object, which goes before the metrics do.
  class Updater;
  [[nodiscard]] std::unique_ptr<Updater> BeforeScrape(std::function<void(Metrics&)> update);

  // What a scrape returns, but with all that was counted.
  std::string Text() const;

  // Serves /metrics over HTTP on "host:port" until destruction. Returns the port. Call once.
  absl::StatusOr<int> Expose(const std::string& address);

 private:
  class Scrapes;
  struct State;
  std::shared_ptr<State> state_;
};

// Its destructor waits for a call that is going on.
class Metrics::Updater {
 public:
  Updater(std::shared_ptr<State> state, int id);
  ~Updater();
  Updater(const Updater&) = delete;
  Updater& operator=(const Updater&) = delete;

 private:
  const std::shared_ptr<State> state_;
  const int id_;
};

}  // namespace allreview::host

#endif  // HOST_METRICS_H_

#ifndef SERVICES_HOST_METRICS_H_
#define SERVICES_HOST_METRICS_H_

// Counters, gauges and histograms in Prometheus' text format.
//
//   constexpr MetricInfo kReviews = {"allreview_reviews_total", "Reviews by conclusion."};
//   metrics.Count(kReviews, {{"conclusion", "success"}});
//   absl::StatusOr<int> port = metrics.Expose("127.0.0.1:0");   // GET /metrics
//
// Label values come from small known sets; what exceeds kMaxSeries label sets of one metric is
// counted under the value "other". Safe from any thread.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace allreview::host {

struct MetricInfo {
  absl::string_view name;
  absl::string_view help;
};

class Metrics {
 public:
  static constexpr int kMaxSeries = 1000;
  using Labels = std::vector<std::pair<std::string, std::string>>;

  Metrics();
  ~Metrics();
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  void Count(const MetricInfo& metric, const Labels& labels, double amount = 1);
  void AddToGauge(const MetricInfo& metric, const Labels& labels, double amount);
  // Histogram in seconds, from 1 ms to 60 s.
  void Observe(const MetricInfo& metric, const Labels& labels, absl::Duration duration);

  // What a scrape returns.
  std::string Text() const;

  // Serves /metrics over HTTP on "host:port" until destruction. Returns the port. Call once.
  absl::StatusOr<int> Expose(const std::string& address);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace allreview::host

#endif  // SERVICES_HOST_METRICS_H_

#include "services/host/metrics.h"

#include <exception>
#include <map>
#include <mutex>
#include <set>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "prometheus/counter.h"
#include "prometheus/exposer.h"
#include "prometheus/gauge.h"
#include "prometheus/histogram.h"
#include "prometheus/registry.h"
#include "prometheus/text_serializer.h"

namespace allreview::host {

using PrometheusLabels = std::map<std::string, std::string>;

struct Metrics::State {
  std::shared_ptr<prometheus::Registry> registry = std::make_shared<prometheus::Registry>();
  std::unique_ptr<prometheus::Exposer> exposer;
  std::mutex mutex;
  // Label sets seen so far, by metric.
  std::map<std::string, std::set<PrometheusLabels>> series;

  PrometheusLabels Bounded(absl::string_view metric, const Labels& labels) {
    PrometheusLabels wanted(labels.begin(), labels.end());
    std::lock_guard<std::mutex> lock(mutex);
    std::set<PrometheusLabels>& known = series[std::string(metric)];
    if (known.count(wanted) > 0) return wanted;
    if (known.size() >= static_cast<size_t>(kMaxSeries)) {
      for (auto& [name, value] : wanted) value = "other";
      return wanted;
    }
    known.insert(wanted);
    return wanted;
  }
};

Metrics::Metrics() : state_(std::make_unique<State>()) {}
Metrics::~Metrics() = default;

void Metrics::Count(const MetricInfo& metric, const Labels& labels, double amount) {
  prometheus::BuildCounter()
      .Name(std::string(metric.name))
      .Help(std::string(metric.help))
      .Register(*state_->registry)
      .Add(state_->Bounded(metric.name, labels))
      .Increment(amount);
}

void Metrics::AddToGauge(const MetricInfo& metric, const Labels& labels, double amount) {
  prometheus::BuildGauge()
      .Name(std::string(metric.name))
      .Help(std::string(metric.help))
      .Register(*state_->registry)
      .Add(state_->Bounded(metric.name, labels))
      .Increment(amount);
}

void Metrics::Observe(const MetricInfo& metric, const Labels& labels, absl::Duration duration) {
  static const auto& buckets = *new prometheus::Histogram::BucketBoundaries{
      0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60};
  prometheus::BuildHistogram()
      .Name(std::string(metric.name))
      .Help(std::string(metric.help))
      .Register(*state_->registry)
      .Add(state_->Bounded(metric.name, labels), buckets)
      .Observe(absl::ToDoubleSeconds(duration));
}

std::string Metrics::Text() const {
  return prometheus::TextSerializer().Serialize(state_->registry->Collect());
}

absl::StatusOr<int> Metrics::Expose(const std::string& address) {
  // The exposer reports a port that is taken by an exception.
  try {
    state_->exposer = std::make_unique<prometheus::Exposer>(address, /*num_threads=*/2);
    state_->exposer->RegisterCollectable(state_->registry);
    return state_->exposer->GetListeningPorts().front();
  } catch (const std::exception& error) {
    return absl::FailedPreconditionError(
        absl::StrCat("cannot serve metrics on \"", address, "\": ", error.what(),
                     "; wanted HOST:PORT of this machine that no other process listens on"));
  }
}

}  // namespace allreview::host

#include "host/metrics.h"

#include <exception>
#include <iterator>
#include <map>
#include <set>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/mutex.h"
#include "host/process_metrics.h"
#include "prometheus/collectable.h"
#include "prometheus/counter.h"
#include "prometheus/exposer.h"
#include "prometheus/gauge.h"
#include "prometheus/histogram.h"
#include "prometheus/registry.h"
#include "prometheus/text_serializer.h"

namespace allreview::host {
namespace {

using PrometheusLabels = std::map<std::string, std::string>;

constexpr char kRepository[] = "repository";
constexpr char kOther[] = "other";

// Which label sets exist, so that a mistake or an attacker cannot make them without end.
class Bounds {
 public:
  PrometheusLabels Fit(absl::string_view metric, const Metrics::Labels& labels) {
    PrometheusLabels wanted(labels.begin(), labels.end());
    MutexLock lock(mutex_);
    if (const auto named = wanted.find(kRepository); named != wanted.end()) {
      named->second = FitRepository(named->second);
    }
    std::set<PrometheusLabels>& known = series_[std::string(metric)];
    if (known.count(wanted) > 0) return wanted;
    if (known.size() >= static_cast<size_t>(Metrics::kMaxSeries)) {
      for (auto& [name, value] : wanted) value = kOther;
      return wanted;
    }
    known.insert(wanted);
    return wanted;
  }

 private:
  std::string FitRepository(const std::string& name) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (repositories_.count(name) > 0) return name;
    if (repositories_.size() >= static_cast<size_t>(Metrics::kMaxRepositories)) return kOther;
    repositories_.insert(name);
    return name;
  }

  Mutex mutex_;
  std::map<std::string, std::set<PrometheusLabels>> series_ ABSL_GUARDED_BY(mutex_);
  std::set<std::string> repositories_ ABSL_GUARDED_BY(mutex_);
};

const prometheus::Histogram::BucketBoundaries& BucketsOf(const MetricInfo& metric) {
  static const auto& calls = *new prometheus::Histogram::BucketBoundaries{
      0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60};
  static const auto& waits = *new prometheus::Histogram::BucketBoundaries{
      1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21600, 86400};
  return metric.is_long ? waits : calls;
}

// Of a counter or histogram, as if nothing had been counted yet.
void SetToZero(prometheus::ClientMetric& series) {
  series.counter.value = 0;
  series.histogram.sample_count = 0;
  series.histogram.sample_sum = 0;
  for (auto& bucket : series.histogram.bucket) bucket.cumulative_count = 0;
}

std::vector<prometheus::MetricFamily> WithProcess(std::vector<prometheus::MetricFamily> families) {
  std::vector<prometheus::MetricFamily> process = ProcessMetrics();
  families.insert(families.end(), std::make_move_iterator(process.begin()),
                  std::make_move_iterator(process.end()));
  return families;
}

}  // namespace

struct Metrics::State {
  explicit State(Metrics* owner) : metrics(owner) {}

  std::vector<prometheus::MetricFamily> Collect() const {
    {
      MutexLock lock(updaters_mutex);
      for (const auto& [id, update] : updaters) update(*metrics);
    }
    return registry.Collect();
  }

  Metrics* const metrics;
  Bounds bounds;
  prometheus::Registry registry;
  // Held while updaters run, so that none runs after its handle has gone.
  mutable Mutex updaters_mutex;
  std::map<int, std::function<void(Metrics&)>> updaters ABSL_GUARDED_BY(updaters_mutex);
  int next_updater ABSL_GUARDED_BY(updaters_mutex) = 0;
  std::shared_ptr<Scrapes> scrapes;  // The exposer holds it weakly.
  std::unique_ptr<prometheus::Exposer> exposer;
};

// What the exposer reads; its threads end before the state does.
class Metrics::Scrapes : public prometheus::Collectable {
 public:
  explicit Scrapes(const State& state) : state_(state) {}

  std::vector<prometheus::MetricFamily> Collect() const override {
    std::vector<prometheus::MetricFamily> families = state_.Collect();
    MutexLock lock(mutex_);
    for (prometheus::MetricFamily& family : families) {
      if (family.type == prometheus::MetricType::Gauge) continue;
      for (prometheus::ClientMetric& series : family.metric) {
        const bool is_new = seen_[family.name].insert(series.label).second;
        if (is_new) SetToZero(series);
      }
    }
    return WithProcess(std::move(families));
  }

 private:
  const State& state_;
  mutable Mutex mutex_;
  mutable std::map<std::string, std::set<std::vector<prometheus::ClientMetric::Label>>> seen_
      ABSL_GUARDED_BY(mutex_);
};

Metrics::Metrics() : state_(std::make_shared<State>(this)) {}

Metrics::~Metrics() { state_->exposer.reset(); }

void Metrics::Count(const MetricInfo& metric, const Labels& labels, double amount) {
  prometheus::BuildCounter()
      .Name(std::string(metric.name))
      .Help(std::string(metric.help))
      .Register(state_->registry)
      .Add(state_->bounds.Fit(metric.name, labels))
      .Increment(amount);
}

void Metrics::AddToGauge(const MetricInfo& metric, const Labels& labels, double amount) {
  prometheus::BuildGauge()
      .Name(std::string(metric.name))
      .Help(std::string(metric.help))
      .Register(state_->registry)
      .Add(state_->bounds.Fit(metric.name, labels))
      .Increment(amount);
}

void Metrics::Set(const MetricInfo& metric, const Labels& labels, double value) {
  prometheus::BuildGauge()
      .Name(std::string(metric.name))
      .Help(std::string(metric.help))
      .Register(state_->registry)
      .Add(state_->bounds.Fit(metric.name, labels))
      .Set(value);
}

void Metrics::Observe(const MetricInfo& metric, const Labels& labels, absl::Duration duration) {
  prometheus::BuildHistogram()
      .Name(std::string(metric.name))
      .Help(std::string(metric.help))
      .Register(state_->registry)
      .Add(state_->bounds.Fit(metric.name, labels), BucketsOf(metric))
      .Observe(absl::ToDoubleSeconds(duration));
}

std::unique_ptr<Metrics::Updater> Metrics::BeforeScrape(std::function<void(Metrics&)> update) {
  MutexLock lock(state_->updaters_mutex);
  const int id = state_->next_updater++;
  state_->updaters.emplace(id, std::move(update));
  return std::make_unique<Updater>(state_, id);
}

Metrics::Updater::Updater(std::shared_ptr<State> state, int id)
    : state_(std::move(state)), id_(id) {}

Metrics::Updater::~Updater() {
  MutexLock lock(state_->updaters_mutex);
  state_->updaters.erase(id_);
}

std::string Metrics::Text() const {
  return prometheus::TextSerializer().Serialize(WithProcess(state_->Collect()));
}

absl::StatusOr<int> Metrics::Expose(const std::string& address) {
  // The exposer reports a port that is taken by an exception.
  try {
    state_->exposer = std::make_unique<prometheus::Exposer>(address, /*num_threads=*/2);
    state_->scrapes = std::make_shared<Scrapes>(*state_);
    state_->exposer->RegisterCollectable(state_->scrapes);
    return state_->exposer->GetListeningPorts().front();
  } catch (const std::exception& error) {
    return absl::FailedPreconditionError(
        absl::StrCat("cannot serve metrics on \"", address, "\": ", error.what(),
                     "; wanted HOST:PORT of this machine that no other process listens on"));
  }
}

}  // namespace allreview::host

#include "gateway/store/measured_store.h"

#include <utility>

#include "absl/time/clock.h"
#include "gateway/metrics/metrics.h"

namespace allreview::gateway {
namespace {

absl::StatusCode CodeOf(const absl::Status& status) { return status.code(); }

template <typename T>
absl::StatusCode CodeOf(const absl::StatusOr<T>& result) {
  return result.status().code();
}

class MeasuredStore final : public KeyedStore {
 public:
  MeasuredStore(std::unique_ptr<KeyedStore> store, std::string backend, host::Metrics& metrics)
      : store_(std::move(store)), backend_(std::move(backend)), metrics_(metrics) {
    CountUnreadable([this] { metrics_.Count(metric::kStoreUnreadable, {{"backend", backend_}}); });
  }

  absl::StatusOr<std::vector<std::optional<StoredEntry>>> GetMany(
      const std::vector<std::string>& keys) override {
    return Measure("get", [&] { return store_->GetMany(keys); });
  }

  absl::StatusOr<std::vector<StoredEntry>> Scan(const KeyRange& range) override {
    return Measure("scan", [&] { return store_->Scan(range); });
  }

  absl::Status Commit(const std::vector<StoreWrite>& writes) override {
    return Measure("commit", [&] { return store_->Commit(writes); });
  }

  absl::StatusOr<int64_t> SizeBytes() override { return store_->SizeBytes(); }

 private:
  template <typename Work>
  auto Measure(const char* operation, Work work) -> decltype(work()) {
    const absl::Time start = absl::Now();
    auto result = work();
    metrics_.Observe(metric::kStoreDuration,
                     {{"backend", backend_},
                      {"code", absl::StatusCodeToString(CodeOf(result))},
                      {"operation", operation}},
                     absl::Now() - start);
    return result;
  }

  const std::unique_ptr<KeyedStore> store_;
  const std::string backend_;
  host::Metrics& metrics_;
};

}  // namespace

std::unique_ptr<KeyedStore> MeasureStore(std::unique_ptr<KeyedStore> store, std::string backend,
                                         host::Metrics& metrics) {
  return std::make_unique<MeasuredStore>(std::move(store), std::move(backend), metrics);
}

}  // namespace allreview::gateway

#ifndef GATEWAY_STORE_MEASURED_STORE_H_
#define GATEWAY_STORE_MEASURED_STORE_H_

// A store whose operations are timed in metric::kStoreDuration.
//
//   store = MeasureStore(std::move(store), "redis", metrics);
//   // allreview_store_operation_duration_seconds_count{backend="redis",code="OK",operation="get"}

#include <memory>
#include <string>

#include "gateway/store/keyed_store.h"
#include "host/metrics.h"

namespace allreview::gateway {

// Borrows `metrics`.
std::unique_ptr<KeyedStore> MeasureStore(std::unique_ptr<KeyedStore> store, std::string backend,
                                         host::Metrics& metrics);

}  // namespace allreview::gateway

#endif  // GATEWAY_STORE_MEASURED_STORE_H_

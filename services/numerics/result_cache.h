#ifndef SERVICES_NUMERICS_RESULT_CACHE_H_
#define SERVICES_NUMERICS_RESULT_CACHE_H_

#include <cstddef>
#include <list>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "base/mutex.h"

namespace allreview::numerics {

// Measurements by a hash of all that decides them; the most recently used ones within a number of
// bytes. An entry that alone exceeds it is not kept. Safe from any thread.
class ResultCache {
 public:
  explicit ResultCache(size_t max_bytes) : max_bytes_(max_bytes) {}

  std::optional<std::string> Get(const std::string& key);
  void Put(const std::string& key, std::string value);

 private:
  using Entry = std::pair<std::string, std::string>;  // Key, value.
  static constexpr size_t kOverhead = 160;            // Of list, map and strings, for each entry.

  static size_t BytesOf(const Entry& entry) {
    return entry.first.size() + entry.second.size() + kOverhead;
  }

  const size_t max_bytes_;
  Mutex mutex_;
  std::list<Entry> entries_ ABSL_GUARDED_BY(mutex_);  // Most recently used first.
  std::unordered_map<std::string, std::list<Entry>::iterator> by_key_ ABSL_GUARDED_BY(mutex_);
  size_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace allreview::numerics

#endif  // SERVICES_NUMERICS_RESULT_CACHE_H_

#ifndef GITHUB_CACHE_H_
#define GITHUB_CACHE_H_

// Answers of GitHub with their validators, for conditional requests: a 304 costs no rate limit.
//
//   AnswerCache cache("/var/cache/allreview");  // Its folder "github"; "" keeps them in memory.
//   std::string key = CacheKey(api_base, identity, url, accept, version);
//   if (std::optional<CachedAnswer> answer = cache.Find(key)) …If-None-Match: answer->etag…
//
// The identity in the key is a security boundary: what one token may read is never served to
// another. The folder is open to its owner only; files are written beside and renamed, so that
// several processes may share the folder, and carry a digest: a damaged one counts as absent. A
// cache that cannot be written works as an empty one. Safe from any number of threads.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview::github {

struct CachedAnswer {
  std::string etag;  // Verbatim, with W/ and quotation marks. Empty: none.
  std::string last_modified;
  std::string link;
  std::string body;
};

class AnswerCache {
 public:
  static constexpr int64_t kMaxMemoryBytes = 8 << 20;
  static constexpr int64_t kMaxDiskBytes = 256 << 20;

  // The answers that were not used for the longest time go when all take more than `max_bytes`;
  // none: the limit above of their place.
  explicit AnswerCache(const std::string& directory, std::optional<int64_t> max_bytes = {});
  ~AnswerCache();

  std::optional<CachedAnswer> Find(const std::string& key);
  void Put(const std::string& key, const CachedAnswer& answer);
  void Erase(const std::string& key);

 private:
  class Store;
  class MemoryStore;
  class DiskStore;
  std::unique_ptr<Store> store_;
};

// `identity` names whose token is used, without being it; see credentials.h.
std::string CacheKey(absl::string_view api_base, absl::string_view identity, absl::string_view url,
                     absl::string_view accept, absl::string_view version);

}  // namespace allreview::github

#endif  // GITHUB_CACHE_H_

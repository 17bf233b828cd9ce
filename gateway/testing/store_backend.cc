#include "gateway/testing/store_backend.h"

#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "base/check.h"

namespace allreview::gateway {

StoreBackend::StoreBackend(StoreKind kind, bool is_persistent) {
  if (kind == StoreKind::kRedis) {
    redis_.emplace(is_persistent);
    url_ = redis_->url();
    return;
  }
  std::string folder = absl::StrCat(std::getenv("TEST_TMPDIR"), "/store-XXXXXX");
  CHECK(mkdtemp(folder.data()) != nullptr) << folder;
  url_ = absl::StrCat("sqlite:", folder, "/store.db");
}

}  // namespace allreview::gateway

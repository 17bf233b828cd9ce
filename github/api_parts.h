#ifndef GITHUB_API_PARTS_H_
#define GITHUB_API_PARTS_H_

// What the .cc files of Api share.

#include <optional>
#include <string>

#include "github/api.h"

namespace allreview::github {

// What one call has tried so far.
struct Api::Attempt {
  int number = 1;
  int limit_waits = 0;
  bool is_refreshed = false;
};

// A call, ready to be sent any number of times.
struct Api::Prepared {
  HttpRequest http = {};
  std::string token = {};
  Cost cost = {};
  bool is_repeatable = false;
  std::string cache_key = {};
  std::optional<CachedAnswer> cached = std::nullopt;
};
}  // namespace allreview::github

#endif  // GITHUB_API_PARTS_H_

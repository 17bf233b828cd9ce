#ifndef ANALYZERS_REPOSITORY_FAKE_REPOSITORY_H_
#define ANALYZERS_REPOSITORY_FAKE_REPOSITORY_H_

// For tests.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "analyzers/repository/links.h"
#include "analyzers/repository/repository_index.h"
#include "base/shared_bytes.h"

namespace allreview::repository {

// A repository in memory that counts what is asked of it.
struct FakeRepository {
  std::map<std::string, std::string> files;
  std::map<std::string, SharedBytes> cache;
  int reads = 0;
  std::vector<Link> links = {};

  Source source() {
    Source source;
    source.list = [this] {
      std::vector<Source::File> list;
      for (const auto& [path, text] : files) list.emplace_back(path, "id of " + path);
      return list;
    };
    source.links = [this] { return links; };
    source.read = [this](const auto& wanted, const auto& receive) {
      for (const Source::File& file : wanted) {
        ++reads;
        receive(file, files[file.first]);
      }
      return absl::OkStatus();
    };
    source.get = [this](const std::vector<std::string>& ids) {
      std::vector<std::optional<SharedBytes>> found;
      for (const std::string& id : ids) {
        found.push_back(cache.count(id) ? std::make_optional(cache[id]) : std::nullopt);
      }
      return found;
    };
    source.put = [this](const auto& facts) { cache.insert(facts.begin(), facts.end()); };
    return source;
  }
};

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_FAKE_REPOSITORY_H_

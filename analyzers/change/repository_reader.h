#ifndef ANALYZERS_CHANGE_REPOSITORY_READER_H_
#define ANALYZERS_CHANGE_REPOSITORY_READER_H_

// How an analysis asks for what the change does not hold: the rest of the repository, and facts of
// files that somebody parsed before.

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "analyzers/change/changed_file.h"
#include "base/shared_bytes.h"

namespace allreview::change {

struct TreeFile {
  std::string path, blob_id;
  // The file that it is a symbolic link to, directly or through linked folders, and whose blob id
  // it has; empty: it is a file itself.
  std::string target = {};
};

// The rest of the repository. One call at a time.
class RepositoryReader {
 public:
  virtual ~RepositoryReader() = default;
  // Files of one side whose path ends with one of the suffixes (".py", "pyproject.toml"), sorted by
  // path. Links count as the files to which they lead (TreeFile::target).
  virtual absl::StatusOr<std::vector<TreeFile>> ListFiles(
      Side side, const std::vector<std::string>& suffixes) = 0;
  // Calls `receive` once for each file, in order.
  using Receiver = std::function<void(const TreeFile& file, absl::StatusOr<std::string> content)>;
  virtual absl::Status Read(Side side, const std::vector<TreeFile>& files,
                            const Receiver& receive) = 0;
};

// Blob id and encoded facts.
using NamedFacts = std::pair<std::string, SharedBytes>;

// Encoded facts of file versions, by blob id, as views of where they are kept: nobody copies them.
// Keys carry the engine version; the caller need not. Safe from any thread.
class FactsCache {
 public:
  virtual ~FactsCache() = default;
  // One answer for each id; nullopt: not there, or damaged.
  virtual std::vector<std::optional<SharedBytes>> Get(const std::vector<std::string>& blob_ids) = 0;
  virtual void Put(const std::vector<NamedFacts>& facts) = 0;
};

}  // namespace allreview::change

#endif  // ANALYZERS_CHANGE_REPOSITORY_READER_H_

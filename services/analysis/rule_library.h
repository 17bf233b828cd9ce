#ifndef SERVICES_ANALYSIS_RULE_LIBRARY_H_
#define SERVICES_ANALYSIS_RULE_LIBRARY_H_

// Rule files of this machine, as they are when they are asked for.
//
//   RuleLibrary library({.paths = {"/etc/allreview/rules"}});
//   RuleLibrary::Look look = library.Now();          // Reads again what has changed.
//   organisation_rules::LoadedRules rules = library.Compile(look.files);
//
// A file that has become broken, or cannot be read, keeps its last good version; that is logged,
// counted in allreview_rule_files, and said in `stale`. Safe from any thread.

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "analyzers/organisation_rules/rule_set.h"
#include "base/mutex.h"
#include "host/metrics.h"

namespace allreview::analysis {

struct RuleLibraryOptions {
  std::vector<std::string> paths = {};      // Files, and folders with *.yaml and *.yml.
  std::set<std::string> built_in_ids = {};  // Which no file may use.
  host::Metrics* metrics = nullptr;         // Null: nothing is counted. Outlives the library.
};

class RuleLibrary {
 public:
  using RuleFile = organisation_rules::RuleFile;
  using Problem = organisation_rules::Problem;

  explicit RuleLibrary(RuleLibraryOptions options) : options_(std::move(options)) {}

  struct Look {
    std::vector<RuleFile> files;    // Good versions, sorted by name.
    std::vector<Problem> problems;  // Of files that have no good version.
    std::vector<Problem> stale;     // Of those whose last good version is among `files`.
  };
  Look Now() { return At(options_.paths); }
  // The same for other paths of this machine.
  Look At(const std::vector<std::string>& paths);

  // Compiled once for each combination of contents, while it is in use.
  organisation_rules::LoadedRules Compile(const std::vector<RuleFile>& files);

 private:
  // What tells that a file has changed.
  struct Stamp {
    int64_t seconds = 0, nanoseconds = 0, size = -1;
    uint64_t inode = 0;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  struct Entry {
    Stamp stamp;
    bool is_good = false;   // The present version is.
    bool has_good = false;  // There is a version that was.
    std::string content;    // Of the last good version.
    std::vector<Problem> problems;
  };

  // With the lock held.
  const Entry& Refresh(const std::string& path) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Read(const std::string& path, Entry& entry);

  const RuleLibraryOptions options_;
  Mutex mutex_;
  std::map<std::string, Entry> entries_ ABSL_GUARDED_BY(mutex_);
  // Most recently used last.
  std::vector<std::pair<std::string, organisation_rules::LoadedRules>> compiled_
      ABSL_GUARDED_BY(mutex_);
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_RULE_LIBRARY_H_

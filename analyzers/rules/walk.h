#ifndef ANALYZERS_RULES_WALK_H_
#define ANALYZERS_RULES_WALK_H_

// Shows the nodes of a file to all rules.

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "analyzers/rules/finding_list.h"
#include "analyzers/rules/name_lists.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

// Which nodes of a language rules want to see.
class NodeSubscriptions {
 public:
  struct Subscription {
    const Rule* rule;
    KindSet kinds;
    int names, file_names;  // Lists; -1: none is asked for.
  };
  void Add(const Rule* rule, KindSet kinds) {
    all_.push_back({rule, kinds, names_.Add(rule->names), names_.Add(rule->file_names)});
  }

  const std::vector<Subscription>& all() const { return all_; }
  const NameLists& names() const { return names_; }

 private:
  std::vector<Subscription> all_;
  NameLists names_;
};

// What rules want to see.
class Subscriptions {
 public:
  explicit Subscriptions(const std::vector<const Rule*>& rules);

  // Rules with a check, and with a check_cpp.
  const NodeSubscriptions& python() const { return python_; }
  const NodeSubscriptions& cpp() const { return cpp_; }
  // Rules with a file_check.
  const std::vector<const Rule*>& of_files() const { return of_files_; }
  // Some rule, or this one, is of Concern::kNewOccurrences.
  bool counts_occurrences() const { return !counting_.empty(); }
  bool CountsOccurrences(absl::string_view rule_id) const { return counting_.count(rule_id) > 0; }

 private:
  NodeSubscriptions python_, cpp_;
  std::vector<const Rule*> of_files_;
  std::set<absl::string_view> counting_;
};

struct WalkOptions {
  double seconds = 0;
  std::function<double()> cpu_seconds = {};  // Empty: no limit.
  values::ValuesOfChange* values = nullptr;  // Null: nobody knows any.
};

struct WalkResult {
  std::vector<Finding> findings;
  bool is_complete = true;  // False: the limit was reached.
  std::string over_budget;  // Why some rule did not see all of the file. Empty: all did.
  absl::Status status;      // Why the thread's budget ended the walk. What was found stays.
};

// Findings of one changed file, by all rules, each with its Concern respected; not sorted, without
// fingerprints (they hold their keys). Visits only nodes that touch new lines or stand in a
// function that was touched. `file.after` is there.
WalkResult WalkFile(const Subscriptions& subscriptions, const WalkOptions& options,
                    const FindingLimits& finding_limits, const AnalysedFile& file);
WalkResult WalkFile(const Subscriptions& subscriptions, const WalkOptions& options,
                    const FindingLimits& finding_limits, const AnalysedCppFile& file);

// What the rules find in the whole of the version before the change, which must be there, as if all
// of it were new. Ranges are those of that version. What the limits cut is missing.
std::vector<Finding> FindBefore(const Subscriptions& subscriptions, const WalkOptions& options,
                                const FindingLimits& finding_limits, const AnalysedFile& file);
std::vector<Finding> FindBefore(const Subscriptions& subscriptions, const WalkOptions& options,
                                const FindingLimits& finding_limits, const AnalysedCppFile& file);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_WALK_H_

#ifndef ANALYZERS_RULES_WALK_PARTS_H_
#define ANALYZERS_RULES_WALK_PARTS_H_

// What walks over files of any language share. Internal to walk.cc and cpp_walk.cc.

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "analyzers/change/analysed_file.h"
#include "analyzers/rules/name_lists.h"
#include "analyzers/rules/walk.h"
#include "analyzers/syntax/tree_data.h"

namespace allreview::rules {

using Interval = syntax::ByteRange;

// A function and its bytes, decorators or template parameters included.
struct FunctionExtent {
  int first_line = 0, last_line = 0;
  Interval bytes;
};

// Byte ranges to visit: new lines, and the functions that have new lines or lost some. Sorted,
// without overlap.
std::vector<Interval> IntervalsToVisit(const ChangedLines& lines, const syntax::TreeData& tree,
                                       const std::vector<FunctionExtent>& functions);

// Stops a walk when its time is up.
class Stopwatch {
 public:
  explicit Stopwatch(const WalkOptions& options) : options_(options) {
    if (options_.cpu_seconds) start_ = options_.cpu_seconds();
  }
  bool IsUp() {
    constexpr int kVisitsBetweenClocks = 256;
    if (!options_.cpu_seconds || ++visits_ % kVisitsBetweenClocks != 0) return is_up_;
    return IsUpNow();
  }
  bool was_up() const { return is_up_; }
  const WalkOptions& options() const { return options_; }
  // At once, for those who ask seldom.
  bool IsUpNow() {
    is_up_ = is_up_ || (options_.cpu_seconds && options_.cpu_seconds() - start_ > options_.seconds);
    return is_up_;
  }

 private:
  const WalkOptions& options_;
  double start_ = 0;
  int visits_ = 0;
  bool is_up_ = false;
};

// The nodes of a file that rules are to see.
class NodesToVisit {
 public:
  NodesToVisit(const syntax::TreeData& tree, const std::vector<Interval>& intervals,
               const NamesInFile& names);

  // In source order, until the next call.
  const std::vector<uint32_t>& Of(const NodeSubscriptions::Subscription& wanted);

 private:
  struct Kind {
    bool is_known = false;
    std::vector<uint32_t> nodes;
  };

  const std::vector<uint32_t>& Of(uint8_t kind);
  // Drops those that touch no interval.
  void KeepVisited(std::vector<uint32_t>* nodes) const;

  const syntax::TreeData& tree_;
  const std::vector<Interval>& intervals_;
  const NamesInFile& names_;
  bool is_all_;  // The whole file.
  std::array<Kind, 256> by_kind_;
  std::vector<uint32_t> several_;
};

// Shows the nodes of a file to the rules. Rule by rule: the code of one, and what it reads of the
// file, stay in the processor's caches. `show` calls the check of a rule with each node in turn.
void VisitNodes(const NodeSubscriptions& subscriptions, const syntax::TreeData& tree,
                const NamesInFile& names, const std::vector<Interval>& intervals, bool is_test,
                Stopwatch* stopwatch,
                const std::function<void(const Rule&, const std::vector<uint32_t>&)>& show);

// What was found before the change.
class KnownFindings {
 public:
  // What all rules find anywhere in one version of the file. Not called without a version before.
  using FindIn = std::function<std::vector<Finding>(Side side)>;
  KnownFindings(const Subscriptions& subscriptions, bool has_before, FindIn find)
      : subscriptions_(subscriptions), has_before_(has_before), find_(std::move(find)) {}

  // Drops findings on unchanged lines that the file had before the change, and those on new lines
  // when there are no more of them than before.
  std::vector<Finding> Drop(std::vector<Finding> findings);
  // Only what is new whatever was found before the change: when there is no time to look.
  std::vector<Finding> DropDoubtful(std::vector<Finding> findings) const;

 private:
  bool MayBeKnown(const Finding& finding) const;
  bool IsKnown(const Finding& finding);
  void Load();
  // How often each key is found anywhere in one version of the file.
  std::map<std::string, int> Count(Side side) const;

  const Subscriptions& subscriptions_;
  const bool has_before_;
  const FindIn find_;
  bool is_loaded_ = false;
  std::map<std::string, int> before_, after_, reported_;
};

// Runs `find`, drops what is known, and says what was cut.
WalkResult Walk(Stopwatch* stopwatch, const FindingLimits& finding_limits, KnownFindings* known,
                const std::function<std::string(std::vector<Finding>*)>& find);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_WALK_PARTS_H_

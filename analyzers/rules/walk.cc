#include "analyzers/rules/walk.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/file_check.h"
#include "analyzers/rules/file_facts.h"
#include "base/work_budget.h"

namespace allreview::rules {
namespace {

constexpr int kVisitsBetweenClocks = 256;

using Interval = python::ByteRange;

void Merge(std::vector<Interval>* intervals) {
  std::sort(intervals->begin(), intervals->end(),
            [](const Interval& a, const Interval& b) { return a.first < b.first; });
  std::vector<Interval> merged;
  for (const Interval& interval : *intervals) {
    if (!merged.empty() && interval.first <= merged.back().end) {
      merged.back().end = std::max(merged.back().end, interval.end);
    } else {
      merged.push_back(interval);
    }
  }
  *intervals = std::move(merged);
}

// Byte ranges to visit: new lines, and the functions that have new lines or lost some.
std::vector<Interval> IntervalsToVisit(const AnalysedFile& file) {
  const python::SyntaxTree& tree = file.after->tree();
  std::vector<Interval> intervals;
  for (int line : file.lines.added()) {
    if (line > tree.line_count()) break;
    const uint32_t start = tree.LineStart(line), end = tree.LineStart(line + 1);
    if (!intervals.empty() && intervals.back().end == start) {
      intervals.back().end = end;
    } else {
      intervals.push_back({start, end});
    }
  }
  for (const python::Definition& definition : file.after->definitions()) {
    if (definition.kind == python::Definition::Kind::kClass) continue;
    const int last = definition.end_line - 1;
    if (file.lines.TouchesDefinition(definition.first_line, last)) {
      intervals.push_back({definition.outer.first_byte(), definition.outer.end_byte()});
    }
  }
  Merge(&intervals);
  return intervals;
}

// Stops a walk when its time is up.
class Stopwatch {
 public:
  explicit Stopwatch(const WalkOptions& options) : options_(options) {
    if (options_.cpu_seconds) start_ = options_.cpu_seconds();
  }
  bool IsUp() {
    if (!options_.cpu_seconds || ++visits_ % kVisitsBetweenClocks != 0) return is_up_;
    is_up_ = is_up_ || options_.cpu_seconds() - start_ > options_.seconds;
    return is_up_;
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

// Rules that see a file as a whole. Returns why one could not see all of it; empty: all could.
std::string CheckWhole(const Subscriptions& subscriptions, const AnalysedFile& file,
                       FileFacts& facts, const std::vector<Interval>& intervals,
                       Stopwatch* stopwatch, std::vector<Finding>* findings) {
  std::string over_budget;
  const std::function<bool()> should_stop = [&] { return stopwatch->IsUpNow(); };
  for (const Rule* rule : subscriptions.of_files()) {
    if (intervals.empty() || stopwatch->IsUpNow()) break;
    FileContext context(file, facts, *rule, findings);
    const absl::Status status = rule->file_check->Check({context, intervals, should_stop});
    if (!status.ok() && over_budget.empty()) {
      over_budget = absl::StrCat("rule `", rule->info.id, "`: ", status.message());
    }
  }
  return over_budget;
}

// The nodes of a file that rules are to see.
class NodesToVisit {
 public:
  NodesToVisit(const AnalysedFile& file, const std::vector<Interval>& intervals,
               const NamesInFile& names)
      : tree_(file.after->tree()), intervals_(intervals), names_(names) {
    const Node root = tree_.root();
    is_all_ = intervals_.size() == 1 && intervals_[0].first <= root.first_byte() &&
              intervals_[0].end >= root.end_byte();
  }

  // In source order, until the next call.
  const std::vector<uint32_t>& Of(const Subscriptions::Subscription& wanted) {
    if (wanted.names >= 0) {
      several_ = names_.NodesWith(wanted.names, wanted.kinds);
      KeepVisited(&several_);
      return several_;
    }
    const auto& kinds = wanted.rule->kinds;
    const auto end = std::find(std::begin(kinds), std::end(kinds), NodeKind::kNull);
    if (end - std::begin(kinds) == 1) return Of(kinds[0]);
    several_.clear();
    for (auto kind = std::begin(kinds); kind != end; ++kind) {
      const std::vector<uint32_t>& nodes = Of(*kind);
      const auto middle = static_cast<ptrdiff_t>(several_.size());
      several_.insert(several_.end(), nodes.begin(), nodes.end());
      std::inplace_merge(several_.begin(), several_.begin() + middle, several_.end());
    }
    return several_;
  }

 private:
  struct Kind {
    bool is_known = false;
    std::vector<uint32_t> nodes;
  };

  const std::vector<uint32_t>& Of(NodeKind kind) {
    Kind& known = by_kind_[static_cast<size_t>(kind)];
    if (known.is_known) return known.nodes;
    known.is_known = true;
    const Node root = tree_.root();
    if (root.Is(kind)) known.nodes.push_back(root.index());
    for (Node node : root.descendants(kind)) known.nodes.push_back(node.index());
    KeepVisited(&known.nodes);
    return known.nodes;
  }

  // Drops those that touch no interval.
  void KeepVisited(std::vector<uint32_t>* nodes) const {
    if (is_all_) return;
    size_t next = 0;  // The first interval that does not end before the node.
    std::erase_if(*nodes, [&](uint32_t i) {
      const Node node = tree_.node(i);
      while (next < intervals_.size() && intervals_[next].end <= node.first_byte()) ++next;
      return next == intervals_.size() || intervals_[next].first >= node.end_byte();
    });
  }

  const python::SyntaxTree& tree_;
  const std::vector<Interval>& intervals_;
  const NamesInFile& names_;
  bool is_all_;  // The whole file.
  std::array<Kind, python::kKindCount> by_kind_;
  std::vector<uint32_t> several_;
};

// Rule by rule: the code of one, and what it reads of the file, stay in the processor's caches.
void Visit(const Subscriptions& subscriptions, const AnalysedFile& file, FileFacts& facts,
           const std::vector<Interval>& intervals, Stopwatch* stopwatch,
           std::vector<Finding>* findings) {
  if (intervals.empty()) return;
  const python::SyntaxTree& tree = file.after->tree();
  const NamesInFile names(subscriptions.names(), *file.after);
  NodesToVisit nodes(file, intervals, names);
  const bool is_test = file.changed->role == FileRole::kTest;
  for (const Subscriptions::Subscription& wanted : subscriptions.of_nodes()) {
    if (is_test && wanted.rule->skips_tests) continue;
    if (!names.HasAny(wanted.names) || !names.HasAny(wanted.file_names)) continue;
    FileContext context(file, facts, *wanted.rule, findings);
    for (uint32_t i : nodes.Of(wanted)) {
      Poll();
      if (stopwatch->IsUp()) return;
      wanted.rule->check(context, tree.node(i));
    }
  }
}

// One version of a file as if all of it were new.
AnalysedFile WholeVersion(const AnalysedFile& file, const python::Module* version) {
  return {.changed = file.changed,
          .after = version,
          .lines = ChangedLines::All(version->tree().line_count()),
          .project = file.project,
          .reach = file.reach};
}

std::vector<Finding> FindAnywhere(const Subscriptions& subscriptions, const AnalysedFile& whole,
                                  Stopwatch* stopwatch, const FindingLimits& limits) {
  FindingList findings(limits);
  FileFacts facts(*whole.after, stopwatch->options().values);
  const FindingList::Scope scope(&findings);
  const std::vector<Interval> all = {{0, static_cast<uint32_t>(whole.after->source().size())}};
  Visit(subscriptions, whole, facts, all, stopwatch, findings.findings());
  CheckWhole(subscriptions, whole, facts, all, stopwatch, findings.findings());
  return findings.Take();
}

class KnownFindings {
 public:
  KnownFindings(const Subscriptions& subscriptions, Stopwatch* stopwatch,
                const FindingLimits& limits, const AnalysedFile& file)
      : subscriptions_(subscriptions), stopwatch_(stopwatch), limits_(limits), file_(file) {}

  // Drops findings on unchanged lines that the file had before the change, and those on new lines
  // when there are no more of them than before.
  std::vector<Finding> Drop(std::vector<Finding> findings) {
    std::vector<Finding> kept;
    for (auto it = findings.rbegin(); it != findings.rend(); ++it) {  // Later ones count as new.
      if (!IsKnown(*it)) kept.push_back(std::move(*it));
    }
    std::reverse(kept.begin(), kept.end());
    return kept;
  }

  // Only what is new whatever was found before the change: when there is no time to look.
  std::vector<Finding> DropDoubtful(std::vector<Finding> findings) const {
    std::erase_if(findings, [this](const Finding& finding) { return MayBeKnown(finding); });
    return findings;
  }

 private:
  bool MayBeKnown(const Finding& finding) const {
    return file_.before != nullptr && (subscriptions_.CountsOccurrences(finding.rule_id) ||
                                       finding.cause.kind == Cause::Kind::kChangedScope);
  }

  bool IsKnown(const Finding& finding) {
    if (!MayBeKnown(finding)) return false;
    Load();
    if (subscriptions_.CountsOccurrences(finding.rule_id)) {
      const int surplus = after_[finding.fingerprint] - before_[finding.fingerprint];
      return ++reported_[finding.fingerprint] > surplus;
    }
    return before_[finding.fingerprint]-- > 0;
  }

  void Load() {
    if (is_loaded_) return;
    is_loaded_ = true;
    before_ = Count(file_.before);
    if (subscriptions_.counts_occurrences()) after_ = Count(file_.after);
  }

  // How often each key is found anywhere in one version of the file.
  std::map<std::string, int> Count(const python::Module* version) {
    std::map<std::string, int> counts;
    for (const Finding& finding :
         FindAnywhere(subscriptions_, WholeVersion(file_, version), stopwatch_, limits_)) {
      ++counts[finding.fingerprint];
    }
    return counts;
  }

  const Subscriptions& subscriptions_;
  Stopwatch* const stopwatch_;
  const FindingLimits limits_;
  const AnalysedFile& file_;
  bool is_loaded_ = false;
  std::map<std::string, int> before_, after_, reported_;
};

}  // namespace

Subscriptions::Subscriptions(const std::vector<const Rule*>& rules) {
  for (const Rule* rule : rules) {
    if (rule->concern == Concern::kNewOccurrences) counting_.insert(rule->info.id);
    if (rule->file_check != nullptr) of_files_.push_back(rule);
    if (rule->check == nullptr) continue;
    KindSet kinds;
    for (NodeKind kind : rule->kinds) {
      if (kind != NodeKind::kNull) kinds.Add(kind);
    }
    of_nodes_.push_back({rule, kinds, names_.Add(rule->names), names_.Add(rule->file_names)});
  }
}

WalkResult WalkFile(const Subscriptions& subscriptions, const WalkOptions& options,
                    const FindingLimits& finding_limits, const AnalysedFile& file) {
  WalkResult result;
  Stopwatch stopwatch(options);
  FindingList list(finding_limits);
  result.status = RunWithin("the rules", [&] {
    const FindingList::Scope scope(&list);
    FileFacts facts(*file.after, options.values);
    const std::vector<Interval> intervals = IntervalsToVisit(file);
    Visit(subscriptions, file, facts, intervals, &stopwatch, list.findings());
    result.over_budget =
        CheckWhole(subscriptions, file, facts, intervals, &stopwatch, list.findings());
  });
  for (const FindingList::Cut& cut : list.cuts()) {
    if (result.over_budget.empty()) result.over_budget = cut.reason;
  }
  KnownFindings known(subscriptions, &stopwatch, finding_limits, file);
  std::vector<Finding> found = list.Take();
  if (result.status.ok()) {
    result.status = RunWithin("the comparison with the file before the change",
                              [&] { result.findings = known.Drop(found); });
  }
  if (!result.status.ok()) result.findings = known.DropDoubtful(std::move(found));
  result.is_complete = !stopwatch.was_up();
  return result;
}

std::vector<Finding> FindBefore(const Subscriptions& subscriptions, const WalkOptions& options,
                                const FindingLimits& finding_limits, const AnalysedFile& file) {
  Stopwatch stopwatch(options);
  return FindAnywhere(subscriptions, WholeVersion(file, file.before), &stopwatch, finding_limits);
}

}  // namespace allreview::rules

#include "analyzers/rules/walk_parts.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/work_budget.h"

namespace allreview::rules {
namespace {

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

}  // namespace

std::vector<Interval> IntervalsToVisit(const ChangedLines& lines, const syntax::TreeData& tree,
                                       const std::vector<FunctionExtent>& functions) {
  std::vector<Interval> intervals;
  for (int line : lines.added()) {
    if (line > tree.line_count()) break;
    const uint32_t start = tree.LineStart(line), end = tree.LineStart(line + 1);
    if (!intervals.empty() && intervals.back().end == start) {
      intervals.back().end = end;
    } else {
      intervals.push_back({start, end});
    }
  }
  for (const FunctionExtent& function : functions) {
    if (lines.TouchesDefinition(function.first_line, function.last_line)) {
      intervals.push_back(function.bytes);
    }
  }
  Merge(&intervals);
  return intervals;
}

NodesToVisit::NodesToVisit(const syntax::TreeData& tree, const std::vector<Interval>& intervals,
                           const NamesInFile& names)
    : tree_(tree), intervals_(intervals), names_(names) {
  const syntax::NodeData& root = tree_.nodes()[0];
  is_all_ = intervals_.size() == 1 && intervals_[0].first <= root.first_byte &&
            intervals_[0].end >= root.end_byte;
}

const std::vector<uint32_t>& NodesToVisit::Of(const NodeSubscriptions::Subscription& wanted) {
  if (wanted.names >= 0) {
    several_ = names_.NodesWith(wanted.names, wanted.kinds);
    KeepVisited(&several_);
    return several_;
  }
  const std::vector<uint8_t>& kinds = wanted.kinds.all();
  if (kinds.size() == 1) return Of(kinds[0]);
  several_.clear();
  for (uint8_t kind : kinds) {
    const std::vector<uint32_t>& nodes = Of(kind);
    const auto middle = static_cast<ptrdiff_t>(several_.size());
    several_.insert(several_.end(), nodes.begin(), nodes.end());
    std::inplace_merge(several_.begin(), several_.begin() + middle, several_.end());
  }
  return several_;
}

const std::vector<uint32_t>& NodesToVisit::Of(uint8_t kind) {
  Kind& known = by_kind_[kind];
  if (known.is_known) return known.nodes;
  known.is_known = true;
  if (tree_.nodes()[0].kind == kind) known.nodes.push_back(0);
  const syntax::TreeData::KindRange range = tree_.OfKind(kind, 0);
  known.nodes.insert(known.nodes.end(), range.first, range.end);
  KeepVisited(&known.nodes);
  return known.nodes;
}

void NodesToVisit::KeepVisited(std::vector<uint32_t>* nodes) const {
  if (is_all_) return;
  size_t next = 0;  // The first interval that does not end before the node.
  std::erase_if(*nodes, [&](uint32_t i) {
    const syntax::NodeData& node = tree_.nodes()[i];
    while (next < intervals_.size() && intervals_[next].end <= node.first_byte) ++next;
    return next == intervals_.size() || intervals_[next].first >= node.end_byte;
  });
}

void VisitNodes(const NodeSubscriptions& subscriptions, const syntax::TreeData& tree,
                const NamesInFile& names, const std::vector<Interval>& intervals, bool is_test,
                Stopwatch* stopwatch,
                const std::function<void(const Rule&, const std::vector<uint32_t>&)>& show) {
  NodesToVisit nodes(tree, intervals, names);
  for (const NodeSubscriptions::Subscription& wanted : subscriptions.all()) {
    if (is_test && wanted.rule->skips_tests) continue;
    if (!names.HasAny(wanted.names) || !names.HasAny(wanted.file_names)) continue;
    show(*wanted.rule, nodes.Of(wanted));
    if (stopwatch->was_up()) return;
  }
}

std::vector<Finding> KnownFindings::Drop(std::vector<Finding> findings) {
  std::vector<Finding> kept;
  for (auto it = findings.rbegin(); it != findings.rend(); ++it) {  // Later ones count as new.
    if (!IsKnown(*it)) kept.push_back(std::move(*it));
  }
  std::reverse(kept.begin(), kept.end());
  return kept;
}

std::vector<Finding> KnownFindings::DropDoubtful(std::vector<Finding> findings) const {
  std::erase_if(findings, [this](const Finding& finding) { return MayBeKnown(finding); });
  return findings;
}

bool KnownFindings::MayBeKnown(const Finding& finding) const {
  return has_before_ && (subscriptions_.CountsOccurrences(finding.rule_id) ||
                         finding.cause.kind == Cause::Kind::kChangedScope);
}

bool KnownFindings::IsKnown(const Finding& finding) {
  if (!MayBeKnown(finding)) return false;
  Load();
  if (subscriptions_.CountsOccurrences(finding.rule_id)) {
    const int surplus = after_[finding.fingerprint] - before_[finding.fingerprint];
    return ++reported_[finding.fingerprint] > surplus;
  }
  return before_[finding.fingerprint]-- > 0;
}

void KnownFindings::Load() {
  if (is_loaded_) return;
  is_loaded_ = true;
  before_ = Count(Side::kLeft);
  if (subscriptions_.counts_occurrences()) after_ = Count(Side::kRight);
}

std::map<std::string, int> KnownFindings::Count(Side side) const {
  std::map<std::string, int> counts;
  for (const Finding& finding : find_(side)) ++counts[finding.fingerprint];
  return counts;
}

WalkResult Walk(Stopwatch* stopwatch, const FindingLimits& finding_limits, KnownFindings* known,
                const std::function<std::string(std::vector<Finding>*)>& find) {
  WalkResult result;
  FindingList list(finding_limits);
  result.status = RunWithin("the rules", [&] {
    const FindingList::Scope scope(&list);
    result.over_budget = find(list.findings());
  });
  for (const FindingList::Cut& cut : list.cuts()) {
    if (result.over_budget.empty()) result.over_budget = cut.reason;
  }
  std::vector<Finding> found = list.Take();
  if (result.status.ok()) {
    result.status = RunWithin("the comparison with the file before the change",
                              [&] { result.findings = known->Drop(found); });
  }
  if (!result.status.ok()) result.findings = known->DropDoubtful(std::move(found));
  result.is_complete = !stopwatch->was_up();
  return result;
}

}  // namespace allreview::rules

#include "analyzers/rules/walk.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace allreview::rules {
namespace {

struct Interval {
  uint32_t first, end;  // Bytes.
};

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
    intervals.push_back({tree.LineStart(line), tree.LineStart(line + 1)});
  }
  for (const python::Definition& definition : file.after->definitions()) {
    if (definition.kind == python::Definition::Kind::kClass) continue;
    const int last = definition.end_line - 1;
    if (file.lines.HasAdded(definition.first_line, last) ||
        file.lines.HasRemoved(definition.first_line, last)) {
      intervals.push_back({definition.outer.first_byte(), definition.outer.end_byte()});
    }
  }
  Merge(&intervals);
  return intervals;
}

void Visit(const Subscriptions& subscriptions, const AnalysedFile& file,
           const std::vector<Interval>& intervals, std::vector<Finding>* findings) {
  const python::SyntaxTree& tree = file.after->tree();
  size_t next = 0;
  for (uint32_t i = 0; i < tree.size() && next < intervals.size();) {
    const Node node = tree.node(i);
    while (next < intervals.size() && intervals[next].end <= node.first_byte()) ++next;
    if (next == intervals.size()) break;
    if (node.end_byte() <= intervals[next].first) {
      i = node.subtree_end();
      continue;
    }
    for (const Rule* rule : subscriptions.Of(node.kind())) {
      FileContext context(file, *rule, findings);
      rule->check(context, node);
    }
    ++i;
  }
}

// Keys of what all rules find anywhere in the version before the change.
std::multiset<std::string> KeysBefore(const Subscriptions& subscriptions, AnalysedFile* file) {
  AnalysedFile old;
  old.changed = file->changed;
  old.after = std::move(file->before);
  old.lines = ChangedLines::All(old.after->tree().line_count());
  std::vector<Finding> findings;
  Visit(subscriptions, old, {{0, static_cast<uint32_t>(old.after->source().size())}}, &findings);
  file->before = std::move(old.after);
  std::multiset<std::string> keys;
  for (const Finding& finding : findings) keys.insert(finding.fingerprint);
  return keys;
}

// Drops what stands on unchanged lines and was found before the change as well.
void DropKnown(const Subscriptions& subscriptions, AnalysedFile* file,
               std::vector<Finding>* findings) {
  const auto is_in_question = [](const Finding& finding) {
    return finding.cause.kind == Cause::Kind::kChangedScope;
  };
  if (file->before == nullptr || std::none_of(findings->begin(), findings->end(), is_in_question)) {
    return;
  }
  std::multiset<std::string> known = KeysBefore(subscriptions, file);
  std::vector<Finding> kept;
  for (Finding& finding : *findings) {
    const auto found = known.find(finding.fingerprint);
    if (is_in_question(finding) && found != known.end()) {
      known.erase(found);
      continue;
    }
    kept.push_back(std::move(finding));
  }
  *findings = std::move(kept);
}

}  // namespace

Subscriptions::Subscriptions(const std::vector<const Rule*>& rules) {
  for (const Rule* rule : rules) {
    if (rule->check == nullptr) continue;
    for (NodeKind kind : rule->kinds) {
      if (kind != NodeKind::kNull) by_kind_[static_cast<size_t>(kind)].push_back(rule);
    }
  }
}

std::vector<Finding> WalkFile(const Subscriptions& subscriptions, AnalysedFile* file) {
  std::vector<Finding> findings;
  Visit(subscriptions, *file, IntervalsToVisit(*file), &findings);
  DropKnown(subscriptions, file, &findings);
  return findings;
}

}  // namespace allreview::rules

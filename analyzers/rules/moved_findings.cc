#include "analyzers/rules/moved_findings.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "analyzers/change/analysed_change.h"
#include "analyzers/moves/moves.h"
#include "analyzers/rules/replaced_findings.h"

namespace allreview::rules {
namespace {

// The smallest node that holds all of the finding.
Node NodeOf(const python::Module& module, const Range& range) {
  Node node = module.tree().NodeAt(static_cast<uint32_t>(range.first_byte));
  while (node.parent() && static_cast<int64_t>(node.end_byte()) < range.end_byte) {
    node = node.parent();
  }
  return node;
}

// It was found because of what calls the function around it.
bool DependsOnCallers(const Finding& finding) {
  return std::any_of(
      finding.evidence.begin(), finding.evidence.end(),
      [](const Evidence& evidence) { return std::holds_alternative<CallChain>(evidence); });
}

}  // namespace

MovedFindings::MovedFindings(const change::AnalysedChange& change,
                             const std::vector<const Rule*>& rules, WalkOptions options)
    : moves_(change.moves()), options_(std::move(options)) {
  for (const Rule* rule : rules) rules_.emplace(rule->info.id, rule);
  for (const AnalysedFile& file : change.files()) {
    if (file.before != nullptr) files_[file.before] = &file;
  }
}

std::vector<Finding> MovedFindings::Drop(const AnalysedFile& file, std::vector<Finding> findings) {
  std::erase_if(findings, [&](const Finding& finding) { return IsMoved(file, finding); });
  return findings;
}

bool MovedFindings::IsMoved(const AnalysedFile& file, const Finding& finding) {
  // What a change made better may stand in code that it left alone.
  if (finding.range.side != Side::kRight || finding.kind == Kind::kPraise) return false;
  const Node node = NodeOf(*file.after, finding.range);
  if (!file.lines.Touches(node)) return false;
  const moves::Trace trace = moves_.WhereFrom(node);
  if (!trace || trace.is_header) {
    return finding.severity != Severity::kP0 && WasReplaced(file, node, finding);
  }
  if (WasFoundAt(trace, finding.rule_id)) return true;
  if (trace.how != moves::Trace::How::kStayed || !DependsOnCallers(finding)) return false;
  const python::Definition* const function = file.after->EnclosingFunction(node);
  const python::Definition* const old = function == nullptr ? nullptr : moves_.WhereFrom(*function);
  return old != nullptr && (old->name != function->name || trace.module != file.before);
}

bool MovedFindings::WasFoundAt(const moves::Trace& trace, const std::string& rule_id) {
  const auto file = files_.find(trace.module);
  if (file == files_.end()) return false;
  for (Known& known : FoundIn(*file->second, rule_id).places) {
    if (known.is_taken || known.first_byte < trace.node.first_byte() ||
        known.end_byte > trace.node.end_byte()) {
      continue;
    }
    known.is_taken = true;
    return true;
  }
  return false;
}

bool MovedFindings::WasReplaced(const AnalysedFile& file, Node node, const Finding& finding) {
  const python::Definition* const function = file.after->EnclosingFunction(node);
  if (function == nullptr || file.before == nullptr) return false;
  const python::Definition* const old = moves_.WhereFrom(*function);
  if (old == nullptr) return false;
  auto& replaced = FoundIn(file, finding.rule_id).replaced;
  const auto known = replaced.find({old, WordsOf(finding)});
  if (known == replaced.end() || known->second == 0) return false;
  --known->second;
  return true;
}

MovedFindings::KnownOfRule& MovedFindings::FoundIn(const AnalysedFile& file,
                                                   const std::string& rule_id) {
  const auto inserted = known_.try_emplace({&file, rule_id});
  KnownOfRule& known = inserted.first->second;
  const auto rule = rules_.find(rule_id);
  if (!inserted.second || rule == rules_.end()) return known;
  const auto add = [&](const Range& range) {
    if (range.path != file.before->path()) return;
    known.places.push_back(
        {static_cast<uint32_t>(range.first_byte), static_cast<uint32_t>(range.end_byte)});
  };
  const std::vector<int> removed = RemovedLines(*file.changed);
  const Subscriptions subscriptions({rule->second});
  for (const Finding& finding : FindBefore(subscriptions, options_, FindingLimits(), file)) {
    add(finding.range);
    // One finding may speak of several places: other calls that wait.
    for (const Related& related : finding.related) add(related.range);
    const auto line = std::lower_bound(removed.begin(), removed.end(), finding.range.first_line);
    if (line == removed.end() || *line >= finding.range.end_line) continue;
    const Node at = file.before->tree().NodeAt(static_cast<uint32_t>(finding.range.first_byte));
    ++known.replaced[{file.before->EnclosingFunction(at), WordsOf(finding)}];
  }
  return known;
}

}  // namespace allreview::rules

#include "analyzers/other_tools/witnesses.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/match.h"
#include "base/poll.h"
#include "sentences/phrases/tools/other_tools.h"

namespace allreview::other_tools {
namespace {

bool Overlap(const rules::Range& a, const rules::Range& b) {
  return a.first_line < std::max(b.end_line, b.first_line + 1) &&
         b.first_line < std::max(a.end_line, a.first_line + 1);
}

void AddWitness(const NamedFinding& said, rules::Finding& finding) {
  constexpr size_t kMaxRelated = 20;
  if (finding.related.size() >= kMaxRelated) return;
  const std::string& id = said.finding.rule_id;
  finding.related.push_back({Sentence(phrases::kAlsoFoundBy,
                                      {{"tool", said.tool}, {"rule", id.substr(id.find('/') + 1)}}),
                             said.finding.range});
}

bool ShareWeakness(const NamedFinding& a, const NamedFinding& b) {
  return std::any_of(a.weaknesses.begin(), a.weaknesses.end(), [&](const std::string& it) {
    return std::find(b.weaknesses.begin(), b.weaknesses.end(), it) != b.weaknesses.end();
  });
}

// Whether two results say the same of one line. A tool that looks at a header once for each file
// that includes it repeats itself.
bool AreSame(const NamedFinding& a, const NamedFinding& b) {
  if (a.finding.rule_id == b.finding.rule_id) {
    return a.finding.problem == b.finding.problem &&
           a.finding.range.first_column == b.finding.range.first_column;
  }
  if (a.tool == b.tool) return false;
  return (!a.our_rule.empty() && a.our_rule == b.our_rule) ||
         absl::EqualsIgnoreCase(a.name, b.name) || ShareWeakness(a, b) ||
         a.finding.params.at("message") == b.finding.params.at("message");
}

// Our findings by file and rule.
class OwnFindings {
 public:
  explicit OwnFindings(std::vector<rules::Finding>& ours) : ours_(ours) {
    for (size_t i = 0; i < ours.size(); ++i) {
      if (ours[i].range.side != rules::Side::kRight) continue;
      by_place_[{ours[i].range.path, ours[i].rule_id}].push_back(i);
    }
  }

  rules::Finding* FindSame(const NamedFinding& said) {
    if (said.our_rule.empty()) return nullptr;
    const auto found = by_place_.find({said.finding.range.path, std::string(said.our_rule)});
    if (found == by_place_.end()) return nullptr;
    for (size_t i : found->second) {
      Poll();
      if (Overlap(ours_[i].range, said.finding.range)) return &ours_[i];
    }
    return nullptr;
  }

 private:
  std::vector<rules::Finding>& ours_;
  std::map<std::pair<std::string, std::string>, std::vector<size_t>> by_place_;
};

}  // namespace

MergedFindings MergeWitnesses(std::vector<NamedFinding> findings, size_t runs,
                              std::vector<rules::Finding>& ours) {
  MergedFindings merged;
  merged.merged_of_run.resize(runs);
  OwnFindings own(ours);
  std::map<std::pair<std::string, int>, std::vector<size_t>> on_line;  // In merged.findings.
  for (NamedFinding& said : findings) {
    if (rules::Finding* same = own.FindSame(said)) {
      AddWitness(said, *same);
      ++merged.merged_of_run[said.run];
      continue;
    }
    std::vector<size_t>& beside = on_line[{said.finding.range.path, said.finding.range.first_line}];
    const auto same = std::find_if(beside.begin(), beside.end(), [&](size_t i) {
      Poll();
      return AreSame(merged.findings[i], said);
    });
    if (same != beside.end()) {
      NamedFinding& first = merged.findings[*same];
      if (first.tool != said.tool) AddWitness(said, first.finding);
      ++merged.merged_of_run[said.run];
      continue;
    }
    beside.push_back(merged.findings.size());
    merged.findings.push_back(std::move(said));
  }
  return merged;
}

}  // namespace allreview::other_tools

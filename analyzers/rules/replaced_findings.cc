#include "analyzers/rules/replaced_findings.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "absl/strings/ascii.h"

namespace allreview::rules {

std::string WordsOf(const Finding& finding) {
  std::string words = finding.problem;
  std::erase_if(words, [](char c) { return absl::ascii_isdigit(static_cast<unsigned char>(c)); });
  return words;
}

std::vector<int> RemovedLines(const ChangedFile& file) {
  std::vector<int> lines;
  for (const change::ChangedHunk& hunk : file.hunks) {
    lines.insert(lines.end(), hunk.removed.begin(), hunk.removed.end());
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::vector<Finding> WithoutReplaced(const Subscriptions& subscriptions, const WalkOptions& options,
                                     const AnalysedCppFile& file, std::vector<Finding> findings) {
  const std::vector<int> removed = RemovedLines(*file.changed);
  if (file.before == nullptr || removed.empty()) return findings;
  using Key = std::tuple<std::string, std::string, std::string>;  // Rule, function, words.
  const auto key_of = [](const Finding& finding) {
    return Key{finding.rule_id, finding.symbol, WordsOf(finding)};
  };
  std::map<Key, int> replaced;
  for (const Finding& finding : FindBefore(subscriptions, options, FindingLimits(), file)) {
    const auto line = std::lower_bound(removed.begin(), removed.end(), finding.range.first_line);
    if (line != removed.end() && *line < finding.range.end_line) ++replaced[key_of(finding)];
  }
  std::erase_if(findings, [&](const Finding& finding) {
    if (finding.severity == Severity::kP0 || finding.kind == Kind::kPraise) return false;
    if (finding.range.side != Side::kRight) return false;
    return finding.cause.kind == Cause::Kind::kChangedLine && replaced[key_of(finding)]-- > 0;
  });
  return findings;
}

}  // namespace allreview::rules

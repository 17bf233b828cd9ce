#include "gateway/cli/ratchet.h"

#include <algorithm>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gateway/cli/output.h"
#include "gateway/cli/reported_findings.h"

namespace allreview::cli {
namespace {

using finding::v1::Finding;

constexpr size_t kMaxPlaces = 20;

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

// The findings of each rule and folder.
using Found = std::map<std::pair<std::string, std::string>, std::vector<const Finding*>>;

Found FindingsOf(const review::v1::Review& scan, const std::set<std::string>& rules) {
  Found found;
  for (const auto& [finding, is_reported] : ToldIn(scan)) {
    if (!is_reported || rules.count(finding->rule_id()) == 0) continue;
    found[{finding->rule_id(), FolderOf(finding->range().path())}].push_back(finding);
  }
  return found;
}

std::string PlacesOf(const std::vector<const Finding*>& findings) {
  std::string text;
  for (size_t i = 0; i < std::min(kMaxPlaces, findings.size()); ++i) {
    absl::StrAppend(&text, "    ", PrintableText(findings[i]->range().path()), ":",
                    findings[i]->range().first_line(), " ", PrintableText(findings[i]->problem()),
                    "\n");
  }
  if (findings.size() > kMaxPlaces) {
    absl::StrAppend(&text, "    and ", findings.size() - kMaxPlaces, " more\n");
  }
  return text;
}

std::string Line(const RatchetCounts::key_type& key, size_t found, int allowed) {
  return absl::StrCat(key.first, " in ", PrintableText(key.second), ": ", found, ", allowed ",
                      allowed, "\n");
}

// A rule keeps a line when it has no finding left.
void KeepRules(const std::set<std::string>& rules, RatchetCounts& counts) {
  for (const std::string& rule : rules) {
    const auto first = counts.lower_bound({rule, ""});
    if (first == counts.end() || first->first.first != rule) counts[{rule, "."}] = 0;
  }
}

}  // namespace

absl::StatusOr<RatchetCounts> ParseRatchet(absl::string_view text) {
  RatchetCounts counts;
  int number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    line = absl::StripAsciiWhitespace(line);
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> words = absl::StrSplit(line, absl::MaxSplits(' ', 2));
    int count = 0;
    if (words.size() != 3 || !absl::SimpleAtoi(words[0], &count) || count < 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("line ", number, " is no \"COUNT RULE FOLDER\""));
    }
    if (!counts.emplace(std::make_pair(words[1], words[2]), count).second) {
      return absl::InvalidArgumentError(
          absl::StrCat("line ", number, " speaks of ", words[1], " in ", words[2], " again"));
    }
  }
  return counts;
}

std::string RatchetText(const RatchetCounts& counts) {
  std::string text =
      "# How many findings each folder may have: numbers that only fall.\n"
      "# `allreview ratchet` checks them, `allreview ratchet --update` lowers them.\n";
  for (const auto& [key, count] : counts) {
    absl::StrAppend(&text, count, " ", key.first, " ", key.second, "\n");
  }
  return text;
}

std::set<std::string> RulesOf(const RatchetCounts& counts) {
  std::set<std::string> rules;
  for (const auto& [key, count] : counts) rules.insert(key.first);
  return rules;
}

absl::StatusOr<RatchetVerdict> CheckRatchet(const review::v1::Review& scan,
                                            const RatchetCounts& allowed,
                                            const std::set<std::string>& rules) {
  if (scan.gate().is_incomplete()) {
    return absl::FailedPreconditionError(
        absl::StrCat("the scan is incomplete, and its counts too low: ", scan.conclusion_reason()));
  }
  const std::set<std::string> old_rules = RulesOf(allowed);
  const Found found = FindingsOf(scan, rules);
  RatchetVerdict verdict;
  std::string fell;
  for (const auto& [key, findings] : found) {
    const auto known = allowed.find(key);
    const bool is_new_rule = old_rules.count(key.first) == 0;
    const int limit = known != allowed.end() ? known->second : 0;
    const int count = static_cast<int>(findings.size());
    verdict.counts[key] = is_new_rule ? count : std::min(count, limit);
    if (verdict.counts[key] == 0) verdict.counts.erase(key);
    if (is_new_rule || count <= limit) continue;
    verdict.has_risen = true;
    absl::StrAppend(&verdict.text, Line(key, findings.size(), limit), PlacesOf(findings));
  }
  for (const auto& [key, limit] : allowed) {
    const auto now = found.find(key);
    const size_t count = now == found.end() ? 0 : now->second.size();
    if (static_cast<int>(count) < limit) fell += Line(key, count, limit);
  }
  KeepRules(rules, verdict.counts);
  verdict.has_changed = verdict.counts != allowed;
  verdict.text += fell;
  return verdict;
}

}  // namespace allreview::cli

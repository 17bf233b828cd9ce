#include "analyzers/rules/text_observation.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/finding_list.h"
#include "analyzers/rules/fingerprint.h"
#include "base/utf8.h"

namespace allreview::rules {
namespace {

constexpr int kContextLines = 3;
constexpr size_t kMaxLineBytes = 400;

using Lines = std::vector<absl::string_view>;

std::string Shown(absl::string_view line) {
  return ToDisplayText(absl::StripSuffix(line.substr(0, kMaxLineBytes), "\r"));
}

Excerpt ExcerptOf(const Lines& lines, int line) {
  Excerpt excerpt;
  excerpt.first_line = std::max(1, line - kContextLines);
  const int end = std::min(line + kContextLines, static_cast<int>(lines.size()));
  for (int i = excerpt.first_line; i <= end; ++i) excerpt.lines.push_back(Shown(lines[i - 1]));
  return excerpt;
}

// Where the line lies in the text.
Range RangeOf(const std::string& path, absl::string_view text, const Lines& lines, int line) {
  const absl::string_view content = lines[line - 1];
  const size_t indent = std::min(content.find_first_not_of(" \t"), content.size());
  const auto first = static_cast<int64_t>(content.data() - text.data());
  return {.path = path,
          .first_line = line,
          .end_line = line + 1,
          .first_column = static_cast<int>(indent),
          .end_column = static_cast<int>(content.size()),
          .first_byte = first + static_cast<int64_t>(indent),
          .end_byte = first + static_cast<int64_t>(content.size())};
}

std::string FilledIn(absl::string_view text, const Params& params) {
  return Fill(Language::kEnglish, text, params).value_or(std::string(text));
}

Finding MakeFinding(const RuleInfo& rule, const change::ChangedFile& file, absl::string_view text,
                    TextObservation observation) {
  const Lines lines = absl::StrSplit(text, '\n');
  const absl::string_view content = lines[observation.line - 1];
  Finding finding;
  finding.rule_id = std::string(rule.id);
  finding.severity = rule.severity;
  finding.impact = rule.impact;
  finding.confidence = rule.confidence;
  finding.pillar = rule.pillar;
  finding.category = std::string(rule.category);
  const bool is_left = observation.side == Side::kLeft;
  finding.range = RangeOf(is_left ? file.old_path : file.path, text, lines, observation.line);
  finding.range.side = observation.side;
  finding.title = std::string(rule.title.en);
  for (const auto& [name, value] : observation.params) finding.params[name] = value;
  finding.problem_template = std::string(rule.message.en);
  finding.fix_template = std::string(rule.advice.en);
  finding.problem = FilledIn(rule.message.en, observation.params);
  finding.impact_text = FilledIn(rule.consequence.en, observation.params);
  finding.fix = FilledIn(rule.advice.en, observation.params);
  finding.excerpt = ExcerptOf(lines, observation.line);
  finding.before_code = Shown(absl::StripAsciiWhitespace(content));
  finding.related = std::move(observation.related);
  finding.evidence.push_back(
      SyntaxEvidence{.node_kind = "line", .range = finding.range, .text = finding.before_code});
  const std::string path = file.old_path.empty() ? file.path : file.old_path;
  finding.fingerprint =
      FingerprintKey(rule.id, path, "", ShortKey(std::string(absl::StripAsciiWhitespace(content))));
  return finding;
}

// The lines of `after` within the hunk that are none of those of `before`.
std::vector<int> NewLinesIn(const change::ChangedHunk& hunk, const Lines& before,
                            const Lines& after) {
  std::vector<int> added;
  std::multiset<absl::string_view> old;
  const int old_end =
      std::min(hunk.old_start + hunk.old_lines, static_cast<int>(before.size()) + 1);
  for (int line = std::max(1, hunk.old_start); line < old_end; ++line) old.insert(before[line - 1]);
  const int new_end = std::min(hunk.new_start + hunk.new_lines, static_cast<int>(after.size()) + 1);
  for (int line = std::max(1, hunk.new_start); line < new_end; ++line) {
    const auto same = old.find(after[line - 1]);
    if (same == old.end()) {
      added.push_back(line);
    } else {
      old.erase(same);
    }
  }
  return added;
}

Cause CauseOfLine(const change::ChangedFile& file, int line) {
  Cause cause = {.path = file.path, .first_line = line, .end_line = line + 1};
  for (size_t i = 0; i < file.hunks.size(); ++i) {
    const change::ChangedHunk& hunk = file.hunks[i];
    const bool is_here = line >= hunk.new_start && line < hunk.new_start + hunk.new_lines;
    if (is_here) cause.hunk = static_cast<int>(i);
  }
  return cause;
}

}  // namespace

std::vector<int> NewLinesOf(const change::ChangedFile& file, const std::string* before,
                            absl::string_view after) {
  std::vector<int> added;
  for (const change::ChangedHunk& hunk : file.hunks) {
    added.insert(added.end(), hunk.added.begin(), hunk.added.end());
  }
  if (!added.empty()) return added;
  const Lines old = before == nullptr ? Lines() : Lines(absl::StrSplit(*before, '\n'));
  const Lines lines = absl::StrSplit(after, '\n');
  for (const change::ChangedHunk& hunk : file.hunks) {
    const std::vector<int> more = NewLinesIn(hunk, old, lines);
    added.insert(added.end(), more.begin(), more.end());
  }
  return added;
}

void ReportInText(const RuleInfo& rule, const change::ChangedFile& file, absl::string_view text,
                  TextObservation observation) {
  FindingList* const list = FindingList::Current();
  if (list == nullptr || !list->Admits(file.path, rule.id)) return;
  Cause cause = observation.side == Side::kLeft ? CauseOfRemovedLine(file, observation.line)
                                                : CauseOfLine(file, observation.line);
  Finding finding = MakeFinding(rule, file, text, std::move(observation));
  finding.cause = std::move(cause);
  list->Count(finding);
  list->findings()->push_back(std::move(finding));
}

Cause CauseOfRemovedLine(const change::ChangedFile& file, int old_line) {
  Cause cause = {.kind = Cause::Kind::kRemovedLine,
                 .path = file.path,
                 .first_line = old_line,
                 .end_line = old_line + 1};
  for (size_t i = 0; i < file.hunks.size(); ++i) {
    const change::ChangedHunk& hunk = file.hunks[i];
    const bool is_here = old_line >= hunk.old_start && old_line < hunk.old_start + hunk.old_lines;
    if (is_here) cause.hunk = static_cast<int>(i);
  }
  return cause;
}

}  // namespace allreview::rules

#include "analyzers/rules/text_observation.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/change/changed_lines.h"
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
Range RangeOf(absl::string_view path, absl::string_view text, const Lines& lines, int line) {
  const absl::string_view content = lines[line - 1];
  const size_t indent = std::min(content.find_first_not_of(" \t"), content.size());
  const auto first = static_cast<int64_t>(content.data() - text.data());
  return {.path = std::string(path),
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
  finding.range = RangeOf(file.path, text, lines, observation.line);
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
  const std::string path = file.old_path.empty() ? file.path : file.old_path;
  finding.fingerprint =
      FingerprintKey(rule.id, path, "", ShortKey(std::string(absl::StripAsciiWhitespace(content))));
  return finding;
}

}  // namespace

void ReportInText(const RuleInfo& rule, const change::ChangedFile& file, absl::string_view text,
                  TextObservation observation) {
  FindingList* const list = FindingList::Current();
  const change::ChangedLines changed(file.hunks);
  const int line = observation.line;
  if (list == nullptr || !changed.HasAdded(line, line)) return;
  if (!list->Admits(file.path, rule.id)) return;
  Finding finding = MakeFinding(rule, file, text, std::move(observation));
  const change::ChangedLines::Run run = changed.FirstRun(file.hunks, line, line);
  finding.cause = {
      .path = file.path, .hunk = run.hunk, .first_line = run.first_line, .end_line = run.end_line};
  list->Count(finding);
  list->findings()->push_back(std::move(finding));
}

}  // namespace allreview::rules

#include "analyzers/other_tools/tool_finding.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/fingerprint.h"
#include "base/utf8.h"

namespace allreview::other_tools {
namespace {

constexpr size_t kMaxProblemBytes = 600, kMaxTitleBytes = 160, kMaxTextBytes = 500;
constexpr size_t kMaxCodeBytes = 400;

// A text of a tool as one line of ours: its first paragraph, without a period at the end.
std::string OneLine(absl::string_view text, size_t max_bytes) {
  text = absl::StripAsciiWhitespace(text);
  text = text.substr(0, text.find("\n\n"));
  std::string line = ToDisplayText(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  absl::RemoveExtraAsciiWhitespace(&line);
  const bool is_cut = line.size() > max_bytes;
  line = std::string(CutToBytes(line, max_bytes));
  if (is_cut) return absl::StrCat(line, "…");
  if (absl::EndsWith(line, ".") && !absl::EndsWith(line, "..")) line.pop_back();
  return line;
}

std::string TitleOf(const ToolResult& it) {
  if (it.rule != nullptr) {
    for (const std::string* text : {&it.rule->short_description, &it.rule->name}) {
      if (!text->empty()) return OneLine(*text, kMaxTitleBytes);
    }
  }
  return OneLine(it.result.rule_id, kMaxTitleBytes);
}

// Identity over pushes: what the tool says it is, else the text of the line, else the message.
std::string IdentityOf(const ToolResult& it, const ChangedPlaces::File& file,
                       const rules::Range& range, ChangedPlaces& places) {
  std::string tokens;
  for (const auto& [name, value] : it.result.fingerprints) {
    absl::StrAppend(&tokens, name, "=", value, "\n");
  }
  const FileText* const text = places.TextOf(file);
  if (tokens.empty() && text != nullptr) {
    tokens = std::string(absl::StripAsciiWhitespace(text->Line(range.first_line)));
  }
  if (tokens.empty()) tokens = it.result.message;
  return rules::FingerprintKey(it.rule_id, file.changed->old_path, "",
                               rules::ShortKey(std::move(tokens)));
}

void AddEvidence(const ToolResult& it, ChangedPlaces& places, rules::Finding& finding) {
  finding.evidence.push_back(rules::SyntaxEvidence{
      "line", finding.range, std::string(CutToBytes(finding.before_code, 200))});
  rules::DataFlowEvidence flow;
  for (const sarif::Location& step : it.result.steps) {
    const ChangedPlaces::File* const file = places.Find(it.run, step.file);
    if (file == nullptr) continue;
    const rules::Range range = places.RangeOf(it.run, *file, step.region);
    if (range.first_line < 1) continue;
    flow.steps.push_back({OneLine(step.message, kMaxTextBytes), range});
  }
  if (flow.steps.size() > 1) finding.evidence.push_back(std::move(flow));
}

void AddRelated(const ToolResult& it, ChangedPlaces& places, rules::Finding& finding) {
  constexpr size_t kMaxRelated = 5;
  for (const sarif::Location& location : it.result.related) {
    if (finding.related.size() == kMaxRelated) return;
    const ChangedPlaces::File* const file = places.Find(it.run, location.file);
    if (file == nullptr || location.message.empty()) continue;
    const rules::Range range = places.RangeOf(it.run, *file, location.region);
    if (range.first_line < 1) continue;
    finding.related.push_back({OneLine(location.message, kMaxTextBytes), range});
  }
}

void SetTexts(const ToolResult& it, rules::Finding& finding) {
  const std::string tool = DisplayName(it.run);
  // What stands beside the message anyway: clang-tidy repeats the rule behind it.
  const absl::string_view said =
      absl::StripSuffix(absl::StripTrailingAsciiWhitespace(it.result.message),
                        absl::StrCat("[", it.result.rule_id, "]"));
  const std::string message = OneLine(said, kMaxProblemBytes);
  finding.title = TitleOf(it);
  finding.problem = absl::StrCat(message, " (", tool, ")");
  finding.problem_template = "{message} ({tool})";
  finding.params = {{"message", message}, {"tool", tool}};
  if (it.rule == nullptr) return;
  const std::string why = OneLine(it.rule->full_description, kMaxTextBytes);
  if (why != finding.title && why != message) finding.impact_text = why;
  const bool is_link = absl::StartsWith(it.rule->help_uri, "https://") ||
                       absl::StartsWith(it.rule->help_uri, "http://");
  if (is_link) finding.references.push_back(ToDisplayText(it.rule->help_uri));
}

rules::Excerpt ExcerptOf(const FileText& text, int line) {
  constexpr int kAround = 2;
  rules::Excerpt excerpt{.first_line = std::max(1, line - kAround), .lines = {}};
  for (int i = excerpt.first_line; i <= std::min(text.line_count(), line + kAround); ++i) {
    excerpt.lines.push_back(ToDisplayText(text.Line(i).substr(0, kMaxCodeBytes)));
  }
  return excerpt;
}

void SetCode(const FileText* text, const std::optional<AppliedFix>& fix, rules::Finding& finding) {
  if (fix) {
    finding.edits = fix->edits;
    finding.before_code = fix->before_code;
    finding.after_code = fix->after_code;
    finding.fix = OneLine(fix->description, kMaxTextBytes);
  }
  if (text != nullptr) finding.excerpt = ExcerptOf(*text, finding.range.first_line);
  if (!finding.before_code.empty() || text == nullptr) return;
  const absl::string_view line = absl::StripAsciiWhitespace(text->Line(finding.range.first_line));
  finding.before_code = ToDisplayText(line.substr(0, kMaxCodeBytes));
}

}  // namespace

std::string DisplayName(const sarif::Run& run) {
  constexpr size_t kMaxBytes = 60;
  const std::string name = OneLine(run.tool, kMaxBytes);
  return run.version.empty() ? name : absl::StrCat(name, " ", OneLine(run.version, kMaxBytes));
}

rules::Finding MakeFinding(const ToolResult& result, const Grade& grade,
                           const ChangedPlaces::File& file, const rules::Range& range,
                           const std::optional<AppliedFix>& fix, ChangedPlaces& places) {
  rules::Finding finding;
  finding.rule_id = result.rule_id;
  finding.severity = grade.severity;
  finding.impact = grade.impact;
  finding.pillar = grade.pillar;
  finding.category = grade.category;
  finding.confidence = grade.confidence;
  finding.kind = grade.kind;
  finding.is_hint = grade.tier == rules::Tier::kHint;
  finding.range = range;
  SetTexts(result, finding);
  SetCode(places.TextOf(file), fix, finding);
  finding.fingerprint = IdentityOf(result, file, range, places);
  AddEvidence(result, places, finding);
  AddRelated(result, places, finding);
  return finding;
}

ChangedSpan SpanOf(const ChangedPlaces::File& file, const rules::Range& range) {
  constexpr int kFewLines = 10;
  ChangedSpan span;
  if (range.first_line < 1) return span;
  int last = std::max(range.first_line, range.end_line - 1);
  if (last - range.first_line >= kFewLines) last = range.first_line;
  if (!file.lines.HasAdded(range.first_line, last)) return span;
  const change::ChangedLines::Run run =
      file.lines.FirstRun(file.changed->hunks, range.first_line, last);
  span.has_any = true;
  span.cause = {.kind = rules::Cause::Kind::kChangedLine,
                .path = file.changed->path,
                .hunk = run.hunk,
                .first_line = run.first_line,
                .end_line = run.end_line};
  return span;
}

}  // namespace allreview::other_tools

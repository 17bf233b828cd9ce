#include "analyzers/rules/finding_of.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/rules/apply_edits.h"
#include "analyzers/rules/finding_list.h"
#include "analyzers/rules/fingerprint.h"
#include "analyzers/rules/rule.h"
#include "base/utf8.h"

namespace allreview::rules {
namespace {

constexpr int kContextLines = 3;
constexpr int kMaxExcerptLines = 20;
constexpr size_t kMaxLineBytes = 400;
constexpr size_t kMaxEvidenceBytes = 200;
constexpr size_t kMaxParamBytes = 2'000;
constexpr size_t kMaxCodeBytes = 4'096;       // A quoted statement.
constexpr size_t kMaxEditedBytes = 64 << 10;  // A statement as it would be after edits.
constexpr int kMaxCodeLines = 30;

// Where a text of at most `size` bytes ends that splits no character.
size_t CharacterStart(absl::string_view text, size_t size) {
  if (text.size() <= size) return text.size();
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  return size;
}

std::string Cut(absl::string_view text, size_t size) {
  return ToDisplayText(text.substr(0, CharacterStart(text, size)));
}

Excerpt ExcerptOf(const syntax::TreeData& tree, int first, int last) {
  Excerpt excerpt;
  excerpt.first_line = std::max(1, first - kContextLines);
  const int end = std::min(
      {last + kContextLines, tree.line_count(), excerpt.first_line + kMaxExcerptLines - 1});
  for (int line = excerpt.first_line; line <= end; ++line) {
    excerpt.lines.push_back(Cut(tree.LineText(line), kMaxLineBytes));
  }
  return excerpt;
}

// Lines without the indentation that they share, and "..." for what is too long to be quoted. The
// quotation begins where the code does, or a little before `focus`, a place in it, if that would be
// cut off.
std::string Dedent(absl::string_view code, size_t focus = 0) {
  const absl::string_view head = code.substr(0, focus);
  const auto line_of_focus = static_cast<int>(std::count(head.begin(), head.end(), '\n'));
  const bool begins_later = focus >= kMaxCodeBytes || line_of_focus >= kMaxCodeLines;
  if (begins_later) {
    for (int line = 0; line < line_of_focus - kContextLines; ++line) {
      code.remove_prefix(code.find('\n') + 1);
    }
  }
  const bool is_cut = code.size() > kMaxCodeBytes;
  code = code.substr(0, CharacterStart(code, kMaxCodeBytes));
  std::vector<absl::string_view> lines = absl::StrSplit(code, '\n');
  size_t indent = absl::string_view::npos;
  for (absl::string_view line : lines) {
    const size_t first = line.find_first_not_of(" \t");
    if (first != absl::string_view::npos) indent = std::min(indent, first);
  }
  std::string text = begins_later ? "...\n" : "";
  for (size_t i = 0; i < lines.size(); ++i) {
    absl::string_view line = lines[i].substr(std::min(lines[i].size(), indent));
    if (static_cast<int>(i) == kMaxCodeLines) {
      absl::StrAppend(&text, "...\n");
      break;
    }
    absl::StrAppend(&text, absl::StripTrailingAsciiWhitespace(line), "\n");
  }
  if (is_cut && !absl::EndsWith(text, "...\n")) absl::StrAppend(&text, "...\n");
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return ToDisplayText(text);
}

// The code, which begins at `offset`, after the edits. Empty: they leave it.
std::string AfterEdits(absl::string_view code, uint32_t offset, std::vector<Edit> edits) {
  for (Edit& edit : edits) {
    edit.first_byte -= offset;
    edit.end_byte -= offset;
  }
  return ApplyEdits(code, std::move(edits)).value_or("");
}

// Where the first of the edits is, from `offset`; 0: there are none.
size_t FirstEdited(const std::vector<Edit>& edits, uint32_t offset) {
  if (edits.empty()) return 0;
  const auto first = std::min_element(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) {
    return a.first_byte < b.first_byte;
  });
  return std::max<int64_t>(first->first_byte - static_cast<int64_t>(offset), 0);
}

std::string FilledIn(absl::string_view text, const Params& params) {
  return Fill(Language::kEnglish, text, params).value_or(std::string(text));
}

void SetTexts(const RuleInfo& info, const Params& params, Finding& finding) {
  finding.title = std::string(info.title.en);
  finding.problem_template = std::string(info.message.en);
  finding.fix_template = std::string(info.advice.en);
  finding.problem = FilledIn(info.message.en, params);
  finding.impact_text = FilledIn(info.consequence.en, params);
  finding.fix = FilledIn(info.advice.en, params);
  for (absl::string_view reference : info.references) {
    if (!reference.empty()) finding.references.emplace_back(reference);
  }
}

void SetCode(const Spot& spot, Said& said, Finding& finding) {
  if (spot.statement.end > spot.statement.first) {
    const absl::string_view code =
        spot.tree->source().substr(spot.statement.first, spot.statement.end - spot.statement.first);
    const size_t focus = FirstEdited(said.edits, spot.statement.first);
    finding.before_code = Dedent(code, std::min(focus, code.size()));
    if (!said.edits.empty() && code.size() <= kMaxEditedBytes) {
      // Both quotations begin in one line: nothing before the first edit differs.
      finding.after_code = Dedent(AfterEdits(code, spot.statement.first, said.edits), focus);
    }
  }
  if (!said.new_code.empty()) {
    finding.before_code.clear();
    finding.after_code = std::move(said.new_code);
  }
}

// The statement's tokens, which are gathered once for all findings in it.
std::string TokensOf(const Spot& spot) {
  if (!spot.tokens) return "";
  FindingList* const list = FindingList::Current();
  return list != nullptr ? list->TokensOf(spot.tree, spot.statement_index, spot.tokens)
                         : ShortKey(spot.tokens());
}

}  // namespace

bool Admits(absl::string_view path, const Rule& rule) {
  FindingList* const list = FindingList::Current();
  return list == nullptr || list->Admits(path, rule.info.id);
}

void Add(Finding finding, std::vector<Finding>* findings) {
  if (FindingList* const list = FindingList::Current()) list->Count(finding);
  findings->push_back(std::move(finding));
}

Finding MakeFinding(const Rule& rule, const ChangedFile& changed, Spot spot, Said said) {
  const RuleInfo& info = rule.info;
  Finding finding;
  finding.rule_id = std::string(info.id);
  finding.severity = said.severity.value_or(info.severity);
  finding.impact = said.impact.value_or(info.impact);
  finding.confidence = said.confidence.value_or(info.confidence);
  finding.pillar = info.pillar;
  finding.category = std::string(info.category);
  finding.kind = said.kind;
  if (finding.kind == Kind::kQuestion && finding.severity < Severity::kP2) {
    finding.severity = Severity::kP2;  // A question never blocks.
  }
  finding.range = spot.range;
  finding.symbol = std::move(spot.symbol);
  for (auto& [name, value] : said.params) {
    value = value.Mapped([](const std::string& text) { return Cut(text, kMaxParamBytes); });
    finding.params[name] = value;
  }
  SetTexts(info, said.params, finding);
  finding.excerpt = ExcerptOf(*spot.tree, spot.range.first_line, spot.range.end_line - 1);
  SetCode(spot, said, finding);
  finding.edits = std::move(said.edits);
  finding.related = std::move(said.related);
  finding.evidence.push_back(SyntaxEvidence{.node_kind = std::string(spot.node_kind),
                                            .range = finding.range,
                                            .text = Cut(spot.text, kMaxEvidenceBytes)});
  for (Evidence& more : said.evidence) finding.evidence.push_back(std::move(more));
  const std::string path = changed.old_path.empty() ? changed.path : changed.old_path;
  if (rule.concern == Concern::kNewOccurrences && !said.identity.empty()) {
    // Wherever in the file: what moves from one function to another is not new.
    finding.fingerprint = FingerprintKey(info.id, path, "", ShortKey(std::move(said.identity)));
  } else {
    finding.fingerprint = FingerprintKey(info.id, path, finding.symbol, TokensOf(spot));
  }
  return finding;
}

Cause CauseIn(const ChangedFile& changed, const ChangedLines& lines, int first, int last) {
  const ChangedLines::Run run = lines.FirstRun(changed.hunks, first, last);
  Cause cause;
  cause.path = changed.path;
  cause.hunk = run.hunk;
  cause.first_line = run.first_line;
  cause.end_line = run.end_line;
  return cause;
}

}  // namespace allreview::rules

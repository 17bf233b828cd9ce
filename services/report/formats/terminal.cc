// For people at a prompt: findings with the source and a caret under it, then what was not covered.
// Plain text unless colour is asked for. No control character of the change reaches the terminal.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "review/causes.h"
#include "review/code_change.h"
#include "review/code_url.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/ledger.h"
#include "review/reported.h"
#include "services/report/documents/appendix.h"
#include "services/report/documents/scan.h"
#include "services/report/formats/excerpt.h"
#include "services/report/formats/formats.h"
#include "services/report/formats/ink.h"
#include "services/report/formats/position.h"
#include "services/report/formats/wrap.h"

namespace allreview::report {
namespace {

using finding::v1::Finding;

class Terminal {
 public:
  Terminal(Language language, const report::v1::DocumentRequest& request, std::string code_url)
      : language_(language),
        ink_(request.is_coloured()),
        width_(std::max(40, request.width() > 0 ? request.width() : 100)),
        code_url_(std::move(code_url)) {}

  std::string Paint(absl::string_view text, absl::string_view colour) const {
    return ink_.Paint(text, colour);
  }

  std::string Wrap(absl::string_view text, absl::string_view indent) const {
    return WrapText(text, {.language = language_, .indent = indent, .width = width_});
  }

  std::string Headline(const Finding& finding) const {
    const std::string title =
        CleanLine(finding.title().empty() ? finding.rule_id() : finding.title());
    return absl::StrCat(Label(finding), " ", Place(finding), " ", title, " ", Rule(finding), "\n");
  }

  // A finding in one line.
  std::string ListItem(const Finding& finding) const {
    return absl::StrCat(Label(finding), " ", Place(finding), " ", CleanLine(ProblemOf(finding)),
                        " ", Rule(finding), "\n");
  }

  std::string Source(const Finding& finding, const SourceLines& lines) {
    std::string text;
    HighlightBudget* budget = ink_.is_coloured() ? &budget_ : nullptr;
    for (const ExcerptLine& line : ExcerptOf(finding, lines, width_, budget)) {
      absl::StrAppend(&text, Paint(line.gutter, kDim), ink_.Code(line.text, line.colours), "\n");
      if (!line.caret.empty()) {
        absl::StrAppend(&text, Paint(line.caret_gutter, kDim), Paint(line.caret, kRed), "\n");
      }
    }
    return text;
  }

  std::string Fix(const Finding& finding) const {
    static constexpr Phrase kFix("Fix: ", "修改建议：");
    std::string text;
    const bool is_question = finding.kind() == finding::v1::KIND_QUESTION;
    if (!finding.fix().empty()) {
      const absl::string_view label = is_question ? "" : kFix.In(language_);
      absl::StrAppend(&text, Wrap(absl::StrCat(label, finding.fix()), "    "));
    }
    const CodeChange change = CodeChangeOf(finding);
    const auto code = [&](const std::string& line, absl::string_view mark, const char* colour) {
      absl::StrAppend(&text, "    ", Paint(absl::StrCat(mark, " ", ExpandTabs(line)), colour),
                      "\n");
    };
    for (const std::string& line : change.removed) code(line, "-", kRed);
    for (const std::string& line : change.added) code(line, "+", kGreen);
    return text;
  }

  std::string Render(const Finding& finding, const SourceLines& lines) {
    std::string problem(ProblemOf(finding));
    static constexpr Phrase kEnd(". ", "。");
    if (!finding.impact_text().empty()) {
      const bool is_closed = absl::EndsWith(problem, "？");
      absl::StrAppend(&problem, is_closed ? "" : kEnd.In(language_), finding.impact_text());
    }
    const std::string source = Source(finding, lines);
    const std::string same = SameCauseText(language_, finding);
    return absl::StrCat(Headline(finding), Wrap(problem, "    "), source, Fix(finding),
                        same.empty() ? "" : Wrap(same, "    "), "\n");
  }

  const char* ColourOf(review::v1::Conclusion conclusion) const {
    switch (conclusion) {
      case review::v1::CONCLUSION_SUCCESS:
        return kGreen;
      case review::v1::CONCLUSION_FINDINGS:
        return kYellow;
      default:
        return kRed;
    }
  }

 private:
  // Linked to the forge, where the change has a page there, else to the file.
  std::string Place(const Finding& finding) const {
    const change::v1::SourceRange& range = finding.range();
    std::string place = CleanLine(range.path());
    if (range.first_line() > 0) {
      absl::StrAppend(&place, ":", range.first_line(), ":", range.first_column() + 1);
    }
    const bool is_gone = range.side() == change::v1::SIDE_LEFT || range.path().empty();
    return ink_.Link(Paint(place, kBold), code_url_.empty() && !is_gone
                                              ? PathToUri(range.path())
                                              : UrlOfLines(code_url_, range));
  }

  // Linked to what explains the rule, where it names an address.
  std::string Rule(const Finding& finding) const {
    return ink_.Link(Paint(absl::StrCat("[", CleanLine(finding.rule_id()), "]"), kDim),
                     AddressOf(finding));
  }

  std::string Label(const Finding& finding) const {
    static constexpr Phrase kQuestion("Question", "提问");
    static constexpr Phrase kGood("Praise", "优点");
    if (finding.kind() == finding::v1::KIND_QUESTION) {
      return Paint(kQuestion.In(language_), kMagenta);
    }
    if (finding.kind() == finding::v1::KIND_PRAISE) return Paint(kGood.In(language_), kGreen);
    switch (finding.severity()) {
      case finding::v1::SEVERITY_P0:
      case finding::v1::SEVERITY_P1:
        return Paint(SeverityLabel(finding.severity()), kRed);
      case finding::v1::SEVERITY_P2:
        return Paint(absl::StrCat("P2", HintMark(language_, finding)), kYellow);
      default:
        return Paint(absl::StrCat("P3", HintMark(language_, finding)), kCyan);
    }
  }

  const Language language_;
  const Ink ink_;
  const int width_;
  const std::string code_url_;  // Empty: the change has no page.
  HighlightBudget budget_;      // Of the document.
};

std::string Unreviewed(Language language, const review::v1::Review& review,
                       const Terminal& terminal) {
  constexpr int kMaxListed = 10;
  static constexpr Phrase kFile("not reviewed: {path} ({state}: {reason})",
                                "未评审：{path}（{state}：{reason}）");
  static constexpr Phrase kHunk("not reviewed: {path} hunk {hunk} ({state}: {reason})",
                                "未评审：{path} 第 {hunk} 个 hunk（{state}：{reason}）");
  static constexpr Phrase kMore("  … and {count} more\n", "  ……另有 {count} 处\n");
  std::string text;
  int listed = 0;
  for (const change::v1::LedgerEntry& entry : review.ledger()) {
    if (!IsGap(entry) || ++listed > kMaxListed) continue;
    const std::string line = Say(language, entry.hunk() >= 0 ? kHunk : kFile,
                                 {{"path", entry.path()},
                                  {"hunk", absl::StrCat(entry.hunk() + 1)},
                                  {"state", StateLabel(language, entry.state())},
                                  {"reason", entry.reason()}});
    absl::StrAppend(&text, terminal.Wrap(line, "  "));
  }
  if (listed > kMaxListed) {
    text += Say(language, kMore, {{"count", absl::StrCat(listed - kMaxListed)}});
  }
  return text;
}

std::string Notes(Language language, const review::v1::Review& review, const Terminal& terminal) {
  static constexpr Phrase kError("error: ", "错误：");
  static constexpr Phrase kNote("note: ", "备注：");
  std::string text;
  for (const change::v1::MissingPart& part : review.missing()) {
    absl::StrAppend(&text, terminal.Wrap(MissingSentence(language, part), ""));
  }
  const auto add = [&](const change::v1::Diagnostic& diagnostic) {
    const bool is_error = diagnostic.level() == change::v1::Diagnostic::LEVEL_ERROR;
    const std::string place =
        diagnostic.path().empty() ? "" : absl::StrCat(PlaceOf(diagnostic), Colon(language));
    const absl::string_view separator = diagnostic.hint().empty() ? "" : Semicolon(language);
    absl::StrAppend(&text,
                    terminal.Wrap(absl::StrCat((is_error ? kError : kNote).In(language), place,
                                               diagnostic.message(), separator, diagnostic.hint()),
                                  ""));
  };
  for (const auto& diagnostic : review.diagnostics()) add(diagnostic);
  for (const auto& diagnostic : review.policy().diagnostics()) add(diagnostic);
  return text;
}

// "  912  magic-number (912 P3)" for each.
std::string Numbers(Language language, const Phrase& title, const std::vector<Tally>& tallies) {
  std::string text = absl::StrCat(title.In(language), "\n");
  for (const Tally& tally : tallies) {
    absl::StrAppend(&text, absl::StrFormat("%8s  ", Grouped(tally.total)), CleanLine(tally.name),
                    InBrackets(language, SeveritiesOf(language, tally)), "\n");
  }
  return text + "\n";
}

// Every finding of a scan in a line, and the numbers by rule and folder.
std::string ScanList(Language language, const review::v1::Review& review,
                     const Terminal& terminal) {
  static constexpr Phrase kByRule("Findings by rule", "按规则统计");
  static constexpr Phrase kByFolder("Findings by folder", "按目录统计");
  std::string text;
  for (const Finding& finding : review.findings()) {
    if (IsReported(finding.shown())) text += terminal.ListItem(finding);
  }
  const std::vector<Tally> rules = TallyByRule(review);
  if (rules.empty()) return text;
  return absl::StrCat(text, "\n", Numbers(language, kByRule, rules),
                      Numbers(language, kByFolder, TallyByFolder(review)));
}

// What the change and its review amount to, in a few lines.
std::string Totals(Language language, const review::v1::Review& review, const Terminal& terminal) {
  static constexpr Phrase kFolded("Not shown in full: {folded}", "未完整展示：{folded}");
  static constexpr Phrase kSuppressed("Suppressed in the code: {findings}\n",
                                      "已在代码中抑制：{findings}\n");
  static constexpr Phrase kChange("Change: {files}, +{additions} -{deletions}\n",
                                  "变更：{files}，+{additions} -{deletions}\n");
  static constexpr Phrase kScan("Scan: {sentence}, {lines} read\n",
                                "扫描：{sentence}，已读取 {lines}\n");
  static constexpr Phrase kCoverage("Coverage: {sentence}\n", "覆盖情况：{sentence}\n");
  std::string text;
  std::string folded = FoldedMarkdown(language, review);
  std::erase(folded, '`');
  if (!folded.empty()) text += terminal.Wrap(Say(language, kFolded, {{"folded", folded}}), "");
  const int suppressed = review.counts().suppressed();
  if (suppressed > 0) {
    text += Say(language, kSuppressed, {{"findings", Count(language, suppressed, kFindingNoun)}});
  }
  const change::v1::ChangeTotals& totals = review.totals();
  text += IsScan(review) ? Say(language, kScan,
                               {{"sentence", ScanSentence(language, review)},
                                {"lines", Count(language, totals.additions(), kLineNoun)}})
                         : Say(language, kChange,
                               {{"files", Count(language, totals.files(), kFileNoun)},
                                {"additions", Grouped(totals.additions())},
                                {"deletions", Grouped(totals.deletions())}});
  return absl::StrCat(text,
                      Say(language, kCoverage, {{"sentence", CoverageSentence(language, review)}}));
}

}  // namespace

std::string RenderTerminal(const Assembly& assembly, const report::v1::DocumentRequest& request) {
  const review::v1::Review& review = assembly.review;
  const Language language = LanguageOf(request.language());
  const change::v1::ChangeInfo& change = review.change();
  Terminal terminal(language, request,
                    CodeUrl({.pull_request = change.url(),
                             .number = change.number(),
                             .commit = change.head_commit()}));
  std::string text = IsScan(review) ? ScanList(language, review, terminal) : "";
  for (const Finding& finding : review.findings()) {
    if (IsShown(finding) && !IsScan(review)) text += terminal.Render(finding, assembly.lines);
  }
  const std::string conclusion(ConclusionLabel(language, review.conclusion()));
  return absl::StrCat(text, Totals(language, review, terminal),
                      Unreviewed(language, review, terminal), Notes(language, review, terminal),
                      terminal.Paint(conclusion, terminal.ColourOf(review.conclusion())),
                      Colon(language), CleanLine(review.conclusion_reason()), "\n",
                      terminal.Paint(ReceiptLine(review.receipt()), kDim), "\n");
}

}  // namespace allreview::report

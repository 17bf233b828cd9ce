// For people at a prompt: findings with the source and a caret under it, then what was not covered.
// Plain text unless colour is asked for. No control character of the change reaches the terminal.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "services/report/display_text.h"
#include "services/report/documents/appendix.h"
#include "services/report/formats/excerpt.h"
#include "services/report/formats/formats.h"
#include "services/report/labels.h"

namespace allreview::report {
namespace {

using finding::v1::Finding;

constexpr char kRed[] = "1;31";
constexpr char kYellow[] = "33";
constexpr char kCyan[] = "36";
constexpr char kMagenta[] = "35";
constexpr char kGreen[] = "32";
constexpr char kBold[] = "1";
constexpr char kDim[] = "2";

class Terminal {
 public:
  Terminal(bool is_coloured, int width)
      : is_coloured_(is_coloured), width_(std::max(40, width > 0 ? width : 100)) {}

  std::string Paint(absl::string_view text, absl::string_view colour) const {
    return is_coloured_ ? absl::StrCat("\033[", colour, "m", text, "\033[0m") : std::string(text);
  }

  // Breaks at blanks; a word longer than a line stays whole, so that paths can be copied.
  std::string Wrap(absl::string_view text, absl::string_view indent) const {
    const std::string clean = CleanLine(text);
    std::string result;
    std::string line(indent);
    bool is_empty = true;
    for (absl::string_view word : absl::StrSplit(clean, ' ', absl::SkipEmpty())) {
      if (!is_empty && DisplayWidth(line) + 1 + DisplayWidth(word) > width_) {
        absl::StrAppend(&result, line, "\n");
        line = std::string(indent);
        is_empty = true;
      }
      absl::StrAppend(&line, is_empty ? "" : " ", word);
      is_empty = false;
    }
    return absl::StrCat(result, line, "\n");
  }

  std::string Headline(const Finding& finding) const {
    const change::v1::SourceRange& range = finding.range();
    std::string place = CleanLine(range.path());
    if (range.first_line() > 0) {
      absl::StrAppend(&place, ":", range.first_line(), ":", range.first_column() + 1);
    }
    const std::string title =
        CleanLine(finding.title().empty() ? finding.rule_id() : finding.title());
    return absl::StrCat(Label(finding), " ", Paint(place, kBold), " ", title, " ",
                        Paint(absl::StrCat("[", CleanLine(finding.rule_id()), "]"), kDim), "\n");
  }

  std::string Source(const Finding& finding, const SourceLines& lines) const {
    std::string text;
    for (const ExcerptLine& line : ExcerptOf(finding, lines, width_)) {
      absl::StrAppend(&text, Paint(line.gutter, kDim), line.text, "\n");
      if (!line.caret.empty()) {
        absl::StrAppend(&text, Paint(line.caret_gutter, kDim), Paint(line.caret, kRed), "\n");
      }
    }
    return text;
  }

  std::string Fix(const Finding& finding, bool is_source_shown) const {
    std::string text;
    const bool is_question = finding.kind() == finding::v1::KIND_QUESTION;
    if (!finding.fix().empty()) {
      absl::StrAppend(&text, Wrap(absl::StrCat(is_question ? "" : "Fix: ", finding.fix()), "    "));
    }
    if (finding.after_code().empty()) return text;
    const auto code = [&](absl::string_view block, absl::string_view mark, const char* colour) {
      for (absl::string_view line : absl::StrSplit(Dedent(CleanBlock(block)), '\n')) {
        absl::StrAppend(&text, "    ", Paint(absl::StrCat(mark, " ", ExpandTabs(line)), colour),
                        "\n");
      }
    };
    if (!finding.before_code().empty() && !is_source_shown) code(finding.before_code(), "-", kRed);
    code(finding.after_code(), "+", kGreen);
    return text;
  }

  std::string Render(const Finding& finding, const SourceLines& lines) const {
    std::string problem(ProblemOf(finding));
    if (!finding.impact_text().empty()) absl::StrAppend(&problem, ". ", finding.impact_text());
    const std::string source = Source(finding, lines);
    return absl::StrCat(Headline(finding), Wrap(problem, "    "), source,
                        Fix(finding, !source.empty()), "\n");
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
  std::string Label(const Finding& finding) const {
    if (finding.kind() == finding::v1::KIND_QUESTION) return Paint("Question", kMagenta);
    if (finding.kind() == finding::v1::KIND_PRAISE) return Paint("Good", kGreen);
    switch (finding.severity()) {
      case finding::v1::SEVERITY_P0:
      case finding::v1::SEVERITY_P1:
        return Paint(SeverityLabel(finding.severity()), kRed);
      case finding::v1::SEVERITY_P2:
        return Paint(absl::StrCat("P2", HintMark(finding)), kYellow);
      default:
        return Paint(absl::StrCat("P3", HintMark(finding)), kCyan);
    }
  }

  const bool is_coloured_;
  const int width_;
};

std::string Unreviewed(const review::v1::Review& review, const Terminal& terminal) {
  constexpr int kMaxListed = 10;
  std::string text;
  int listed = 0;
  for (const change::v1::LedgerEntry& entry : review.ledger()) {
    if (!IsGap(entry) || ++listed > kMaxListed) continue;
    const std::string hunk =
        entry.hunk() >= 0 ? absl::StrCat(" hunk ", entry.hunk() + 1) : std::string();
    absl::StrAppend(
        &text, terminal.Wrap(absl::StrCat("not reviewed: ", entry.path(), hunk, " (",
                                          StateLabel(entry.state()), ": ", entry.reason(), ")"),
                             "  "));
  }
  if (listed > kMaxListed) absl::StrAppend(&text, "  … and ", listed - kMaxListed, " more\n");
  return text;
}

std::string Notes(const review::v1::Review& review, const Terminal& terminal) {
  std::string text;
  for (const change::v1::MissingPart& part : review.missing()) {
    absl::StrAppend(&text, terminal.Wrap(MissingSentence(part), ""));
  }
  const auto add = [&](const change::v1::Diagnostic& diagnostic) {
    const bool is_error = diagnostic.level() == change::v1::Diagnostic::LEVEL_ERROR;
    const std::string place =
        diagnostic.path().empty() ? "" : absl::StrCat(PlaceOf(diagnostic), ": ");
    absl::StrAppend(
        &text,
        terminal.Wrap(absl::StrCat(is_error ? "error: " : "note: ", place, diagnostic.message(),
                                   diagnostic.hint().empty() ? "" : "; ", diagnostic.hint()),
                      ""));
  };
  for (const auto& diagnostic : review.diagnostics()) add(diagnostic);
  for (const auto& diagnostic : review.policy().diagnostics()) add(diagnostic);
  return text;
}

}  // namespace

std::string RenderTerminal(const Assembly& assembly, const report::v1::DocumentRequest& request) {
  const review::v1::Review& review = assembly.review;
  const Terminal terminal(request.is_coloured(), request.width());
  std::string text;
  for (const Finding& finding : review.findings()) {
    if (IsShown(finding)) text += terminal.Render(finding, assembly.lines);
  }
  std::string folded = FoldedMarkdown(review);
  std::erase(folded, '`');
  if (!folded.empty()) text += terminal.Wrap(absl::StrCat("Not shown in full: ", folded), "");
  const int suppressed = review.counts().suppressed();
  if (suppressed > 0) {
    absl::StrAppend(&text, "Suppressed in the code: ", Plural(suppressed, "finding"), "\n");
  }
  const change::v1::ChangeTotals& totals = review.totals();
  absl::StrAppend(&text, "Change: ", Plural(totals.files(), "file"), ", +",
                  Grouped(totals.additions()), " -", Grouped(totals.deletions()), "\n");
  absl::StrAppend(&text, "Coverage: ", CoverageSentence(review), "\n", Unreviewed(review, terminal),
                  Notes(review, terminal));
  const std::string conclusion(ConclusionLabel(review.conclusion()));
  absl::StrAppend(&text, terminal.Paint(conclusion, terminal.ColourOf(review.conclusion())), ": ",
                  CleanLine(review.conclusion_reason()), "\n",
                  terminal.Paint(ReceiptLine(review.receipt()), kDim), "\n");
  return text;
}

}  // namespace allreview::report

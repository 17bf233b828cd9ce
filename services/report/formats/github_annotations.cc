// Workflow commands: a run of GitHub Actions that prints these lines shows them beside the code.

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "review/causes.h"
#include "review/labels.h"
#include "review/reported.h"
#include "services/report/documents/appendix.h"
#include "services/report/formats/formats.h"
#include "services/report/formats/position.h"

namespace allreview::report {
namespace {

using finding::v1::Finding;

// Logs are read on terminals: what could steer one becomes U+FFFD.
std::string EscapeMessage(absl::string_view text) {
  std::string escaped =
      absl::StrReplaceAll(text, {{"%", "%25"}, {"\r", "%0D"}, {"\n", "%0A"}, {"\x7F", "\uFFFD"}});
  for (char control = 1; control < ' '; ++control) {
    if (control == '\t') continue;
    absl::StrReplaceAll({{absl::string_view(&control, 1), "\uFFFD"}}, &escaped);
  }
  return escaped;
}

std::string EscapeProperty(absl::string_view text) {
  return absl::StrReplaceAll(EscapeMessage(text), {{":", "%3A"}, {",", "%2C"}});
}

absl::string_view Command(const Finding& finding) {
  if (finding.kind() == finding::v1::KIND_QUESTION) return "notice";
  switch (finding.severity()) {
    case finding::v1::SEVERITY_P0:
    case finding::v1::SEVERITY_P1:
      return "error";
    case finding::v1::SEVERITY_P2:
      return "warning";
    default:
      return "notice";
  }
}

std::string Position(const Finding& finding, const SourceLines& lines) {
  const change::v1::SourceRange& range = finding.range();
  // Lines of the old side mean nothing here.
  if (range.first_line() <= 0 || range.side() == change::v1::SIDE_LEFT) return "";
  std::string text = absl::StrCat(",line=", range.first_line(), ",endLine=", LastLine(range));
  const Columns columns = Utf16Columns(finding, range, lines);
  // GitHub takes columns only when the annotation stays in one line.
  if (columns.start > 0 && LastLine(range) == range.first_line()) {
    absl::StrAppend(&text, ",col=", columns.start);
    if (columns.end > 0) absl::StrAppend(&text, ",endColumn=", columns.end);
  }
  return text;
}

std::string Annotation(Language language, const Finding& finding, const Assembly& assembly) {
  static constexpr Phrase kQuestion("Question", "提问");
  const bool is_question = finding.kind() == finding::v1::KIND_QUESTION;
  const absl::string_view label =
      is_question ? kQuestion.In(language) : SeverityLabel(finding.severity());
  const std::string title = absl::StrCat(
      label, Colon(language), finding.title().empty() ? finding.rule_id() : finding.title());
  std::string message(ProblemOf(finding));
  for (const std::string& more : {finding.fix(), SameCauseText(language, finding)}) {
    if (!more.empty()) absl::StrAppend(&message, "\n", more);
  }
  absl::StrAppend(&message, "\n[", finding.rule_id(), "]");
  return absl::StrCat("::", Command(finding),
                      " file=", EscapeProperty(CurrentPath(assembly.review, finding.range())),
                      Position(finding, assembly.lines), ",title=", EscapeProperty(title),
                      "::", EscapeMessage(message), "\n");
}

}  // namespace

std::string RenderGithubAnnotations(const Assembly& assembly,
                                    const report::v1::DocumentRequest& request) {
  const Language language = LanguageOf(request.language());
  const review::v1::Review& review = assembly.review;
  std::string text;
  for (const Finding& finding : review.findings()) {
    if (!IsReported(finding.shown()) || finding.kind() == finding::v1::KIND_PRAISE) continue;
    text += Annotation(language, finding, assembly);
  }
  std::string summary =
      absl::StrCat(ConclusionLabel(language, review.conclusion()), Colon(language),
                   review.conclusion_reason(), "\n", CoverageSentence(language, review));
  for (const change::v1::MissingPart& part : review.missing()) {
    absl::StrAppend(&summary, "\n", MissingSentence(language, part));
  }
  for (const change::v1::Diagnostic& diagnostic : review.diagnostics()) {
    if (diagnostic.level() != change::v1::Diagnostic::LEVEL_ERROR) continue;
    absl::StrAppend(&summary, "\n", diagnostic.message(),
                    diagnostic.hint().empty() ? "" : Semicolon(language), diagnostic.hint());
  }
  const absl::string_view command = review.gate().is_incomplete() ? "warning" : "notice";
  return absl::StrCat(text, "::", command, " title=AllReview::",
                      EscapeMessage(absl::StrCat(summary, "\n", ReceiptLine(review.receipt()))),
                      "\n");
}

}  // namespace allreview::report

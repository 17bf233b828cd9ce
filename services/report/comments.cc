#include "services/report/comments.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "services/report/display_text.h"
#include "services/report/finding_text.h"
#include "services/report/labels.h"
#include "services/report/markdown.h"

namespace allreview::report {
namespace {

using finding::v1::Finding;
using review::v1::ReviewComment;

std::string Label(const Finding& finding) {
  if (finding.kind() == finding::v1::KIND_PRAISE) return "";
  if (finding.kind() == finding::v1::KIND_QUESTION) return "**[Question]** ";
  const absl::string_view severity = SeverityLabel(finding.severity());
  return severity.empty() ? "" : absl::StrCat("**[", severity, HintMark(finding), "]** ");
}

// Where the finding stands when the comment stands elsewhere.
std::string MovedNote(const Finding& finding, const Anchor& anchor) {
  const change::v1::SourceRange& range = finding.range();
  if (range.path() != anchor.path && range.side() != change::v1::SIDE_LEFT) {
    return absl::StrCat("(about ", MarkdownCode(Place(range)), ") ");
  }
  if (anchor.kind == Anchor::Kind::kLines && !anchor.is_moved) return "";
  if (range.first_line() <= 0) return "";
  const absl::string_view before =
      range.side() == change::v1::SIDE_LEFT ? " before the change" : "";
  return absl::StrCat("(about line ", range.first_line(), before, ") ");
}

std::string Body(const Finding& finding, const Anchor& anchor,
                 const std::optional<Suggestion>& suggestion) {
  std::string body =
      absl::StrCat(Label(finding), MovedNote(finding, anchor), ProblemMarkdown(finding), "\n");
  const bool is_question = finding.kind() == finding::v1::KIND_QUESTION;
  const std::string fix = SentenceMarkdown(finding.fix());
  if (!fix.empty()) absl::StrAppend(&body, "\n", is_question ? "" : "**Fix**: ", fix, "\n");
  if (suggestion) {
    absl::StrAppend(&body, "\n", MarkdownSuggestion(suggestion->text));
  } else if (const std::string code = CodeChangeMarkdown(finding); !code.empty()) {
    absl::StrAppend(&body, "\n", code);
  }
  const std::vector<std::string> evidence = EvidenceMarkdown(finding, Beside::kCode);
  if (!evidence.empty()) {
    absl::StrAppend(&body, "\nEvidence: ", absl::StrJoin(evidence, "; "), "\n");
  }
  const std::string related = RelatedMarkdown(finding);
  if (!related.empty()) absl::StrAppend(&body, "\nSee also ", related, "\n");
  absl::StrAppend(&body, "\nRule: ", MarkdownCode(finding.rule_id()), "\n");
  return body;
}

// Moves the anchor to the lines of the suggestion, if GitHub can take it there.
bool MoveTo(const Suggestion& suggestion, const Finding& finding, const AnchorMap& anchors,
            Anchor& anchor) {
  const std::string& path = finding.range().path();
  if (!anchors.AreInOneHunk(path, suggestion.first_line, suggestion.last_line)) return false;
  const bool is_one_line = suggestion.first_line == suggestion.last_line;
  anchor = {.kind = Anchor::Kind::kLines,
            .path = path,
            .side = change::v1::SIDE_RIGHT,
            .line = suggestion.last_line,
            .start_line = is_one_line ? 0 : suggestion.first_line,
            .is_moved = finding.range().first_line() < suggestion.first_line ||
                        finding.range().first_line() > suggestion.last_line};
  return true;
}

}  // namespace

std::optional<ReviewComment> MakeComment(const Finding& finding, const AnchorMap& anchors,
                                         const SourceLines& lines) {
  Anchor anchor = anchors.For(finding);
  if (anchor.kind == Anchor::Kind::kNone) return std::nullopt;
  std::optional<Suggestion> suggestion = MakeSuggestion(finding, lines);
  if (suggestion && !MoveTo(*suggestion, finding, anchors, anchor)) suggestion.reset();
  std::string body = Body(finding, anchor, suggestion);
  if (body.size() > kMaxCommentBytes) {
    // Cut code would be wrong code: what remains is text.
    Finding brief;
    brief.set_rule_id(finding.rule_id());
    brief.set_kind(finding.kind());
    brief.set_severity(finding.severity());
    *brief.mutable_range() = finding.range();
    brief.set_problem(Shorten(ProblemOf(finding), kMaxCommentBytes / 8));
    brief.set_fix(Shorten(finding.fix(), kMaxCommentBytes / 8));
    body = Body(brief, anchor, std::nullopt);
  }
  ReviewComment comment;
  comment.set_path(anchor.path);
  comment.set_side(anchor.side);
  comment.set_line(anchor.line);
  comment.set_start_line(anchor.start_line);
  comment.set_body(std::move(body));
  comment.set_fingerprint(finding.fingerprint());
  const bool is_elsewhere = anchor.is_moved || anchor.kind == Anchor::Kind::kFile;
  if (is_elsewhere) comment.set_wanted_line(finding.range().first_line());
  return comment;
}

std::vector<ReviewComment> MakeComments(const review::v1::Review& review,
                                        const SourceLines& lines) {
  const AnchorMap anchors(review);
  std::vector<ReviewComment> comments;
  for (const Finding& finding : review.findings()) {
    if (!IsShown(finding)) continue;
    std::optional<ReviewComment> comment = MakeComment(finding, anchors, lines);
    if (comment) comments.push_back(*std::move(comment));
  }
  std::stable_sort(comments.begin(), comments.end(),
                   [](const ReviewComment& a, const ReviewComment& b) {
                     return std::make_tuple(std::cref(a.path()), a.line(), a.side()) <
                            std::make_tuple(std::cref(b.path()), b.line(), b.side());
                   });
  return comments;
}

}  // namespace allreview::report

#include "services/report/assembly/comments.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"

namespace allreview::report {
namespace {

using finding::v1::Finding;
using review::v1::ReviewComment;

std::string Label(Language language, const Finding& finding) {
  static constexpr Phrase kQuestion("**[Question]** ", "**[提问]** ");
  if (finding.kind() == finding::v1::KIND_PRAISE) return "";
  if (finding.kind() == finding::v1::KIND_QUESTION) return std::string(kQuestion.In(language));
  const absl::string_view severity = SeverityLabel(finding.severity());
  return severity.empty() ? "" : absl::StrCat("**[", severity, HintMark(language, finding), "]** ");
}

// Where the finding stands when the comment stands elsewhere.
std::string MovedNote(Language language, const Finding& finding, const Anchor& anchor) {
  static constexpr Phrase kElsewhere("(about {place}) ", "（针对 {place}）");
  static constexpr Phrase kLine("(about line {line}) ", "（针对第 {line} 行）");
  static constexpr Phrase kOldLine("(about line {line} before the change) ",
                                   "（针对变更前第 {line} 行）");
  const change::v1::SourceRange& range = finding.range();
  const bool is_old = range.side() == change::v1::SIDE_LEFT;
  if (range.path() != anchor.path && !is_old) {
    return Say(language, kElsewhere, {{"place", MarkdownCode(Place(range))}});
  }
  if (anchor.kind == Anchor::Kind::kLines && !anchor.is_moved) return "";
  if (range.first_line() <= 0) return "";
  return Say(language, is_old ? kOldLine : kLine, {{"line", absl::StrCat(range.first_line())}});
}

struct Body {
  std::string head, text, foot;
};

Body MakeBody(Language language, const Finding& finding, const Anchor& anchor,
              const std::optional<Suggestion>& suggestion) {
  static constexpr Phrase kFix("**Fix**: {fix}", "**修改建议**：{fix}");
  static constexpr Phrase kEvidence("Evidence: {evidence}", "依据：{evidence}");
  static constexpr Phrase kRelated("Related: {places}", "相关：{places}");
  static constexpr Phrase kRule("Rule: {rule}", "规则：{rule}");
  std::string text =
      absl::StrCat(MovedNote(language, finding, anchor), ProblemMarkdown(language, finding), "\n");
  const bool is_question = finding.kind() == finding::v1::KIND_QUESTION;
  const std::string fix = SentenceMarkdown(language, finding.fix());
  if (!fix.empty()) {
    absl::StrAppend(&text, "\n", is_question ? fix : Say(language, kFix, {{"fix", fix}}), "\n");
  }
  if (suggestion) {
    absl::StrAppend(&text, "\n", MarkdownSuggestion(suggestion->text));
  } else if (const std::string code = CodeChangeMarkdown(finding); !code.empty()) {
    absl::StrAppend(&text, "\n", code);
  }
  const std::string evidence =
      absl::StrJoin(EvidenceMarkdown(language, finding, Beside::kCode), Semicolon(language));
  if (!evidence.empty()) {
    absl::StrAppend(&text, "\n", Say(language, kEvidence, {{"evidence", evidence}}), "\n");
  }
  const std::string related = RelatedMarkdown(language, finding);
  if (!related.empty()) {
    absl::StrAppend(&text, "\n", Say(language, kRelated, {{"places", related}}), "\n");
  }
  return {.head = Label(language, finding),
          .text = std::move(text),
          .foot = absl::StrCat(
              "\n", Say(language, kRule, {{"rule", MarkdownCode(finding.rule_id())}}), "\n")};
}

size_t Size(const Body& body) { return body.head.size() + body.text.size() + body.foot.size(); }

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

std::optional<ReviewComment> MakeComment(Language language, const Finding& finding,
                                         const AnchorMap& anchors, const SourceLines& lines) {
  Anchor anchor = anchors.For(finding);
  if (anchor.kind == Anchor::Kind::kNone) return std::nullopt;
  std::optional<Suggestion> suggestion = MakeSuggestion(finding, lines);
  if (suggestion && !MoveTo(*suggestion, finding, anchors, anchor)) suggestion.reset();
  Body body = MakeBody(language, finding, anchor, suggestion);
  if (Size(body) > kMaxCommentBytes) {
    // Cut code would be wrong code: what remains is text.
    Finding brief;
    brief.set_rule_id(finding.rule_id());
    brief.set_kind(finding.kind());
    brief.set_severity(finding.severity());
    *brief.mutable_range() = finding.range();
    brief.set_problem(Shorten(ProblemOf(finding), kMaxCommentBytes / 8));
    brief.set_fix(Shorten(finding.fix(), kMaxCommentBytes / 8));
    body = MakeBody(language, brief, anchor, std::nullopt);
  }
  ReviewComment comment;
  comment.set_path(anchor.path);
  comment.set_side(anchor.side);
  comment.set_line(anchor.line);
  comment.set_start_line(anchor.start_line);
  comment.set_body(absl::StrCat(body.head, body.text, body.foot));
  comment.set_head_bytes(static_cast<int>(body.head.size()));
  comment.set_foot_bytes(static_cast<int>(body.foot.size()));
  comment.set_fingerprint(finding.fingerprint());
  const bool is_elsewhere = anchor.is_moved || anchor.kind == Anchor::Kind::kFile;
  if (is_elsewhere) comment.set_wanted_line(finding.range().first_line());
  return comment;
}

std::vector<ReviewComment> MakeComments(Language language, const review::v1::Review& review,
                                        const SourceLines& lines) {
  const AnchorMap anchors(review);
  std::vector<ReviewComment> comments;
  for (const Finding& finding : review.findings()) {
    if (!IsShown(finding)) continue;
    std::optional<ReviewComment> comment = MakeComment(language, finding, anchors, lines);
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

#include "gateway/web/finding_card.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/markdown_html.h"
#include "gateway/web/page.h"
#include "gateway/web/words.h"
#include "review/code_change.h"
#include "review/labels.h"

namespace allreview::web {
namespace {

using finding::v1::Finding;

// The card's head says the severity and the rule, so the text need not.
absl::string_view WithoutHeadAndFoot(const review::v1::ReviewComment& comment) {
  absl::string_view body = comment.body();
  const auto part = [&](int bytes) { return std::min<size_t>(std::max(bytes, 0), body.size()); };
  body.remove_prefix(part(comment.head_bytes()));
  body.remove_suffix(part(comment.foot_bytes()));
  return body;
}

// Messages of rules have no period.
Html Sentence(absl::string_view text) {
  const bool has_end = text.empty() || absl::ascii_ispunct(static_cast<unsigned char>(text.back()));
  return Join({Prose(text),
               has_end && !absl::EndsWith(text, "`") && !absl::EndsWith(text, ")") ? "" : "."});
}

Html SuggestedChange(const Finding& finding) {
  Html lines;
  const auto add = [&](const std::string& line, absl::string_view kind, absl::string_view sign) {
    lines += El("span", {Class(kind), sign, line});
    lines += Join({"\n"});
  };
  const CodeChange change = CodeChangeOf(finding);
  for (const std::string& line : change.removed) add(line, "removed", "- ");
  for (const std::string& line : change.added) add(line, "added", "+ ");
  if (lines.is_empty()) return Html();
  return El("pre",
            {Attr("tabindex", "0"), Attr("aria-label", "Suggested change"), El("code", {lines})});
}

Html OwnText(const Finding& finding) {
  Html text = El(
      "p", {Sentence(finding.problem().empty() ? finding.title() : finding.problem()),
            finding.impact_text().empty() ? Html() : Join({" ", Sentence(finding.impact_text())})});
  if (!finding.fix().empty())
    text += El("p", {El("strong", {"Fix"}), ": ", Sentence(finding.fix())});
  return Join({text, SuggestedChange(finding)});
}

Html VoteForm(const Finding& finding, const CardContext& context, absl::string_view vote,
              const Html& content) {
  return El(
      "form",
      {Attr("method", "post"), Action(Url::Local({"reviews", context.review_id, "feedback"})),
       FormToken(context.visitor),
       El("input", {Attr("type", "hidden"), Attr("name", "fingerprint"),
                    Attr("value", finding.fingerprint())}),
       El("input", {Attr("type", "hidden"), Attr("name", "vote"), Attr("value", vote)}),
       // Where the visitor comes back to.
       El("input", {Attr("type", "hidden"), Attr("name", "file"), Attr("value", context.file + 1)}),
       If(context.is_split,
          El("input", {Attr("type", "hidden"), Attr("name", "view"), Attr("value", "split")})),
       content});
}

Html Votes(const Finding& finding, const CardContext& context) {
  if (finding.fingerprint().empty() || finding.kind() == finding::v1::KIND_PRAISE) return Html();
  if (context.voted == finding.fingerprint()) {
    return El("p", {Class("message"), Attr("role", "status"), "Thank you: your vote is counted."});
  }
  const std::string about = absl::StrCat(": ", finding.title());
  const Html reason = El("label", {El("span", {"Why not? (may stay empty)"}),
                                   El("input", {Attr("name", "reason"), Attr("maxlength", 1000),
                                                Attr("autocomplete", "off")})});
  return El("div",
            {Class("votes"),
             VoteForm(finding, context, "useful",
                      El("button", {"Useful", El("span", {Class("unseen"), about})})),
             El("details", {El("summary", {"Not useful", El("span", {Class("unseen"), about})}),
                            VoteForm(finding, context, "not-useful",
                                     Join({reason, El("button", {"Send"})}))})});
}

// What a card says of its finding beside the name.
Html Details(const Finding& finding, const CardContext& context) {
  Html head;
  if (absl::StrContains(finding.rule_id(), '/')) {
    head += El("span", {Class("rule"), finding.rule_id()});  // Of another tool: no page of ours.
  } else if (!finding.rule_id().empty()) {
    head +=
        El("a", {Class("rule"), Href(Url::Local({"rules", finding.rule_id()})), finding.rule_id()});
  }
  if (!context.push.empty()) head += El("span", {Class("push"), context.push});
  if (context.is_place_named) head += El("code", {Class("place"), Place(finding.range())});
  return Join({head, context.way});
}

Html Head(const Finding& finding, const CardContext& context) {
  const absl::string_view title = finding.title().empty() ? finding.rule_id() : finding.title();
  return El("div", {Class("head"), Chip(LabelOf(finding)), El("h3", {Prose(title)}),
                    Details(finding, context)});
}

}  // namespace

std::string CardId(const Finding& finding) {
  return absl::StrCat("finding-", finding.fingerprint());
}

std::string WhyNotShown(const Finding& finding) {
  if (finding.shown() == finding::v1::SHOWN_UNSPECIFIED || IsShown(finding)) return "";
  const std::string& reason = finding.suppression().reason();
  const bool is_explained = finding.shown() == finding::v1::SHOWN_SUPPRESSED && !reason.empty();
  return absl::StrCat(ShownLabel(Language::kEnglish, finding.shown()), is_explained ? ": " : "",
                      is_explained ? reason : "");
}

Html FindingCard(const Finding& finding, const review::v1::ReviewComment* comment,
                 const CardContext& context) {
  const std::string why_not = WhyNotShown(finding);
  const Html text =
      comment == nullptr
          ? OwnText(finding)
          : Html::Trusted(
                Scrollable(RenderMarkdown(WithoutHeadAndFoot(*comment), {.id_prefix = "c-"}).body));
  const Html body = Join({El("div", {Class("text"), text}), Votes(finding, context)});
  const Attribute id = Attr("id", CardId(finding));
  const std::string css = absl::StrCat("finding ", LabelOf(finding).css);
  if (why_not.empty()) return El("article", {Class(css), id, Head(finding, context), body});
  return El("details", {Class(absl::StrCat(css, " quiet")), id,
                        El("summary", {Chip(LabelOf(finding)), " ", Prose(finding.title()),
                                       El("span", {Class("faint"), " · ", why_not})}),
                        El("div", {Class("head"), Details(finding, context)}), body});
}

}  // namespace allreview::web

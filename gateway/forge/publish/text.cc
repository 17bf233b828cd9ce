#include "gateway/forge/publish/text.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gateway/forge/publish/summary.h"
#include "review/clip_markdown.h"
#include "review/headline.h"
#include "review/labels.h"
#include "review/language/phrase.h"
#include "review/ledger.h"
#include "review/markdown.h"

namespace allreview::gateway {
namespace {

using change::v1::Diagnostic;
using change::v1::LedgerEntry;
using review::v1::Review;

// Ends the part of a body that is made anew with each push.
constexpr absl::string_view kSummaryEnd = "<!-- allreview:summary -->";
constexpr size_t kMaxMarker = 40'000;
constexpr size_t kMaxListed = 50;  // Files of the ledger, before "and more".

std::string CoverageSentence(Language language, const review::v1::Counts& counts) {
  static constexpr Phrase kOne(
      "**Coverage**: {reviewed} of 1 file that must be reviewed was reviewed.\n",
      "**覆盖情况**：1 个需要评审的文件中已评审 {reviewed} 个。\n");
  static constexpr Phrase kMany(
      "**Coverage**: {reviewed} of {total} files that must be reviewed were reviewed.\n",
      "**覆盖情况**：{total} 个需要评审的文件中已评审 {reviewed} 个。\n");
  const int total = counts.files_reviewed() + counts.files_unreviewed();
  return Say(language, total == 1 ? kOne : kMany,
             {{"reviewed", absl::StrCat(counts.files_reviewed())}, {"total", absl::StrCat(total)}});
}

// Of a list that was cut.
std::string MoreItems(Language language, size_t count) {
  static constexpr Phrase kMore("- and {count} more\n", "- 另有 {count} 项\n");
  return count == 0 ? "" : Say(language, kMore, {{"count", absl::StrCat(count)}});
}

std::string GapList(Language language, const Review& review) {
  static constexpr Phrase kHunk(", hunk {hunk}", "，第 {hunk} 个 hunk");
  std::string text;
  size_t gaps = 0;
  for (const LedgerEntry& entry : review.ledger()) {
    if (!IsGap(entry) || ++gaps > kMaxListed) continue;
    const std::string hunk =
        entry.hunk() >= 0 ? Say(language, kHunk, {{"hunk", absl::StrCat(entry.hunk() + 1)}}) : "";
    absl::StrAppend(&text, "- ", MarkdownCode(entry.path()), hunk, Colon(language),
                    StateLabel(language, entry.state()),
                    entry.reason().empty() ? "" : Colon(language), MarkdownCode(entry.reason()),
                    "\n");
  }
  return absl::StrCat(text, MoreItems(language, gaps - std::min(gaps, kMaxListed)));
}

// `place` may be empty.
std::string ErrorItem(Language language, absl::string_view place, const Diagnostic& diagnostic) {
  static constexpr Phrase kError("- error: {problem}\n", "- 错误：{problem}\n");
  std::string problem = MarkdownCode(diagnostic.message());
  if (!place.empty()) problem = absl::StrCat(MarkdownCode(place), Colon(language), problem);
  if (!diagnostic.hint().empty()) {
    absl::StrAppend(&problem, Semicolon(language), MarkdownProse(diagnostic.hint()));
  }
  return Say(language, kError, {{"problem", problem}});
}

// What the input or a policy file says that could not be understood.
std::string ErrorList(Language language, const Review& review) {
  std::vector<std::string> items;
  for (const Diagnostic& diagnostic : review.diagnostics()) {
    if (diagnostic.level() != Diagnostic::LEVEL_ERROR) continue;
    items.push_back(ErrorItem(language, "", diagnostic));
  }
  for (const Diagnostic& diagnostic : review.policy().diagnostics()) {
    if (diagnostic.level() != Diagnostic::LEVEL_ERROR) continue;
    items.push_back(ErrorItem(language,
                              diagnostic.line() > 0
                                  ? absl::StrCat(diagnostic.path(), ":", diagnostic.line())
                                  : diagnostic.path(),
                              diagnostic));
  }
  const size_t left_out = items.size() - std::min(items.size(), kMaxListed);
  items.resize(items.size() - left_out);
  return absl::StrCat(absl::StrJoin(items, ""), MoreItems(language, left_out));
}

std::string CoverageText(Language language, const Review& review) {
  static constexpr Phrase kNoAnswer("- service {service} did not answer: {reason}\n",
                                    "- {service} 服务没有响应：{reason}\n");
  std::string text = CoverageSentence(language, review.counts()) + GapList(language, review);
  for (const change::v1::MissingPart& part : review.missing()) {
    if (part.is_expected()) continue;
    text +=
        Say(language, kNoAnswer,
            {{"service", MarkdownCode(part.service())}, {"reason", MarkdownCode(part.reason())}});
  }
  return text + ErrorList(language, review);
}

// What people were shown before decides, not what the push before had: a review shows the findings
// that block first.
std::string NoveltyText(const TextInput& input) {
  static constexpr Phrase kNew("{count} shown for the first time", "首次展示 {count} 个");
  static constexpr Phrase kPersisting("{count} shown before and still there",
                                      "此前展示且仍存在 {count} 个");
  static constexpr Phrase kFixed("{count} fixed", "已修复 {count} 个");
  static constexpr Phrase kSetAside("{count} set aside by people", "人工搁置 {count} 个");
  static constexpr Phrase kSince("**Since the last review**: {counts}.\n",
                                 "**自上次评审以来**：{counts}。\n");
  const auto count = [&](const Phrase& phrase, size_t number) {
    return Say(input.language, phrase, {{"count", absl::StrCat(number)}});
  };
  std::vector<std::string> parts = {
      count(kNew, input.new_findings),
      count(kPersisting, input.novelty.persisting.size() + input.novelty.returned.size()),
      count(kFixed, input.novelty.fixed.size())};
  if (!input.novelty.set_aside.empty()) {
    parts.push_back(count(kSetAside, input.novelty.set_aside.size()));
  }
  return Say(input.language, kSince, {{"counts", absl::StrJoin(parts, Comma(input.language))}});
}

// A comment that silences names no place in the code.
int SetAsideByComments(const review::v1::Review& review) {
  return static_cast<int>(std::count_if(review.findings().begin(), review.findings().end(),
                                        [](const finding::v1::Finding& finding) {
                                          return finding.shown() == finding::v1::SHOWN_SUPPRESSED &&
                                                 !finding.suppression().has_range();
                                        }));
}

std::string FindingsText(Language language, const review::v1::Review& review) {
  const review::v1::Counts& counts = review.counts();
  static constexpr Phrase kSetAside(" {count} set aside by a comment here.",
                                    "另有 {count} 个已被此处的评论搁置。");
  static constexpr Phrase kFindings("**Findings**: {counts}.", "**问题**：{counts}。");
  static constexpr Phrase kNone("none", "无");
  static constexpr Phrase kSuppressed(" {count} suppressed in the code.",
                                      "另有 {count} 个已在代码中抑制。");
  static constexpr Phrase kKnown(" {count} known before.", "另有 {count} 个此前已知。");
  const std::string found = CountsText(language, counts);
  std::string text =
      Say(language, kFindings,
          {{"counts", found.empty() ? kNone.In(language) : absl::string_view(found)}});
  const int set_aside = SetAsideByComments(review);
  if (counts.suppressed() > set_aside) {
    text += Say(language, kSuppressed, {{"count", absl::StrCat(counts.suppressed() - set_aside)}});
  }
  if (set_aside > 0) text += Say(language, kSetAside, {{"count", absl::StrCat(set_aside)}});
  if (counts.baseline() > 0) {
    text += Say(language, kKnown, {{"count", absl::StrCat(counts.baseline())}});
  }
  return text + "\n";
}

// Verdict, findings, what the change does, tests to run, and what was not looked at.
std::string Opening(const TextInput& input) {
  static constexpr Phrase kReason("{reason}.\n\n", "{reason}。\n\n");
  static constexpr Phrase kNotPublished("\n> **Not published**: {problem}\n",
                                        "\n> **未发布**：{problem}\n");
  const Language language = input.language;
  std::string text;
  if (!input.review.conclusion_reason().empty()) {
    text = Say(language, kReason, {{"reason", MarkdownProse(input.review.conclusion_reason())}});
  }
  if (input.is_incremental) absl::StrAppend(&text, NoveltyText(input), FixedList(input), "\n");
  absl::StrAppend(&text, FindingsText(language, input.review), FindingList(input),
                  EffectList(input), TestList(input), "\n", CoverageText(language, input.review));
  for (const Words& problem : input.problems) {
    text += Say(language, kNotPublished, {{"problem", MarkdownProse(In(language, problem))}});
  }
  return text;
}

// Of a review that is not the first.
std::string ShortOpening(const TextInput& input) {
  static constexpr Phrase kSummary("\n[Summary of the review]({url})\n", "\n[评审摘要]({url})\n");
  return absl::StrCat(NoveltyText(input), FixedList(input),
                      Say(input.language, kSummary, {{"url", input.summary_url}}));
}

std::string Heading(const TextInput& input) {
  static constexpr Phrase kHeading("### AllReview: {title}\n\n", "### AllReview：{title}\n\n");
  return Say(input.language, kHeading,
             {{"title", MarkdownProse(Headline(input.language, input.review))}});
}

std::string Closing(const TextInput& input) {
  static constexpr Phrase kPage("[Full review]({url}) · ", "[完整评审]({url}) · ");
  static constexpr Phrase kReceipt("receipt {digest}\n", "回执 {digest}\n");
  std::string text = "\n";
  if (!input.page_url.empty()) text += Say(input.language, kPage, {{"url", input.page_url}});
  return text +
         Say(input.language, kReceipt, {{"digest", MarkdownCode(input.review.receipt().digest())}});
}

// Posted findings go first: their comments have markers of their own, and this list only remembers
// those that somebody deletes.
Marker Fitting(Marker marker) {
  while (MarkerText(marker).size() > kMaxMarker) {
    std::vector<MarkedFinding>& longest = marker.posted.empty() ? marker.in_body : marker.posted;
    longest.resize(longest.size() * 9 / 10);
  }
  return marker;
}

// As many whole findings as there is room for.
std::string BodyFindings(Language language, const std::vector<BodyFinding>& findings, size_t room) {
  static constexpr Phrase kHeading("\n### Findings without a place in the diff\n",
                                   "\n### 在 diff 中没有对应位置的问题\n");
  static constexpr Phrase kEntry("\n**{place}** ({why}, id {id})\n\n",
                                 "\n**{place}**（{why}，id {id}）\n\n");
  static constexpr Phrase kOneMore(
      "\n*{count} more is not listed here: GitHub limits the length of this text. "
      "The page has all of them.*\n",
      "\n*另有 {count} 个未在此列出：GitHub 限制了文本长度，全部内容见评审页面。*\n");
  static constexpr Phrase kMore(
      "\n*{count} more are not listed here: GitHub limits the length of this text. "
      "The page has all of them.*\n",
      "\n*另有 {count} 个未在此列出：GitHub 限制了文本长度，全部内容见评审页面。*\n");
  if (findings.empty()) return "";
  std::string text(kHeading.In(language));
  size_t shown = 0;
  for (const BodyFinding& finding : findings) {
    std::string entry = Say(language, kEntry,
                            {{"place", MarkdownCode(finding.place)},
                             {"why", finding.why},
                             {"id", MarkdownCode(finding.id)}});
    absl::StrAppend(&entry, finding.body, finding.body.empty() ? "" : "\n");
    if (text.size() + entry.size() + 200 > room) break;
    absl::StrAppend(&text, entry);
    ++shown;
  }
  const auto left_out = static_cast<int64_t>(findings.size() - shown);
  if (left_out > 0) text += In(language, Counted(left_out, kOneMore, kMore));
  return text.size() <= room ? text : "";
}

// As many rows as there is room for; empty: there is none, or nothing to list.
std::string FileTable(Language language, const Review& review, size_t room) {
  static constexpr Phrase kHead("\n| File | |\n|---|---|\n", "\n| 文件 | |\n|---|---|\n");
  static constexpr Phrase kOneMore("\n{count} more file is on the page.\n",
                                   "\n另有 {count} 个文件见评审页面。\n");
  static constexpr Phrase kMore("\n{count} more files are on the page.\n",
                                "\n另有 {count} 个文件见评审页面。\n");
  std::string table(kHead.In(language));
  int64_t rows = 0, shown = 0;
  for (const LedgerEntry& entry : review.ledger()) {
    if (entry.hunk() >= 0) continue;
    ++rows;
    if (shown + 1 < rows) continue;
    const std::string row = absl::StrCat("| ", MarkdownCellCode(entry.path()), " | ",
                                         StateLabel(language, entry.state()), " |\n");
    if (table.size() + row.size() + 200 > room) continue;
    table += row;
    ++shown;
  }
  if (shown < rows) table += In(language, Counted(rows - shown, kOneMore, kMore));
  return rows > 0 && table.size() <= room ? table : "";
}

}  // namespace

std::string ReviewBody(const TextInput& input, const Marker& marker) {
  const std::string note = MarkerText(Fitting(marker));
  const bool is_first = input.summary_url.empty();
  const std::string closing =
      absl::StrCat(Closing(input), is_first ? absl::StrCat(kSummaryEnd, "\n") : "");
  const size_t reserve = note.size() + closing.size() + 1;
  const size_t room = reserve < kMaxText ? kMaxText - reserve : 0;
  const std::string opening = ClipMarkdown(
      absl::StrCat(Heading(input), is_first ? Opening(input) : ShortOpening(input)), room);
  return absl::StrCat(opening, closing,
                      BodyFindings(input.language, input.in_body, room - opening.size()), note);
}

std::optional<std::string> WithNewSummary(absl::string_view body, const TextInput& input) {
  const size_t end = body.find(kSummaryEnd);
  if (end == absl::string_view::npos) return std::nullopt;
  const std::string summary = absl::StrCat(Heading(input), Opening(input), Closing(input));
  const absl::string_view rest = body.substr(end);
  if (summary.size() + rest.size() > kMaxText) return std::nullopt;
  return absl::StrCat(summary, rest);
}

std::string CheckSummary(const TextInput& input) {
  const std::string closing = Closing(input);
  const size_t room = kMaxText - closing.size();
  std::string text = ClipMarkdown(Opening(input), room);
  text += BodyFindings(input.language, input.in_body, room - text.size());
  text += FileTable(input.language, input.review, room - text.size());
  return text + closing;
}

std::string FixedReply(Language language, const std::string& fingerprint, const std::string& head) {
  static constexpr Phrase kFixed("Fixed in {head}.\n\n", "已在 {head} 修复。\n\n");
  return Say(language, kFixed, {{"head", head}}) +
         MarkerText({.kind = Marker::Kind::kFixed,
                     .run = {},
                     .head = head,
                     .finding = {.fingerprint = fingerprint}});
}

std::string BackReply(Language language, const std::string& fingerprint, const std::string& head) {
  static constexpr Phrase kBack("This is there again in {head}.\n\n",
                                "该问题在 {head} 再次出现。\n\n");
  return Say(language, kBack, {{"head", head}}) +
         MarkerText({.kind = Marker::Kind::kBack,
                     .run = {},
                     .head = head,
                     .finding = {.fingerprint = fingerprint}});
}

std::string CommentBody(absl::string_view body, const Marker& marker) {
  const std::string note = MarkerText(marker);
  return absl::StrCat(ClipMarkdown(body, kMaxText - note.size() - 1), "\n", note);
}

}  // namespace allreview::gateway

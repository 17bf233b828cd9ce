#include "gateway/forge/publish/text.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/clip_markdown.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/ledger.h"
#include "review/markdown.h"

namespace allreview::gateway {
namespace {

using change::v1::LedgerEntry;
using review::v1::Review;

constexpr size_t kMaxTitle = 255;
constexpr size_t kMaxMarker = 40'000;
constexpr size_t kMaxListed = 50;  // Files of the ledger, before "and more".

std::string Plural(int64_t count, absl::string_view one, absl::string_view many) {
  return absl::StrCat(count, " ", count == 1 ? one : many);
}

// "1 P0, 2 P2, 1 question"; empty when there is nothing.
std::string CountsText(const review::v1::Counts& counts) {
  std::vector<std::string> parts;
  const std::pair<int, const char*> severities[] = {
      {counts.p0(), "P0"}, {counts.p1(), "P1"}, {counts.p2(), "P2"}, {counts.p3(), "P3"}};
  for (const auto& [count, name] : severities) {
    if (count > 0) parts.push_back(absl::StrCat(count, " ", name));
  }
  if (counts.questions() > 0) {
    parts.push_back(Plural(counts.questions(), "question", "questions"));
  }
  return absl::StrJoin(parts, ", ");
}

std::string CoverageText(const Review& review) {
  const review::v1::Counts& counts = review.counts();
  const int all = counts.files_reviewed() + counts.files_unreviewed();
  std::string text =
      absl::StrCat("**Coverage**: ", counts.files_reviewed(), " of ", Plural(all, "file", "files"),
                   " that must be reviewed ", all == 1 ? "was" : "were", " reviewed.\n");
  size_t listed = 0, gaps = 0;
  for (const LedgerEntry& entry : review.ledger()) {
    if (!IsGap(entry)) continue;
    ++gaps;
    if (listed == kMaxListed) continue;
    ++listed;
    absl::StrAppend(&text, "- ", MarkdownCode(entry.path()),
                    entry.hunk() >= 0 ? absl::StrCat(", hunk ", entry.hunk() + 1) : "", ": ",
                    StateLabel(Language::kEnglish, entry.state()),
                    entry.reason().empty() ? "" : ": ",
                    entry.reason().empty() ? "" : MarkdownCode(entry.reason()), "\n");
  }
  if (gaps > listed) absl::StrAppend(&text, "- and ", gaps - listed, " more\n");
  for (const change::v1::MissingPart& part : review.missing()) {
    if (part.is_expected()) continue;
    absl::StrAppend(&text, "- service ", MarkdownCode(part.service()),
                    " did not answer: ", MarkdownCode(part.reason()), "\n");
  }
  listed = 0;
  for (const change::v1::Diagnostic& diagnostic : review.diagnostics()) {
    if (diagnostic.level() != change::v1::Diagnostic::LEVEL_ERROR || ++listed > kMaxListed)
      continue;
    absl::StrAppend(
        &text, "- error: ", MarkdownCode(diagnostic.message()),
        diagnostic.hint().empty() ? "" : absl::StrCat("; ", MarkdownProse(diagnostic.hint())),
        "\n");
  }
  if (listed > kMaxListed) {
    absl::StrAppend(&text, "- and ", listed - kMaxListed, " more errors\n");
  }
  return text;
}

// "3 new, 5 persisting, 1 fixed."
std::string NoveltyText(const TextInput& input) {
  std::vector<std::string> parts = {
      absl::StrCat(input.new_findings, " new"),
      absl::StrCat(input.novelty.persisting.size() + input.novelty.returned.size(), " persisting"),
      absl::StrCat(input.novelty.fixed.size(), " fixed")};
  if (!input.novelty.set_aside.empty()) {
    parts.push_back(absl::StrCat(input.novelty.set_aside.size(), " set aside by people"));
  }
  return absl::StrCat("**Since the last push**: ", absl::StrJoin(parts, ", "), ".\n");
}

std::string Opening(const TextInput& input) {
  const Review& review = input.review.review();
  std::string text;
  if (!review.conclusion_reason().empty()) {
    absl::StrAppend(&text, MarkdownProse(review.conclusion_reason()), ".\n\n");
  }
  const std::string counts = CountsText(review.counts());
  absl::StrAppend(&text, "**Findings**: ", counts.empty() ? "none" : counts, ".");
  if (review.counts().suppressed() > 0) {
    absl::StrAppend(&text, " ", review.counts().suppressed(), " suppressed in the code.");
  }
  if (review.counts().baseline() > 0) {
    absl::StrAppend(&text, " ", review.counts().baseline(), " known before.");
  }
  absl::StrAppend(&text, "\n");
  if (input.is_incremental) absl::StrAppend(&text, NoveltyText(input));
  absl::StrAppend(&text, CoverageText(review));
  for (const std::string& problem : input.problems) {
    absl::StrAppend(&text, "\n> **Not published**: ", MarkdownProse(problem), "\n");
  }
  return text;
}

std::string Closing(const TextInput& input) {
  std::string text = "\n";
  if (!input.page_url.empty()) absl::StrAppend(&text, "[Full review](", input.page_url, ") · ");
  absl::StrAppend(&text, "receipt ", MarkdownCode(input.review.review().receipt().digest()), "\n");
  return text;
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
std::string BodyFindings(const std::vector<BodyFinding>& findings, size_t room) {
  if (findings.empty()) return "";
  std::string text = "\n### Findings without a place in the diff\n";
  size_t shown = 0;
  for (const BodyFinding& finding : findings) {
    std::string entry = absl::StrCat("\n**", MarkdownCode(finding.place), "**");
    absl::StrAppend(&entry, " (", finding.why, ", id ", MarkdownCode(finding.id), ")");
    absl::StrAppend(&entry, "\n\n", finding.body, finding.body.empty() ? "" : "\n");
    if (text.size() + entry.size() + 200 > room) break;
    absl::StrAppend(&text, entry);
    ++shown;
  }
  if (shown < findings.size()) {
    absl::StrAppend(&text, "\n*", findings.size() - shown,
                    " more are not listed here: GitHub limits the length of this text. The page "
                    "has all of them.*\n");
  }
  return text.size() <= room ? text : "";
}

}  // namespace

std::string TitleOf(const Review& review) {
  const review::v1::Counts& counts = review.counts();
  const std::string found = CountsText(counts);
  std::string title;
  switch (review.conclusion()) {
    case review::v1::CONCLUSION_SUCCESS:
      title = "No findings";
      break;
    case review::v1::CONCLUSION_FINDINGS:
      title = absl::StrCat("Findings: ", found);
      break;
    case review::v1::CONCLUSION_BLOCKED:
      title = absl::StrCat("Blocked: ", found);
      break;
    default:
      title = absl::StrCat(counts.files_reviewed() == 0 ? "Not reviewed: " : "Incomplete: ",
                           review.conclusion_reason().empty() ? "the review has no conclusion"
                                                              : review.conclusion_reason());
      break;
  }
  return Shorten(CleanLine(title), kMaxTitle);
}

std::string ReviewBody(const TextInput& input, const Marker& marker) {
  const std::string note = MarkerText(Fitting(marker));
  const std::string closing = Closing(input);
  std::string text =
      absl::StrCat("### AllReview: ", MarkdownProse(TitleOf(input.review.review())), "\n\n");
  const size_t reserve = note.size() + closing.size() + 1;
  const size_t room = reserve < kMaxText ? kMaxText - reserve : 0;
  absl::StrAppend(&text, Opening(input));
  text = ClipMarkdown(text, room);
  absl::StrAppend(&text, BodyFindings(input.in_body, room - text.size()));
  return absl::StrCat(text, closing, note);
}

std::string CheckSummary(const TextInput& input) {
  const std::string closing = Closing(input);
  std::string text = Opening(input);
  std::vector<std::string> rows;
  for (const LedgerEntry& entry : input.review.review().ledger()) {
    if (entry.hunk() >= 0) continue;
    rows.push_back(absl::StrCat("| ", MarkdownCellCode(entry.path()), " | ",
                                StateLabel(Language::kEnglish, entry.state()), " |\n"));
  }
  text = ClipMarkdown(text, kMaxText - closing.size());
  absl::StrAppend(&text, BodyFindings(input.in_body, kMaxText - closing.size() - text.size()));
  std::string table = "\n| File | |\n|---|---|\n";
  size_t shown = 0;
  for (const std::string& row : rows) {
    if (text.size() + table.size() + row.size() + closing.size() + 200 > kMaxText) break;
    absl::StrAppend(&table, row);
    ++shown;
  }
  if (shown < rows.size()) {
    absl::StrAppend(&table, "\n", rows.size() - shown, " more files are on the page.\n");
  }
  const bool has_room = text.size() + table.size() + closing.size() <= kMaxText;
  return absl::StrCat(text, has_room && !rows.empty() ? table : "", closing);
}

std::string FixedReply(const std::string& fingerprint, const std::string& head) {
  return absl::StrCat("Fixed in ", head, ".\n\n",
                      MarkerText({.kind = Marker::Kind::kFixed,
                                  .run = {},
                                  .head = head,
                                  .finding = {.fingerprint = fingerprint}}));
}

std::string BackReply(const std::string& fingerprint, const std::string& head) {
  return absl::StrCat("This is there again in ", head, ".\n\n",
                      MarkerText({.kind = Marker::Kind::kBack,
                                  .run = {},
                                  .head = head,
                                  .finding = {.fingerprint = fingerprint}}));
}

std::string CommentBody(absl::string_view body, const Marker& marker) {
  const std::string note = MarkerText(marker);
  return absl::StrCat(ClipMarkdown(body, kMaxText - note.size() - 1), "\n", note);
}

}  // namespace allreview::gateway

// Pages as functions of messages.

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gateway/web/change_page.h"
#include "gateway/web/diff_table.h"
#include "gateway/web/finding_card.h"
#include "gateway/web/review_list.h"
#include "gateway/web/review_page.h"
#include "gateway/web/testing/html_check.h"
#include "gateway/web/testing/message.h"
#include "gateway/web/words.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::web {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const absl::Time kNow = absl::FromUnixSeconds(1'795'000'000);

diff::v1::DiffFile FileWith(const std::string& text, int old_start = 1) {
  diff::v1::DiffFile file;
  file.mutable_entry()->set_old_path("a.py");
  file.mutable_entry()->set_new_path("a.py");
  diff::v1::Hunk& hunk = *file.add_hunks();
  hunk.set_old_start(old_start);
  hunk.set_new_start(old_start);
  hunk.set_text(text);
  return file;
}

TEST(Words, GroupDigits) {
  EXPECT_EQ(Grouped(0), "0");
  EXPECT_EQ(Grouped(999), "999");
  EXPECT_EQ(Grouped(-1234567), "−1,234,567");
}

TEST(Words, SayHowLongAgo) {
  google::protobuf::Timestamp time;
  time.set_seconds(absl::ToUnixSeconds(kNow - absl::Minutes(90)));
  EXPECT_EQ(TextOf(TimeAgo(time, kNow).markup()), "1 h ago");
  EXPECT_THAT(TimeAgo(time, kNow).markup(), HasSubstr("UTC"));
  EXPECT_TRUE(TimeAgo({}, kNow).is_empty());
}

TEST(Words, SayPercentOnlyWhenThereIsAWhole) {
  EXPECT_EQ(Percent(1, 3), "33 %");
  EXPECT_EQ(Percent(1, 300), "0.3 %");
  EXPECT_EQ(Percent(0, 0), "–");
}

TEST(DiffTable, NumbersLinesOfBothSides) {
  const DiffTable table =
      RenderDiff(FileWith(" a\n-b\n+c\n+d\n e\n", 5), {.id = "f1", .max_lines = 100}, {});
  EXPECT_EQ(table.lines, 5);
  EXPECT_THAT(
      table.html.markup(),
      HasSubstr("<tr class=\"del\" id=\"f1L6\"><td class=\"n\">6</td><td class=\"n\"></td>"));
  EXPECT_THAT(
      table.html.markup(),
      HasSubstr("<tr class=\"add\" id=\"f1R7\"><td class=\"n\"></td><td class=\"n\">7</td>"));
  EXPECT_THAT(
      table.html.markup(),
      HasSubstr("<tr class=\"same\" id=\"f1R8\"><td class=\"n\">7</td><td class=\"n\">8</td>"));
}

TEST(DiffTable, PutsNotesBelowTheirLinesAndGivesBackTheRest) {
  LineNotes notes;
  notes[{change::v1::SIDE_RIGHT, 2}] = El("p", {"right"});
  notes[{change::v1::SIDE_LEFT, 2}] = El("p", {"left"});
  notes[{change::v1::SIDE_RIGHT, 99}] = El("p", {"lost"});
  const DiffTable table =
      RenderDiff(FileWith(" a\n-b\n+c\n"), {.id = "f", .max_lines = 100}, notes);
  EXPECT_THAT(TextOf(table.html.markup()), HasSubstr("−bleft2+cright"));
  ASSERT_EQ(table.unplaced.size(), 1u);
  EXPECT_EQ(table.unplaced.begin()->first.second, 99);
}

TEST(DiffTable, FoldsLongRunsOfUnchangedLines) {
  std::string text = "+first\n";
  for (int i = 0; i < 40; ++i) text += absl::StrCat(" same", i, "\n");
  text += "+last\n";
  const DiffTable table = RenderDiff(FileWith(text), {.id = "f", .max_lines = 100}, {});
  EXPECT_THAT(table.html.markup(), HasSubstr("<summary>34 unchanged lines</summary>"));
  EXPECT_EQ(table.lines, 42);
}

TEST(DiffTable, CountsWhatItDoesNotShow) {
  const DiffTable table = RenderDiff(FileWith("+a\n+b\n+c\n"), {.id = "f", .max_lines = 2}, {});
  EXPECT_EQ(table.lines, 2);
  EXPECT_EQ(table.total_lines, 3);
  EXPECT_THAT(TextOf(table.html.markup()), Not(HasSubstr("+c")));
}

TEST(DiffTable, CountsFoldedLinesAsShown) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += " same\n";
  const DiffTable table = RenderDiff(FileWith(text), {.id = "f", .max_lines = 30}, {});
  EXPECT_EQ(table.lines, 30);
  EXPECT_EQ(table.total_lines, 100);
}

TEST(DiffTable, MarksWhatDiffersInsideALineAndSurvivesWrongSpans) {
  diff::v1::DiffFile file = FileWith("-ab\n+aX\n");
  *file.mutable_hunks(0)->add_pairs() = From<diff::v1::LinePair>(
      "old_line: 1 new_line: 1 old_spans { first: 1 end: 2 } new_spans { first: 1 end: 2 } "
      "new_spans { first: 1 end: 900 }");
  const std::string html = RenderDiff(file, {.id = "f", .max_lines = 9}, {}).html.markup();
  EXPECT_THAT(html, HasSubstr("a<mark>b</mark>"));
  EXPECT_THAT(html, HasSubstr("a<mark>X</mark>"));
}

TEST(DiffTable, ShowsBytesThatAreNoTextAndCutsEndlessLines) {
  const std::string html =
      RenderDiff(FileWith("+\xff<b>\n+" + std::string(5000, 'x') + "\n\\ No newline\n"),
                 {.id = "f", .max_lines = 9}, {})
          .html.markup();
  EXPECT_THAT(html, HasSubstr("\xEF\xBF\xBD&lt;b&gt;"));
  EXPECT_THAT(html, HasSubstr("3,000 more bytes"));
  EXPECT_THAT(html, HasSubstr("no line end at the end of the file"));
}

finding::v1::Finding SomeFinding() {
  return From<finding::v1::Finding>(R"(
    rule_id: "mutable-default" severity: SEVERITY_P2 kind: KIND_DEFECT title: "Mutable default" problem: "`x` is shared"
    impact_text: "Calls see each other's values" fix: "Use `None`" fingerprint: "abc" shown: SHOWN_FULL
    range { path: "a.py" first_line: 2 end_line: 3 })");
}

TEST(FindingCard, ShowsTheCommentWithoutItsHeadAndFoot) {
  review::v1::ReviewComment comment;
  const std::string head = "**[P2]** ", foot = "\nRule: `mutable-default`\n";
  comment.set_body(head + "`x` is shared.\n\n**Fix**: Use `None`.\n" + foot);
  comment.set_head_bytes(static_cast<int>(head.size()));
  comment.set_foot_bytes(static_cast<int>(foot.size()));
  const Visitor visitor;
  const std::string html =
      FindingCard(SomeFinding(), &comment, {.visitor = visitor, .review_id = "R"}).markup();
  EXPECT_THAT(
      html, HasSubstr("<div class=\"text\"><p><code>x</code> is "
                      "shared.</p>\n<p><strong>Fix</strong>: Use <code>None</code>.</p>\n</div>"));
  EXPECT_THAT(html, HasSubstr("action=\"/reviews/R/feedback\""));
}

TEST(FindingCard, SaysWhyAFindingIsNotAmongTheComments) {
  finding::v1::Finding finding = SomeFinding();
  finding.set_shown(finding::v1::SHOWN_SUPPRESSED);
  finding.mutable_suppression()->set_reason("on purpose");
  const Visitor visitor;
  EXPECT_THAT(
      TextOf(FindingCard(finding, nullptr, {.visitor = visitor, .review_id = "R"}).markup()),
      HasSubstr("suppressed in the code: on purpose"));
}

TEST(FindingCard, NamesEachFindingOnce) {
  const Visitor visitor;
  for (const auto shown : {finding::v1::SHOWN_FULL, finding::v1::SHOWN_SUPPRESSED}) {
    finding::v1::Finding finding = SomeFinding();
    finding.set_shown(shown);
    finding.clear_fingerprint();  // Forms name it for those who do not see.
    const std::string text =
        TextOf(FindingCard(finding, nullptr, {.visitor = visitor, .review_id = "R"}).markup());
    for (const char* once : {"P2", "Mutable default", "mutable-default"}) {
      EXPECT_EQ(std::vector<std::string>(absl::StrSplit(text, once)).size(), 2u) << text;
    }
  }
}

review::v1::StoredReview ReviewOf(const finding::v1::Finding& finding) {
  review::v1::StoredReview review;
  review.mutable_summary()->set_id("R");
  review.set_diff("x");
  *review.mutable_review()->add_findings() = finding;
  return review;
}

TEST(ChangePage, StandsAFindingBelowItsLine) {
  const Visitor visitor;
  const ParsedDiff diff = {.files = {FileWith(" one\n+two\n")}};
  const std::string html =
      ChangePage({.review = ReviewOf(SomeFinding()), .diff = diff, .visitor = visitor}).markup();
  EXPECT_LT(html.find("two"), html.find("id=\"finding-abc\""));
  EXPECT_THAT(html, HasSubstr("href=\"#finding-abc\""));
  EXPECT_THAT(DangersIn(html), IsEmpty());
}

TEST(ChangePage, ShowsFindingsOfOtherFilesFirst) {
  const Visitor visitor;
  finding::v1::Finding finding = SomeFinding();
  finding.mutable_range()->set_path("elsewhere.py");
  const ParsedDiff diff = {.files = {FileWith(" one\n+two\n")}};
  const std::string text =
      TextOf(ChangePage({.review = ReviewOf(finding), .diff = diff, .visitor = visitor}).markup());
  EXPECT_THAT(text, HasSubstr("In files that this change does not touch"));
  EXPECT_THAT(text, HasSubstr("elsewhere.py:2"));
}

TEST(ChangePage, LimitsLinesAndLinksToTheRest) {
  const Visitor visitor;
  std::string text;
  for (int i = 0; i < 900; ++i) text += "+x\n";
  ParsedDiff diff;
  for (int i = 0; i < 6; ++i) diff.files.push_back(FileWith(text));
  const std::string html =
      ChangePage({.review = ReviewOf(SomeFinding()), .diff = diff, .visitor = visitor}).markup();
  EXPECT_THAT(TextOf(html), HasSubstr("Files 1 to 3 of 6 are shown."));
  EXPECT_THAT(html, HasSubstr("href=\"/reviews/R/changes?first=4\""));
  // A file of another page opens alone.
  EXPECT_THAT(html, HasSubstr("href=\"/reviews/R/changes?file=5#f5\""));
}

TEST(ChangePage, SaysThatADiffWasTooLarge) {
  const Visitor visitor;
  review::v1::StoredReview review = ReviewOf(SomeFinding());
  review.clear_diff();
  review.set_diff_bytes(20'000'000);
  EXPECT_THAT(TextOf(ChangePage({.review = review, .diff = {}, .visitor = visitor}).markup()),
              HasSubstr("It has 20,000,000 bytes."));
}

TEST(ReviewList, SaysWhatToDoNextWhenItIsEmpty) {
  const ReviewFilter none;
  const ReviewListView empty = {.filter = none, .reviews = {}, .repositories = {}, .now = kNow};
  EXPECT_THAT(TextOf(ReviewListPage(empty).markup()), Not(HasSubstr("on GitHub")));
  const ReviewListView on_github = {.filter = none,
                                    .reviews = {},
                                    .repositories = {},
                                    .sees_a_part = true,
                                    .has_webhooks = true,
                                    .now = kNow};
  EXPECT_THAT(TextOf(ReviewListPage(on_github).markup()),
              AllOf(HasSubstr("/allreview review"), HasSubstr("your token or groups")));
  const ReviewFilter filter = {.text = "x"};
  const ReviewListView nothing = {.filter = filter, .reviews = {}, .repositories = {}, .now = kNow};
  EXPECT_THAT(TextOf(ReviewListPage(nothing).markup()), HasSubstr("No review matches"));
}

TEST(ReviewList, KeepsItsFilterInLinks) {
  const ReviewFilter filter = {.text = "a b", .repository_id = 7, .conclusion = "blocked"};
  review::v1::ListReviewsResponse reviews;
  reviews.add_reviews()->set_id("R");
  reviews.set_next_page_token("t/2");
  const std::string html =
      ReviewListPage({.filter = filter, .reviews = reviews, .repositories = {}, .now = kNow})
          .markup();
  EXPECT_THAT(
      html,
      HasSubstr("href=\"/?text=a%20b&amp;repository=7&amp;conclusion=blocked&amp;page=t%2F2\""));
  EXPECT_THAT(html, HasSubstr("<option value=\"blocked\" selected>"));
  EXPECT_EQ(RequestOf(filter, "", "").conclusions(0), review::v1::CONCLUSION_BLOCKED);
}

TEST(ReviewList, FiltersByDaysSeverityAndWhoLooks) {
  const http::HttpRequest sent = {
      .query = {
          {"since", "2026-11-01"}, {"until", "2026-11-30"}, {"severity", "p1"}, {"mine", "1"}}};
  const ReviewFilter filter = FilterOf(sent);
  const review::v1::ListReviewsRequest request = RequestOf(filter, "github:mara", "");
  EXPECT_EQ(request.since(), "2026-11-01");
  EXPECT_EQ(request.until(), "2026-12-01") << "the last day counts";
  EXPECT_THAT(request.severities(), testing::ElementsAre(finding::v1::SEVERITY_P1));
  EXPECT_EQ(request.person(), "github:mara");
  EXPECT_EQ(UrlOf(filter).text(), "/?severity=p1&since=2026-11-01&until=2026-11-30&mine=1");
  const http::HttpRequest wrong = {.query = {{"since", "yesterday"}, {"until", "2026-02-31"}}};
  EXPECT_TRUE(FilterOf(wrong).IsEmpty());
}

TEST(ReviewList, CountsWhatMatches) {
  const ReviewFilter filter = {.text = "x"};
  auto reviews = From<review::v1::ListReviewsResponse>(
      "reviews { id: 'R' } totals { reviews: 1234 counts { p0: 2 p3: 5 } }");
  const auto text = [&] {
    return TextOf(
        ReviewListPage({.filter = filter, .reviews = reviews, .repositories = {}, .now = kNow})
            .markup());
  };
  EXPECT_THAT(text(), HasSubstr("1,234 reviews match2 P0 5 P3"));
  reviews.mutable_totals()->set_is_partial(true);
  EXPECT_THAT(text(), HasSubstr("More than 1,234 reviews match"));
}

TEST(ReviewList, DoesNotCallItTheEndWhereOlderReviewsWereNotLookedAt) {
  const ReviewFilter filter = {.text = "x"};
  const auto reviews = From<review::v1::ListReviewsResponse>("next_page_token: 't'");
  const std::string html =
      ReviewListPage({.filter = filter, .reviews = reviews, .repositories = {}, .now = kNow})
          .markup();
  EXPECT_THAT(TextOf(html), HasSubstr("there are older ones to look through"));
  EXPECT_THAT(html, Not(HasSubstr("No review matches")));
  EXPECT_THAT(html, HasSubstr("page=t"));
}

TEST(DocumentPage, KeepsIdsOfTheDocumentAndOfThePageApart) {
  const std::string html = DocumentPage({.review_id = "R",
                                         .tab = *FindTab("audit"),
                                         .markdown = "# content\n\n## b\n",
                                         .language = "en"})
                               .markup();
  EXPECT_THAT(html, HasSubstr("<h1 id=\"d-content\">"));
  EXPECT_THAT(html, HasSubstr("href=\"#d-content\""));
}

TEST(DiffTable, ColoursBothSidesAndKeepsMarks) {
  diff::v1::DiffFile file = FileWith("-return 1\n+return 20\n");
  *file.mutable_hunks(0)->add_pairs() =
      From<diff::v1::LinePair>("old_line: 1 new_line: 1 new_spans { first: 8 end: 9 }");
  HighlightBudget colours;
  const DiffTable table = RenderDiff(file, {.id = "f", .max_lines = 100, .colours = &colours}, {});
  EXPECT_THAT(table.html.markup(),
              HasSubstr("<span class=\"w\">return</span> <span class=\"d\">1</span>"));
  EXPECT_THAT(table.html.markup(),
              HasSubstr("<span class=\"w\">return</span> <span class=\"d\">2</span><mark>"
                        "<span class=\"d\">0</span></mark>"));
  EXPECT_THAT(DangersIn(table.html.markup()), IsEmpty());
}

TEST(DiffTable, PutsReplacedLinesBesideEachOther) {
  LineNotes notes;
  notes[{change::v1::SIDE_LEFT, 3}] = El("p", {"note"});
  const DiffTable table = RenderDiff(FileWith(" a\n-b\n-c\n+d\n e\n"),
                                     {.id = "f", .max_lines = 100, .is_split = true}, notes);
  EXPECT_EQ(table.lines, 5);
  EXPECT_THAT(TextOf(table.html.markup()), HasSubstr("1a1a2−b2+d3−cnote4e3e"));
  EXPECT_THAT(table.html.markup(), HasSubstr("<td class=\"n del\" id=\"fL2\">2</td>"));
  EXPECT_THAT(table.html.markup(), HasSubstr("<td class=\"n add\" id=\"fR2\">2</td>"));
  EXPECT_TRUE(table.unplaced.empty());
}

}  // namespace
}  // namespace allreview::web

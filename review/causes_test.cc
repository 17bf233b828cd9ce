#include "review/causes.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace allreview {
namespace {

using finding::v1::Cause;
using finding::v1::Finding;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

Finding Make(const std::string& rule, const std::string& path, int line,
             const std::string& problem) {
  Finding finding;
  finding.set_rule_id(rule);
  finding.set_category("logic");
  finding.set_kind(finding::v1::KIND_DEFECT);
  finding.set_severity(finding::v1::SEVERITY_P1);
  finding.mutable_range()->set_path(path);
  finding.mutable_range()->set_first_line(line);
  finding.mutable_range()->set_end_line(line + 1);
  finding.set_problem(problem);
  finding.set_fingerprint(absl::StrCat(rule, "/", path, "/", line));
  return finding;
}

// "a.py:3 (a.py:5, b.py:1)" for each.
std::vector<std::string> Merged(std::vector<Finding> findings) {
  const CauseOptions options = {
      .is_test = [](const std::string& path) { return path.find("test_") == 0; },
      .is_in_baseline = [](const Finding& it) { return it.fingerprint() == "known"; },
      .is_gone = [](const std::string& path) { return path.find("old") == 0; }};
  std::vector<std::string> texts;
  for (const Finding& it : MergeCauses(std::move(findings), options)) {
    const auto place = [](const Finding& of) {
      return absl::StrCat(of.range().path(), ":", of.range().first_line());
    };
    const std::string same = absl::StrJoin(
        it.same_cause(), ", ",
        [&](std::string* out, const Finding& other) { absl::StrAppend(out, place(other)); });
    texts.push_back(
        absl::StrCat(place(it), same.empty() ? "" : " (", same, same.empty() ? "" : ")"));
  }
  return texts;
}

TEST(MergeCauses, SaysOnceWhatBreaksTheSameFile) {
  const auto removed = [](int line, const std::string& user) {
    Finding finding = Make("removed", "capture.py", line, absl::StrCat("line ", line));
    finding.mutable_cause()->set_kind(Cause::KIND_BROKEN_ELSEWHERE);
    finding.mutable_cause()->set_path("capture.py");
    finding.mutable_cause()->set_first_line(line);
    finding.add_related()->mutable_range()->set_path(user);
    return finding;
  };
  EXPECT_THAT(Merged({removed(10, "a.py"), removed(40, "a.py"), removed(70, "b.py")}),
              ElementsAre("capture.py:10 (capture.py:40)", "capture.py:70"));
}

TEST(MergeCauses, SaysTheSameWordsOnce) {
  EXPECT_THAT(Merged({Make("undefined-name", "a.py", 3, "`x` is not defined"),
                      Make("undefined-name", "b.py", 900, "`x` is not defined"),
                      Make("undefined-name", "b.py", 100, "`y` is not defined"),
                      Make("other-rule", "c.py", 3, "`x` is not defined")}),
              ElementsAre("a.py:3 (b.py:900)", "b.py:100", "c.py:3"));
}

TEST(MergeCauses, TakesCopiesOfAFileTogether) {
  std::vector<Finding> findings;
  for (const char* path : {"a/api.py", "b/api.py", "b/other.py"}) {
    findings.push_back(Make("call", path, 7, absl::StrCat("`ask` (", path, ") takes no `text`")));
    findings.back().set_before_code("ask(text=1)");
  }
  EXPECT_THAT(Merged(findings), ElementsAre("a/api.py:7 (b/api.py:7)", "b/other.py:7"));
}

TEST(MergeCauses, TakesALineAndWhatBreaksItTogether) {
  Finding gone = Make("removed-name", "a.py", 3, "`x` is gone");
  gone.mutable_cause()->set_kind(Cause::KIND_REMOVED_LINE);
  gone.mutable_cause()->set_path("a.py");
  *gone.add_related()->mutable_range() = Make("", "b.py", 5, "").range();
  const Finding fails = Make("missing-name", "b.py", 5, "`a` has no `x`");
  EXPECT_THAT(Merged({gone, fails}), ElementsAre("a.py:3 (b.py:5)"));
  Finding milder = fails;
  milder.set_severity(finding::v1::SEVERITY_P0);
  EXPECT_THAT(Merged({gone, milder}), ElementsAre("a.py:3", "b.py:5")) << "it would be lost";
}

TEST(MergeCauses, TakesNeighboursOfOneDefinitionTogether) {
  std::vector<Finding> findings;
  for (int line : {10, 18, 27, 60}) {
    findings.push_back(Make("bool-flag", "a.py", line, absl::StrCat("flag ", line)));
    findings.back().set_symbol("parse");
  }
  findings.push_back(Make("bool-flag", "a.py", 28, "flag 28"));
  EXPECT_THAT(Merged(findings), ElementsAre("a.py:10 (a.py:18, a.py:27)", "a.py:60", "a.py:28"));
}

TEST(MergeCauses, TakesSuggestionsOfOneRuleInOneFileTogether) {
  std::vector<Finding> findings;
  for (int line : {10, 400, 900}) {
    findings.push_back(Make("bare-except", "a.py", line, absl::StrCat("except on ", line)));
    findings.back().set_severity(finding::v1::SEVERITY_P2);
  }
  findings[1].mutable_range()->set_path("b.py");
  EXPECT_THAT(Merged(findings), ElementsAre("a.py:10 (a.py:900)", "b.py:400"));
}

TEST(MergeCauses, TakesWhatTheSameLinesBrokeTogether) {
  std::vector<Finding> findings = {Make("removed", "a.py", 1, "`f` is gone"),
                                   Make("removed", "b.py", 1, "`g` is gone"),
                                   Make("removed", "c.py", 1, "`h` is gone")};
  for (Finding& finding : findings) {
    finding.mutable_cause()->set_kind(Cause::KIND_BROKEN_ELSEWHERE);
    finding.mutable_cause()->set_path("lib.py");
    finding.mutable_cause()->set_first_line(finding.range().path() == "c.py" ? 70 : 7);
  }
  EXPECT_THAT(Merged(findings), ElementsAre("a.py:1 (b.py:1)", "c.py:1"));
  // Each added line is a cause of its own.
  for (Finding& finding : findings) finding.mutable_cause()->set_kind(Cause::KIND_CHANGED_LINE);
  EXPECT_EQ(Merged(findings).size(), 3u);
}

TEST(MergeCauses, TakesWhatWentWithAFolderTogether) {
  const auto removed = [](const std::string& path, int line) {
    Finding finding = Make("import-of-removed-name", path, line, absl::StrCat(path, line));
    Cause& cause = *finding.mutable_cause();
    cause.set_kind(Cause::KIND_REMOVED_LINE);
    cause.set_path(path);
    cause.set_first_line(line);
    return finding;
  };
  EXPECT_THAT(Merged({removed("old/a.py", 3), removed("old/a.py", 90), removed("old/b.py", 7),
                      removed("old/sub/c.py", 1), removed("new/a.py", 3), removed("new/a.py", 90)}),
              ElementsAre("old/a.py:3 (old/a.py:90, old/b.py:7)", "old/sub/c.py:1", "new/a.py:3",
                          "new/a.py:90"));
}

TEST(MergeCauses, AsksAboutTestsOfTheChangeOnce) {
  std::vector<Finding> findings = {
      Make("untested-setting", "a.py", 1, "nobody sets `x`"),
      Make("untested-fix", "b.py", 50, "which test fails"),
      Make("test-without-assertion", "test_a.py", 9, "asserts nothing")};
  for (Finding& finding : findings) finding.set_category("tests");
  findings[0].set_kind(finding::v1::KIND_QUESTION);
  EXPECT_THAT(Merged(findings), ElementsAre("b.py:50 (a.py:1)", "test_a.py:9"));
}

TEST(MergeCauses, LetsTheMostSevereSpeak) {
  std::vector<Finding> findings = {Make("r", "a.py", 1, "p"), Make("r", "b.py", 1, "p"),
                                   Make("r", "c.py", 1, "p")};
  findings[1].set_severity(finding::v1::SEVERITY_P0);
  EXPECT_THAT(Merged(findings), ElementsAre("b.py:1 (a.py:1, c.py:1)"));
}

TEST(MergeCauses, KeepsWhatIsToldApartApart) {
  std::vector<Finding> findings;
  for (int line = 1; line <= 6; ++line) findings.push_back(Make("r", "a.py", line, "p"));
  findings[0].mutable_suppression();
  findings[1].set_kind(finding::v1::KIND_QUESTION);
  findings[2].set_is_hint(true);
  findings[3].set_fingerprint("known");
  findings[4].set_shown(finding::v1::SHOWN_PROBATION);
  EXPECT_EQ(Merged(findings).size(), 6u);
}

TEST(MergeCauses, LeavesMeasurementsAlone) {
  std::vector<Finding> findings = {Make("r", "a.py", 1, "p"), Make("r", "a.py", 2, "p")};
  for (Finding& finding : findings) finding.add_evidence()->mutable_measurement();
  EXPECT_EQ(Merged(findings).size(), 2u);
}

Finding WithTwoMore() {
  Finding finding = Make("r", "a.py", 1, "`x` is lost");
  *finding.add_same_cause() = Make("r", "a.py", 9, "`x` is lost");
  *finding.add_same_cause() = Make("r", "b.py", 2, "`y` is lost");
  return finding;
}

TEST(Causes, AreToldWithTheirPlaces) {
  Finding finding = WithTwoMore();
  EXPECT_EQ(SameCauseText(Language::kEnglish, finding), "Same cause: a.py:9, b.py:2");
  EXPECT_EQ(SameCauseText(Language::kChinese, finding), "同一原因：a.py:9、b.py:2");
  std::vector<std::string> messages;
  for (const auto& related : RelatedOf(Language::kEnglish, finding)) {
    messages.push_back(related.message());
  }
  EXPECT_THAT(messages, ElementsAre("the same here", "`y` is lost"));
  for (int line = 20; line < 26; ++line) *finding.add_same_cause() = Make("r", "c.py", line, "p");
  EXPECT_EQ(SameCauseText(Language::kEnglish, finding),
            "Same cause: a.py:9, b.py:2, c.py:20, c.py:21, c.py:22 and 3 more");
  EXPECT_THAT(SameCauseText(Language::kEnglish, Make("r", "a.py", 1, "p")), IsEmpty());
}

TEST(AllFindings, AreThoseThatOthersSpeakForToo) {
  review::v1::Review review;
  *review.add_findings() = WithTwoMore();
  *review.add_findings() = Make("r", "z.py", 1, "p");
  std::vector<std::string> fingerprints;
  for (const Finding* finding : AllFindings(review)) fingerprints.push_back(finding->fingerprint());
  EXPECT_THAT(fingerprints, ElementsAre("r/a.py/1", "r/a.py/9", "r/b.py/2", "r/z.py/1"));
}

}  // namespace
}  // namespace allreview

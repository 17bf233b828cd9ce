#include "gateway/cli/ratchet.h"

#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

finding::v1::Finding FindingAt(const std::string& rule, const std::string& path, int line = 1) {
  finding::v1::Finding finding;
  finding.set_rule_id(rule);
  finding.set_problem("something");
  finding.mutable_range()->set_path(path);
  finding.mutable_range()->set_first_line(line);
  finding.set_shown(finding::v1::SHOWN_FULL);
  return finding;
}

review::v1::Review Scan(const std::vector<finding::v1::Finding>& findings) {
  review::v1::Review scan;
  for (const finding::v1::Finding& finding : findings) *scan.add_findings() = finding;
  return scan;
}

RatchetVerdict Check(const review::v1::Review& scan, const RatchetCounts& allowed,
                     const std::set<std::string>& rules) {
  const absl::StatusOr<RatchetVerdict> verdict = CheckRatchet(scan, allowed, rules);
  EXPECT_OK(verdict.status());
  return verdict.value_or(RatchetVerdict());
}

TEST(RatchetFile, IsReadAsItIsWritten) {
  const RatchetCounts counts = {{{"bare-except", "a folder/b"}, 12}, {{"print", "."}, 0}};
  ASSERT_OK_AND_ASSIGN(const RatchetCounts read, ParseRatchet(RatchetText(counts)));
  EXPECT_EQ(read, counts);
  EXPECT_THAT(RulesOf(counts), ElementsAre("bare-except", "print"));
}

TEST(RatchetFile, NamesALineThatIsWrong) {
  for (const char* text : {"3 bare-except", "many bare-except .", "-1 bare-except ."}) {
    EXPECT_THAT(ParseRatchet(text).status().message(), HasSubstr("line 1 is no")) << text;
  }
  EXPECT_THAT(ParseRatchet("# x\n\n3 bare-except a\n2 bare-except a\n").status().message(),
              HasSubstr("line 4 speaks of bare-except in a again"));
}

TEST(Ratchet, FailsWhereAFolderHasMore) {
  const review::v1::Review scan =
      Scan({FindingAt("bare-except", "a/x.py", 3), FindingAt("bare-except", "a/x.py", 7),
            FindingAt("bare-except", "a/b/y.py")});
  const RatchetVerdict verdict = Check(scan, {{{"bare-except", "a"}, 1}}, {"bare-except"});
  EXPECT_TRUE(verdict.has_risen);
  EXPECT_THAT(verdict.text, HasSubstr("bare-except in a: 2, allowed 1\n    a/x.py:3 something\n"));
  EXPECT_THAT(verdict.text, HasSubstr("bare-except in a/b: 1, allowed 0\n"));
  EXPECT_THAT(verdict.counts, ElementsAre(Pair(Pair("bare-except", "a"), 1)))
      << "nothing is raised";
  EXPECT_FALSE(verdict.has_changed);
}

TEST(Ratchet, LowersWhatFell) {
  const RatchetCounts allowed = {{{"bare-except", "a"}, 3}, {{"bare-except", "b"}, 2}};
  const RatchetVerdict verdict =
      Check(Scan({FindingAt("bare-except", "a/x.py")}), allowed, {"bare-except"});
  EXPECT_FALSE(verdict.has_risen);
  EXPECT_TRUE(verdict.has_changed);
  EXPECT_THAT(verdict.text, HasSubstr("bare-except in a: 1, allowed 3\n"));
  EXPECT_THAT(verdict.counts, ElementsAre(Pair(Pair("bare-except", "a"), 1)));
}

TEST(Ratchet, KeepsARuleWithoutFindings) {
  const RatchetVerdict verdict = Check(Scan({}), {{{"bare-except", "a"}, 3}}, {"bare-except"});
  EXPECT_THAT(verdict.counts, ElementsAre(Pair(Pair("bare-except", "."), 0)));
  const RatchetVerdict again = Check(Scan({}), verdict.counts, {"bare-except"});
  EXPECT_FALSE(again.has_changed);
  EXPECT_THAT(again.text, IsEmpty());
}

TEST(Ratchet, TakesTheCountsOfARuleThatTheFileDoesNotHave) {
  const RatchetVerdict verdict =
      Check(Scan({FindingAt("print", "x.py"), FindingAt("other", "x.py")}),
            {{{"bare-except", "."}, 0}}, {"bare-except", "print"});
  EXPECT_FALSE(verdict.has_risen);
  EXPECT_THAT(verdict.counts,
              ElementsAre(Pair(Pair("bare-except", "."), 0), Pair(Pair("print", "."), 1)));
}

TEST(Ratchet, CountsWhatIsReportedAndWhatThatSpeaksFor) {
  finding::v1::Finding spoken = FindingAt("print", "x.py");
  *spoken.add_same_cause() = FindingAt("print", "y.py");
  finding::v1::Finding suppressed = FindingAt("print", "z.py");
  suppressed.set_shown(finding::v1::SHOWN_SUPPRESSED);
  const RatchetVerdict verdict = Check(Scan({spoken, suppressed}), {}, {"print"});
  EXPECT_THAT(verdict.counts, ElementsAre(Pair(Pair("print", "."), 2)));
}

TEST(Ratchet, TrustsNoScanThatIsIncomplete) {
  review::v1::Review scan = Scan({});
  scan.mutable_gate()->set_is_incomplete(true);
  scan.set_conclusion_reason("a.py was not read");
  EXPECT_THAT(CheckRatchet(scan, {}, {"print"}).status().message(), HasSubstr("a.py was not read"));
}

}  // namespace
}  // namespace allreview::cli

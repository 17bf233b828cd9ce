#include "sarif/read_log.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sarif/read_result.h"

namespace allreview::sarif {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A log of one run; `run` is what stands beside the tool.
std::string LogOf(const std::string& run, const std::string& version = "2.1.0") {
  return absl::StrCat(R"({"version": ")", version,
                      R"(", "runs": [{"tool": {"driver": {"name": "lint"}})",
                      run.empty() ? "" : ", ", run, "}]}");
}

std::string ResultsOf(const std::string& results) {
  return LogOf(absl::StrCat(R"("results": [)", results, "]"));
}

Log Read(const std::string& text) {
  absl::StatusOr<Log> log = ReadLog("a.sarif", text);
  EXPECT_TRUE(log.ok()) << log.status();
  return log.ok() ? *std::move(log) : Log();
}

std::string ErrorOf(const std::string& text, const ReadLimits& limits = {}) {
  const absl::StatusOr<Log> log = ReadLog("a.sarif", text, limits);
  EXPECT_FALSE(log.ok());
  return std::string(log.status().message());
}

Log ReadFixture(const std::string& name) {
  absl::StatusOr<std::string> text = ReadFile(absl::StrCat("sarif/testdata/", name, ".sarif"));
  EXPECT_TRUE(text.ok()) << text.status();
  return Read(text.value_or(""));
}

TEST(ReadLog, ReadsToolRulesAndPlacesOfRuff) {
  const Log log = ReadFixture("ruff");
  ASSERT_EQ(log.runs.size(), 1);
  const sarif::Run& run = log.runs[0];
  EXPECT_EQ(run.tool, "ruff");
  EXPECT_EQ(run.version, "0.6.4");
  ASSERT_EQ(run.results.size(), 3);
  const Result& second = run.results[1];
  EXPECT_EQ(second.rule_id, "E711");
  EXPECT_EQ(run.rules[second.rule].name, "none-comparison");
  EXPECT_EQ(second.locations[0].region.start_line, 5);
  EXPECT_EQ(second.locations[0].region.end_column, 20);
  ASSERT_EQ(second.fixes.size(), 1);
  EXPECT_EQ(second.fixes[0].changes[0].replacements[0].inserted, "mask is None");
  EXPECT_FALSE(run.is_success) << "the log has no invocation";
}

TEST(ReadLog, FindsRulesOfExtensionsByTheirIndex) {
  const Log log = ReadFixture("codeql");
  const sarif::Run& run = log.runs[0];
  ASSERT_EQ(run.results.size(), 2);
  EXPECT_EQ(run.rules[run.results[0].rule].security_severity, 9.3);
  EXPECT_EQ(run.rules[run.results[1].rule].level, "note");
  EXPECT_EQ(run.results[0].message, "This code execution depends on a user-provided value.");
  EXPECT_EQ(run.results[0].fingerprints.at("partialFingerprints.primaryLocationLineHash"),
            "39fa2ee980eb94b0:1");
  EXPECT_TRUE(run.is_success);
}

TEST(ReadLog, ReadsFlowsAndFingerprintsOfSemgrep) {
  const Result result = ReadFixture("semgrep").runs[0].results[0];
  ASSERT_EQ(result.steps.size(), 2);
  EXPECT_EQ(result.steps[0].message, "Source: 'text'");
  EXPECT_EQ(result.fingerprints.at("fingerprints.matchBasedId/v1"), "0a1b2c_0");
}

TEST(ReadLog, ReadsEveryFixture) {
  for (const char* name : {"actionlint", "clang_tidy", "cppcheck", "shellcheck"}) {
    EXPECT_FALSE(ReadFixture(name).runs[0].results.empty()) << name;
  }
}

TEST(ReadLog, LooksMessagesUpByTheirId) {
  const Log log = Read(R"({"version": "2.1.0", "runs": [{"results": [
      {"ruleId": "R1/part", "message": {"id": "m", "arguments": ["x", "7"]}}],
      "tool": {"driver": {"name": "lint", "rules": [
        {"id": "R1", "messageStrings": {"m": {"text": "{0} is {1}, {{sic}}"}}}]}}}]})");
  EXPECT_EQ(log.runs[0].results[0].message, "x is 7, {sic}");
  EXPECT_EQ(log.runs[0].results[0].rule, 0) << "an id may name a part of a rule";
}

TEST(ReadLog, TellsSuppressedAndAbsentResults) {
  const Log log = Read(ResultsOf(R"(
      {"message": {"text": "a"}, "suppressions": [{"kind": "inSource"}]},
      {"message": {"text": "b"}, "suppressions": [{"kind": "external", "status": "rejected"}]},
      {"message": {"text": "c"}, "baselineState": "absent"})"));
  const std::vector<Result>& results = log.runs[0].results;
  EXPECT_TRUE(results[0].is_suppressed);
  EXPECT_FALSE(results[1].is_suppressed);
  EXPECT_TRUE(results[2].is_absent);
}

TEST(ReadLog, IsTolerantAboutWhatItDoesNotNeed) {
  const Log log = Read(ResultsOf(R"({"message": {"text": "a"}, "codeFlows": 7, "stacks": [[[]]],
      "properties": {"precision": {"deep": [1, 2]}}, "fingerprints": {"a": 1},
      "locations": [{"logicalLocations": [{"name": "f"}]}]})"));
  EXPECT_EQ(log.runs[0].results.size(), 1);
  EXPECT_TRUE(log.runs[0].results[0].locations.empty());
}

struct BrokenLog {
  const char* name;
  std::string text;
  std::string error;
};

class BrokenLogs : public ::testing::TestWithParam<BrokenLog> {};

TEST_P(BrokenLogs, NamesThePlaceAndWhatWasWanted) {
  EXPECT_EQ(ErrorOf(GetParam().text), absl::StrCat("a.sarif: ", GetParam().error));
}

INSTANTIATE_TEST_SUITE_P(
    All, BrokenLogs,
    ::testing::Values(
        BrokenLog{"NoJson", "{\n \"a\": }", "line 2, column 7: not valid JSON in UTF-8"},
        BrokenLog{"Array", "[]", "the log: found an array, wanted an object"},
        BrokenLog{"OldVersion", LogOf("", "1.0.0"),
                  "version: found \"1.0.0\", wanted \"2.1.0\"; have the tool write SARIF 2.1.0"},
        BrokenLog{"NoRuns", R"({"version": "2.1.0"})",
                  "runs: missing, wanted an array; this is no SARIF log"},
        BrokenLog{"NoTool", R"({"version": "2.1.0", "runs": [{}]})",
                  "runs[0].tool.driver.name: missing, wanted the tool's name"},
        BrokenLog{"NoMessage", ResultsOf(R"({"ruleId": "x"})"),
                  "runs[0].results[0].message: missing, wanted an object with \"text\" or \"id\""},
        BrokenLog{"EmptyMessage", ResultsOf(R"({"message": {}})"),
                  "runs[0].results[0].message: has neither \"text\" nor \"id\""},
        BrokenLog{"LineAsText",
                  ResultsOf(R"({"message": {"text": "a"}, "locations": [{"physicalLocation":
                               {"artifactLocation": {"uri": "a"},
                                "region": {"startLine": "3"}}}]})"),
                  "runs[0].results[0].locations[0].physicalLocation.region.startLine: found a "
                  "string, wanted a whole number"},
        BrokenLog{"ResultsAsObject", LogOf(R"("results": {})"),
                  "runs[0].results: found an object, wanted an array"},
        BrokenLog{"ResultAsText", ResultsOf("\"x\""),
                  "runs[0].results[0]: found a string, wanted an object"},
        BrokenLog{"KeyTwice", ResultsOf(R"({"ruleId": "a", "ruleId": "b"})"),
                  "runs[0].results[0].ruleId: stands twice in its object; wanted once"}),
    [](const auto& info) { return info.param.name; });

TEST(ReadLog, RefusesTextThatIsNoUtf8) {
  EXPECT_THAT(ErrorOf(ResultsOf("{\"message\": {\"text\": \"\xff\xfe\"}}")),
              HasSubstr("not valid JSON in UTF-8"));
}

TEST(ReadLog, BoundsDepth) {
  const std::string deep = absl::StrCat(std::string(1'000'000, '['), std::string(1'000'000, ']'));
  EXPECT_THAT(ErrorOf(LogOf(absl::StrCat(R"("artifacts": )", deep))),
              HasSubstr("nested more than 64 deep"));
  EXPECT_THAT(ErrorOf(LogOf(absl::StrCat(R"("skipped": )", deep))),
              HasSubstr("nested more than 64 deep"));
}

TEST(ReadLog, BoundsBytesAndResults) {
  EXPECT_THAT(ErrorOf(std::string(17 << 20, ' ')), HasSubstr("at most 16 MiB of a log are read"));
  std::string results = R"({"message":{"text":"a"}})";
  for (int i = 0; i < 100'000; ++i) results += R"(,{"message":{"text":"a"}})";
  EXPECT_EQ(ErrorOf(ResultsOf(results)),
            "a.sarif: runs[0].results[100000]: more than 100000 results; have the tool look at the "
            "changed files only");
}

TEST(ReadLog, BoundsValuesOfListsThatItKeeps) {
  std::string tags = "0";
  for (int i = 0; i < 1'000'000; ++i) tags += ",0";
  EXPECT_THAT(ErrorOf(LogOf(absl::StrCat(R"("artifacts": [)", tags, "]"))),
              HasSubstr("more than 1000000 values"));
}

TEST(ReadLog, SkipsMillionsOfValuesThatNobodyWants) {
  std::string values = "{}";
  for (int i = 0; i < 2'000'000; ++i) values += ",{}";
  EXPECT_EQ(Read(LogOf(absl::StrCat(R"("logicalLocations": [)", values, "]"))).runs.size(), 1);
}

TEST(CheckRoom, BoundsAllLogsOfAReview) {
  const auto of_size = [](size_t bytes) { return [bytes](size_t) { return bytes; }; };
  EXPECT_OK(CheckRoom(2, of_size(16 << 20)));
  EXPECT_EQ(CheckRoom(3, of_size(16 << 20)).message(),
            "3 SARIF logs of 48 MiB, at most 32 of 32 MiB together are read; have the tools look "
            "at the changed files only");
  EXPECT_FALSE(CheckRoom(33, of_size(1)).ok());
}

TEST(WithoutLinks, KeepsTheWordsOfALink) {
  EXPECT_EQ(WithoutLinks("a [call](1) of \\[x\\] and [docs](https://example.org/a)."),
            "a call of [x] and docs.");
  EXPECT_EQ(WithoutLinks("x[0] (1) [a[b](c)"), "x[0] (1) [ab");
  EXPECT_EQ(WithoutLinks("[open](1"), "[open](1");
}

}  // namespace
}  // namespace allreview::sarif

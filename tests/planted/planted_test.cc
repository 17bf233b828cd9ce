// Planted defects: small repositories in a file each, with a change that has one defect, and their
// clean twins.
//
//   <family>/<name>.defect.py   the defect, annotated as in a fixture of rules (fixture.h)
//   <family>/<name>.twin.py     the same change without it
//
// All rules run as users have them: what is off stays off. In the defect exactly what is annotated
// must be found; of the twin nobody may say anything. Hints, questions and praise do not count,
// unless they are what is annotated.

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/fixture.h"
#include "base/file.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::rules {
namespace {

constexpr absl::string_view kFolder = "tests/planted";
constexpr absl::string_view kDefect = ".defect.py";
constexpr absl::string_view kTwin = ".twin.py";

// Paths without their suffix, sorted.
std::vector<std::string> PlantedNames(absl::string_view suffix) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(std::string(kFolder))) {
    absl::string_view name = entry.path().native();
    if (absl::ConsumeSuffix(&name, suffix)) names.emplace_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

struct Reviewed {
  Fixture fixture;
  std::vector<Finding> findings;
};

Reviewed Review(const std::string& path) {
  const absl::StatusOr<std::string> text = ReadFile(path);
  EXPECT_OK(text);
  absl::StatusOr<Fixture> fixture = ParseFixture(text.ok() ? *text : "");
  EXPECT_OK(fixture) << path;
  if (!fixture.ok()) return {};
  std::vector<Finding> findings = AnalyseFixture(*fixture, 1, RuleTiers::kDefault).findings;
  return {*std::move(fixture), std::move(findings)};
}

// Leaves out what a reader may pass over, unless it is expected.
std::vector<Finding> Statements(const Reviewed& reviewed) {
  std::set<std::string> expected;
  for (const Fixture::Expectation& e : reviewed.fixture.expectations) expected.insert(e.rule_id);
  std::vector<Finding> findings = reviewed.findings;
  std::erase_if(findings, [&](const Finding& finding) {
    const bool is_minor = finding.is_hint || finding.kind != Kind::kDefect;
    return is_minor && expected.count(finding.rule_id) == 0;
  });
  return findings;
}

class Planted : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(All, Planted, testing::ValuesIn(PlantedNames(kDefect)),
                         [](const testing::TestParamInfo<std::string>& info) {
                           std::string name = info.param.substr(kFolder.size() + 1);
                           std::replace_if(
                               name.begin(), name.end(),
                               [](char c) { return !absl::ascii_isalnum(c); }, '_');
                           return name;
                         });

TEST_P(Planted, DefectIsFound) {
  const Reviewed reviewed = Review(absl::StrCat(GetParam(), kDefect));
  EXPECT_FALSE(reviewed.fixture.expectations.empty()) << "no defect is annotated";
  const std::vector<std::string> problems =
      CompareWithExpectations(reviewed.fixture, Statements(reviewed));
  EXPECT_TRUE(problems.empty()) << absl::StrJoin(problems, "\n");
}

TEST_P(Planted, TwinIsSilent) {
  const Reviewed reviewed = Review(absl::StrCat(GetParam(), kTwin));
  EXPECT_TRUE(reviewed.fixture.expectations.empty()) << "a twin has no defect";
  EXPECT_FALSE(reviewed.fixture.files.empty());
  const std::vector<std::string> problems =
      CompareWithExpectations(reviewed.fixture, Statements(reviewed));
  EXPECT_TRUE(problems.empty()) << absl::StrJoin(problems, "\n");
}

TEST(PlantedFiles, ComeInPairs) { EXPECT_EQ(PlantedNames(kDefect), PlantedNames(kTwin)); }

TEST(PlantedFiles, AreMany) { EXPECT_GE(PlantedNames(kDefect).size(), 40u); }

}  // namespace
}  // namespace allreview::rules

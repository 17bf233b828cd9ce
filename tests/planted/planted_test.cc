// Planted defects: small repositories in a file each, with a change that has one defect, and their
// clean twins. The format is that of the fixtures of rules (fixture.h), with the lines in which the
// two differ side by side:
//
//   #if defect
//       return x[rank]  # expect: some-rule
//   #else
//       return x[local_rank]
//   #endif
//
// All rules run as users have them, and with them those that the file annotates, which may be off.
// In the defect exactly what is annotated must be found; of the twin nobody may say anything.
// Hints, questions and praise do not count, unless they are what is annotated.

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/fixture.h"
#include "base/file.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::rules {
namespace {

constexpr absl::string_view kFolder = "tests/planted";

// Paths, sorted.
std::vector<std::string> PlantedFiles() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(std::string(kFolder))) {
    if (entry.path().extension() == ".py") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

enum class Variant { kDefect, kTwin };

std::string TextOf(absl::string_view text, Variant variant) {
  const absl::string_view name = variant == Variant::kDefect ? "#if defect" : "#if twin";
  std::string result;
  bool is_kept = true;
  for (absl::string_view line : absl::StrSplit(absl::StripSuffix(text, "\n"), '\n')) {
    if (absl::StartsWith(line, "#if ")) {
      is_kept = line == name;
    } else if (line == "#else") {
      is_kept = !is_kept;
    } else if (line == "#endif") {
      is_kept = true;
    } else if (is_kept) {
      absl::StrAppend(&result, line, "\n");
    }
  }
  return result;
}

struct Reviewed {
  Fixture fixture;
  std::vector<Finding> findings;
};

// "bare-except" for a line that ends with "# expect: bare-except", in either variant.
std::set<std::string> AnnotatedRules(absl::string_view text) {
  constexpr absl::string_view kMark = "# expect: ";
  std::set<std::string> rules;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    const size_t mark = line.find(kMark);
    if (mark == absl::string_view::npos) continue;
    for (absl::string_view rule : absl::StrSplit(line.substr(mark + kMark.size()), ", ")) {
      rules.emplace(absl::StripAsciiWhitespace(rule));
    }
  }
  return rules;
}

Reviewed Review(const std::string& path, Variant variant) {
  const absl::StatusOr<std::string> text = ReadFile(path);
  EXPECT_OK(text);
  absl::StatusOr<Fixture> fixture = ParseFixture(TextOf(text.value_or(""), variant));
  EXPECT_OK(fixture) << path;
  if (!fixture.ok()) return {};
  std::vector<Finding> findings = AnalyseFixture(*fixture, 1, AnnotatedRules(*text)).findings;
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

INSTANTIATE_TEST_SUITE_P(All, Planted, testing::ValuesIn(PlantedFiles()),
                         [](const testing::TestParamInfo<std::string>& info) {
                           std::string name = info.param.substr(kFolder.size() + 1);
                           std::replace_if(
                               name.begin(), name.end(),
                               [](char c) { return !absl::ascii_isalnum(c); }, '_');
                           return name;
                         });

TEST_P(Planted, DefectIsFound) {
  const Reviewed reviewed = Review(GetParam(), Variant::kDefect);
  EXPECT_FALSE(reviewed.fixture.expectations.empty()) << "no defect is annotated";
  const std::vector<std::string> problems =
      CompareWithExpectations(reviewed.fixture, Statements(reviewed));
  EXPECT_TRUE(problems.empty()) << absl::StrJoin(problems, "\n");
}

TEST_P(Planted, TwinIsSilent) {
  const Reviewed reviewed = Review(GetParam(), Variant::kTwin);
  EXPECT_TRUE(reviewed.fixture.expectations.empty()) << "a twin has no defect";
  EXPECT_FALSE(reviewed.fixture.files.empty());
  const std::vector<std::string> problems =
      CompareWithExpectations(reviewed.fixture, Statements(reviewed));
  EXPECT_TRUE(problems.empty()) << absl::StrJoin(problems, "\n");
}

TEST(PlantedFiles, AreMany) { EXPECT_GE(PlantedFiles().size(), 40u); }

}  // namespace
}  // namespace allreview::rules

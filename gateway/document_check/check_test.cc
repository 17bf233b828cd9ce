#include "gateway/document_check/check.h"

#include <chrono>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/status_matchers.h"
#include "gateway/document_check/diagrams.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::document_check {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr char kReview[] = R"(### 1. PR Summary

Text about `pkg/a.py:2`.

| a | b |
|---|---|
| 1 | 2 |

```mermaid
flowchart LR
  a["A"] --> b["B"]
```

### 2. Critical Issues [P0/P1]

None.

### 3. Suggestions [P2]

None.

### 4. Nitpicks [P3]

None.

### 5. Questions for Author

None.

### 6. GitHub Review Comments

None.
)";

ChangeFacts Facts() {
  return {.files = {{"pkg/a.py", {3, 1}}, {"pkg/new.py", {7, 0}}},
          .count_lines = [](const std::string& path) -> std::optional<int> {
            if (path == "pkg/a.py") return 10;
            return std::nullopt;
          },
          .count_old_lines = [](const std::string& path) -> std::optional<int> {
            if (path == "pkg/a.py") return 12;
            return std::nullopt;
          }};
}

std::vector<std::string> FaultsOf(absl::string_view text,
                                  Document document = report::v1::DOCUMENT_REVIEW) {
  const ChangeFacts facts = Facts();
  std::vector<std::string> faults;
  for (const Fault& fault : CheckDocument(text, {.document = document, .change = &facts})) {
    faults.push_back(absl::StrCat(fault.line, ": ", fault.text));
  }
  return faults;
}

std::string With(absl::string_view from, absl::string_view to) {
  return absl::StrReplaceAll(kReview, {{from, to}});
}

TEST(CheckDocument, FindsNothingInAGoodReview) { EXPECT_THAT(FaultsOf(kReview), IsEmpty()); }

TEST(CheckDocument, MissesSections) {
  EXPECT_THAT(FaultsOf(With("### 3. Suggestions [P2]", "Three")),
              ElementsAre("0: section \"3. Suggestions [P2]\" is missing"));
  EXPECT_THAT(FaultsOf(With("### 1. PR Summary", "### 7. Other")),
              ElementsAre("0: section \"1. PR Summary\" is missing"));
}

TEST(CheckDocument, TakesTitlesInAnyLanguage) {
  EXPECT_THAT(FaultsOf(With("1. PR Summary", "1. PR 摘要")), IsEmpty());
}

TEST(CheckDocument, FindsEmptyParts) {
  EXPECT_THAT(FaultsOf(With("[P2]\n\nNone.", "[P2]")),
              ElementsAre("18: section \"3. Suggestions [P2]\" is empty"));
  EXPECT_THAT(FaultsOf(With("| 1 | 2 |\n", "")), ElementsAre("5: the table has no rows"));
  EXPECT_THAT(FaultsOf(With("flowchart LR\n  a[\"A\"] --> b[\"B\"]\n", "")),
              ElementsAre("9: the block is empty"));
}

TEST(CheckDocument, TakesALineThatNamesEmptySectionsForThem) {
  const std::string text =
      "### 1. PR Summary\n\nText.\n\n### 4. Nitpicks [P3]\n\nText.\n\n"
      "Nothing under: 2, 3, 6.\n";
  EXPECT_THAT(FaultsOf(text), ElementsAre("0: section \"5. Questions for Author\" is missing"));
}

TEST(CheckDocument, FindsBlocksThatNeverEnd) {
  EXPECT_THAT(FaultsOf(absl::StrCat(kReview, "\n```\nx\n")),
              ElementsAre("34: the block is never closed"));
}

TEST(CheckDocument, FindsTextThatNobodyFilledIn) {
  EXPECT_THAT(FaultsOf(With("Text about", "The {what} of")),
              ElementsAre("3: a placeholder was not filled in"));
  EXPECT_THAT(FaultsOf(With("Text about", "TBD")), ElementsAre("3: placeholder text \"TBD\""));
  EXPECT_THAT(FaultsOf(With("Text about", "N/A")), ElementsAre("3: \"N/A\" without a reason"));
  EXPECT_THAT(FaultsOf(With("Text about", "N/A - no code in")), IsEmpty());
  EXPECT_THAT(FaultsOf(With("Text about", "Code may say `{what}`, as")), IsEmpty());
}

TEST(CheckDocument, WantsPlacesThatExist) {
  EXPECT_THAT(FaultsOf(With("a.py:2", "a.py:9-11")),
              ElementsAre("3: \"pkg/a.py:9-11\": the file has 10 lines"));
  EXPECT_THAT(FaultsOf(With("a.py:2", "b.py:1")),
              ElementsAre("3: \"pkg/b.py:1\": the repository has no such file"));
  EXPECT_THAT(FaultsOf(With("pkg/a.py:2", "dict[str:3]")), IsEmpty());
}

TEST(CheckDocument, KnowsPlacesBeforeTheChange) {
  EXPECT_THAT(FaultsOf(With("a.py:2`.", "a.py:12` before the change.")), IsEmpty());
  EXPECT_THAT(FaultsOf(With("a.py:2`.", "a.py:12`（变更前）。")), IsEmpty());
  EXPECT_THAT(FaultsOf(With("a.py:2`.", "a.py:13` before the change.")),
              ElementsAre("3: \"pkg/a.py:13\": the file has 12 lines"));
}

TEST(CheckDocument, LetsASuggestionDeleteLines) {
  EXPECT_THAT(FaultsOf(absl::StrCat(kReview, "\n```suggestion\n```\n")), IsEmpty());
}

TEST(CheckDocument, ComparesNumbersWithGit) {
  const auto with_numbers = [](absl::string_view lines) {
    return absl::StrCat(kReview, "\n```\n", lines, "\n```\n");
  };
  EXPECT_THAT(FaultsOf(with_numbers("pkg/a.py  [+3, -1]  # text")), IsEmpty());
  EXPECT_THAT(FaultsOf(with_numbers("pkg/old.py -> pkg/a.py  [+3, -1]")), IsEmpty());
  EXPECT_THAT(FaultsOf(with_numbers("pkg/a.py  [+3, -2]")),
              ElementsAre("35: \"pkg/a.py\" has +3, -1 by git, +3, -2 here"));
  EXPECT_THAT(FaultsOf(with_numbers("pkg/c.py  [+3, -2]")),
              ElementsAre("35: \"pkg/c.py\" is not part of the change"));
}

TEST(CheckDocument, WantsEveryFileInADeepDive) {
  std::vector<std::string> faults = FaultsOf(
      "## 1. TL;DR\n\nOne. Two. Three.\n\n## 2. Big Picture\n\n```text\npkg/a.py  [+3, "
      "-1]\n```\n",
      report::v1::DOCUMENT_DEEP_DIVE);
  EXPECT_THAT(faults, testing::Contains("0: the summary of files does not name \"pkg/new.py\""));
  EXPECT_THAT(faults, testing::Not(testing::Contains(testing::HasSubstr("sentences"))));
}

TEST(CheckDocument, CountsTheSentencesOfASummary) {
  const auto summary = [](absl::string_view text) {
    return FaultsOf(absl::StrCat("## 1. TL;DR\n\n", text, "\n\n## 2. Big Picture\n\nx\n"),
                    report::v1::DOCUMENT_DEEP_DIVE);
  };
  EXPECT_THAT(summary("One uses `a.b. c` of v1.2."),
              testing::Contains("1: the TL;DR has 1 sentences, wanted 2 to 5"));
  EXPECT_THAT(summary("一。二。三。"),
              testing::Not(testing::Contains(testing::HasSubstr("TL;DR has"))));
}

TEST(CheckDocument, TakesQuotationsForWhatTheyAre) {
  EXPECT_THAT(FaultsOf(With("Text about", "It raises \"no {name} here, TBD\" for")), IsEmpty());
  EXPECT_THAT(FaultsOf(With("Text about", "它会抛出“no {name} here, TBD”")), IsEmpty());
}

TEST(CheckDocument, KnowsCodeThatHoldsBackticksAndTypesOfDocstrings) {
  EXPECT_THAT(FaultsOf(With("Text about", "Raises ``no `x` for {self}`` and")), IsEmpty());
  EXPECT_THAT(FaultsOf(With("Text about", "Takes bits {int} of")), IsEmpty());
  EXPECT_THAT(FaultsOf(With("Text about", "Takes ``a`` of {file_name}, and")),
              ElementsAre("3: a placeholder was not filled in"));
}

TEST(CheckDocument, KnowsSectionsWithoutNumbersInBothLanguages) {
  EXPECT_THAT(FaultsOf("# 变更讲解\n\n## 背景\n\nx\n\n## 要解决的问题\n\nx\n\n## 解决方案\n\nx\n",
                       report::v1::DOCUMENT_EXPLANATION),
              IsEmpty());
  EXPECT_THAT(FaultsOf("# Explained\n\n## The solution\n\nx\n", report::v1::DOCUMENT_EXPLANATION),
              ElementsAre("0: section \"The problem\" is missing"));
}

TEST(CheckDocument, RefusesDiagramsThatNobodyCanRead) {
  std::string nodes;
  for (int i = 0; i < 61; ++i) absl::StrAppend(&nodes, "  n", i, "[\"x\"]\n");
  EXPECT_THAT(FaultsOf(With("  a[\"A\"] --> b[\"B\"]\n", nodes)),
              ElementsAre("9: the diagram has 61 nodes, more than 60"));
}

TEST(CheckDiagrams, AsksMermaid) {
  const CallControl control{.deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1)};
  ASSERT_OK_AND_ASSIGN(std::vector<Fault> faults, CheckDiagrams(kReview, control));
  EXPECT_THAT(faults, IsEmpty());
  ASSERT_OK_AND_ASSIGN(faults, CheckDiagrams(With("--> b", "--> b -->"), control));
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].line, 9);
  EXPECT_THAT(faults[0].text, testing::StartsWith("mermaid refuses the diagram: "));
}

}  // namespace
}  // namespace allreview::document_check

#include "analyzers/policy/ledger.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "absl/strings/str_cat.h"
#include "analyzers/policy/conclusion.h"
#include "gtest/gtest.h"

namespace allreview::policy {
namespace {

LedgerEntry Entry(std::string path, CoverageState state, std::string stage, int hunk = -1) {
  return {.path = std::move(path),
          .hunk = hunk,
          .state = state,
          .reason = state == CoverageState::kReviewed ? "" : "because",
          .file_class = FileClass::kSource,
          .language = "python",
          .stage = std::move(stage)};
}

LedgerInput RandomInput(std::mt19937& random) {
  const auto pick = [&](int n) { return static_cast<int>(random() % n); };
  const char* languages[] = {"", "python", "shell", "c++"};
  const char* stages[] = {"pull_request", "diff", "analysis", "gateway", "numerics"};
  LedgerInput input;
  for (int i = pick(6); i > 0; --i) {
    input.files.push_back(
        {absl::StrCat("f", pick(6)), static_cast<FileClass>(pick(12)), languages[pick(4)]});
  }
  for (int i = pick(12); i > 0; --i) {
    const CoverageState state = static_cast<CoverageState>(pick(9));
    input.reported.push_back({.path = absl::StrCat("f", pick(8)),
                              .hunk = pick(3) - 1,
                              .state = state,
                              .reason = pick(2) ? "because" : "",
                              .file_class = static_cast<FileClass>(pick(12)),
                              .language = languages[pick(4)],
                              .stage = stages[pick(5)],
                              .is_accepted = pick(5) == 0});
  }
  if (pick(2)) input.accepted_languages = {"shell"};
  return input;
}

template <typename Check>
void ForRandomInputs(Check check) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    std::mt19937 random(seed);
    const LedgerInput input = RandomInput(random);
    check(input, MergeLedger(input));
    if (testing::Test::HasFailure()) FAIL() << "seed " << seed;
  }
}

TEST(Ledger, LetsTheEntryWinThatClaimsLeast) {
  const auto ledger = MergeLedger({.reported = {
                                       Entry("a.py", CoverageState::kReviewed, "analysis"),
                                       Entry("a.py", CoverageState::kNotFetched, "pull_request"),
                                   }});
  ASSERT_EQ(ledger.size(), 1u);
  EXPECT_EQ(ledger[0].state, CoverageState::kNotFetched);
  EXPECT_EQ(ledger[0].stage, "pull_request");
}

TEST(Ledger, LetsTheEarlierStageWinInOneState) {
  const auto ledger = MergeLedger({.reported = {
                                       Entry("a.py", CoverageState::kOverBudget, "analysis"),
                                       Entry("a.py", CoverageState::kOverBudget, "diff"),
                                   }});
  ASSERT_EQ(ledger.size(), 1u);
  EXPECT_EQ(ledger[0].stage, "diff");
}

TEST(Ledger, NamesAFileThatNobodyReported) {
  const auto ledger = MergeLedger({.files = {{"a.py", FileClass::kSource, "python"}}});
  ASSERT_EQ(ledger.size(), 1u);
  EXPECT_EQ(ledger[0].state, CoverageState::kNotFetched);
  EXPECT_EQ(ledger[0].reason, "no service reported this file");
  EXPECT_TRUE(IsGap(ledger[0]));
}

TEST(Ledger, PutsAnUnreportedDocumentWhereItsClassBelongs) {
  const auto ledger = MergeLedger({.files = {{"a.md", FileClass::kDocumentation, "markdown"}}});
  ASSERT_EQ(ledger.size(), 1u);
  EXPECT_EQ(ledger[0].state, CoverageState::kData);
  EXPECT_FALSE(IsGap(ledger[0]));
}

TEST(Ledger, KeepsAHunkOnlyWhereItDiffersFromItsFile) {
  const auto ledger = MergeLedger({.reported = {
                                       Entry("a.py", CoverageState::kReviewed, "analysis"),
                                       Entry("a.py", CoverageState::kReviewed, "analysis", 0),
                                       Entry("a.py", CoverageState::kTimedOut, "analysis", 1),
                                   }});
  ASSERT_EQ(ledger.size(), 2u);
  EXPECT_EQ(ledger[1].hunk, 1);
  EXPECT_EQ(CountFiles(ledger).unreviewed, 1);
  EXPECT_EQ(CountFiles(ledger).reviewed, 0);
}

TEST(Ledger, AcceptsOnlyLanguagesThatPolicyNames) {
  LedgerEntry shell = Entry("run.sh", CoverageState::kUnsupported, "analysis");
  shell.language = "shell";
  LedgerEntry cuda = Entry("k.cu", CoverageState::kUnsupported, "analysis");
  cuda.language = "cuda";
  const auto ledger = MergeLedger({.reported = {shell, cuda}, .accepted_languages = {"shell"}});
  ASSERT_EQ(ledger.size(), 2u);
  EXPECT_TRUE(IsGap(ledger[0]));
  EXPECT_FALSE(IsGap(ledger[1]));
}

TEST(Ledger, DoesNotAcceptAnUnreadFileForItsLanguage) {
  LedgerEntry shell = Entry("run.sh", CoverageState::kNotFetched, "pull_request");
  shell.language = "shell";
  const auto ledger = MergeLedger({.reported = {shell}, .accepted_languages = {"shell"}});
  EXPECT_TRUE(IsGap(ledger.at(0)));
}

TEST(LedgerProperty, HoldsEachFileExactlyOnce) {
  ForRandomInputs([](const LedgerInput& input, const std::vector<LedgerEntry>& ledger) {
    std::set<std::string> wanted;
    for (const ListedFile& file : input.files) wanted.insert(file.path);
    for (const LedgerEntry& entry : input.reported) wanted.insert(entry.path);
    std::map<std::string, int> found;
    for (const LedgerEntry& entry : ledger) found[entry.path] += entry.hunk == -1;
    EXPECT_EQ(found.size(), wanted.size());
    for (const std::string& path : wanted) EXPECT_EQ(found[path], 1) << path;
  });
}

TEST(LedgerProperty, LeavesNoStateUnknownAndNoReasonOut) {
  ForRandomInputs([](const LedgerInput&, const std::vector<LedgerEntry>& ledger) {
    for (const LedgerEntry& entry : ledger) {
      EXPECT_NE(entry.state, CoverageState::kUnknown);
      EXPECT_EQ(entry.reason.is_empty(), entry.state == CoverageState::kReviewed);
    }
  });
}

TEST(LedgerProperty, IsReviewedOnlyWhenNoStageSaysLess) {
  ForRandomInputs([](const LedgerInput& input, const std::vector<LedgerEntry>& ledger) {
    for (const LedgerEntry& entry : ledger) {
      if (entry.hunk != -1 || entry.state != CoverageState::kReviewed) continue;
      for (const LedgerEntry& said : input.reported) {
        if (said.path != entry.path || said.hunk != -1) continue;
        EXPECT_TRUE(said.state == CoverageState::kReviewed ||
                    said.state == CoverageState::kUnknown);
      }
    }
  });
}

TEST(LedgerProperty, MergingAgainChangesNothing) {
  ForRandomInputs([](const LedgerInput& input, const std::vector<LedgerEntry>& ledger) {
    LedgerInput again = input;
    again.reported = ledger;
    EXPECT_EQ(MergeLedger(again), ledger);
    again.files.clear();
    EXPECT_EQ(MergeLedger(again), ledger);
  });
}

TEST(LedgerProperty, DoesNotDependOnTheOrderOfReports) {
  std::mt19937 shuffle(3);
  ForRandomInputs([&](LedgerInput input, const std::vector<LedgerEntry>& ledger) {
    std::shuffle(input.reported.begin(), input.reported.end(), shuffle);
    std::shuffle(input.files.begin(), input.files.end(), shuffle);
    EXPECT_EQ(MergeLedger(input), ledger);
  });
}

TEST(LedgerProperty, SuccessIsImpossibleWhileASourceFileIsUnreviewed) {
  int successes = 0;
  ForRandomInputs([&](const LedgerInput&, const std::vector<LedgerEntry>& ledger) {
    bool has_unreviewed = false;
    for (const LedgerEntry& entry : ledger) {
      const bool is_program =
          entry.file_class == FileClass::kSource || entry.file_class == FileClass::kTest;
      has_unreviewed |= is_program && entry.state != CoverageState::kReviewed && !entry.is_accepted;
    }
    const Verdict verdict = Conclude({.ledger = ledger}).verdict;
    if (has_unreviewed) {
      EXPECT_EQ(verdict, Verdict::kIncomplete);
    }
    successes += verdict == Verdict::kSuccess;
  });
  EXPECT_GT(successes, 50);
}

TEST(LedgerProperty, CountsEveryProgramFileOnce) {
  ForRandomInputs([](const LedgerInput&, const std::vector<LedgerEntry>& ledger) {
    std::set<std::string> programs;
    std::set<std::string> files;
    for (const LedgerEntry& entry : ledger) {
      files.insert(entry.path);
      const bool is_program =
          entry.file_class == FileClass::kSource || entry.file_class == FileClass::kTest;
      if (is_program) programs.insert(entry.path);
    }
    const FileCounts counts = CountFiles(ledger);
    EXPECT_GE(counts.must_be_reviewed, static_cast<int>(programs.size()));
    EXPECT_LE(counts.must_be_reviewed, static_cast<int>(files.size()));
  });
}

TEST(Ledger, KnowsWhatLiesInFilesAndFolders) {
  const std::vector<std::string> paths = {"train/loss.py", "tools/"};
  for (absl::string_view path : {"train/loss.py", "tools/a.py", "tools/b/c.py"}) {
    EXPECT_TRUE(LiesIn(path, paths)) << path;
  }
  for (absl::string_view path : {"train/loss.pyi", "toolshed/a.py", "a.py"}) {
    EXPECT_FALSE(LiesIn(path, paths)) << path;
  }
  EXPECT_FALSE(LiesIn("a.py", {}));
}

}  // namespace
}  // namespace allreview::policy

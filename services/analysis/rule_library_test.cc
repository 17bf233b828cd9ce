#include "services/analysis/rule_library.h"

#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/file.h"
#include "base/log.h"
#include "base/status_matchers.h"
#include "gtest/gtest.h"

namespace allreview::analysis {
namespace {

constexpr char kRule[] = R"(rules:
  - id: some-rule
    title: A title
    severity: P2
    impact: low
    pillar: correctness
    category: logic
    message: A message
    consequence: A consequence
    advice: An advice
    why: A reason.
    query: (call) @call
    tests: {bad: [f()], good: [f]}
)";

class RuleLibraryTest : public testing::Test {
 protected:
  void SetUp() override {
    SetMinLogLevel(LogLevel::kNone);
    const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
    folder_ = absl::StrCat(testing::TempDir(), "/rules-", name, "-", ::getpid());
    ASSERT_EQ(::mkdir(folder_.c_str(), 0700), 0);
  }
  std::string Write(const std::string& name, const std::string& content) {
    std::string path = absl::StrCat(folder_, "/", name);
    EXPECT_OK(WriteFile(path, content));
    return path;
  }
  RuleLibrary NewLibrary() { return RuleLibrary({.paths = {folder_}, .metrics = &metrics_}); }

  std::string folder_;
  host::Metrics metrics_;
};

TEST_F(RuleLibraryTest, ReadsTheRuleFilesOfAFolder) {
  Write("b.yaml", kRule);
  Write("a.yml", absl::StrReplaceAll(kRule, {{"some-rule", "other-rule"}}));
  Write("notes.txt", "nothing");
  RuleLibrary library = NewLibrary();
  const RuleLibrary::Look look = library.Now();
  ASSERT_EQ(look.files.size(), 2u);
  EXPECT_EQ(look.files[0].name, folder_ + "/a.yml");
  EXPECT_TRUE(look.problems.empty());
  EXPECT_EQ(library.Compile(look.files).rules->rules().size(), 2u);
}

TEST_F(RuleLibraryTest, SeesChangesAndRemovals) {
  RuleLibrary library = NewLibrary();
  EXPECT_TRUE(library.Now().files.empty());
  const std::string path = Write("a.yaml", kRule);
  EXPECT_EQ(library.Now().files.size(), 1u);
  Write("a.yaml", absl::StrCat(kRule, "# more\n"));
  EXPECT_TRUE(absl::StrContains(library.Now().files[0].content, "# more"));
  ::unlink(path.c_str());
  EXPECT_TRUE(library.Now().files.empty());
}

TEST_F(RuleLibraryTest, KeepsTheLastGoodVersionOfABrokenFile) {
  const std::string path = Write("a.yaml", kRule);
  RuleLibrary library = NewLibrary();
  library.Now();
  Write("a.yaml", "rules: 5\n");
  const RuleLibrary::Look look = library.Now();
  ASSERT_EQ(look.files.size(), 1u);
  EXPECT_EQ(look.files[0].content, kRule);
  EXPECT_TRUE(look.problems.empty());
  ASSERT_EQ(look.stale.size(), 1u);
  EXPECT_EQ(look.stale[0].file, path);
  EXPECT_TRUE(absl::StrContains(metrics_.Text(), "allreview_rule_files{state=\"broken\"} 1"))
      << metrics_.Text();
  Write("a.yaml", absl::StrCat(kRule, "\n"));
  EXPECT_TRUE(library.Now().stale.empty());
}

TEST_F(RuleLibraryTest, SaysWhatIsWrongWithAFileThatNeverWasGood) {
  Write("a.yaml", "rules: 5\n");
  RuleLibrary library = NewLibrary();
  const RuleLibrary::Look look = library.Now();
  EXPECT_TRUE(look.files.empty());
  ASSERT_EQ(look.problems.size(), 1u);
  EXPECT_EQ(library.At({folder_ + "/none.yaml"}).problems.size(), 1u);
}

TEST_F(RuleLibraryTest, RefusesIdsOfBuiltInRules) {
  Write("a.yaml", kRule);
  RuleLibrary library({.paths = {folder_}, .built_in_ids = {"some-rule"}});
  EXPECT_EQ(library.Now().problems.size(), 1u);
}

TEST_F(RuleLibraryTest, CompilesEachCombinationOnce) {
  RuleLibrary library({});
  const auto first = library.Compile({{"a.yaml", kRule}}).rules;
  EXPECT_EQ(library.Compile({{"a.yaml", kRule}}).rules, first);
  for (int i = 0; i < 20; ++i) library.Compile({{absl::StrCat("x", i), kRule}});
  EXPECT_NE(library.Compile({{"a.yaml", kRule}}).rules, first);
}

}  // namespace
}  // namespace allreview::analysis

#include "services/analysis/change_model/intent/intent.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::analysis {
namespace {

using policy::FileClass;
using testing::ElementsAre;

v1::Intent IntentOf(const std::string& title, const std::string& body,
                    std::vector<std::string> commits = {}) {
  const change::Description description{
      .title = title, .body = body, .commit_messages = std::move(commits)};
  return DeriveIntent({.description = description});
}

struct TitleCase {
  const char* name;
  const char* title;
  const char* kind;
};
class IntentKind : public testing::TestWithParam<TitleCase> {};

TEST_P(IntentKind, IsReadFromTheTitle) {
  EXPECT_EQ(IntentOf(GetParam().title, "").kind(), GetParam().kind);
}

INSTANTIATE_TEST_SUITE_P(
    Table, IntentKind,
    testing::Values(TitleCase{"Plain", "fix: handle empty batch", "fix"},
                    TitleCase{"Scope", "feat(router)!: add top-k", "feature"},
                    TitleCase{"Brackets", "[Docs] say more", "docs"},
                    TitleCase{"BracketsBeforePrefix", "[dev] perf(moe): fewer copies",
                              "performance"},
                    TitleCase{"PartBeforeVerb", "MoE: fix the capacity", "fix"},
                    TitleCase{"Revert", "Revert \"fix: it\"", "revert"},
                    TitleCase{"Fix", "Fix the router: again", "fix"},
                    TitleCase{"Add", "Add a router", "feature"},
                    TitleCase{"AddTests", "Add unit tests for the router", "test"},
                    TitleCase{"Remove", "Fully remove the old router", "removal"},
                    TitleCase{"SavesWork", "Avoid redundant copies of the cache", "performance"},
                    TitleCase{"Bump", "Bump torch to 2.4", "build"},
                    TitleCase{"UpdateWorkflow", "Update workflow of nightly runs", "build"},
                    TitleCase{"Update", "Update the router", ""},
                    TitleCase{"Noun", "Router improvements", ""},
                    TitleCase{"Upload", "Add files via upload", ""},
                    TitleCase{"Chinese", "修复路由的容量", "fix"}, TitleCase{"Empty", "", ""}),
    [](const auto& info) { return info.param.name; });

TEST(IntentKind, IsThatOfAllFilesWhenTheTitleDoesNotTell) {
  EXPECT_EQ(KindOfIntent("Router", {{"tests/test_a.py", FileClass::kTest},
                                    {"tests/golden.json", FileClass::kData},
                                    {"pkg/test/golden.json", FileClass::kData},
                                    {"pkg/unit_tests/golden.json", FileClass::kData}}),
            "test");
  EXPECT_EQ(KindOfIntent("Router", {{"a.md", FileClass::kDocumentation}}), "docs");
  EXPECT_EQ(KindOfIntent("Router", {{".github/workflows/x.yml", FileClass::kConfiguration}}),
            "build");
  EXPECT_EQ(KindOfIntent("Router", {{"a.py", FileClass::kSource}}), "");
  EXPECT_EQ(KindOfIntent("Router", {}), "");
}

TEST(Intent, TakesTheKindOfAMergeFromItsBody) {
  EXPECT_EQ(
      IntentOf("Merge branch 'a' into 'main'", "tests: move them\n\nSee merge request x!1").kind(),
      "test");
}

TEST(Intent, ReadsTheLanguageFromTheScript) {
  EXPECT_EQ(IntentOf("Add a router", "It routes.").language(), "en");
  EXPECT_EQ(IntentOf("修复 RouterConfig 的默认值错误", "").language(), "zh");
  EXPECT_EQ(IntentOf("Add 中 to a long English sentence about routers", "").language(), "en");
  EXPECT_EQ(IntentOf("", "").language(), "en");
}

TEST(Intent, CollectsClosedIssuesOnly) {
  EXPECT_THAT(IntentOf("Fixes #12", "Closes: #3, see #4; resolves #3").linked_issues(),
              ElementsAre("#12", "#3"));
}

TEST(Intent, SaysWhichSymbolsEachSentenceSpeaksOf) {
  google::protobuf::RepeatedPtrField<v1::ChangedSymbol> symbols;
  const auto add = [&](const char* name, v1::SymbolKind kind = v1::SYMBOL_KIND_FUNCTION) {
    symbols.Add()->set_name(name);
    symbols[symbols.size() - 1].set_path("pkg/router.py");
    symbols[symbols.size() - 1].set_kind(kind);
  };
  add("");
  symbols[0].set_kind(v1::SYMBOL_KIND_MODULE);
  add("Router.route");
  add("Router.forward");
  add("Config.top_k", v1::SYMBOL_KIND_FIELD);
  add("--top-k", v1::SYMBOL_KIND_FLAG);
  const change::Description description{
      .title = "Route",
      .body =
          "We route forward. Makes `Router.route` faster, and `forward`.\n\n"
          "Adds top_k. Call self.route() as router.py says.",
      .commit_messages = {}};
  std::vector<std::string> found;
  const v1::Intent intent = DeriveIntent({.description = description, .symbols = &symbols});
  for (const v1::Sentence& s : intent.sentences()) {
    found.push_back(absl::StrJoin(s.symbols(), " "));
  }
  EXPECT_THAT(found, ElementsAre("", "pkg/router.py:Router.route pkg/router.py:Router.forward",
                                 "pkg/router.py:Config.top_k pkg/router.py:--top-k",
                                 "pkg/router.py:Router.route pkg/router.py:"));
}

TEST(Intent, ListensToCommitsWhenTheBodyIsSilent) {
  const v1::Intent intent = IntentOf(
      "Router", "", {"Add a router\n\nTokens were lost because of it.", "Fix the tests\n"});
  std::vector<std::string> found;
  for (const v1::Sentence& s : intent.sentences()) {
    found.push_back(absl::StrCat(v1::Sentence::Role_Name(s.role()), " ", s.text()));
  }
  EXPECT_THAT(found,
              ElementsAre("ROLE_WHAT Add a router", "ROLE_WHY Tokens were lost because of it.",
                          "ROLE_WHAT Fix the tests"));
}

}  // namespace
}  // namespace allreview::analysis

#include "services/analysis/change_model/intent/intent.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/analysis/change_model/intent/chatter.h"

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
  EXPECT_THAT(found, testing::UnorderedElementsAre(
                         "", "pkg/router.py:Router.route pkg/router.py:Router.forward",
                         "pkg/router.py:Config.top_k pkg/router.py:--top-k",
                         "pkg/router.py:Router.route pkg/router.py:"));
}

std::vector<std::string> Told(const v1::Intent& intent) {
  std::vector<std::string> told;
  for (const v1::Sentence& s : intent.sentences()) {
    told.push_back(absl::StrCat(v1::Sentence::Role_Name(s.role()), " ", s.text()));
  }
  return told;
}

TEST(Intent, ListensToCommitsWhenTheBodyIsSilent) {
  EXPECT_THAT(Told(IntentOf("Router", "",
                            {"Add a router for experts\n\nTokens were lost because of the old one.",
                             "Fix the tests\n", "[pre-commit.ci] auto fixes\n", "nit\n"})),
              ElementsAre("ROLE_PROBLEM Tokens were lost because of the old one.",
                          "ROLE_WHAT Add a router for experts"));
}

TEST(Chatter, IsWhatSaysNothingOfTheChange) {
  for (const char* text :
       {"nit", "fix lint", "modify comment.", "Update router.py", "address review",
        "Co-authored-by: A <a@b>", "apply suggestions from code review", "for reference.",
        "py1g in progress", "fixed comments, nits, etc.", "Fix indent",
        "Then it can be loaded like this:", "Reland of #12.",
        "Before fixing those, I would like to know what you think."}) {
    EXPECT_TRUE(IsChatter(text)) << text;
  }
  for (const char* text : {"In bf16 the sum is wrong", "Fix the router", "Add support for graphs",
                           "Remove the cache of weights", "Fix a crash"}) {
    EXPECT_FALSE(IsChatter(text)) << text;
  }
}

// A sentence of the code, new and without further properties.
intent::Sentence Comment(const char* text, int line, intent::Roles roles) {
  return {.text = text,
          .roles = roles,
          .path = "a.py",
          .first_line = line,
          .last_line = line,
          .section = {},
          .owner = "f",
          .subject = {},
          .is_touched = true};
}

v1::Intent IntentOfCode(const std::vector<intent::Sentence>& said) {
  const change::Description description{.title = "T", .body = "", .commit_messages = {}};
  return DeriveIntent({.description = description, .said = &said});
}

TEST(Intent, PutsProblemsBeforeInvariantsAndNewBeforeGone) {
  std::vector<intent::Sentence> said = {
      Comment("The groups must cover each key that the scheduler reads.", 1,
              {intent::Role::kInvariant}),
      Comment("The old order was kept because files relied on the order.", 4,
              {intent::Role::kReason}),
      Comment("Groups that differ in one key collide in the matching table.", 9,
              {intent::Role::kProblem})};
  said[1].presence = intent::Presence::kBefore;
  const v1::Intent intent = IntentOfCode(said);
  EXPECT_THAT(
      Told(intent),
      ElementsAre("ROLE_PROBLEM Groups that differ in one key collide in the matching table.",
                  "ROLE_REASON The old order was kept because files relied on the order.",
                  "ROLE_INVARIANT The groups must cover each key that the scheduler "
                  "reads."));
  EXPECT_EQ(intent.sentences(1).state(), v1::Sentence::STATE_GONE);
  EXPECT_EQ(intent.sentences(1).range().side(), change::v1::SIDE_LEFT);
}

TEST(Intent, QuotesWithASentenceTheOneThatItLeansOn) {
  const v1::Intent intent = IntentOfCode(
      {Comment("Two groups with the same key share an entry of the table.", 1, {}),
       Comment("That loses the rate of the first one on load.", 2, {intent::Role::kProblem})});
  EXPECT_THAT(Told(intent),
              ElementsAre("ROLE_PROBLEM Two groups with the same key share an entry of the table. "
                          "That loses the rate of the first one on load."));
  EXPECT_EQ(intent.sentences(0).range().first_line(), 1);
  EXPECT_EQ(intent.sentences(0).range().end_line(), 3);
}

TEST(Intent, QuotesACommentAsAWhole) {
  EXPECT_THAT(
      Told(IntentOfCode({Comment("Off, as the buffer is kept for each layer of the model.", 1, {}),
                         Comment("Switch it on to save time where memory is large.", 2,
                                 {intent::Role::kReason})})),
      ElementsAre("ROLE_REASON Off, as the buffer is kept for each layer of the model. "
                  "Switch it on to save time where memory is large."));
}

TEST(Intent, SaysOnceWhatStandsAtTwoPlaces) {
  EXPECT_EQ(IntentOfCode({Comment("Duplicate keys silently overwrite an entry of the table.", 1,
                                  {intent::Role::kProblem}),
                          Comment("Duplicate keys silently overwrite entries of the table.", 50,
                                  {intent::Role::kProblem})})
                .sentences_size(),
            1);
}

TEST(Intent, LeavesOutWhatOnlyMovedOrStays) {
  std::vector<intent::Sentence> said = {Comment(
      "Groups that differ in one key collide in the matching table.", 9, {intent::Role::kProblem})};
  said[0].presence = intent::Presence::kBoth;
  EXPECT_EQ(IntentOfCode(said).sentences_size(), 0);
}

TEST(Intent, PutsTheDocstringOfANewModuleBeforeComments) {
  std::vector<intent::Sentence> said = {
      Comment("The table is sorted because the scheduler reads it in order.", 30,
              {intent::Role::kReason}),
      Comment("Blocks are shifted at random because downloads are to be balanced.", 3,
              {intent::Role::kReason})};
  said[1].source = intent::Source::kDocstring;
  said[1].owner = "";
  said[1].subject.kind = intent::Subject::Kind::kModule;
  EXPECT_THAT(
      Told(IntentOfCode(said)),
      ElementsAre("ROLE_REASON Blocks are shifted at random because downloads are to be balanced.",
                  "ROLE_REASON The table is sorted because the scheduler reads it in "
                  "order."));
}

TEST(Intent, TakesNoErrorMessageForAReason) {
  std::vector<intent::Sentence> said = {Comment(
      "Expected the scheme to be azure, because others are lost.", 9, {intent::Role::kReason})};
  said[0].source = intent::Source::kMessage;
  EXPECT_EQ(IntentOfCode(said).sentences_size(), 0);
}

TEST(Intent, IsBounded) {
  std::vector<intent::Sentence> said;
  for (int i = 0; i < 20'000; ++i) {
    said.push_back(Comment("x", i, {intent::Role::kProblem}));
    said.back().text = absl::StrCat("It loses a", i, " b", i, " c", i, " d", i, " e", i, " f", i,
                                    " because keys are missing.");
  }
  EXPECT_EQ(IntentOfCode(said).sentences_size(), 40);
}

}  // namespace
}  // namespace allreview::analysis

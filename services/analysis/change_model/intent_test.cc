#include "services/analysis/change_model/intent.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::analysis {
namespace {

struct TitleCase {
  const char* name;
  const char* title;
  const char* kind;
};
class IntentKind : public testing::TestWithParam<TitleCase> {};

TEST_P(IntentKind, IsReadFromTheTitle) {
  EXPECT_EQ(DeriveIntent(GetParam().title, "").kind(), GetParam().kind);
}

INSTANTIATE_TEST_SUITE_P(Table, IntentKind,
                         testing::Values(TitleCase{"Plain", "fix: handle empty batch", "fix"},
                                         TitleCase{"Scope", "feat(router)!: add top-k", "feature"},
                                         TitleCase{"Brackets", "[Docs] say more", "docs"},
                                         TitleCase{"Revert", "Revert \"fix: it\"", "revert"},
                                         TitleCase{"Prose", "fix the router: again", ""},
                                         TitleCase{"OtherWord", "router: fix it", ""},
                                         TitleCase{"Empty", "", ""}),
                         [](const auto& info) { return info.param.name; });

TEST(Intent, ReadsTheLanguageFromTheScript) {
  EXPECT_EQ(DeriveIntent("Add a router", "It routes.").language(), "en");
  EXPECT_EQ(DeriveIntent("修复 RouterConfig 的默认值错误", "").language(), "zh");
  EXPECT_EQ(DeriveIntent("Add 中 to a long English sentence about routers", "").language(), "en");
  EXPECT_EQ(DeriveIntent("", "").language(), "en");
}

TEST(Intent, CollectsClosedIssuesOnly) {
  EXPECT_THAT(DeriveIntent("Fixes #12", "Closes: #3, see #4; resolves #3").linked_issues(),
              testing::ElementsAre("#3", "#12"));
}

}  // namespace
}  // namespace allreview::analysis

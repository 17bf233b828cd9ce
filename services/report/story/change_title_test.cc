#include "services/report/story/change_title.h"

#include "gtest/gtest.h"

namespace allreview::report {
namespace {

std::string Titled(const char* title) {
  change::v1::ChangeInfo change;
  change.set_title(title);
  return TitleOf(change);
}

TEST(ChangeTitle, DropsTagsKindsAndNumbers) {
  EXPECT_EQ(Titled("[core][dev] share buffers (#12)"), "Share buffers");
  EXPECT_EQ(Titled("feat(router): add a table."), "Add a table");
  EXPECT_EQ(Titled("GROUP/project!27 - Skip broken samples"), "Skip broken samples");
  EXPECT_EQ(Titled("fix: keep the key"), "fix: keep the key");
  EXPECT_EQ(Titled("top_k is gone"), "top_k is gone");
  EXPECT_EQ(Titled("Merge branch 'a' into 'b'"), "");
}

TEST(ChangeTitle, CountsTheWordsOfANameThatItHas) {
  EXPECT_EQ(WordsInTitle("Add a router for tokens", "TokenRouter"), 2);
  EXPECT_EQ(WordsInTitle("Add a router", "make_table"), 0);
}

}  // namespace
}  // namespace allreview::report

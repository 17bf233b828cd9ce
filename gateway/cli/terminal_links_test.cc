#include "gateway/cli/terminal_links.h"

#include <cstdlib>
#include <filesystem>

#include "gtest/gtest.h"

namespace allreview::cli {
namespace {

constexpr char kText[] =
    "P1 \033]8;;a.py\033\\a.py:6\033]8;;\033\\ Title "
    "\033]8;;https://pytorch.org/x\033\\[rule]\033]8;;\033\\\n";

TEST(WithLinks, LeadsToTheFilesThatAreHere) {
  EXPECT_EQ(WithLinks(kText, {.is_wanted = true, .files_url = "file://desk/srv/train/"}),
            "P1 \033]8;;file://desk/srv/train/a.py\033\\a.py:6\033]8;;\033\\ Title "
            "\033]8;;https://pytorch.org/x\033\\[rule]\033]8;;\033\\\n");
}

TEST(WithLinks, LeavesOutFilesThatAreElsewhere) {
  EXPECT_EQ(WithLinks(kText, {.is_wanted = true}),
            "P1 a.py:6 Title \033]8;;https://pytorch.org/x\033\\[rule]\033]8;;\033\\\n");
}

TEST(WithLinks, LeavesNoneWhereNoneAreWanted) {
  EXPECT_EQ(WithLinks(kText, {.files_url = "file://desk/srv/train/"}), "P1 a.py:6 Title [rule]\n");
  EXPECT_EQ(WithLinks("plain \033[31mred\033[0m \033]8;;", {}),
            "plain \033[31mred\033[0m \033]8;;");
}

TEST(FilesUrl, IsOfTheFolderThatHasTheFiles) {
  std::string folder = testing::TempDir() + "a b-XXXXXX";
  folder = mkdtemp(folder.data());
  const Environment environment = {.host = "desk"};
  change::v1::ChangeRef ref;
  ref.mutable_local()->set_path(folder);
  EXPECT_EQ(FilesUrl(environment, ref), "") << "a bare repository";
  std::filesystem::create_directories(folder + "/.git");
  const std::string url = FilesUrl(environment, ref);
  EXPECT_EQ(url.substr(0, 12), "file://desk/");
  EXPECT_NE(url.find("a%20b-"), std::string::npos) << url;
  EXPECT_EQ(url.back(), '/');
  ref.mutable_patch()->set_repository(folder);
  EXPECT_EQ(FilesUrl(environment, ref), url);
  ref.mutable_directories()->set_after("/srv/new");
  EXPECT_EQ(FilesUrl(environment, ref), "file://desk/srv/new/");
  ref.mutable_github()->set_owner("acme");
  EXPECT_EQ(FilesUrl(environment, ref), "");
}

}  // namespace
}  // namespace allreview::cli

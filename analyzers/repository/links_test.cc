#include "analyzers/repository/links.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::repository {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(FollowLinks, LeadsToFilesAndToThoseOfFolders) {
  EXPECT_THAT(FollowLinks({"a.py", "csrc/deep/b.py", "csrc/op.py", "csrc2/c.py"},
                          {{"pkg/ops", "../csrc"}, {"pkg/a.py", "../a.py"}}),
              ElementsAre(Link{"pkg/a.py", "a.py"}, Link{"pkg/ops/deep/b.py", "csrc/deep/b.py"},
                          Link{"pkg/ops/op.py", "csrc/op.py"}));
}

TEST(FollowLinks, FollowsChainsAndLinksOnTheWay) {
  EXPECT_THAT(
      FollowLinks({"real/x.py"}, {{"one", "two"}, {"three.py", "one/x.py"}, {"two", "./real/"}}),
      ElementsAre(Link{"one/x.py", "real/x.py"}, Link{"three.py", "real/x.py"},
                  Link{"two/x.py", "real/x.py"}));
}

TEST(FollowLinks, StaysInsideOfTheTree) {
  EXPECT_THAT(FollowLinks({"etc/passwd", "a.py"}, {{"absolute", "/etc/passwd"},
                                                   {"pkg/out", "../../a.py"},
                                                   {"pkg/gone.py", "nothing.py"},
                                                   {"empty", ""}}),
              IsEmpty());
}

TEST(FollowLinks, EndsInCirclesAndFoldersThatHoldTheLink) {
  EXPECT_THAT(FollowLinks({"pkg/a.py"}, {{"one", "two"},
                                         {"two", "one"},
                                         {"self", "self"},
                                         {"self2", "self2/x"},
                                         {"pkg/again", "."},
                                         {"pkg/root", ".."}}),
              IsEmpty());
}

TEST(FollowLinks, IsBounded) {
  std::vector<std::string> files;
  for (int i = 100; i < 400; ++i) files.push_back("pkg/f" + std::to_string(i) + ".py");
  std::map<std::string, std::string> links;
  for (int i = 0; i < 300; ++i) links["link" + std::to_string(i)] = "pkg";
  EXPECT_EQ(FollowLinks(files, links).size(), 20000u);

  std::map<std::string, std::string> chain = {{"l0", "pkg/f100.py"}};
  for (int i = 1; i < 60; ++i) {
    chain["l" + std::to_string(i)] = "l" + std::to_string(i - 1);
  }
  EXPECT_EQ(FollowLinks(files, chain).size(), 40u);
}

}  // namespace
}  // namespace allreview::repository

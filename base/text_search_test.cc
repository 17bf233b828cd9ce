#include "base/text_search.h"

#include <string>

#include "absl/strings/match.h"
#include "gtest/gtest.h"

namespace allreview {
namespace {

TEST(TextSearch, FindsAPartAnywhereInALongText) {
  const std::string text = std::string(5000, 'a') + "abaab" + std::string(3, 'a');
  for (absl::string_view part :
       {"", "a", "b", "ab", "aba", "abaab", "baabaaa", "bb", "abaabaaaa"}) {
    EXPECT_EQ(LongTextHolds(text, part), absl::StrContains(text, part)) << part;
  }
  EXPECT_FALSE(LongTextHolds("", "a"));
  EXPECT_TRUE(LongTextHolds(absl::string_view("a\0b", 3), absl::string_view("\0b", 2)));
}

TEST(TextSearch, FindsAnyOfSeveralParts) {
  EXPECT_TRUE(HoldsAnyOf("pkg/tests/a.py", {"tools/", "tests/"}));
  EXPECT_TRUE(HoldsAnyOf("tests/a.py", {"tests/"}));
  EXPECT_TRUE(HoldsAnyOf("a_pb2", {"/generated/", "_pb2"}));
  EXPECT_FALSE(HoldsAnyOf("pkg/test", {"tests", "tools"}));
  EXPECT_FALSE(HoldsAnyOf("", {"a"}));
  EXPECT_FALSE(HoldsAnyOf("abc", {}));
  EXPECT_TRUE(HoldsAnyOf("\xC3\xA9t\xC3\xA9", {"\xA9t"}));
}

TEST(TextSearch, FindsFoldersByTheirWholeNames) {
  EXPECT_TRUE(HasFolder("tests/a.py", {"test", "tests"}));
  EXPECT_TRUE(HasFolder("pkg/tests/unit/a.py", {"tests"}));
  EXPECT_FALSE(HasFolder("pkg/tests", {"tests"}));  // A file.
  EXPECT_FALSE(HasFolder("my_tests/tests.py", {"tests"}));
  EXPECT_FALSE(HasFolder("", {"tests"}));
}

}  // namespace
}  // namespace allreview

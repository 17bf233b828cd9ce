#include "base/last_answer.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace allreview {
namespace {

TEST(LastAnswer, IsAskedForOncePerRunOfQuestions) {
  std::vector<std::string> asked;
  LastAnswer<size_t> last;
  const auto length_of = [&](const std::string& text) {
    return last.To(text, [&] {
      asked.push_back(text);
      return text.size();
    });
  };
  EXPECT_EQ(length_of(""), 0u);  // No question was asked before.
  for (int i = 0; i < 3; ++i) EXPECT_EQ(length_of("path"), 4u);
  EXPECT_EQ(length_of("other path"), 10u);
  EXPECT_EQ(length_of("path"), 4u);
  EXPECT_EQ(asked, (std::vector<std::string>{"", "path", "other path", "path"}));
}

}  // namespace
}  // namespace allreview

#include "analyzers/intent/plain_comments.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::intent {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Said(absl::string_view language, absl::string_view text) {
  std::vector<std::string> said;
  for (const Sentence& sentence : SentencesOfComments("a", language, text)) {
    said.push_back(sentence.text);
  }
  return said;
}

TEST(PlainComments, OfAWorkflowAreParagraphs) {
  const std::vector<Sentence> sentences =
      SentencesOfComments("ci.yml", "yaml",
                          "jobs:\n"
                          "  build:\n"
                          "    # One donor only, because two of them\n"
                          "    # make the cache miss. Key 0 is the baseline.\n"
                          "    key: 0  # not on a line of its own\n");
  ASSERT_EQ(sentences.size(), 2);
  EXPECT_EQ(sentences[0].text, "One donor only, because two of them make the cache miss.");
  EXPECT_EQ(sentences[0].path, "ci.yml");
  EXPECT_EQ(sentences[0].first_line, 3);
  EXPECT_EQ(sentences[0].last_line, 4);
  EXPECT_TRUE(sentences[0].roles.Has(Role::kReason));
  EXPECT_EQ(sentences[0].subject.name, "key: 0  # not on a line of its own");
  EXPECT_EQ(sentences[0].subject.first_line, 5);
  EXPECT_EQ(sentences[1].text, "Key 0 is the baseline.");
}

TEST(PlainComments, OfKernelsHaveTwoForms) {
  EXPECT_THAT(Said("cuda",
                   "// The tail is padded.\n"
                   "int x;\n"
                   "/* Each warp takes a row,\n"
                   " * so that loads coalesce. */\n"
                   "__global__ void f();\n"
                   "/** Done. */ int y;\n"),
              ElementsAre("The tail is padded.", "Each warp takes a row, so that loads coalesce.",
                          "Done."));
}

TEST(PlainComments, LeaveOutCodeNoticesAndMarks) {
  EXPECT_THAT(Said("shell",
                   "#!/bin/bash\n"
                   "# Copyright (c) 2026, Somebody. All rights reserved.\n"
                   "\n"
                   "# export X=1\n"
                   "# run_steps: 10\n"
                   "# if [ -n \"${X}\" ]; then\n"
                   "# shellcheck disable=SC2086\n"
                   "# ------------\n"),
              IsEmpty());
  EXPECT_THAT(Said("python", "# Another reader's.\n"), IsEmpty());
}

TEST(PlainComments, AreBoundedWhenNothingClosesThem) {
  std::string text = "/* ";
  for (int i = 0; i < 200'000; ++i) text += "a word. More\n";
  EXPECT_LE(Said("c++", text).size(), 20'000);
}

}  // namespace
}  // namespace allreview::intent

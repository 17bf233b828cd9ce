#include "analyzers/spelling/dictionary.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::spelling {
namespace {

TEST(Dictionary, KnowsWordsWithOneCorrection) {
  const Dictionary dictionary(
      {.misspellings =
           [] {
             return MappedFile::Of("ABd->bad\nacount->account\nrecieve->receive\nteh->the, eh\n");
           },
       .words = [] { return MappedFile::Of("\naccount\nEngland\nharness\n"); }});
  EXPECT_EQ(dictionary.CorrectionOf("abd"), "bad");
  EXPECT_EQ(dictionary.CorrectionOf("acount"), "account");
  EXPECT_EQ(dictionary.CorrectionOf("recieve"), "receive");
  EXPECT_EQ(dictionary.CorrectionOf("teh"), "");
  EXPECT_EQ(dictionary.CorrectionOf("receive"), "");
  EXPECT_EQ(dictionary.CorrectionOf("zzz"), "");
  EXPECT_EQ(dictionary.CorrectionOf(""), "");
  EXPECT_TRUE(dictionary.IsEnglish("harness"));
  EXPECT_TRUE(dictionary.IsEnglish("england"));
  EXPECT_TRUE(dictionary.IsEnglish("receive"));
  EXPECT_FALSE(dictionary.IsEnglish("arness"));
}

TEST(Dictionary, SaysWhatIsMissing) {
  const Dictionary dictionary({.misspellings = [] { return absl::NotFoundError("no list"); },
                               .words = [] { return MappedFile::Of("\naccount\n"); }});
  EXPECT_EQ(dictionary.CorrectionOf("acount"), "");
  EXPECT_EQ(dictionary.status().message(), "no list");
}

}  // namespace
}  // namespace allreview::spelling

#include "base/languages.h"

#include <map>

#include "absl/strings/match.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview {
namespace {

using testing::Contains;
using testing::Not;

TEST(Languages, AreKnownByTheSuffixOfAPath) {
  EXPECT_EQ(LanguageOfPath("csrc/scale.cu")->name, "cuda");
  EXPECT_EQ(LanguageOfPath("csrc/Scale.CUH")->name, "cuda");
  EXPECT_EQ(LanguageOfPath("include/a.b.hpp")->name, "c++");
  EXPECT_EQ(LanguageOfPath("pkg/loss.pyi")->name, "python");
  EXPECT_EQ(LanguageOfPath("README"), nullptr);
  EXPECT_EQ(LanguageOfPath("folder.cu/README"), nullptr);
  EXPECT_EQ(LanguageOfPath("a."), nullptr);
  EXPECT_EQ(LanguageOfPath("notes.txt"), nullptr);
}

TEST(Languages, AreReadByOneReaderEach) {
  EXPECT_EQ(ReaderOf("python"), Reader::kPython);
  EXPECT_EQ(ReaderOf("cuda"), Reader::kCpp);
  EXPECT_EQ(ReaderOf("shell"), Reader::kText);
  EXPECT_FALSE(IsParsed(ReaderOf("shell")));
  EXPECT_TRUE(IsParsed(ReaderOfPath("notes.ipynb")));
  EXPECT_EQ(ReaderOf("go"), Reader::kNobody);
  EXPECT_EQ(ReaderOf("klingon"), Reader::kNobody);
  EXPECT_EQ(ReaderOfPath("a.h"), Reader::kCpp);
  EXPECT_EQ(ReaderOfPath("a"), Reader::kNobody);
}

TEST(Languages, HaveEachSuffixOnce) {
  std::map<std::string, int> counts;
  for (Reader reader :
       {Reader::kNobody, Reader::kPython, Reader::kCpp, Reader::kNotebook, Reader::kText}) {
    for (const std::string& suffix : SuffixesOf(reader)) ++counts[suffix];
  }
  for (const auto& [suffix, count] : counts) {
    EXPECT_EQ(count, 1) << suffix;
    EXPECT_TRUE(absl::StartsWith(suffix, ".")) << suffix;
  }
  EXPECT_THAT(SuffixesOfParsedFiles(), Contains(".py"));
  EXPECT_THAT(SuffixesOfParsedFiles(), Contains(".cuh"));
  EXPECT_THAT(SuffixesOfParsedFiles(), Not(Contains(".sh")));
}

TEST(Languages, NameTheirCodeBlocks) {
  EXPECT_EQ(FenceOfPath("a.cc"), "cpp");
  EXPECT_EQ(FenceOfPath("a.cu"), "cuda");
  EXPECT_EQ(FenceOfPath("a.py"), "python");
  EXPECT_EQ(FenceOfPath("LICENSE"), "");
}

}  // namespace
}  // namespace allreview

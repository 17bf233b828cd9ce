#include <algorithm>
#include <string>

#include "base/file.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/mapped_file.h"
#include "base/status_macros.h"
#include "base/status_matchers.h"
#include "base/utf8.h"
#include "gtest/gtest.h"

namespace allreview {
namespace {

using ::testing::HasSubstr;

TEST(File, RoundTripsBytes) {
  std::string path = testing::TempDir() + "/bytes";
  std::string content("a\0b\n\xff", 5);
  ASSERT_OK(WriteFile(path, content));
  ASSERT_OK_AND_ASSIGN(std::string read, ReadFile(path));
  EXPECT_EQ(read, content);
}

TEST(File, NamesTheMissingFile) {
  EXPECT_THAT(ReadFile("/nonexistent/x"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("\"/nonexistent/x\"")));
}

TEST(File, RefusesAFolder) {
  EXPECT_THAT(ReadFile("/tmp"), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("/tmp")));
}

TEST(MappedFile, HoldsTheBytesOfAFile) {
  const std::string path = ::testing::TempDir() + "/mapped";
  ASSERT_OK(WriteFile(path, "one\ntwo\n"));
  ASSERT_OK_AND_ASSIGN(MappedFile file, MappedFile::Open(path));
  const MappedFile moved = std::move(file);
  EXPECT_EQ(moved.text(), "one\ntwo\n");
  EXPECT_EQ(MappedFile::Of("text").text(), "text");
}

TEST(MappedFile, OfNothingIsEmpty) {
  const std::string path = ::testing::TempDir() + "/empty";
  ASSERT_OK(WriteFile(path, ""));
  ASSERT_OK_AND_ASSIGN(const MappedFile file, MappedFile::Open(path));
  EXPECT_EQ(file.text(), "");
  EXPECT_EQ(MappedFile::Of("").text(), "");
}

TEST(MappedFile, SaysWhyItCannotBeRead) {
  EXPECT_THAT(MappedFile::Open("/nonexistent/x"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("/nonexistent/x")));
  EXPECT_THAT(MappedFile::Open("/tmp"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("/tmp")));
}

TEST(Hash, MatchesPublishedVectors) {
  // FIPS 180-2, appendix B.1.
  EXPECT_EQ(Sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  // `printf '' | git hash-object --stdin`.
  EXPECT_EQ(GitBlobId(""), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
}

TEST(Log, QuotesWhatIsNotPlain) {
  EXPECT_EQ(
      FormatLogLine(LogLevel::kWarning, "part missing", {{"service", "diff"}, {"why", "a b"}}),
      "WARNING msg=\"part missing\" service=diff why=\"a b\"");
}

TEST(Utf8, TellsValidFromInvalid) {
  struct Case {
    std::string name, bytes;
    bool is_valid;
    std::string display;
  };
  const Case cases[] = {
      {"ascii", "plain", true, "plain"},
      {"cjk", "并行", true, "并行"},
      {"emoji", "\xF0\x9F\xA4\x96", true, "\xF0\x9F\xA4\x96"},
      {"latin-1", "caf\xE9", false, "caf\xEF\xBF\xBD"},
      {"overlong", "\xC0\xAF", false, "\xEF\xBF\xBD\xEF\xBF\xBD"},
      {"surrogate", "\xED\xA0\x80", false, "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
      {"too large", "\xF4\x90\x80\x80", false, "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
      {"cut short", "a\xE5\xB9", false, "a\xEF\xBF\xBD"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(IsValidUtf8(c.bytes), c.is_valid) << c.name;
    EXPECT_EQ(ToDisplayText(c.bytes), c.display) << c.name;
  }
}

TEST(Utf8, PathsSurviveTheRoundTrip) {
  for (const std::string path :
       {"a/b.py", "a\xff.py", "\"quoted\".py", "并行.md", "tab\there\x80"}) {
    EXPECT_TRUE(IsValidUtf8(ToPathText(path)));
    EXPECT_EQ(FromPathText(ToPathText(path)), path);
  }
}

TEST(CutToBytes, EndsNoCharacterInItsMiddle) {
  const std::string text = "aé中😀";  // Of 1, 2, 3 and 4 bytes.
  for (size_t bytes = 0; bytes <= text.size() + 1; ++bytes) {
    const absl::string_view cut = CutToBytes(text, bytes);
    EXPECT_TRUE(IsValidUtf8(cut)) << bytes;
    EXPECT_LE(cut.size(), bytes);
    EXPECT_GT(cut.size() + 4, std::min(bytes, text.size())) << bytes;
  }
}

}  // namespace
}  // namespace allreview

#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "base/hash.h"
#include "gateway/access/token.h"
#include "gateway/cli/fake_session.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(TokensNew, PrintsATokenAndTheLineThatKnowsIt) {
  const Result result =
      RunHere({"tokens", "new", "--name=ci", "--scopes=read,review", "--repositories=acme/*"});
  EXPECT_EQ(result.code, 0);
  const std::vector<std::string> lines = absl::StrSplit(result.out, '\n');
  ASSERT_EQ(lines.size(), 3u);
  ASSERT_THAT(lines[0], StartsWith("token: art_"));
  ASSERT_THAT(lines[1], StartsWith("line for the file of tokens: ci read,review "));
  const auto entries = access::ParseTokens(lines[1].substr(lines[1].find("ci ")));
  ASSERT_TRUE(entries.ok()) << entries.status();
  EXPECT_EQ((*entries)[0].sha256, Sha256Hex(lines[0].substr(lines[0].find("art_"))));
  EXPECT_NE(RunHere({"tokens", "new", "--name=ci", "--scopes=read"}).out, result.out);
}

TEST(TokensNew, SaysWhatIsMissing) {
  EXPECT_EQ(RunHere({"tokens", "new", "--scopes=read"}).err,
            "allreview: tokens new needs --name\n");
  const Result result = RunHere({"tokens", "new", "--name=ci", "--scopes=write"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("'write' is not a scope; wanted read, review or admin"));
  EXPECT_EQ(RunHere({"tokens", "new", "--name=c i", "--scopes=read"}).code, 2);
}

}  // namespace
}  // namespace allreview::cli

#include "gateway/cli/gateway_token.h"

#include <sys/stat.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_matchers.h"
#include "gateway/cli/commands.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

Arguments WithFile(const std::string& path) {
  Arguments arguments;
  arguments.flags.push_back({&kGatewayTokenFile, path});
  return arguments;
}

std::string Write(const std::string& content, mode_t mode) {
  std::string path = absl::StrCat(testing::TempDir(), "/token-", content.size(), "-", mode);
  EXPECT_OK(WriteFile(path, content));
  EXPECT_EQ(chmod(path.c_str(), mode), 0);
  return path;
}

TEST(GatewayToken, ComesFromTheFileElseFromTheEnvironment) {
  const Environment environment = {.variables = {{"ALLREVIEW_TOKEN", " art_environment\n"}}};
  const auto found = [](const Arguments& arguments, const Environment& from) {
    const absl::StatusOr<std::string> token = FindGatewayToken(arguments, from);
    EXPECT_OK(token.status());
    return token.value_or("?");
  };
  EXPECT_EQ(found({}, {}), "");
  EXPECT_EQ(found({}, environment), "art_environment");
  EXPECT_EQ(found(WithFile(Write("art_file\n", 0600)), environment), "art_file");
  EXPECT_EQ(found(WithFile(Write("art_group\n", 0640)), {}), "art_group");
}

TEST(GatewayToken, IsNotReadFromWhereEverybodyReadsIt) {
  const std::string path = Write("art_open", 0644);
  EXPECT_THAT(
      FindGatewayToken(WithFile(path), {}),
      StatusIs(absl::StatusCode::kFailedPrecondition,
               AllOf(HasSubstr(absl::StrCat("chmod 600 ", path)), Not(HasSubstr("art_open")))));
}

TEST(GatewayToken, IsOneWordOfPrintableText) {
  for (const char* text : {"two words", "a\tb", "a\x7f", "caf\xc3\xa9", "a\nb"}) {
    EXPECT_THAT(
        FindGatewayToken({}, {.variables = {{"ALLREVIEW_TOKEN", text}}}),
        StatusIs(absl::StatusCode::kInvalidArgument,
                 AllOf(HasSubstr("ALLREVIEW_TOKEN contains no token"), Not(HasSubstr(text)))));
  }
}

TEST(GatewayToken, NamesAFileThatIsNotThereOrEmpty) {
  EXPECT_THAT(FindGatewayToken(WithFile("/nonexistent/token"), {}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("--gateway-token-file: ")));
  EXPECT_THAT(FindGatewayToken(WithFile(Write("\n", 0600)), {}),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("is empty")));
}

}  // namespace
}  // namespace allreview::cli

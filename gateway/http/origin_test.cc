#include "gateway/http/origin.h"

#include <string>

#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::http {
namespace {

using ::testing::HasSubstr;

TEST(NormalOrigin, IsTheSameForAllSpellingsOfAnOrigin) {
  const struct {
    const char* text;
    const char* normal;
  } kCases[] = {
      {"https://allreview.example", "https://allreview.example"},
      {"https://AllReview.Example/", "https://allreview.example"},
      {"HTTPS://allreview.example:443", "https://allreview.example"},
      {"https://allreview.example:", "https://allreview.example"},
      {"http://allreview.example:80/", "http://allreview.example"},
      {"http://allreview.example:443", "http://allreview.example:443"},
      {"https://allreview.example:8443", "https://allreview.example:8443"},
      {"https://[FD00::1]", "https://[fd00::1]"},
      {"https://[fd00::1]:443", "https://[fd00::1]"},
      {"http://127.0.0.1:8080", "http://127.0.0.1:8080"},
  };
  for (const auto& test : kCases) {
    ASSERT_OK_AND_ASSIGN(const std::string normal, NormalOrigin(test.text));
    EXPECT_EQ(normal, test.normal) << test.text;
  }
}

TEST(NormalOrigin, RefusesWhatIsNoOrigin) {
  const struct {
    const char* text;
    const char* problem;
  } kCases[] = {
      {"", "does not begin with"},
      {"null", "does not begin with"},
      {"allreview.example", "does not begin with"},
      {"ftp://allreview.example", "does not begin with"},
      {"https://", "names no host"},
      {"https://:443", "names no host"},
      {"https://a.example:0", "names no port"},
      {"https://a.example:65536", "names no port"},
      {"https://a.example:x", "names no port"},
      {"https://a.example/reviews", "contains more than a host"},
      {"https://mara@a.example", "contains more than a host"},
      {"https://a.example?x", "contains more than a host"},
      {"https://a.example b", "contains more than a host"},
  };
  for (const auto& test : kCases) {
    EXPECT_THAT(NormalOrigin(test.text),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(test.problem)))
        << test.text;
  }
}

}  // namespace
}  // namespace allreview::http

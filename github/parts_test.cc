// The pure parts of the client, each alone; and the cache.

#include <stdlib.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/file.h"
#include "base/status_matchers.h"
#include "github/account.h"
#include "github/cache.h"
#include "github/credentials.h"
#include "github/errors.h"
#include "github/limits.h"
#include "github/link_header.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::github {
namespace {

class TemporaryFolder {
 public:
  TemporaryFolder() : path_(absl::StrCat(testing::TempDir(), "/cache-XXXXXX")) {
    CHECK(mkdtemp(path_.data()) != nullptr);
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(NextLink, FindsTheNextPage) {
  EXPECT_EQ(NextLink("<https://h/a?page=1>; rel=\"prev\", <https://h/a?page=3>; rel=\"next\", "
                     "<https://h/a?page=9>; rel=\"last\""),
            "https://h/a?page=3");
  EXPECT_EQ(NextLink("<https://h/a?q=1,2;3&page=2>; rel=\"next\""), "https://h/a?q=1,2;3&page=2");
}

TEST(NextLink, IsEmptyOnTheLastPageAndForGarbage) {
  for (const char* link : {"", "<https://h/a?page=1>; rel=\"first\"", "<https://h",
                           "x; rel=\"next\"", "<https://h/a>; title=\"rel=next\""}) {
    EXPECT_EQ(NextLink(link), "") << link;
  }
}

struct LimitCase {
  const char* name;
  int status;
  HttpHeaders headers;
  const char* message;
  const char* documentation_url;
  int waits;
  LimitVerdict::Kind kind;
  int seconds;
};

class LimitTest : public testing::TestWithParam<LimitCase> {};

TEST_P(LimitTest, IsJudged) {
  const LimitCase& test = GetParam();
  LimitVerdict verdict = JudgeLimit({.status = test.status,
                                     .headers = test.headers,
                                     .message = test.message,
                                     .documentation_url = test.documentation_url,
                                     .waits = test.waits,
                                     .now = absl::FromUnixSeconds(1000)});
  EXPECT_EQ(verdict.kind, test.kind) << LimitName(verdict.kind);
  EXPECT_EQ(verdict.wait, absl::Seconds(test.seconds));
}

using Kind = LimitVerdict::Kind;
constexpr char kAbuse[] = "https://docs.example/v3#abuse-rate-limits";

INSTANTIATE_TEST_SUITE_P(
    Answers, LimitTest,
    testing::Values(
        LimitCase{"Success", 200, {{"x-ratelimit-remaining", "0"}}, "", "", 0, Kind::kNone, 0},
        LimitCase{"NotFound", 404, {{"retry-after", "5"}}, "", "", 0, Kind::kNone, 0},
        LimitCase{"Primary",
                  403,
                  {{"x-ratelimit-remaining", "0"}, {"x-ratelimit-reset", "1060"}},
                  "",
                  "",
                  0,
                  Kind::kPrimary,
                  61},
        LimitCase{"PrimaryThatIsOver",
                  429,
                  {{"x-ratelimit-remaining", "0"}, {"x-ratelimit-reset", "900"}},
                  "",
                  "",
                  0,
                  Kind::kPrimary,
                  1},
        LimitCase{"PrimaryWithoutReset",
                  403,
                  {{"x-ratelimit-remaining", "0"}},
                  "",
                  "",
                  0,
                  Kind::kPrimary,
                  60},
        LimitCase{
            "PrimaryWithLongerRetryAfter",
            403,
            {{"x-ratelimit-remaining", "0"}, {"x-ratelimit-reset", "1010"}, {"retry-after", "30"}},
            "",
            "",
            0,
            Kind::kPrimary,
            30},
        LimitCase{"RetryAfterAsDate",
                  429,
                  {{"retry-after", "Thu, 01 Jan 1970 00:17:10 GMT"}},
                  "",
                  "",
                  0,
                  Kind::kRetryAfter,
                  30},
        LimitCase{"RetryAfterNow", 429, {{"retry-after", "0"}}, "", "", 0, Kind::kRetryAfter, 1},
        LimitCase{"SecondaryByLink", 403, {}, "", kAbuse, 0, Kind::kSecondary, 60},
        LimitCase{"SecondaryThirdTime", 403, {}, "", kAbuse, 2, Kind::kSecondary, 240},
        LimitCase{"SecondaryIsBounded", 403, {}, "", kAbuse, 50, Kind::kSecondary, 900},
        LimitCase{"TooManyRequests", 429, {}, "", "", 0, Kind::kSecondary, 60},
        LimitCase{"Permission", 403, {}, "Must have admin rights", "", 0, Kind::kPermission, 0},
        LimitCase{"PermissionInSpiteOfHeaders",
                  403,
                  {{"retry-after", "5"}},
                  "Resource not accessible by personal access token",
                  kAbuse,
                  0,
                  Kind::kPermission,
                  0}),
    [](const testing::TestParamInfo<LimitCase>& info) { return info.param.name; });

TEST(AnswerCache, ForgetsTheLongestUnusedInMemory) {
  AnswerCache cache("", /*max_bytes=*/700);
  cache.Put("a", {.etag = "1", .last_modified = "", .link = "", .body = "12345"});
  cache.Put("b", {.etag = "2", .last_modified = "", .link = "", .body = "12345"});
  EXPECT_TRUE(cache.Find("a").has_value());
  cache.Put("c", {.etag = "3", .last_modified = "", .link = "", .body = "12345"});
  EXPECT_TRUE(cache.Find("a").has_value());
  EXPECT_FALSE(cache.Find("b").has_value());
}

TEST(AnswerCache, HasRoomForFewAnswersAlsoWhenTheirBodiesAreEmpty) {
  AnswerCache cache("", /*max_bytes=*/100'000);
  for (int i = 0; i < 1000; ++i)
    cache.Put(absl::StrCat(i), {.etag = "", .last_modified = "", .link = "", .body = "[]"});
  int kept = 0;
  for (int i = 0; i < 1000; ++i) kept += cache.Find(absl::StrCat(i)).has_value();
  EXPECT_GT(kept, 100);
  EXPECT_LT(kept, 400);
}

TEST(AnswerCache, KeepsAllPartsOnDisk) {
  TemporaryFolder folder;
  std::string key = CacheKey("base", "identity", "url", "accept", "version");
  AnswerCache(folder.path())
      .Put(key, {.etag = "W/\"x\"",
                 .last_modified = "then",
                 .link = "<n>",
                 .body = std::string("a\n\n\0b", 5)});
  std::optional<CachedAnswer> answer = AnswerCache(folder.path()).Find(key);
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->etag, "W/\"x\"");
  EXPECT_EQ(answer->last_modified, "then");
  EXPECT_EQ(answer->link, "<n>");
  EXPECT_EQ(answer->body, std::string("a\n\n\0b", 5));
}

std::string OnlyFile(const std::string& folder) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) return entry.path().string();
  }
  return "";
}

TEST(AnswerCache, TakesADamagedFileForAbsent) {
  TemporaryFolder folder;
  std::string key = CacheKey("base", "identity", "url", "accept", "version");
  AnswerCache cache(folder.path());
  cache.Put(key, {.etag = "1", .last_modified = "", .link = "", .body = "body"});
  std::string path = OnlyFile(folder.path());
  ASSERT_OK_AND_ASSIGN(std::string text, ReadFile(path));
  for (size_t size = 0; size < text.size(); ++size) {
    ASSERT_OK(WriteFile(path, text.substr(0, size)));
    EXPECT_FALSE(cache.Find(key).has_value()) << size;
  }
}

TEST(AnswerCache, IsOpenToItsOwnerOnly) {
  TemporaryFolder folder;
  std::string key = CacheKey("base", "identity", "url", "accept", "version");
  AnswerCache(folder.path()).Put(key, {.etag = "1", .last_modified = "", .link = "", .body = "b"});
  EXPECT_EQ(std::filesystem::status(folder.path() + "/github").permissions(),
            std::filesystem::perms::owner_all);
}

TEST(AnswerCache, DropsTheOldestFilesOverItsLimit) {
  TemporaryFolder folder;
  std::string body(1000, 'x');
  for (int i = 0; i < 20; ++i) {
    // A new object looks at the limit with its first write.
    AnswerCache(folder.path(), /*max_bytes=*/5000)
        .Put(CacheKey("base", "identity", absl::StrCat(i), "accept", "version"),
             {.etag = "1", .last_modified = "", .link = "", .body = body});
  }
  int64_t bytes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path())) {
    if (entry.is_regular_file()) bytes += entry.file_size();
  }
  EXPECT_LE(bytes, 5000);
  EXPECT_GT(bytes, 0);
}

TEST(AnswerCache, WorksAsAnEmptyOneWhereNothingCanBeWritten) {
  AnswerCache cache("/proc/no-such-folder");
  cache.Put("0123456789", {.etag = "1", .last_modified = "", .link = "", .body = "b"});
  EXPECT_FALSE(cache.Find("0123456789").has_value());
}

TEST(SlidingWindow, MakesRoomAsTimeGoes) {
  SlidingWindow window(10, absl::Minutes(1));
  absl::Time start = absl::FromUnixSeconds(1000);
  window.Add(6, start);
  window.Add(4, start + absl::Seconds(20));
  EXPECT_EQ(window.WaitFor(1, start + absl::Seconds(30)), absl::Seconds(30));
  EXPECT_EQ(window.WaitFor(7, start + absl::Seconds(30)), absl::Seconds(50));
  EXPECT_EQ(window.WaitFor(6, start + absl::Seconds(60)), absl::ZeroDuration());
  EXPECT_EQ(window.used(start + absl::Seconds(60)), 4);
}

TEST(Account, GivesEachOfSeveralProcessesItsPart) {
  Account account(/*processes=*/4);
  std::vector<std::string> limits;
  for (const BudgetUse& use : account.Uses(absl::FromUnixSeconds(1000))) {
    limits.push_back(absl::StrCat(use.name, " ", use.limit));
  }
  EXPECT_THAT(limits, testing::ElementsAre("points 225", "graphql_points 500", "content_minute 20",
                                           "content_hour 125"));
}

TEST(ApiErrorOf, GivesBackWhatTheStatusCarries) {
  ApiError error{.status = 422,
                 .message = "m",
                 .errors = {{.field = "line", .code = "custom", .message = "\xff bad"}},
                 .accepted_permissions = "checks=write"};
  absl::Status status = WithArrivalUnknown(WithApiError(absl::UnknownError("x"), error));
  EXPECT_TRUE(IsArrivalUnknown(status));
  ASSERT_TRUE(ApiErrorOf(status).has_value());
  EXPECT_EQ(ApiErrorOf(status)->status, 422);
  EXPECT_EQ(ApiErrorOf(status)->errors.at(0).field, "line");
  EXPECT_EQ(ApiErrorOf(status)->accepted_permissions, "checks=write");
  EXPECT_FALSE(ApiErrorOf(absl::UnknownError("x")).has_value());
  EXPECT_FALSE(IsArrivalUnknown(absl::UnknownError("x")));
}

TEST(TokenIdentity, DiffersByTokenAndHidesIt) {
  EXPECT_EQ(TokenIdentity(""), "anonymous");
  EXPECT_NE(TokenIdentity("a"), TokenIdentity("b"));
  EXPECT_EQ(TokenIdentity("s3cret").find("s3cret"), std::string::npos);
}

TEST(ParseApiError, ReadsBothShapes) {
  ApiError objects = ParseApiError(R"({"message": "m", "errors": [{"code": "too_large"}]})");
  EXPECT_EQ(objects.message, "m");
  EXPECT_TRUE(objects.has_code("too_large"));
  ApiError strings = ParseApiError(R"({"message": "m", "errors": ["too_large"]})");
  EXPECT_FALSE(strings.has_code("too_large"));
  EXPECT_EQ(ParseApiError("<html>").message, "");
}

}  // namespace
}  // namespace allreview::github

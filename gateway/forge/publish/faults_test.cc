// One fault of GitHub at any request of a publication: it ends as if there had been none, at the
// latest when it is done again.

#include <string>

#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gateway/forge/publish/publish_story.h"
#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

using fakes::Always;
using fakes::ServedResponse;

struct OneFault {
  const char* name;
  ServedResponse answer;
  bool is_after;  // The request takes effect; its answer is replaced.
};

class FaultsTest : public testing::TestWithParam<OneFault> {};

INSTANTIATE_TEST_SUITE_P(
    Faults, FaultsTest,
    testing::ValuesIn(std::vector<OneFault>{
        {"ServerError", {.status = 500, .body = "<html>Server Error</html>"}, false},
        {"LostAnswer", {.status = 502}, true},
        {"CutAnswer", {.body = R"({"id": 12345})", .is_cut = true}, true},
        {"Nonsense", {.body = R"({"id":)"}, true},
        {"SecondaryLimit", fakes::SecondaryLimit(), false},
        {"RetryAfter",
         {.status = 429, .headers = {{"Retry-After", "3"}}, .body = R"({"message":"slow"})"},
         false}}),
    [](const auto& info) { return info.param.name; });

TEST_P(FaultsTest, ChangeNothingInTheEnd) {
  PublishStory undisturbed;
  const size_t before = undisturbed.fixture.server.requests().size();
  ASSERT_OK(undisturbed.fixture.Publish(undisturbed.last));
  const std::string wanted = undisturbed.Outcome();
  const int requests = static_cast<int>(undisturbed.fixture.server.requests().size() - before);
  for (int at = 0; at < requests; ++at) {
    SCOPED_TRACE(absl::StrCat("request ", at));
    PublishStory story;
    story.fixture.server.Inject({.matches = fakes::Any(),
                                 .skip = at,
                                 .respond = Always(GetParam().answer),
                                 .is_after = GetParam().is_after});
    (void)story.fixture.Publish(story.last);
    EXPECT_EQ(story.fixture.server.faults_left(), 0);
    ASSERT_OK(story.fixture.Publish(story.last));
    EXPECT_EQ(story.Outcome(), wanted);
  }
}

}  // namespace
}  // namespace allreview::gateway

#include "gateway/forge/github/missed_deliveries.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_matchers.h"
#include "github/api_fixture.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

using github::ApiFixture;
using testing::ElementsAre;
using testing::IsEmpty;

class Sweep {
 public:
  Sweep() : api_(github.NewApi()) {}

  // One attempt, some minutes ago.
  std::string Attempt(int id, const std::string& guid, int minutes, int code) {
    return absl::StrCat(
        R"({"id":)", id, R"(,"guid":")", guid, R"(","delivered_at":")",
        absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", github.clock.Now() - absl::Minutes(minutes),
                         absl::UTCTimeZone()),
        R"(","status_code":)", code, "}");
  }
  void List(const std::vector<std::string>& attempts, const std::string& next = "") {
    fakes::ServedResponse page{.body = absl::StrCat("[", absl::StrJoin(attempts, ","), "]")};
    if (!next.empty()) {
      page.headers = {
          {"Link", absl::StrCat("<", github.server.base_url(), next, ">; rel=\"next\"")}};
    }
    github.Answer(page);
  }

  absl::StatusOr<SweepResult> Run(SweepOptions options = {}) {
    options.now = [this] { return github.clock.Now(); };
    return SweepMissedDeliveries(*api_, options);
  }
  std::vector<std::string> Redelivered() {
    std::vector<std::string> paths;
    for (const fakes::ServedRequest& request : github.server.requests()) {
      if (request.method == "POST") paths.push_back(request.path);
    }
    return paths;
  }

  ApiFixture github;

 private:
  std::unique_ptr<github::Api> api_;
};

TEST(MissedDeliveries, AsksAgainForWhatWasNotTaken) {
  Sweep sweep;
  sweep.List({sweep.Attempt(3, "good", 5, 202), sweep.Attempt(2, "missed", 6, 503)}, "/page2");
  sweep.List({sweep.Attempt(1, "cut", 7, 0)});
  ASSERT_OK_AND_ASSIGN(SweepResult result, sweep.Run());
  EXPECT_THAT(sweep.Redelivered(),
              ElementsAre("/app/hook/deliveries/1/attempts", "/app/hook/deliveries/2/attempts"));
  EXPECT_EQ(result.deliveries, 3);
  EXPECT_EQ(result.missed, 2);
  EXPECT_EQ(result.redelivered, 2);
  EXPECT_TRUE(result.is_complete);
}

TEST(MissedDeliveries, LeavesWhatALaterAttemptBrought) {
  Sweep sweep;
  sweep.List({sweep.Attempt(2, "g", 5, 202), sweep.Attempt(1, "g", 6, 503)});
  ASSERT_OK(sweep.Run());
  EXPECT_THAT(sweep.Redelivered(), IsEmpty());
}

TEST(MissedDeliveries, LeavesWhatWeWillNeverTake) {
  Sweep sweep;
  sweep.List({sweep.Attempt(1, "a", 6, 413), sweep.Attempt(2, "b", 6, 400)});
  ASSERT_OK(sweep.Run());
  EXPECT_THAT(sweep.Redelivered(), IsEmpty());
}

TEST(MissedDeliveries, WaitsLongerAfterEachAttemptAndGivesUp) {
  Sweep sweep;
  // Two attempts: two minutes must have passed.
  sweep.List({sweep.Attempt(2, "g", 1, 503), sweep.Attempt(1, "g", 9, 503)});
  ASSERT_OK(sweep.Run());
  EXPECT_THAT(sweep.Redelivered(), IsEmpty());
  sweep.List({sweep.Attempt(2, "g", 3, 503), sweep.Attempt(1, "g", 9, 503)});
  ASSERT_OK(sweep.Run());
  EXPECT_THAT(sweep.Redelivered(), ElementsAre("/app/hook/deliveries/2/attempts"));
  sweep.List({sweep.Attempt(2, "g", 90, 503), sweep.Attempt(1, "g", 99, 503)});
  ASSERT_OK_AND_ASSIGN(SweepResult result, sweep.Run({.max_attempts = 2}));
  EXPECT_EQ(result.given_up, 1);
  EXPECT_EQ(sweep.Redelivered().size(), 1u);
}

TEST(MissedDeliveries, StopsAtWhatIsOlderThanWanted) {
  Sweep sweep;
  sweep.List({sweep.Attempt(2, "new", 5, 503), sweep.Attempt(1, "old", 500, 503)}, "/page2");
  ASSERT_OK(sweep.Run({.since = sweep.github.clock.Now() - absl::Hours(1)}));
  EXPECT_THAT(sweep.Redelivered(), ElementsAre("/app/hook/deliveries/2/attempts"));
}

TEST(MissedDeliveries, SaysThatALimitEndedIt) {
  Sweep sweep;
  sweep.List({sweep.Attempt(1, "a", 6, 503), sweep.Attempt(2, "b", 6, 503)});
  ASSERT_OK_AND_ASSIGN(SweepResult result, sweep.Run({.max_redeliveries = 1}));
  EXPECT_EQ(result.redelivered, 1);
  EXPECT_FALSE(result.is_complete);
  sweep.List({}, "/more");
  ASSERT_OK_AND_ASSIGN(result, sweep.Run({.max_pages = 1}));
  EXPECT_FALSE(result.is_complete);
}

}  // namespace
}  // namespace allreview::gateway

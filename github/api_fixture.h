#ifndef GITHUB_API_FIXTURE_H_
#define GITHUB_API_FIXTURE_H_

// For tests of what speaks to GitHub: a server whose answers are a list, and a clock that stands.
//
//   ApiFixture github;
//   github.Answer({.status = 502});                  // The first request…
//   github.Answer({.status = 201, .body = "{}"});    // …and the second; then 200 with "{}".
//   EXPECT_OK(github.NewApi()->Send({.method = "PUT", .path_or_url = "/x"}));
//   EXPECT_EQ(github.server.requests().size(), 2u);

#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "base/check.h"
#include "github/api.h"
#include "tests/fakes/fake_clock.h"
#include "tests/fakes/http_server.h"

namespace allreview::github {

class ApiFixture {
 public:
  ApiFixture()
      : server([this](const fakes::ServedRequest&) {
          std::lock_guard<std::mutex> lock(mutex_);
          if (answers_.empty()) return fakes::ServedResponse{.body = "{}"};
          fakes::ServedResponse answer = std::move(answers_.front());
          answers_.pop_front();
          return answer;
        }) {}

  void Answer(fakes::ServedResponse response) {
    std::lock_guard<std::mutex> lock(mutex_);
    answers_.push_back(std::move(response));
  }

  // Retries wait exactly 1, 2, 4… seconds of the clock.
  ApiOptions Options() {
    return {.api_base = server.base_url(),
            .now = [this] { return clock.Now(); },
            .sleep =
                [this](absl::Duration duration) {
                  clock.Sleep(duration);
                  return absl::OkStatus();
                },
            .random = [] { return 0.5; }};
  }

  std::unique_ptr<Api> NewApi(const std::string& token = "t0ken") {
    ApiOptions options = Options();
    options.credentials = *StaticCredentials(token);
    return NewApi(options);
  }
  std::unique_ptr<Api> NewApi(const ApiOptions& options) {
    absl::StatusOr<std::unique_ptr<Api>> api = Api::Create(options, &state);
    CHECK(api.ok()) << api.status();
    return *std::move(api);
  }

 private:
  std::mutex mutex_;  // Guards what follows.
  std::deque<fakes::ServedResponse> answers_;

 public:
  fakes::FakeClock clock;
  ApiState state{""};
  fakes::HttpServer server;  // Ends before what its answers need.
};

}  // namespace allreview::github

#endif  // GITHUB_API_FIXTURE_H_

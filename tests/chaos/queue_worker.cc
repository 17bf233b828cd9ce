// A worker that may be killed at any point: takes jobs and appends what it does to a file.
//
//   queue_worker STORE-URL RESULTS-FILE WORKER-NAME
//
// "took <key> <token>" when it has a job, "worked <key> <token>" before the job is completed. Ends
// never by itself.

#include <fcntl.h>
#include <unistd.h>

#include <iostream>
#include <string>

#include "absl/random/random.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/check.h"
#include "base/log.h"
#include "gateway/queue/open_queue.h"

namespace allreview::gateway {
namespace {

constexpr absl::Duration kLease = absl::Milliseconds(400);

// One write: lines of several workers do not mix, and a killed worker leaves none in half.
void Append(int file, const std::string& line) {
  CHECK(write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size())) << line;
}

int Work(const std::string& url, const std::string& results, const std::string& name) {
  SetMinLogLevel(LogLevel::kNone);
  const int file = open(results.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  CHECK(file >= 0) << results;
  absl::BitGen random;
  while (true) {
    // Workers that vanish are no fault of the job here.
    auto queue = OpenJobQueue(url, {}, {.max_attempts = 1'000'000});
    while (queue.ok()) {
      const auto lease = (*queue)->Take(name, kLease, absl::Milliseconds(200));
      if (!lease.ok()) break;
      if (!lease->has_value()) continue;
      const std::string what = absl::StrCat((*lease)->job.key(), " ", (*lease)->token, "\n");
      Append(file, absl::StrCat("took ", what));
      // Work takes time, and so may what comes behind it, so that both can be interrupted.
      absl::SleepFor(absl::Microseconds(absl::Uniform(random, 0, 8000)));
      Append(file, absl::StrCat("worked ", what));
      absl::SleepFor(absl::Microseconds(absl::Uniform(random, 0, 4000)));
      (void)(*queue)->Complete(**lease);
    }
  }
}

}  // namespace
}  // namespace allreview::gateway

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: queue_worker STORE-URL RESULTS-FILE WORKER-NAME\n";
    return 2;
  }
  return allreview::gateway::Work(argv[1], argv[2], argv[3]);
}

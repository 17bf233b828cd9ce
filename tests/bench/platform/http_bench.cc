// Requests per second of the HTTP edge: health checks, which no pool thread sees, and a list of
// fifty reviews through REST and gRPC; beside them civetweb, as the metrics port embeds it: it
// answers with an empty list of metrics and closes each connection.
//
//   bazel run //tests/bench/platform:http_bench
//
// Server and clients share one process. CPU time is the process' less the client threads' own.

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/check.h"
#include "base/log.h"
#include "gateway/api/rest.h"
#include "gateway/api/testing/fake_review_service.h"
#include "gateway/http/http_server.h"
#include "gateway/http/testing/socket_client.h"
#include "host/metrics.h"

namespace allreview {
namespace {

constexpr int kConnections = 8;
constexpr int kRuns = 5;
constexpr int kReviews = 50;
constexpr int kMaxClosed = 200;  // Of each client in each run; the system has 28,000 ports.
constexpr absl::Duration kRunTime = absl::Seconds(2);

double CpuSeconds(int who) {
  rusage usage;
  getrusage(who, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

struct Figures {
  double per_second = 0;
  double cpu_us = 0;  // Of the server, for each request.
};

// One request after the other until `end`: how many were answered. A server that closes the
// connection gets a new one for each, until local ports could become scarce.
int AskUntil(absl::Time end, int port, const std::string& request) {
  auto client = std::make_unique<http::SocketClient>(port);
  int count = 0;
  int closed = 0;
  while (absl::Now() < end && closed < kMaxClosed) {
    client->Send(request);
    const http::Answer answer = client->ReadAnswer();
    // civetweb closes without announcing it: no answer counts as a closed connection.
    CHECK(answer.status == 200 || answer.status == 0) << request << answer.head;
    count += answer.status == 200;
    if (answer.status == 200 && answer.Header("connection") != "close") continue;
    client = std::make_unique<http::SocketClient>(port);
    ++closed;
  }
  return count;
}

Figures RunOnce(int port, const std::string& request) {
  std::mutex mutex;
  int count = 0;
  double client_cpu = 0;
  const double cpu = CpuSeconds(RUSAGE_SELF);
  const absl::Time start = absl::Now();
  std::vector<std::thread> clients;
  for (int i = 0; i < kConnections; ++i) {
    clients.emplace_back([&] {
      const int mine = AskUntil(start + kRunTime, port, request);
      const std::lock_guard lock(mutex);
      count += mine;
      client_cpu += CpuSeconds(RUSAGE_THREAD);
    });
  }
  for (std::thread& client : clients) client.join();
  const double seconds = absl::ToDoubleSeconds(absl::Now() - start);
  return {.per_second = count / seconds,
          .cpu_us = (CpuSeconds(RUSAGE_SELF) - cpu - client_cpu) * 1e6 / count};
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

struct Subject {
  const char* name;
  int port;
  std::string request;
};

// Runs take turns, so that a busy minute of the machine falls on all of them.
void Measure(const std::vector<Subject>& subjects) {
  std::vector<std::vector<double>> rates(subjects.size());
  std::vector<std::vector<double>> costs(subjects.size());
  for (int run = 0; run < kRuns; ++run) {
    for (size_t i = 0; i < subjects.size(); ++i) {
      const Figures figures = RunOnce(subjects[i].port, subjects[i].request);
      rates[i].push_back(figures.per_second);
      costs[i].push_back(figures.cpu_us);
    }
  }
  std::printf("%d connections, median of %d runs of at most %s\n", kConnections, kRuns,
              absl::FormatDuration(kRunTime).c_str());
  for (size_t i = 0; i < subjects.size(); ++i) {
    std::printf("%-34s %8.0f requests/s  %7.1f us CPU of the server each\n", subjects[i].name,
                Median(rates[i]), Median(costs[i]));
  }
}

void Main() {
  SetMinLogLevel(LogLevel::kWarning);
  api::FakeReviewService fake;
  for (int i = 0; i < kReviews; ++i) {
    review::v1::ReviewSummary& review = *fake.list.add_reviews();
    review.set_id(absl::StrCat("01HZX", i));
    review.mutable_repository()->set_full_name("acme/train");
    review.set_title("Scale the loss before the backward pass");
    review.set_state(review::v1::REVIEW_STATE_DONE);
    review.mutable_counts()->set_p1(i);
  }
  const auto stub = fake.NewStub();
  host::Metrics metrics;
  host::Metrics peer;
  auto server = http::HttpServer::Start(api::RestRoutes({.stub = stub.get()}),
                                        {.address = "127.0.0.1:0", .metrics = &metrics});
  CHECK(server.ok()) << server.status();
  const auto civetweb = peer.Expose("127.0.0.1:0");
  CHECK(civetweb.ok()) << civetweb.status();
  Measure({{"GET /healthz", (*server)->port(), http::Get("/healthz")},
           {"GET /api/v1/reviews (50 of them)", (*server)->port(), http::Get("/api/v1/reviews")},
           {"GET /healthz, a connection each", (*server)->port(),
            http::Get("/healthz", "Connection: close\r\n")},
           {"civetweb, a connection each", *civetweb, http::Get("/metrics")}});
}

}  // namespace
}  // namespace allreview

int main() { allreview::Main(); }

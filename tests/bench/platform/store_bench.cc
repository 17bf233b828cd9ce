// What the queue and the store cost: operations, time and bytes for each job and each review.
//
//   bazel run //tests/bench/platform:store -- [--jobs=N] [REVIEW.json...]
//
// A review as `allreview review --format=json` writes it is stored as it is; without one, a made-up
// review of ten findings and a diff of 20 kB. Numbers of Redis are those of a real redis-server
// that writes each command to the disk (appendfsync always), taken from its INFO.

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "base/check.h"
#include "base/file.h"
#include "base/timestamp.h"
#include "gateway/queue/open_queue.h"
#include "gateway/store/review_store.h"
#include "gateway/testing/redis_server.h"
#include "google/protobuf/util/json_util.h"

namespace allreview::gateway {
namespace {

using review::v1::StoredReview;

// Numbers of INFO, by name.
std::map<std::string, double> Info(RedisClient& client) {
  const absl::StatusOr<RedisValue> answer = client.Run({"INFO", "everything"});
  CHECK(answer.ok()) << answer.status();
  std::map<std::string, double> numbers;
  for (absl::string_view line : absl::StrSplit(answer->text, "\r\n")) {
    const std::vector<absl::string_view> parts = absl::StrSplit(line, absl::MaxSplits(':', 1));
    double number = 0;
    if (parts.size() == 2 && absl::SimpleAtod(parts[1], &number)) {
      numbers[std::string(parts[0])] = number;
    }
  }
  // Commands that scripts call inside the server.
  for (absl::string_view line : absl::StrSplit(answer->text, "\r\n")) {
    if (!absl::ConsumePrefix(&line, "cmdstat_")) continue;
    const size_t calls = line.find("calls=");
    int64_t number = 0;
    if (calls != absl::string_view::npos &&
        absl::SimpleAtoi(line.substr(calls + 6, line.find(',') - calls - 6), &number)) {
      numbers["calls"] += static_cast<double>(number);
    }
  }
  return numbers;
}

StoredReview MadeUpReview() {
  StoredReview review;
  std::string text;
  for (int i = 0; i < 400; ++i) {
    absl::StrAppend(&text, "+    loss_", i * 7919 % 1000, " = criterion(logits[", i, "], y)\n");
  }
  review.set_diff(text);
  for (int i = 0; i < 10; ++i) {
    finding::v1::Finding& finding = *review.mutable_review()->add_findings();
    finding.set_rule_id(absl::StrCat("rule-", i));
    finding.set_fingerprint(absl::StrCat(i, std::string(31, 'f')));
    finding.set_problem(text.substr(i * 50, 400));
    finding.set_fix(text.substr(i * 90, 300));
    finding.set_before_code(text.substr(i * 130, 200));
  }
  return review;
}

StoredReview ReadReview(const std::string& path) {
  const absl::StatusOr<std::string> json = ReadFile(path);
  CHECK(json.ok()) << json.status();
  StoredReview review;
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = true;
  const auto status =
      google::protobuf::util::JsonStringToMessage(*json, review.mutable_review(), options);
  CHECK(status.ok()) << path << ": " << status.ToString();
  return review;
}

review::v1::Job JobOf(int i) {
  review::v1::Job job;
  job.set_key(absl::StrCat("1234567/", i, "/0123456789abcdef0123456789abcdef01234567/p1/r1"));
  job.set_tenant(absl::StrCat("installation/", i % 50));
  job.mutable_repository()->set_id(1234567);
  job.mutable_repository()->set_full_name("acme/train");
  job.set_number(i);
  job.set_head_commit("0123456789abcdef0123456789abcdef01234567");
  job.mutable_review()->set_review_id("01JD8R9V4ZC8Q4T1Y0M3K5N7P9");
  return job;
}

// What `count` calls cost.
class Meter {
 public:
  Meter(std::string backend, RedisClient* client, int count)
      : backend_(std::move(backend)), client_(client), count_(count) {}

  void Measure(const std::string& what, const std::function<void()>& action) {
    std::map<std::string, double> before;
    if (client_ != nullptr) before = Info(*client_);
    const absl::Time start = absl::Now();
    action();
    const double milliseconds = absl::ToDoubleMilliseconds(absl::Now() - start);
    std::printf("%-7s %-34s %8.3f ms", backend_.c_str(), what.c_str(), milliseconds / count_);
    if (client_ != nullptr) {
      const std::map<std::string, double> after = Info(*client_);
      const auto change = [&](const std::string& name) {
        const auto found = before.find(name);
        return (after.at(name) - (found == before.end() ? 0 : found->second)) / count_;
      };
      // One read for each request, and more where one is large. Commands: scripts and what they
      // call.
      std::printf("  reads %5.2f  commands %6.2f  in %8.0f B  out %8.0f B  memory %+8.0f B",
                  change("total_reads_processed"), change("calls"), change("total_net_input_bytes"),
                  change("total_net_output_bytes"), change("used_memory"));
    }
    std::printf("\n");
  }

 private:
  const std::string backend_;
  RedisClient* const client_;
  const int count_;
};

void MeasureQueue(const std::string& url, const std::string& backend, RedisClient* client,
                  int jobs) {
  const auto queue = OpenJobQueue(url, {}, {}).value();
  Meter meter(backend, client, jobs);
  std::vector<Lease> leases;
  meter.Measure("job: enqueue", [&] {
    for (int i = 0; i < jobs; ++i) CHECK(queue->Enqueue(JobOf(i)).value());
  });
  meter.Measure("job: take", [&] {
    for (int i = 0; i < jobs; ++i) {
      leases.push_back(queue->Take("worker-1", absl::Minutes(10), {}).value().value());
    }
  });
  meter.Measure("job: extend", [&] {
    for (const Lease& lease : leases) CHECK(queue->Extend(lease, absl::Minutes(10)).ok());
  });
  meter.Measure("job: complete", [&] {
    for (const Lease& lease : leases) CHECK(queue->Complete(lease).ok());
  });
}

void MeasureReviews(const std::string& url, const std::string& backend, RedisClient* client,
                    const StoredReview& form, int count) {
  const auto store = OpenKeyedStore(url, {}).value();
  ReviewStore reviews(store.get());
  std::vector<StoredReview> stored(count, form);
  for (int i = 0; i < count; ++i) {
    review::v1::ReviewSummary& summary = *stored[i].mutable_summary();
    summary.set_id(reviews.NewId());
    summary.mutable_repository()->set_id(1000 + i % 100);
    summary.mutable_repository()->set_full_name(absl::StrCat("acme/repository-", i % 100));
    summary.set_number(1 + i / 200);
    summary.set_head_commit("0123456789abcdef0123456789abcdef01234567");
    summary.set_title("Overlap the gradient reduction with the backward pass");
    summary.set_author("mara");
    summary.set_url("https://github.example/acme/train/pull/7");
    summary.set_state(review::v1::REVIEW_STATE_QUEUED);
    *summary.mutable_queued_at() = ToTimestamp(absl::Now());
  }
  Meter meter(backend, client, count);
  meter.Measure("review: summary when queued", [&] {
    for (const StoredReview& review : stored) CHECK(reviews.PutSummary(review.summary()).ok());
  });
  meter.Measure("review: summary when running", [&] {
    for (StoredReview& review : stored) {
      review.mutable_summary()->set_state(review::v1::REVIEW_STATE_RUNNING);
      CHECK(reviews.PutSummary(review.summary()).ok());
    }
  });
  meter.Measure("review: stored when done", [&] {
    for (StoredReview& review : stored) {
      review.mutable_summary()->set_state(review::v1::REVIEW_STATE_DONE);
      CHECK(reviews.PutReview(review).ok());
    }
  });
  meter.Measure("review: read", [&] {
    for (const StoredReview& review : stored) {
      CHECK(reviews.GetReview(review.summary().id()).ok());
    }
  });
  meter.Measure("review: page of 50 in the list", [&] {
    for (int i = 0; i < count; ++i) CHECK(reviews.ListReviews({}).ok());
  });
  meter.Measure("delivery: look up and mark", [&] {
    for (const StoredReview& review : stored) {
      const std::string guid = absl::StrCat("72d3162e-", review.summary().id());
      CHECK(!reviews.IsDelivered(guid).value());
      CHECK(reviews.MarkDelivered(guid).ok());
    }
  });
  std::printf("        a review has %zu bytes as a message, its summary %zu\n",
              stored[0].ByteSizeLong(), stored[0].summary().ByteSizeLong());
}

void MeasureAll(const std::string& url, const std::string& backend, RedisClient* client, int count,
                const std::vector<StoredReview>& forms) {
  MeasureQueue(url, backend, client, count);
  for (const StoredReview& form : forms) MeasureReviews(url, backend, client, form, count);
}

}  // namespace
}  // namespace allreview::gateway

int main(int argc, char** argv) {
  using namespace allreview::gateway;  // NOLINT: this file is the program.
  int count = 500;
  std::vector<StoredReview> forms;
  for (int i = 1; i < argc; ++i) {
    absl::string_view argument = argv[i];
    if (absl::ConsumePrefix(&argument, "--jobs=")) {
      CHECK(absl::SimpleAtoi(argument, &count) && count > 0) << argv[i];
    } else {
      forms.push_back(ReadReview(argv[i]));
    }
  }
  if (forms.empty()) forms.push_back(MadeUpReview());
  std::string folder = "/tmp/allreview-bench-XXXXXX";
  CHECK(mkdtemp(folder.data()) != nullptr);
  const std::string path = folder + "/store.db";
  MeasureAll("sqlite:" + path, "sqlite", nullptr, count, forms);
  std::printf("        the file has %ju bytes\n", std::filesystem::file_size(path));
  std::filesystem::remove_all(folder);
  if (!RedisServer::IsInstalled()) {
    std::printf("%s\n", std::string(RedisServer::kNotInstalled).c_str());
    return 0;
  }
  RedisServer server(/*is_persistent=*/true);
  MeasureAll(server.url(), "redis", OpenRedis(server.url(), {}).value().get(), count, forms);
  return 0;
}

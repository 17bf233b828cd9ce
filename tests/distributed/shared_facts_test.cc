// Two replicas of the analysis service, each a confined process, that share facts in a real
// redis-server.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/hash.h"
#include "base/status_matchers.h"
#include "gateway/testing/redis_server.h"
#include "gmock/gmock.h"
#include "grpcpp/client_context.h"
#include "gtest/gtest.h"
#include "host/channel.h"
#include "host/confine.h"
#include "proto/analysis/v1/analysis.grpc.pb.h"
#include "tests/distributed/service_process.h"

namespace allreview::distributed {
namespace {

using analysis::v1::AnalyzeRequest;
using analysis::v1::AnalyzeResponse;
using testing::HasSubstr;

constexpr int kFiles = 400;  // More than one command to Redis takes.

// Path to content.
using Tree = std::map<std::string, std::string>;

Tree Repository(const std::string& version) {
  Tree tree;
  for (int i = 0; i < kFiles; ++i) {
    tree[absl::StrCat("lib/m", i, ".py")] =
        absl::StrCat("# ", version, "\nfrom lib.use import scale\n\n\ndef f", i,
                     "(x):\n    return scale(x, ", i, ")\n");
  }
  return tree;
}

// What one review came to.
struct Outcome {
  grpc::Status status;
  int blobs_wanted = 0;
  int facts_cached = 0, files_parsed = 0;
  std::string findings;
};

class Replica {
 public:
  explicit Replica(const std::string& redis)
      : process_(
            "services/analysis/allreview-analysis",
            {"--listen=127.0.0.1:0", "--metrics_listen=127.0.0.1:0", "--facts_redis=" + redis}) {
    EXPECT_OK(process_.WaitUntilServing());
    const auto channel = host::Connect(process_.address(), {});
    EXPECT_OK(channel);
    stub_ = analysis::v1::AnalysisService::NewStub(*channel);
  }

  // Reviews a change of a function's signature, whose callers stand in `tree`. `before_content` is
  // called when the replica has asked the cache and wants content.
  Outcome Review(const Tree& tree, const std::function<void()>& before_content = nullptr) {
    grpc::ClientContext context;
    const auto stream = stub_->Analyze(&context);
    for (const AnalyzeRequest& request : Change()) stream->Write(request);
    Outcome outcome;
    AnalyzeResponse response;
    while (stream->Read(&response)) {
      if (response.has_need()) {
        outcome.blobs_wanted += response.need().blobs_size();
        if (response.need().blobs_size() > 0 && before_content) before_content();
        for (const AnalyzeRequest& request : Answer(response.need(), tree)) stream->Write(request);
      } else if (response.has_finding()) {
        absl::StrAppend(&outcome.findings, response.finding().DebugString());
      } else if (response.has_done()) {
        outcome.facts_cached = response.done().facts_cached();
        outcome.files_parsed = response.done().files_parsed();
      }
    }
    outcome.status = stream->Finish();
    return outcome;
  }

  std::string Metrics() { return ReadMetrics(process_.metrics_address()); }
  std::string Log() { return process_.Log(); }

 private:
  static std::vector<AnalyzeRequest> Change() {
    std::vector<AnalyzeRequest> requests(2);
    requests[0].mutable_start()->set_has_tree(true);
    requests[0].mutable_start()->set_threads(1);
    diff::v1::DiffFile& file = *requests[1].mutable_file();
    file.mutable_entry()->set_status(change::v1::FILE_STATUS_MODIFIED);
    file.mutable_entry()->set_old_path("lib/use.py");
    file.mutable_entry()->set_new_path("lib/use.py");
    file.set_file_class(change::v1::FILE_CLASS_SOURCE);
    file.set_language("python");
    file.set_parents(1);
    diff::v1::Hunk& hunk = *file.add_hunks();
    hunk.set_old_start(1);
    hunk.set_old_lines(2);
    hunk.set_new_start(1);
    hunk.set_new_lines(2);
    hunk.set_text("-def scale(x, by):\n+def scale(x, *, by):\n     return x * by\n");
    file.set_hunk_count(1);
    for (const bool is_old : {true, false}) {
      analysis::v1::Blob& blob = *requests.emplace_back().mutable_blob();
      blob.set_path("lib/use.py");
      blob.set_side(is_old ? change::v1::SIDE_LEFT : change::v1::SIDE_RIGHT);
      blob.set_content(is_old ? "def scale(x, by):\n    return x * by\n"
                              : "def scale(x, *, by):\n    return x * by\n");
      blob.set_is_last(true);
    }
    requests.emplace_back().mutable_files_complete();
    return requests;
  }

  static std::vector<AnalyzeRequest> Answer(const analysis::v1::Need& need, const Tree& tree) {
    std::vector<AnalyzeRequest> requests;
    if (need.after_tree()) {
      analysis::v1::Tree& files = *requests.emplace_back().mutable_tree();
      files.set_side(change::v1::SIDE_RIGHT);
      for (const auto& [path, content] : tree) {
        analysis::v1::TreeFile& file = *files.add_files();
        file.set_path(path);
        file.set_mode(0100644);
        file.set_blob_id(GitBlobId(content));
      }
    }
    for (const change::v1::BlobRef& wanted : need.blobs()) {
      analysis::v1::Blob& blob = *requests.emplace_back().mutable_blob();
      blob.set_blob_id(wanted.blob_id());
      blob.set_content(tree.at(wanted.path()));
      blob.set_is_last(true);
    }
    requests.emplace_back().mutable_need_complete();
    return requests;
  }

  ServiceProcess process_;
  std::unique_ptr<analysis::v1::AnalysisService::Stub> stub_;
};

TEST(SharedFacts, AreParsedOnceForAllReplicas) {
  if (!gateway::RedisServer::IsInstalled()) GTEST_SKIP() << gateway::RedisServer::kNotInstalled;
  gateway::RedisServer redis;
  Replica first(redis.url()), second(redis.url());
  const Tree tree = Repository("one");
  const Outcome cold = first.Review(tree);
  ASSERT_TRUE(cold.status.ok()) << cold.status.error_message();
  EXPECT_EQ(cold.blobs_wanted, kFiles);
  EXPECT_EQ(cold.facts_cached, 0);
  EXPECT_THAT(cold.findings, HasSubstr(absl::StrCat("breaks ", kFiles, " calls")));

  const Outcome shared = second.Review(tree);
  ASSERT_TRUE(shared.status.ok()) << shared.status.error_message();
  EXPECT_EQ(shared.blobs_wanted, 0) << "no content, so nothing to parse";
  EXPECT_EQ(shared.facts_cached, kFiles);
  EXPECT_EQ(shared.files_parsed, cold.files_parsed - kFiles);
  EXPECT_EQ(shared.findings, cold.findings);
  EXPECT_THAT(second.Metrics(),
              HasSubstr(absl::StrCat("allreview_cache_lookups_total{cache=\"facts-redis\","
                                     "result=\"hit\"} ",
                                     kFiles, "\n")));
  if (host::DefaultConfineMode() == host::ConfineMode::kOn) {
    EXPECT_THAT(second.Log(), HasSubstr("confine=seccomp"));
  }

  // From its own memory: Redis is not asked again.
  const Outcome warm = second.Review(tree);
  EXPECT_EQ(warm.facts_cached, kFiles);
  EXPECT_THAT(second.Metrics(),
              HasSubstr(absl::StrCat("allreview_cache_lookups_total{cache=\"facts-redis\","
                                     "result=\"hit\"} ",
                                     kFiles, "\n")));
}

TEST(SharedFacts, CostAReviewNothingWhenRedisDiesMidway) {
  if (!gateway::RedisServer::IsInstalled()) GTEST_SKIP() << gateway::RedisServer::kNotInstalled;
  gateway::RedisServer redis;
  Replica replica(redis.url());
  const Outcome midway = replica.Review(Repository("one"), [&] { redis.Kill(); });
  ASSERT_TRUE(midway.status.ok()) << midway.status.error_message();
  EXPECT_EQ(midway.blobs_wanted, kFiles);
  EXPECT_THAT(midway.findings, HasSubstr(absl::StrCat("breaks ", kFiles, " calls")));
  EXPECT_THAT(replica.Log(), HasSubstr("facts in Redis cannot be used"));
  EXPECT_THAT(
      replica.Metrics(),
      HasSubstr("allreview_cache_failures_total{cache=\"facts-redis\",operation=\"put\"} 1"));

  const Outcome without = replica.Review(Repository("two"));
  ASSERT_TRUE(without.status.ok()) << without.status.error_message();
  EXPECT_EQ(without.blobs_wanted, kFiles);
  EXPECT_EQ(replica.Review(Repository("two")).facts_cached, kFiles) << "in its own memory";
}

TEST(SharedFacts, NeedNoRedisToBegin) {
  Replica replica("redis+unix:///tmp/allreview-no-such-socket");
  const Outcome outcome = replica.Review(Repository("one"));
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.error_message();
  EXPECT_EQ(outcome.blobs_wanted, kFiles);
}

}  // namespace
}  // namespace allreview::distributed

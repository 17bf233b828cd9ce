#include "gateway/cli/fake_session.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <utility>

#include "gateway/cli/session.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "host/channel.h"
#include "host/host.h"
#include "proto/review/v1/review_service.grpc.pb.h"

namespace allreview::cli {
namespace {

namespace fs = std::filesystem;

template <typename Message>
Message FromText(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message)) << text;
  return message;
}

class FakeReviewService final : public review::v1::ReviewService::Service {
 public:
  explicit FakeReviewService(Script* script) : script_(*script) {}

  grpc::Status Review(grpc::ServerContext* context, const review::v1::ReviewRequest* request,
                      grpc::ServerWriter<review::v1::ReviewEvent>* writer) override {
    script_.request = *request;
    return Answer(*context, *writer);
  }

  grpc::Status ReviewPatch(
      grpc::ServerContext* context,
      grpc::ServerReaderWriter<review::v1::ReviewEvent, review::v1::ReviewPatchRequest>* stream)
      override {
    review::v1::ReviewPatchRequest part;
    while (stream->Read(&part)) {
      if (part.has_request()) script_.request = part.request();
      script_.patch += part.chunk();
    }
    return Answer(*context, *stream);
  }

  grpc::Status ParseDiff(
      grpc::ServerContext*,
      grpc::ServerReaderWriter<diff::v1::ParseResponse, diff::v1::ParseRequest>* stream) override {
    diff::v1::ParseRequest part;
    while (stream->Read(&part)) script_.patch += part.chunk();
    stream->Write(
        FromText<diff::v1::ParseResponse>("file { entry { status: FILE_STATUS_MODIFIED old_path: "
                                          "'a' new_path: 'a' } additions: 1 }"));
    if (script_.patch.find("broken") != std::string::npos) {
      stream->Write(FromText<diff::v1::ParseResponse>(
          "diagnostic { level: LEVEL_ERROR code: 'NO_HUNK' line: 3 message: 'no hunk' }"));
    }
    stream->Write(
        FromText<diff::v1::ParseResponse>("summary { totals { files: 1 additions: 1 } }"));
    return script_.status;
  }

  grpc::Status ListRules(grpc::ServerContext*, const review::v1::ListRulesRequest*,
                         review::v1::ListRulesResponse* response) override {
    *response = FromText<review::v1::ListRulesResponse>(R"txt(
      rules { id: "alpha" title: "Alpha is bad" severity: SEVERITY_P1 impact: IMPACT_HIGH
              pillar: PILLAR_CORRECTNESS category: "numerics" confidence: CONFIDENCE_HIGH
              why: "It hurts." fix: "Do not." bad: "alpha()\n  x" good: "beta()"
              references: "a book" version: 1 is_default: true tier: TIER_ON }
      rules { id: "hunch" title: "Maybe" severity: SEVERITY_P2 category: "tests" is_default: true tier: TIER_HINT }
      rules { id: "longer-name" title: "Longer" severity: SEVERITY_P3 category: "tests" }
      rules_hash: "abc")txt");
    return script_.status;
  }

  grpc::Status TestRules(grpc::ServerContext*, const review::v1::TestRulesRequest* request,
                         review::v1::TestRulesResponse* response) override {
    script_.rule_files = request->rule_files_size();
    *response = FromText<review::v1::TestRulesResponse>(R"txt(
      tests { rule_id: "alpha" name: "bad 1" file: "a.yaml" line: 3 }
      tests { rule_id: "alpha" name: "good 1" file: "a.yaml" line: 7
              failure: "wanted nothing, found it in line 2" }
      diagnostics { level: LEVEL_ERROR code: "RULE_FILE" path: "b.yaml" line: 4 column: 9
                    message: "severity is P9" hint: "write P0" })txt");
    return script_.status;
  }

  grpc::Status ExplainPolicy(grpc::ServerContext*, const review::v1::ExplainPolicyRequest* request,
                             review::v1::ExplainPolicyResponse* response) override {
    script_.policy_request = *request;
    *response = FromText<review::v1::ExplainPolicyResponse>(R"txt(policy {
      values { key: "review.fail_on" value: "P1" origin: ".allreview.yaml:3"
               shadowed: "P0 (org.yaml:2)" type: "P0..P3 or none" default_value: "none"
               documentation: "The gate."
}
values{
  key : "review.max_findings" value : "10" origin : "default" type : "integer 1..50"
  default_value : "10"
} hash : "0123"
})txt");
    if (request->policies_size() > 0) {
      *response->mutable_policy()->add_diagnostics() = FromText<change::v1::Diagnostic>(
          "level: LEVEL_ERROR code: 'POLICY_UNKNOWN_KEY' line: 2 path: 'org.yaml' "
          "message: 'unknown key' hint: 'remove it'");
    }
    return script_.status;
  }

  grpc::Status ListRepositories(grpc::ServerContext*, const review::v1::ListRepositoriesRequest*,
                                review::v1::ListRepositoriesResponse* response) override {
    *response = FromText<review::v1::ListRepositoriesResponse>(
        "repositories { repository { id: 42 full_name: 'acme/train' } }");
    return script_.status;
  }

  grpc::Status GetTrends(grpc::ServerContext*, const review::v1::GetTrendsRequest* request,
                         review::v1::GetTrendsResponse* response) override {
    script_.trends_request = *request;
    review::v1::TrendPoint& point = *response->add_points();
    point.set_day(request->last_day());
    point.set_reviews(12);
    return script_.status;
  }

  grpc::Status ListReviews(grpc::ServerContext*, const review::v1::ListReviewsRequest* request,
                           review::v1::ListReviewsResponse* response) override {
    script_.reviews_request = *request;
    *response = FromText<review::v1::ListReviewsResponse>(
        "reviews { repository { id: 42 full_name: 'acme/train' } number: 7 title: 'Scale the loss' "
        "conclusion: CONCLUSION_BLOCKED counts { p1: 2 } }");
    return script_.status;
  }

  grpc::Status ListFeedback(grpc::ServerContext*, const review::v1::ListFeedbackRequest*,
                            review::v1::ListFeedbackResponse*) override {
    return script_.status;
  }

 private:
  template <typename Writer>
  grpc::Status Answer(grpc::ServerContext& context, Writer& writer) {
    review::v1::ReviewEvent event;
    event.mutable_progress()->set_stage("fetch");
    writer.Write(event);
    script_.on_call(context);
    if (!script_.status.ok()) return script_.status;
    for (int i = 0; i < script_.request.documents_size(); ++i) {
      event.mutable_document()->set_index(i);
      event.mutable_document()->set_content(script_.document);
      event.mutable_document()->set_is_last(true);
      writer.Write(event);
    }
    if (!script_.has_end) return grpc::Status::OK;
    *event.mutable_finished() = FromText<review::v1::Finished>(script_.finished);
    writer.Write(event);
    return grpc::Status::OK;
  }

  Script& script_;
};

std::string Content(int fd) {
  std::string text(lseek(fd, 0, SEEK_END), '\0');
  EXPECT_EQ(pread(fd, text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
  close(fd);
  return text;
}

}  // namespace

std::string NewFolder() {
  std::string path = testing::TempDir() + "session-XXXXXX";
  return mkdtemp(path.data());
}

Environment InRepository() {
  const std::string folder = NewFolder();
  fs::create_directories(folder + "/.git");
  return {.current_directory = folder};
}

Result RunWith(const std::vector<std::string>& words, Script& script,
               const Environment& environment, int out_fd) {
  signal(SIGPIPE, SIG_IGN);
  const int out = out_fd >= 0 ? out_fd : memfd_create("out", 0);
  const int err = memfd_create("err", 0);
  std::unique_ptr<host::Host> host;
  Result result;
  {
    Output out_output(out, "standard output");
    Output err_output(err, "standard error");
    const Session session = {.environment = environment,
                             .out = out_output,
                             .err = err_output,
                             .connect = [&](const Command&, const Arguments& arguments)
                                 -> absl::StatusOr<std::shared_ptr<grpc::Channel>> {
                               for (const auto& [flag, value] : arguments.flags) {
                                 if (flag->name == "gateway" && value != kFakeGateway) {
                                   return host::Connect(value, {});
                                 }
                               }
                               std::vector<std::unique_ptr<grpc::Service>> services;
                               services.push_back(std::make_unique<FakeReviewService>(&script));
                               host = *host::Host::Start(std::move(services), {});
                               return host->InProcessChannel();
                             },
                             .serve = [](const Arguments&) { return 77; }};
    result.code = Run(words, session);
  }
  result.out = out_fd >= 0 ? "" : Content(out);
  result.err = Content(err);
  return result;
}

Result RunHere(const std::vector<std::string>& words, Script script) {
  return RunWith(words, script, InRepository());
}

}  // namespace allreview::cli

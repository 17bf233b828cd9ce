// All commands against a fake ReviewService in this process.

#include "gateway/cli/session.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <utility>

#include "base/file.h"
#include "base/status_matchers.h"
#include "base/version.h"
#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "proto/review/v1/review_service.grpc.pb.h"
#include "services/host/channel.h"
#include "services/host/host.h"

namespace allreview::cli {
namespace {

namespace fs = std::filesystem;
using change::v1::LocalRepository;
using ::testing::HasSubstr;
using ::testing::StartsWith;

template <typename Message>
Message FromText(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message)) << text;
  return message;
}

// What the service does is set by each test; what it was asked is kept.
struct Script {
  std::string finished = "conclusion: CONCLUSION_SUCCESS conclusion_reason: 'nothing was found'";
  std::string document = "# Review\n";
  grpc::Status status = {};
  std::function<void(grpc::ServerContext&)> on_call = [](grpc::ServerContext&) {};
  bool has_end = true;

  review::v1::ReviewRequest request = {};
  std::string patch = {};
  review::v1::ExplainPolicyRequest policy_request = {};
};

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
              references: "a book" version: 1 is_default: true }
      rules { id: "longer-name" title: "Longer" severity: SEVERITY_P3 category: "tests" }
      rules_hash: "abc")txt");
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

struct Result {
  int code = 0;
  std::string out;
  std::string err;
};

std::string Content(int fd) {
  std::string text(lseek(fd, 0, SEEK_END), '\0');
  EXPECT_EQ(pread(fd, text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
  close(fd);
  return text;
}

std::string NewFolder() {
  std::string path = testing::TempDir() + "session-XXXXXX";
  return mkdtemp(path.data());
}

// A repository from outside; the fake service never looks into it.
Environment InRepository() {
  const std::string folder = NewFolder();
  fs::create_directories(folder + "/.git");
  return {.current_directory = folder};
}

Result RunWith(const std::vector<std::string>& words, Script& script,
               const Environment& environment, int out_fd = -1) {
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
                                 if (flag->name == "gateway") return host::Connect(value, {});
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

Result RunHere(const std::vector<std::string>& words, Script script = {}) {
  return RunWith(words, script, InRepository());
}

TEST(Review, WritesTheDocumentAndIsQuietWhenClean) {
  Script script;
  const Environment environment = InRepository();
  const Result result = RunWith({"review", "a..b"}, script, environment);
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out, "# Review\n");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(script.request.ref().local().path(), environment.current_directory);
  EXPECT_EQ(script.request.ref().local().mode(), LocalRepository::MODE_RANGE);
}

TEST(Review, ExitsWithOneWhenTheGateTrips) {
  const Result result = RunHere({"review"}, {.finished = "conclusion: CONCLUSION_BLOCKED "
                                                         "conclusion_reason: '2 findings' "
                                                         "gate { fail_on: SEVERITY_P1 tripping: 2 "
                                                         "is_incomplete: true }"});
  EXPECT_EQ(result.code, 1);  // Also when something is missing.
  EXPECT_EQ(result.err, "allreview: 2 findings at or above the gate P1; 2 findings\n");
}

TEST(Review, ExitsWithThreeWhenIncomplete) {
  const Result result = RunHere(
      {"review"}, {.finished = "conclusion: CONCLUSION_INCOMPLETE conclusion_reason: 'analysis did "
                               "not answer' gate { is_incomplete: true }"});
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.out, "# Review\n");
  EXPECT_EQ(result.err, "allreview: the review is incomplete: analysis did not answer\n");
}

TEST(Review, HasNoGateWhenToldSo) {
  const Script script = {.finished = "gate { fail_on: SEVERITY_P0 tripping: 1 }"};
  EXPECT_EQ(RunHere({"review", "--fail-on=none"}, script).code, 0);
  EXPECT_EQ(RunHere({"review"}, script).code, 1);
}

TEST(Review, WritesFilesAndSaysWhich) {
  const std::string folder = NewFolder();
  const std::vector<std::string> words = {"review",         "--format=json",
                                          "--output",       folder + "/a.json",
                                          "--format=sarif", "--output=" + folder + "/a.sarif"};
  const Result result = RunHere(words);
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err,
            "allreview: nothing was found; wrote " + folder + "/a.json, " + folder + "/a.sarif\n");
  EXPECT_EQ(*ReadFile(folder + "/a.json"), "# Review\n");
  EXPECT_EQ(*ReadFile(folder + "/a.sarif"), "# Review\n");
  std::vector<std::string> quiet = words;
  quiet.push_back("--quiet");
  EXPECT_EQ(RunHere(quiet).err, "");
}

TEST(Review, SendsAPatchOfAnySize) {
  const std::string file = NewFolder() + "/x.diff";
  const std::string text = std::string(2 << 20, 'x') + std::string("\0\xff", 2);
  ASSERT_OK(WriteFile(file, text));
  Script script;
  EXPECT_EQ(RunWith({"review", "--patch", file}, script, {}).code, 0);
  EXPECT_TRUE(script.patch == text);
  EXPECT_EQ(script.request.ref().patch().name(), file);
}

TEST(Review, SaysWhyThereIsNone) {
  const Result result = RunHere(
      {"review", "a..b"}, {.status = {grpc::StatusCode::NOT_FOUND, "no revision \"a\"\033[2J"}});
  EXPECT_EQ(result.code, 4);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "allreview: no revision \"a\"\\033[2J\n");
}

TEST(Review, LeavesOldFilesWhenThereIsNoReview) {
  const std::string file = NewFolder() + "/a.md";
  ASSERT_OK(WriteFile(file, "old"));
  const Script script = {.status = {grpc::StatusCode::INTERNAL, "x"}};
  EXPECT_EQ(RunHere({"review", "--output", file}, script).code, 4);
  EXPECT_EQ(*ReadFile(file), "old");
}

TEST(Review, NoticesAnAnswerWithoutEnd) {
  const Result result = RunHere({"review"}, {.has_end = false});
  EXPECT_EQ(result.code, 4);
  EXPECT_EQ(result.err, "allreview: the gateway's answer has no end\n");
}

TEST(Review, SaysThatTheGatewayDoesNotAnswer) {
  const Result result = RunHere({"review", "--gateway=127.0.0.1:1"});
  EXPECT_EQ(result.code, 4);
  EXPECT_THAT(result.err,
              StartsWith("allreview: the gateway at \"127.0.0.1:1\" does not answer: "));
  EXPECT_THAT(result.err, HasSubstr("; is \"allreview serve\" running there, with the same TLS "
                                    "settings?\n"));
}

TEST(Review, StopsOnCtrlC) {
  const Result result = RunHere({"review"}, {.on_call = [](grpc::ServerContext& context) {
                                  kill(getpid(), SIGINT);
                                  while (!context.IsCancelled()) usleep(100);
                                }});
  EXPECT_EQ(result.code, 130);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "");
}

TEST(Review, EndsQuietlyWhenNobodyReads) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  Script script = {.document = std::string(1 << 20, 'x')};
  const Result result = RunWith({"review"}, script, InRepository(), ends[1]);
  EXPECT_EQ(result.code, 141);
  EXPECT_EQ(result.err, "");
  close(ends[1]);
}

TEST(Review, ReportsAFullDisk) {
  const int full = open("/dev/full", O_WRONLY);
  Script script;
  const Result result = RunWith({"review"}, script, InRepository(), full);
  EXPECT_EQ(result.code, 4);
  EXPECT_EQ(result.err, "allreview: cannot write standard output: No space left on device\n");
  close(full);
}

TEST(Diff, PrintsTheModel) {
  const std::string file = NewFolder() + "/x.diff";
  ASSERT_OK(WriteFile(file, "some diff"));
  Result result = RunHere({"diff", file});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out,
            "M  unknown             +1      -0  a\n"
            "1 file, +1 -0\n");
  ASSERT_OK(WriteFile(file, "broken"));
  result = RunHere({"diff", file, "--format=json"});
  EXPECT_EQ(result.code, 1);
  EXPECT_THAT(result.out, StartsWith("{\"files\":[\n{\"status\":\"M\","));
  EXPECT_THAT(result.out, HasSubstr("\"code\":\"NO_HUNK\",\"line\":3"));
}

TEST(Diff, SaysThatItCannotReadItsFile) {
  const Result result = RunHere({"diff", "/nonexistent.diff"});
  EXPECT_EQ(result.code, 4);
  EXPECT_EQ(result.err,
            "allreview: cannot read \"/nonexistent.diff\": No such file or directory\n");
}

TEST(Rules, ListsAll) {
  const Result result = RunHere({"rules"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out,
            "alpha        P1  numerics         Alpha is bad\n"
            "longer-name  P3  tests            Longer (off by default)\n");
  EXPECT_THAT(RunHere({"rules", "--format=json"}).out,
              StartsWith("{\"rules\":[\n{\"id\":\"alpha\",\"title\":\"Alpha is bad\","
                         "\"severity\":\"P1\",\"impact\":\"high\",\"pillar\":\"correctness\","));
}

TEST(Rules, ExplainsOne) {
  EXPECT_EQ(RunHere({"rules", "alpha"}).out,
            "alpha: Alpha is bad\n"
            "P1, high impact, correctness, numerics, high confidence, on by default\n"
            "\nWhy\n    It hurts.\n\nFix\n    Do not.\n\nBad\n    alpha()\n      x\n\nGood\n"
            "    beta()\n\nSee also\n    a book\n"
            "\nTo allow it in one place, say why: # allreview: ignore[alpha] reason\n");
}

TEST(Rules, GuessesWhichWasMeant) {
  Result result = RunHere({"rules", "alhpa"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err, "allreview: unknown rule \"alhpa\"; did you mean \"alpha\"?\n");
  EXPECT_EQ(RunHere({"rules", "zzzzzz"}).err,
            "allreview: unknown rule \"zzzzzz\"; see: allreview rules\n");
}

TEST(ConfigExplain, NamesTheOriginOfAKey) {
  Script script;
  const Result result = RunWith({"config", "explain", "review.fail_on"}, script, InRepository());
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out,
            "review.fail_on: P1\n"
            "  from     .allreview.yaml:3\n"
            "  shadows  P0 (org.yaml:2)\n"
            "  type     P0..P3 or none\n"
            "  default  none\n"
            "  The gate.\n");
  EXPECT_EQ(script.policy_request.ref().local().base(), "HEAD");
}

TEST(ConfigExplain, ListsAllKeys) {
  EXPECT_EQ(RunHere({"config", "explain"}).out,
            "review.fail_on       P1  .allreview.yaml:3\n"
            "review.max_findings  10  default\n");
}

TEST(ConfigExplain, ReadsTheRevisionAskedFor) {
  Script script;
  RunWith({"config", "explain", "review.fail_on", "v1"}, script, InRepository());
  EXPECT_EQ(script.policy_request.ref().local().base(), "v1");
  RunWith({"config", "explain", "--rev=v2"}, script, InRepository());
  EXPECT_EQ(script.policy_request.ref().local().base(), "v2");
  RunWith({"config", "explain"}, script, {.current_directory = NewFolder()});
  EXPECT_FALSE(script.policy_request.has_ref());
}

TEST(ConfigExplain, FailsForWrongKeysAndWrongPolicies) {
  Result result = RunHere({"config", "explain", "review.failon"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err,
            "allreview: unknown key \"review.failon\"; did you mean "
            "\"review.fail_on\"?\n");
  const std::string policy = NewFolder() + "/org.yaml";
  ASSERT_OK(WriteFile(policy, "x"));
  result = RunHere({"config", "explain", "--policy", policy});
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(result.err, "org.yaml:2: error POLICY_UNKNOWN_KEY: unknown key (remove it)\n");
}

TEST(Help, IsThereInAllForms) {
  const Result overview = RunHere({"help"});
  EXPECT_EQ(overview.code, 0);
  EXPECT_EQ(RunHere({"--help"}).out, overview.out);
  EXPECT_EQ(RunHere({}).err, overview.out);
  EXPECT_EQ(RunHere({}).code, 2);
  const Result review = RunHere({"help", "review"});
  EXPECT_THAT(review.out, StartsWith("Reviews a change and writes documents.\n"));
  EXPECT_EQ(RunHere({"review", "--help"}).out, review.out);
  EXPECT_EQ(RunHere({"help", "config"}).out, RunHere({"help", "config", "explain"}).out);
  EXPECT_EQ(RunHere({"help", "reveiw"}).err,
            "allreview: unknown command \"reveiw\"; did you mean \"review\"?\n");
}

TEST(Version, IsTheEngines) {
  const std::string text = "allreview " + std::string(kEngineVersion) + "\n";
  EXPECT_EQ(RunHere({"version"}).out, text);
  EXPECT_EQ(RunHere({"--version"}).out, text);
}

TEST(Serve, IsTheCallersBusiness) { EXPECT_EQ(RunHere({"serve"}).code, 77); }

}  // namespace
}  // namespace allreview::cli

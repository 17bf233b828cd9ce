#include "services/analysis/adapter.h"

#include <atomic>
#include <map>
#include <new>
#include <thread>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/hash.h"
#include "base/status_matchers.h"
#include "base/work_budget.h"
#include "gmock/gmock.h"
#include "grpcpp/create_channel.h"
#include "grpcpp/server_builder.h"
#include "gtest/gtest.h"
#include "host/status.h"
#include "proto/analysis/v1/analysis.grpc.pb.h"

namespace allreview::analysis {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// Somebody ended the work of this thread.
bool IsOverBudget() { return WorkBudget::Current()->FindExcess().has_value(); }

// Reports "todo-left" on each added line of Python that contains "todo", and asks what `on_run`
// asks.
class FakeEngine {
 public:
  std::function<void(const change::ChangeInput&)> on_run = [](const auto&) {};

  RuleEngine Make() {
    return {[this](change::ChangeInput input) {
              on_run(input);
              return change::ParseChange(std::move(input));
            },
            RunRules,
            [] {
              return std::vector<rules::RuleInfo>{Info("noisy-rule"), Info("todo-left")};
            },
            [] { return std::string("0123456789abcdef"); }};
  }

 private:
  static rules::RuleInfo Info(absl::string_view id) {
    rules::RuleInfo info;
    info.id = id;
    info.title = {id, {}};
    return info;
  }

  static rules::RulesResult RunRules(const rules::RulesInput& input) {
    rules::RulesResult result;
    result.is_complete = false;  // Reports would ask the repository.
    for (const change::ChangedFile& file : input.change.changed_files()) {
      if (file.language.empty()) continue;
      result.coverage.push_back({.path = file.path});
      if (file.language == "python" && file.after) Scan(input, file, result);
    }
    return result;
  }

  static void Scan(const rules::RulesInput& input, const change::ChangedFile& file,
                   rules::RulesResult& result) {
    const auto setting = input.settings.find("todo-left");
    rules::RuleSetting rule;
    if (setting != input.settings.end()) rule = setting->second;
    int line = 0;
    for (size_t at = 0; at < file.after->size();) {
      const size_t end = std::min(file.after->find('\n', at), file.after->size());
      const std::string text = file.after->substr(at, end - at);
      ++line;
      at = end + 1;
      if (const size_t hash = text.find('#'); absl::StrContains(text, "allreview:")) {
        rules::DirectiveComment comment;
        comment.path = file.path;
        comment.line = comment.statement_first_line = line;
        comment.statement_end_line = line + 1;
        comment.column = static_cast<int>(hash);
        comment.text = text.substr(hash);
        result.directives.push_back(comment);
      }
      if (!absl::StrContains(text, "todo") || !rule.is_enabled.value_or(true)) continue;
      rules::Finding finding;
      finding.rule_id = "todo-left";
      finding.severity = rule.severity.value_or(rules::Severity::kP2);
      finding.range = {file.path, change::Side::kRight, line, line + 1};
      finding.problem = text;
      finding.edits.push_back({file.path, 0, 1, "x"});
      result.findings.push_back(finding);
    }
  }
};

// What one call answered.
struct Answers {
  v1::ResolvedPolicy policy;
  std::vector<finding::v1::Finding> findings;
  std::map<std::string, change::v1::LedgerEntry> ledger;
  v1::ChangeModel model;
  std::vector<change::v1::Diagnostic> diagnostics;
  std::vector<v1::Need> needs;
  bool is_done = false;
  grpc::Status status;
};

class AnalysisServiceTest : public testing::Test {
 protected:
  void Start(AnalysisOptions options = {}) {
    service_ =
        NewService(std::move(options), {.engine = engine_.Make(), .cache = nullptr, .today = [] {
                                          return std::string("2026-03-01");
                                        }});
    grpc::ServerBuilder builder;
    builder.RegisterService(service_.get());
    server_ = builder.BuildAndStart();
    stub_ = v1::AnalysisService::NewStub(server_->InProcessChannel({}));
  }

  // Queues messages that open the conversation.
  void SendStart(bool has_tree = false) {
    v1::Start& start = *Add().mutable_start();
    start.set_has_tree(has_tree);
    start.mutable_change()->set_has_content(true);
    start.mutable_change()->set_title("fix: router");
  }
  void SendPolicy(const std::string& text) {
    v1::PolicySource& source = *script_.at(0).mutable_start()->add_policies();
    source.set_kind(v1::PolicySource::KIND_REPOSITORY);
    source.set_name(".allreview.yaml");
    source.set_content(text);
  }
  void SendFile(const std::string& path, const std::string& content,
                const std::string& language = "python") {
    diff::v1::DiffFile& file = *Add().mutable_file();
    file.mutable_entry()->set_status(change::v1::FILE_STATUS_ADDED);
    file.mutable_entry()->set_old_path(path);
    file.mutable_entry()->set_new_path(path);
    file.set_file_class(change::v1::FILE_CLASS_SOURCE);
    file.set_language(language);
    file.set_parents(1);
    file.set_hunk_count(1);
    diff::v1::Hunk& hunk = *file.add_hunks();
    hunk.set_new_start(1);
    std::string text;
    for (size_t at = 0; at < content.size();) {
      const size_t end = content.find('\n', at) + 1;
      absl::StrAppend(&text, "+", content.substr(at, end - at));
      hunk.set_new_lines(hunk.new_lines() + 1);
      at = end;
    }
    hunk.set_text(text);
  }
  void SendFilesComplete() { Add().mutable_files_complete(); }
  v1::AnalyzeRequest& Add() { return script_.emplace_back(); }

  // Sends the script, answers needs with `answer`, and collects what comes back.
  Answers Talk(
      const std::function<void(const v1::Need&, std::vector<v1::AnalyzeRequest>&)>& answer = {}) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + timeout_);
    auto stream = stub_->Analyze(&context);
    for (const v1::AnalyzeRequest& request : script_) {
      if (!stream->Write(request)) break;
    }
    if (!answer) stream->WritesDone();
    Answers answers;
    v1::AnalyzeResponse response;
    while (stream->Read(&response)) {
      if (response.has_policy()) answers.policy = response.policy();
      if (response.has_finding()) answers.findings.push_back(response.finding());
      if (response.has_ledger()) answers.ledger[response.ledger().path()] = response.ledger();
      if (response.has_diagnostic()) answers.diagnostics.push_back(response.diagnostic());
      if (response.has_model()) answers.model = response.model();
      if (response.has_done()) answers.is_done = true;
      if (!response.has_need()) continue;
      answers.needs.push_back(response.need());
      if (!answer) continue;
      std::vector<v1::AnalyzeRequest> replies;
      answer(response.need(), replies);
      for (const v1::AnalyzeRequest& reply : replies) stream->Write(reply);
    }
    answers.status = stream->Finish();
    return answers;
  }

  FakeEngine engine_;
  std::vector<v1::AnalyzeRequest> script_;
  std::chrono::milliseconds timeout_{20'000};
  std::unique_ptr<grpc::Service> service_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<v1::AnalysisService::Stub> stub_;
};

TEST_F(AnalysisServiceTest, AnswersWithFindingsLedgerAndModel) {
  Start();
  SendStart();
  SendFile("b.py", "x = 1\n# todo\n");
  SendFile("a.py", "# todo\n");
  SendFile("k.cu", "int x;\n", "cuda");
  SendFile("k.rs", "let x;\n", "rust");
  SendFilesComplete();
  const Answers answers = Talk();
  ASSERT_TRUE(answers.status.ok()) << answers.status.error_message();
  EXPECT_TRUE(answers.is_done);
  ASSERT_THAT(answers.findings, SizeIs(2));
  EXPECT_EQ(answers.findings[0].range().path(), "a.py");
  EXPECT_EQ(answers.findings[1].range().first_line(), 2);
  EXPECT_EQ(answers.findings[1].severity_source(), "rule");
  EXPECT_EQ(answers.findings[1].edits(0).expected_blob_id().size(), 40u);
  EXPECT_THAT(answers.findings[1].excerpt().lines(), ElementsAre("x = 1", "# todo"));
  EXPECT_EQ(answers.ledger.at("a.py").state(), change::v1::LedgerEntry::STATE_REVIEWED);
  EXPECT_EQ(answers.ledger.at("k.cu").state(), change::v1::LedgerEntry::STATE_REVIEWED);
  EXPECT_EQ(answers.ledger.at("k.rs").state(), change::v1::LedgerEntry::STATE_UNSUPPORTED);
  EXPECT_EQ(answers.ledger.at("k.rs").reason(), "no rules for rust");
  EXPECT_EQ(answers.model.intent().kind(), "fix");
}

TEST_F(AnalysisServiceTest, AnswersAnEmptyChange) {
  Start();
  SendStart();
  SendFilesComplete();
  const Answers answers = Talk();
  EXPECT_TRUE(answers.status.ok());
  EXPECT_TRUE(answers.is_done);
  EXPECT_THAT(answers.ledger, IsEmpty());
}

TEST_F(AnalysisServiceTest, WantsStartFirst) {
  Start();
  SendFilesComplete();
  EXPECT_THAT(host::FromGrpc(Talk().status), StatusIs(absl::StatusCode::kInvalidArgument,
                                                      "message 1 is files_complete, wanted start"));
}

TEST_F(AnalysisServiceTest, RefusesATreeThatItDidNotAskFor) {
  Start();
  SendStart();
  Add().mutable_tree();
  EXPECT_THAT(host::FromGrpc(Talk().status),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "message 2 is tree, wanted file, continuation, blob or files_complete"));
}

TEST_F(AnalysisServiceTest, SaysThatTheStreamEndedTooEarly) {
  Start();
  SendStart();
  EXPECT_THAT(host::FromGrpc(Talk().status),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "the stream ended after 1 messages, wanted file, continuation, blob or "
                       "files_complete"));
}

// Answers every wanted blob with "content of <id>"; ids that begin with "bad" cannot be had, and
// those that begin with "lost" are not mentioned.
void AnswerBlobs(const v1::Need& need, std::vector<v1::AnalyzeRequest>& replies) {
  for (const change::v1::BlobRef& wanted : need.blobs()) {
    if (absl::StartsWith(wanted.blob_id(), "lost")) continue;
    const bool is_bad = absl::StartsWith(wanted.blob_id(), "bad");
    v1::Blob& first = *replies.emplace_back().mutable_blob();
    first.set_blob_id(wanted.blob_id());
    first.set_content(is_bad ? "" : "content of ");
    first.set_error(is_bad ? "object is missing" : "");
    first.set_is_last(is_bad);
    if (is_bad) continue;
    v1::Blob& second = *replies.emplace_back().mutable_blob();
    second.set_blob_id(wanted.blob_id());
    second.set_content(wanted.blob_id());
    second.set_is_last(true);
  }
  replies.emplace_back().mutable_need_complete();
}

TEST_F(AnalysisServiceTest, AsksForTheTree) {
  std::vector<change::TreeFile> files;
  engine_.on_run = [&](const change::ChangeInput& input) {
    const auto listed = input.repository->ListFiles(change::Side::kRight, {".py"});
    ASSERT_OK(listed);
    files = *listed;
  };
  Start();
  SendStart(true);
  SendFilesComplete();
  const Answers answers = Talk([](const v1::Need& need, std::vector<v1::AnalyzeRequest>& replies) {
    if (!need.after_tree()) {  // What the link says: "content of …" leads nowhere.
      AnswerBlobs(need, replies);
      return;
    }
    v1::Tree& tree = *replies.emplace_back().mutable_tree();
    tree.set_side(change::v1::SIDE_RIGHT);
    for (const char* path : {"z.py", "a.py", "link.py", "a.txt"}) {
      v1::TreeFile& file = *tree.add_files();
      file.set_path(path);
      file.set_blob_id(absl::StrCat("id of ", path));
      file.set_mode(std::string(path) == "link.py" ? 0120000 : 0100644);
    }
    replies.emplace_back().mutable_need_complete();
  });
  EXPECT_TRUE(answers.status.ok()) << answers.status.error_message();
  ASSERT_THAT(files, SizeIs(2));
  EXPECT_EQ(files[0].path, "a.py");
  EXPECT_EQ(files[1].blob_id, "id of z.py");
}

TEST_F(AnalysisServiceTest, ReadsLinksAsTheFilesToWhichTheyLead) {
  std::vector<change::TreeFile> files;
  std::string content;
  engine_.on_run = [&](const change::ChangeInput& input) {
    const auto listed = input.repository->ListFiles(change::Side::kRight, {""});
    ASSERT_OK(listed);
    files = *listed;
    ASSERT_EQ(files.size(), 2u);
    EXPECT_OK(input.repository->Read(
        change::Side::kRight, {files[1]},
        [&](const change::TreeFile&, absl::StatusOr<std::string> text) { content = *text; }));
  };
  Start();
  SendStart(true);
  SendFilesComplete();
  const Answers answers = Talk([](const v1::Need& need, std::vector<v1::AnalyzeRequest>& replies) {
    for (const change::v1::BlobRef& wanted : need.blobs()) {
      v1::Blob& blob = *replies.emplace_back().mutable_blob();
      blob.set_blob_id(wanted.blob_id());
      blob.set_content(wanted.path() == "pkg/ops" ? "../csrc"
                       : wanted.path() == "pkg/passwd"
                           ? "/etc/passwd"
                           : absl::StrCat("content of ", wanted.path()));
      blob.set_is_last(true);
    }
    for (const char* path : {"csrc/a.py", "pkg/ops", "pkg/passwd"}) {
      if (!need.after_tree()) break;
      v1::Tree& tree = *replies.emplace_back().mutable_tree();
      tree.set_side(change::v1::SIDE_RIGHT);
      v1::TreeFile& file = *tree.add_files();
      file.set_path(path);
      file.set_blob_id(absl::StrCat("id of ", path));
      file.set_mode(absl::EndsWith(path, ".py") ? 0100644 : 0120000);
    }
    replies.emplace_back().mutable_need_complete();
  });
  EXPECT_TRUE(answers.status.ok()) << answers.status.error_message();
  EXPECT_EQ(files[0].target, "");
  EXPECT_EQ(files[1].path, "pkg/ops/a.py");
  EXPECT_EQ(files[1].target, "csrc/a.py");
  EXPECT_EQ(files[1].blob_id, "id of csrc/a.py");
  EXPECT_EQ(content, "content of csrc/a.py");
}

TEST_F(AnalysisServiceTest, BelievesNoContentThatIsNotItsBlobs) {
  const std::string id = GitBlobId("the real one\n");
  std::string received;
  engine_.on_run = [&](const change::ChangeInput& input) {
    const std::vector<change::TreeFile> files = {{"a.py", id}};
    EXPECT_OK(input.repository->Read(
        change::Side::kRight, files,
        [&](const change::TreeFile&, const absl::StatusOr<std::string>& content) {
          received = std::string(content.status().message());
        }));
  };
  Start();
  SendStart(true);
  SendFilesComplete();
  EXPECT_TRUE(Talk(AnswerBlobs).status.ok());
  EXPECT_EQ(received, "its content is not blob " + id);
}

TEST_F(AnalysisServiceTest, ReadsBlobsInOrderEachOnce) {
  std::vector<std::string> received;
  engine_.on_run = [&](const change::ChangeInput& input) {
    const std::vector<change::TreeFile> files = {
        {"a.py", "1"}, {"b.py", "2"}, {"c.py", "1"}, {"d.py", "bad"}, {"e.py", "lost"}};
    EXPECT_OK(input.repository->Read(
        change::Side::kRight, files,
        [&](const change::TreeFile& file, const absl::StatusOr<std::string>& content) {
          received.push_back(absl::StrCat(
              file.path, "=",
              content.ok() ? *content : absl::StrCat("!", content.status().message())));
        }));
  };
  Start();
  SendStart(true);
  SendFilesComplete();
  const Answers answers = Talk(AnswerBlobs);
  EXPECT_TRUE(answers.status.ok()) << answers.status.error_message();
  EXPECT_THAT(received, ElementsAre("a.py=content of 1", "b.py=content of 2", "c.py=content of 1",
                                    "d.py=!object is missing", "e.py=!its content was not sent"));
  ASSERT_THAT(answers.needs, SizeIs(1));
  EXPECT_THAT(answers.needs[0].blobs(), SizeIs(4));
  ASSERT_THAT(answers.diagnostics, SizeIs(1));
  EXPECT_EQ(answers.diagnostics[0].message(),
            "2 unchanged files could not be read, first `d.py`: object is missing");
}

TEST_F(AnalysisServiceTest, FailsWhenAnAnswerBreaksTheProtocol) {
  engine_.on_run = [](const change::ChangeInput& input) {
    EXPECT_FALSE(input.repository->ListFiles(change::Side::kLeft, {".py"}).ok());
  };
  Start();
  SendStart(true);
  SendFilesComplete();
  const Answers answers = Talk([](const v1::Need&, std::vector<v1::AnalyzeRequest>& replies) {
    replies.emplace_back().mutable_files_complete();
  });
  EXPECT_THAT(host::FromGrpc(answers.status),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "message 3 is files_complete, wanted tree or need_complete"));
}

TEST_F(AnalysisServiceTest, SaysThatAClientWithoutTreeCannotBeAsked) {
  absl::Status status;
  engine_.on_run = [&](const change::ChangeInput& input) {
    status = input.repository->ListFiles(change::Side::kRight, {".py"}).status();
  };
  Start();
  SendStart(false);
  SendFilesComplete();
  const Answers answers = Talk();
  EXPECT_TRUE(answers.status.ok());
  EXPECT_THAT(answers.needs, IsEmpty());
  EXPECT_THAT(
      status,
      StatusIs(absl::StatusCode::kFailedPrecondition,
               "the rest of the repository is not known: the client said has_tree = false"));
}

TEST_F(AnalysisServiceTest, FollowsThePolicy) {
  Start({.policies = {{"organisation.yaml", "review: {max_findings: 4, language: zh}"}}});
  SendStart();
  SendPolicy("rules: {todo-left: {severity: P0}}\ncoverage: {accept_unsupported: [rust]}\n");
  SendFile("a.py", "# todo\n");
  SendFile("k.rs", "let x;\n", "rust");
  SendFilesComplete();
  const Answers answers = Talk();
  ASSERT_THAT(answers.findings, SizeIs(1));
  EXPECT_EQ(answers.findings[0].severity(), finding::v1::SEVERITY_P0);
  EXPECT_EQ(answers.findings[0].rule_severity(), finding::v1::SEVERITY_P2);
  EXPECT_EQ(answers.findings[0].severity_source(), ".allreview.yaml:1");
  EXPECT_TRUE(answers.ledger.at("k.rs").is_accepted());
  EXPECT_EQ(answers.policy.max_findings(), 4);
  EXPECT_EQ(answers.policy.language(), "zh");
  std::vector<std::string> keys;  // Without the defaults, which are hundreds.
  for (const v1::PolicyValue& value : answers.policy.values()) keys.push_back(value.key());
  EXPECT_THAT(keys, ElementsAre("coverage.accept_unsupported", "review.language",
                                "review.max_findings", "rules.todo-left.severity"));
}

TEST_F(AnalysisServiceTest, ReportsABrokenPolicyAndGoesOn) {
  Start();
  SendStart();
  SendPolicy("rulez: {}\n");
  SendFile("a.py", "# todo\n");
  SendFilesComplete();
  const Answers answers = Talk();
  EXPECT_TRUE(answers.status.ok());
  EXPECT_THAT(answers.findings, SizeIs(1));
  ASSERT_THAT(answers.policy.diagnostics(), SizeIs(2));
  EXPECT_EQ(answers.policy.diagnostics(0).code(), "POLICY_UNKNOWN_KEY");
  EXPECT_EQ(answers.policy.diagnostics(0).path(), ".allreview.yaml");
  EXPECT_EQ(answers.policy.diagnostics(0).line(), 1);
  EXPECT_EQ(answers.policy.diagnostics(0).message_text().text().id(), "unknown-key");
  EXPECT_EQ(answers.policy.diagnostics(0).hint_text().text().id(), "did-you-mean");
}

TEST_F(AnalysisServiceTest, KeepsAndMarksSuppressedFindings) {
  Start();
  SendStart();
  SendFile("a.py", "f()  # todo  # allreview: ignore[todo-left] tracked elsewhere\n");
  SendFilesComplete();
  const Answers answers = Talk();
  ASSERT_THAT(answers.findings, SizeIs(1));
  EXPECT_EQ(answers.findings[0].shown(), finding::v1::SHOWN_SUPPRESSED);
  EXPECT_EQ(answers.findings[0].suppression().reason(), "tracked elsewhere");
  EXPECT_EQ(answers.findings[0].suppression().range().first_line(), 1);
}

TEST_F(AnalysisServiceTest, ReportsUnusedAndExpiredSuppressions) {
  Start();
  SendStart();
  SendFile("a.py",
           "f()  # allreview: ignore[noisy-rule] fine\n"
           "g()  # todo # allreview: ignore[todo-left] until=2026-01-01 later\n");
  SendFilesComplete();
  const Answers answers = Talk();
  ASSERT_THAT(answers.findings, SizeIs(3));
  EXPECT_EQ(answers.findings[0].rule_id(), "unused-suppression");
  EXPECT_EQ(answers.findings[0].excerpt().first_line(), 1);
  EXPECT_EQ(answers.findings[1].rule_id(), "todo-left");
  EXPECT_EQ(answers.findings[1].shown(), finding::v1::SHOWN_UNSPECIFIED);
  EXPECT_EQ(answers.findings[2].rule_id(), "expired-suppression");
}

TEST_F(AnalysisServiceTest, CoversTheDateOfSuppressionsInThePolicyHash) {
  Start();
  SendStart();
  SendFile("a.py", "f()\n");
  SendFilesComplete();
  const std::string plain = Talk().policy.hash();
  EXPECT_EQ(Talk().policy.hash(), plain);
  script_.clear();
  SendStart();
  SendFile("a.py", "f()  # todo # allreview: ignore[todo-left] until=2026-01-01 later\n");
  SendFilesComplete();
  EXPECT_NE(Talk().policy.hash(), plain);
}

TEST_F(AnalysisServiceTest, LimitsThreadsToWhatTheOperatorAllows) {
  std::vector<int> threads;
  engine_.on_run = [&](const change::ChangeInput& input) { threads.push_back(input.threads); };
  Start({.threads = 2});
  SendStart();
  SendFilesComplete();
  for (int asked : {0, 1, 8}) {
    script_[0].mutable_start()->set_threads(asked);
    EXPECT_TRUE(Talk().status.ok());
  }
  EXPECT_THAT(threads, ElementsAre(2, 1, 2));
}

TEST_F(AnalysisServiceTest, TellsProgress) {
  engine_.on_run = [](const change::ChangeInput& input) { input.on_progress("parsing", 1, 2); };
  Start();
  SendStart();
  SendFilesComplete();
  grpc::ClientContext context;
  auto stream = stub_->Analyze(&context);
  for (const v1::AnalyzeRequest& request : script_) stream->Write(request);
  v1::AnalyzeResponse response;
  ASSERT_TRUE(stream->Read(&response));
  EXPECT_EQ(response.progress().message(), "parsing");
  EXPECT_EQ(response.progress().total(), 2);
  while (stream->Read(&response)) {
  }
  EXPECT_TRUE(stream->Finish().ok());
}

TEST_F(AnalysisServiceTest, StopsWhenTheCallerIsGone) {
  std::atomic<bool> is_running = false;
  std::atomic<bool> is_stopped = false;
  engine_.on_run = [&](const change::ChangeInput&) {
    is_running = true;
    while (!IsOverBudget()) std::this_thread::yield();
    is_stopped = true;
  };
  Start();
  SendStart();
  SendFilesComplete();
  grpc::ClientContext context;
  auto stream = stub_->Analyze(&context);
  for (const v1::AnalyzeRequest& request : script_) stream->Write(request);
  while (!is_running) std::this_thread::yield();
  context.TryCancel();
  EXPECT_EQ(stream->Finish().error_code(), grpc::StatusCode::CANCELLED);
  server_->Shutdown();
  EXPECT_TRUE(is_stopped);
}

TEST_F(AnalysisServiceTest, AnswersWithWhatThereIsBeforeTheDeadline) {
  engine_.on_run = [](const change::ChangeInput&) {
    while (!IsOverBudget()) std::this_thread::yield();
  };
  timeout_ = std::chrono::milliseconds(3000);
  Start();
  SendStart();
  SendFile("a.py", "x = 1\n");
  SendFilesComplete();
  const Answers answers = Talk();
  EXPECT_TRUE(answers.status.ok()) << answers.status.error_message();
  EXPECT_EQ(answers.ledger.at("a.py").state(), change::v1::LedgerEntry::STATE_TIMED_OUT);
}

TEST_F(AnalysisServiceTest, EndsOneCallWhereMemoryIsMissing) {
  bool is_missing = true;
  engine_.on_run = [&](const change::ChangeInput&) {
    if (is_missing) throw std::bad_alloc();
  };
  Start();
  SendStart();
  SendFilesComplete();
  const Answers failed = Talk();
  EXPECT_EQ(failed.status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(failed.status.error_message(),
            "stopped in the analysis: the process has no memory left");
  is_missing = false;
  EXPECT_TRUE(Talk().status.ok());
}

TEST_F(AnalysisServiceTest, EndsAnEngineThatUsesUpTheBudgetOfTheReview) {
  engine_.on_run = [](const change::ChangeInput&) {
    for (;;) Poll();
  };
  Start({.budget = {.cpu_seconds = 0.1}});
  SendStart();
  SendFilesComplete();
  const Answers answers = Talk();
  EXPECT_EQ(answers.status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(answers.status.error_message(),
            "stopped in the analysis: the review used up its 0.1 s of CPU time");
}

TEST_F(AnalysisServiceTest, NamesPhasesForWhichNoBudgetIsLeft) {
  engine_.on_run = [](const change::ChangeInput&) {
    const absl::Status status = RunWithin("the rules", [] {
      for (;;) Poll();
    });
    EXPECT_TRUE(absl::IsResourceExhausted(status)) << status;
  };
  Start({.budget = {.cpu_seconds = 0.1}});
  SendStart();
  SendFile("a.py", "x = 1  # todo\n");
  SendFilesComplete();
  const Answers answers = Talk();
  ASSERT_TRUE(answers.status.ok()) << answers.status.error_message();
  EXPECT_THAT(answers.findings, SizeIs(1));
  int parts = 0;
  for (const change::v1::Diagnostic& diagnostic : answers.diagnostics) {
    if (diagnostic.code() != "PART_MISSING") continue;
    ++parts;
    EXPECT_EQ(diagnostic.level(), change::v1::Diagnostic::LEVEL_ERROR);
    EXPECT_THAT(diagnostic.message(),
                AllOf(HasSubstr("cut short: the "), HasSubstr("used up its 0.1 s of CPU time")));
    EXPECT_THAT(diagnostic.hint(), HasSubstr("--review-cpu-seconds"));
  }
  EXPECT_GE(parts, 2);  // Suppressions and intent.
}

TEST_F(AnalysisServiceTest, ServesManyCallsAtOnce) {
  Start();
  SendStart();
  for (int i = 0; i < 20; ++i) SendFile(absl::StrCat("f", i, ".py"), "# todo\n");
  SendFilesComplete();
  std::vector<std::thread> callers;
  std::atomic<int> good = 0;
  for (int i = 0; i < 8; ++i) {
    callers.emplace_back([&] {
      const Answers answers = Talk();
      good += answers.is_done && answers.findings.size() == 20;
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(good, 8);
}

TEST_F(AnalysisServiceTest, ListsBuiltInRulesToo) {
  Start();
  grpc::ClientContext context;
  v1::ListRulesResponse response;
  ASSERT_TRUE(stub_->ListRules(&context, {}, &response).ok());
  std::vector<std::string> ids;
  for (const v1::RuleInfo& rule : response.rules()) ids.push_back(rule.id());
  EXPECT_THAT(ids,
              ElementsAre("catastrophic-cancellation", "expired-suppression", "lost-small-terms",
                          "malformed-suppression", "noisy-rule", "not-a-number-result",
                          "numerical-failure-mended", "numerical-overflow", "numerical-underflow",
                          "suppression-without-reason", "todo-left", "unknown-suppression-rule",
                          "unused-suppression"));
  EXPECT_EQ(response.rules_hash().size(), 16u);
}

TEST_F(AnalysisServiceTest, ResolvesPolicyWithoutAChange) {
  Start({.policies = {{"organisation.yaml", "review:\n  fail_on: P1\n"}}});
  grpc::ClientContext context;
  v1::ResolvePolicyRequest request;
  v1::ResolvePolicyResponse response;
  ASSERT_TRUE(stub_->ResolvePolicy(&context, request, &response).ok());
  EXPECT_EQ(response.policy().fail_on(), finding::v1::SEVERITY_P1);
  for (const v1::PolicyValue& value : response.policy().values()) {
    EXPECT_FALSE(value.documentation().empty());
    if (value.key() != "review.fail_on") continue;
    EXPECT_EQ(value.origin(), "organisation.yaml:2");
    EXPECT_THAT(value.shadowed(), ElementsAre("P1 (default)"));
    EXPECT_EQ(value.type(), "P0..P3 or none");
  }
}

}  // namespace
}  // namespace allreview::analysis

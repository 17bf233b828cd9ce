// The service with the real rule engine, over a real channel.

#include <map>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "grpcpp/create_channel.h"
#include "grpcpp/server_builder.h"
#include "gtest/gtest.h"
#include "proto/analysis/v1/analysis.grpc.pb.h"
#include "services/analysis/analysis_service.h"
#include "services/analysis/change_messages.h"

namespace allreview {
namespace {

using analysis::v1::AnalyzeRequest;
using analysis::v1::AnalyzeResponse;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

class RealAnalysis : public testing::Test {
 protected:
  RealAnalysis() : service_(NewAnalysisService({})) {
    grpc::ServerBuilder builder;
    builder.RegisterService(service_.get());
    server_ = builder.BuildAndStart();
    stub_ = analysis::v1::AnalysisService::NewStub(server_->InProcessChannel({}));
  }

  void AddedFile(const std::string& path, const std::string& content) {
    diff::v1::DiffFile& file = *files_.emplace_back().mutable_file();
    file = analysis::File(path, change::v1::FILE_STATUS_ADDED);
    std::vector<std::string> lines = absl::StrSplit(content, '\n');
    lines.pop_back();
    analysis::AddHunk(file, 0, 1, absl::StrCat("+", absl::StrJoin(lines, "\n+"), "\n"));
  }

  // A modified file, whose versions the client can read or not.
  void ModifiedFile(const std::string& path, const std::string& hunk,
                    const std::optional<std::string>& before,
                    const std::optional<std::string>& after) {
    diff::v1::DiffFile file = analysis::File(path, change::v1::FILE_STATUS_MODIFIED);
    analysis::AddHunk(file, 1, 1, hunk);
    *files_.emplace_back().mutable_file() = file;
    for (const bool is_old : {true, false}) {
      const std::optional<std::string>& content = is_old ? before : after;
      analysis::v1::Blob& blob = *files_.emplace_back().mutable_blob();
      blob.set_path(path);
      blob.set_side(is_old ? change::v1::SIDE_LEFT : change::v1::SIDE_RIGHT);
      blob.set_content(content.value_or(""));
      blob.set_error(content ? "" : "no such blob");
      blob.set_is_last(true);
    }
  }

  // All answers but progress, as text, in order.
  std::vector<std::string> Talk(int threads = 1) {
    grpc::ClientContext context;
    auto stream = stub_->Analyze(&context);
    AnalyzeRequest request;
    request.mutable_start()->set_threads(threads);
    request.mutable_start()->set_wants_expressions(wants_expressions_);
    request.mutable_start()->set_omits_edits(omits_edits_);
    stream->Write(request);
    for (const AnalyzeRequest& file : files_) stream->Write(file);
    request.mutable_files_complete();
    stream->Write(request);
    stream->WritesDone();
    std::vector<std::string> answers;
    AnalyzeResponse response;
    findings_.clear();
    while (stream->Read(&response)) {
      if (response.has_progress()) continue;
      // Says how often the cache helped, which depends on what came before.
      if (response.has_done()) response.mutable_done()->clear_facts_cached();
      if (response.has_done()) response.mutable_done()->clear_files_parsed();
      if (response.has_finding()) findings_.push_back(response.finding());
      if (response.has_expressions()) expressions_ = response.expressions();
      if (response.has_ledger()) ledger_[response.ledger().path()] = response.ledger();
      answers.push_back(response.DebugString());  // Sorts maps.
    }
    const grpc::Status status = stream->Finish();
    EXPECT_TRUE(status.ok()) << status.error_message();
    return answers;
  }

  // "line rule" of each finding that is not suppressed.
  std::vector<std::string> Open() const {
    std::vector<std::string> open;
    for (const finding::v1::Finding& finding : findings_) {
      if (finding.shown() == finding::v1::SHOWN_SUPPRESSED) continue;
      open.push_back(absl::StrCat(finding.range().first_line(), " ", finding.rule_id()));
    }
    return open;
  }

  bool wants_expressions_ = false;
  bool omits_edits_ = false;
  std::vector<AnalyzeRequest> files_;
  numerics::v1::ChangedExpressions expressions_;
  std::vector<finding::v1::Finding> findings_;
  std::map<std::string, change::v1::LedgerEntry> ledger_;
  std::unique_ptr<grpc::Service> service_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<analysis::v1::AnalysisService::Stub> stub_;
};

TEST_F(RealAnalysis, FindsADefectInAnAddedFile) {
  AddedFile("a.py", "def gather(parts=[]):\n    return parts\n");
  Talk();
  EXPECT_THAT(Open(), ElementsAre("1 mutable-default"));
  EXPECT_EQ(findings_[0].fingerprint().size(), 32u);
  EXPECT_EQ(ledger_.at("a.py").state(), change::v1::LedgerEntry::STATE_REVIEWED);
}

TEST_F(RealAnalysis, OffersNoEditsWhereNobodyReadsThem) {
  AddedFile("a.py", "def gather(parts=[]):\n    raise NotImplemented\n");
  const auto edits = [&] {
    Talk();
    int count = 0;
    for (const finding::v1::Finding& finding : findings_) count += finding.edits_size();
    return count;
  };
  EXPECT_GT(edits(), 0);
  const std::vector<std::string> open = Open();
  omits_edits_ = true;
  EXPECT_EQ(edits(), 0);
  EXPECT_EQ(Open(), open) << "the findings stay";
}

constexpr char kRoute[] =
    "import torch\n"
    "\n"
    "\n"
    "def route(logits: torch.Tensor):\n"
    "    e = torch.exp(logits)\n"
    "    # allreview: ignore[numerical-overflow] logits are clamped by the caller\n"
    "    return e / e.sum(-1, keepdim=True)\n";

TEST_F(RealAnalysis, ExtractsTheArithmeticOfAnAddedFile) {
  wants_expressions_ = true;
  AddedFile("a.py", kRoute);
  Talk();
  ASSERT_EQ(expressions_.expressions_size(), 1) << expressions_.DebugString();
  const numerics::v1::ChangedExpression& changed = expressions_.expressions(0);
  EXPECT_EQ(changed.after().symbol(), "route");
  EXPECT_EQ(changed.after().range().path(), "a.py");
  EXPECT_EQ(changed.after().range().first_line(), 7);
  EXPECT_EQ(changed.after().inputs(0).name(), "logits");
  EXPECT_FALSE(changed.after().code().empty());
  EXPECT_FALSE(changed.has_before());
  ASSERT_EQ(changed.ignores_size(), 1);
  EXPECT_EQ(changed.ignores(0).rule_id(), "numerical-overflow");
  // The comment is not called unused: whether it is of use, only a measurement tells.
  EXPECT_THAT(Open(), ElementsAre("7 softmax-without-max"));
}

TEST_F(RealAnalysis, PairsArithmeticWithTheVersionBefore) {
  wants_expressions_ = true;
  const std::string before = absl::StrReplaceAll(kRoute, {{"torch.exp(logits)", "logits * 2"}});
  ModifiedFile("a.py",
               " import torch\n \n \n def route(logits: torch.Tensor):\n"
               "-    e = logits * 2\n+    e = torch.exp(logits)\n",
               before, kRoute);
  Talk();
  ASSERT_EQ(expressions_.expressions_size(), 1) << expressions_.DebugString();
  EXPECT_TRUE(expressions_.expressions(0).has_before());
}

TEST_F(RealAnalysis, ExtractsNothingUnlessAskedTo) {
  AddedFile("a.py", kRoute);
  Talk();
  EXPECT_EQ(expressions_.expressions_size(), 0);
}

TEST_F(RealAnalysis, ReviewsWorkThatWasNeverCommitted) {
  ModifiedFile("a.py",
               " import os\n \n-def gather(parts):\n+def gather(parts=[]):\n     return parts\n",
               "import os\n\ndef gather(parts):\n    return parts\n", std::nullopt);
  Talk();
  EXPECT_THAT(Open(), ElementsAre("3 mutable-default"));
  EXPECT_EQ(ledger_.at("a.py").state(), change::v1::LedgerEntry::STATE_REVIEWED);
}

TEST_F(RealAnalysis, AnswersTheSameWhicheverVersionIsKnown) {
  const std::string before = "def gather(parts):\n    return parts\n";
  const std::string after = "def gather(parts=[]):\n    return parts == float('nan')";
  const std::string hunk =
      "-def gather(parts):\n-    return parts\n+def gather(parts=[]):\n"
      "+    return parts == float('nan')\n\\ No newline at end of file\n";
  ModifiedFile("a.py", hunk, before, after);
  const std::vector<std::string> both = Talk();
  EXPECT_THAT(findings_, SizeIs(1));
  files_.clear();
  ModifiedFile("a.py", hunk, before, std::nullopt);
  EXPECT_EQ(Talk(), both);
  files_.clear();
  ModifiedFile("a.py", hunk, std::nullopt, after);
  EXPECT_EQ(Talk(), both);
}

TEST_F(RealAnalysis, DoesNotReviewWhatHunksDoNotLeadTo) {
  ModifiedFile("a.py", "-def gather(parts):\n+def gather(parts=[]):\n     return parts\n",
               "def gather(items):\n    return items\n", std::nullopt);
  Talk();
  EXPECT_THAT(Open(), SizeIs(0));
  EXPECT_EQ(ledger_.at("a.py").state(), change::v1::LedgerEntry::STATE_NOT_FETCHED);
  EXPECT_THAT(ledger_.at("a.py").reason(),
              HasSubstr("line 1 of the old version is \"def gather(items):\", hunk 1 has \"def "
                        "gather(parts):\""));
}

TEST_F(RealAnalysis, SuppressesInTheLineAndAboveIt) {
  AddedFile("a.py",
            "def one(parts=[]):  # allreview: ignore[mutable-default] callers never write to it\n"
            "    return parts\n"
            "\n"
            "# allreview: ignore[mutable-default] callers never write to it\n"
            "def two(parts=[]):\n"
            "    return parts\n"
            "\n"
            "def three(parts=[]):\n"
            "    return parts\n");
  Talk();
  EXPECT_THAT(findings_, SizeIs(3));
  EXPECT_THAT(Open(), ElementsAre("8 mutable-default"));
}

TEST_F(RealAnalysis, DoesNotMistakeAStringForADirective) {
  AddedFile("a.py", "TEXT = '''\n# allreview: ignore[mutable-default]\n'''\n");
  Talk();
  EXPECT_THAT(findings_, SizeIs(0));
}

TEST_F(RealAnalysis, ReportsACommentThatHasNoEffect) {
  AddedFile("a.py", "COUNT = 1  # allreview: ignore[mutable-defaults] callers never write to it\n");
  Talk();
  EXPECT_THAT(Open(), ElementsAre("1 unknown-suppression-rule"));
}

TEST_F(RealAnalysis, AnswersTheSameWithAnyNumberOfThreads) {
  for (int i = 0; i < 40; ++i) {
    AddedFile(absl::StrCat("package/m", i, ".py"),
              absl::StrCat("import package.m", (i + 1) % 40,
                           "\n\ndef f(parts=[]):\n    return parts == float('nan')\n"));
  }
  const std::vector<std::string> one = Talk(1);
  EXPECT_GE(findings_.size(), 40u);
  EXPECT_TRUE(Talk(8) == one);
  EXPECT_TRUE(Talk(3) == one);
}

}  // namespace
}  // namespace allreview

#include "services/report/assembly/assemble.h"

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/report/render.h"
#include "services/report/testing/sample.h"

namespace allreview::report {
namespace {

using report::v1::RenderRequest;
using testing::HasSubstr;

Assembly Assemble(std::vector<RenderRequest> requests) {
  Assembler assembler;
  for (RenderRequest& request : requests) assembler.Add(std::move(request));
  return std::move(assembler).Finish();
}

RenderRequest& FindOptions(std::vector<RenderRequest>& requests) {
  return *std::find_if(requests.begin(), requests.end(),
                       [](const RenderRequest& request) { return request.has_options(); });
}

TEST(Assemble, SortsFilesAndSumsTotals) {
  const review::v1::Review review = AssembleSample("rich").review;
  std::vector<std::string> paths;
  for (const auto& file : review.files()) paths.push_back(file.entry().new_path());
  EXPECT_TRUE(std::is_sorted(paths.begin(), paths.end()));
  EXPECT_EQ(review.totals().files(), 7);
  EXPECT_EQ(review.totals().additions(), 187);
  EXPECT_EQ(review.totals().deletions(), 46);
}

TEST(Assemble, EachFileHasOneLedgerEntry) {
  const review::v1::Review review = AssembleSample("rich").review;
  for (const auto& file : review.files()) {
    EXPECT_EQ(std::count_if(review.ledger().begin(), review.ledger().end(),
                            [&](const change::v1::LedgerEntry& entry) {
                              return entry.path() == file.entry().new_path() && entry.hunk() < 0;
                            }),
              1)
        << file.entry().new_path();
  }
}

TEST(Assemble, KeepsEveryFindingAndSaysWhereItEnded) {
  std::vector<RenderRequest> requests = LoadSample("rich");
  const auto sent = std::count_if(requests.begin(), requests.end(),
                                  [](const RenderRequest& r) { return r.has_finding(); });
  const review::v1::Review review = Assemble(std::move(requests)).review;
  EXPECT_EQ(review.findings_size(), sent);
  for (const auto& finding : review.findings()) {
    EXPECT_NE(finding.shown(), finding::v1::SHOWN_UNSPECIFIED) << finding.rule_id();
  }
}

TEST(Assemble, WithholdsP3BesideP0AndHonoursSuppressions) {
  const review::v1::Review review = AssembleSample("rich").review;
  for (const auto& finding : review.findings()) {
    if (finding.rule_id() == "misspelt-name") {
      EXPECT_EQ(finding.shown(), finding::v1::SHOWN_WITHHELD);
    }
    if (finding.rule_id() == "host-sync-in-hot-path") {
      EXPECT_EQ(finding.shown(), finding::v1::SHOWN_SUPPRESSED);
    }
  }
  EXPECT_EQ(review.counts().p1(), 1);
  EXPECT_EQ(review.counts().suppressed(), 1);
}

TEST(Assemble, PolicyGatesUnlessTheCallerDoes) {
  std::vector<RenderRequest> requests = LoadSample("rich");
  EXPECT_EQ(Assemble(requests).review.gate().fail_on(), finding::v1::SEVERITY_P1);
  EXPECT_EQ(Assemble(requests).review.gate().tripping(), 2);
  FindOptions(requests).mutable_options()->set_fail_on(finding::v1::SEVERITY_P0);
  EXPECT_EQ(Assemble(requests).review.gate().tripping(), 1);
}

TEST(Assemble, SeverityAskedForHidesButCounts) {
  std::vector<RenderRequest> requests = LoadSample("rich");
  FindOptions(requests).mutable_options()->set_min_severity(finding::v1::SEVERITY_P1);
  const review::v1::Review review = Assemble(requests).review;
  for (const auto& finding : review.findings()) {
    EXPECT_TRUE(finding.shown() != finding::v1::SHOWN_FULL ||
                finding.severity() <= finding::v1::SEVERITY_P1);
  }
  EXPECT_EQ(review.counts().p2(), 4);
}

TEST(Assemble, PolicyHidesUnlessTheCallerAsks) {
  std::vector<RenderRequest> requests = LoadSample("rich");
  FindOptions(requests).mutable_options()->clear_min_severity();
  for (RenderRequest& request : requests) {
    if (request.has_policy()) request.mutable_policy()->set_min_severity(finding::v1::SEVERITY_P0);
  }
  const review::v1::Review by_policy = Assemble(requests).review;
  for (const auto& finding : by_policy.findings()) {
    EXPECT_TRUE(finding.shown() != finding::v1::SHOWN_FULL ||
                finding.severity() == finding::v1::SEVERITY_P0);
  }
  FindOptions(requests).mutable_options()->set_min_severity(finding::v1::SEVERITY_P1);
  const review::v1::Review review = Assemble(requests).review;
  EXPECT_TRUE(std::any_of(review.findings().begin(), review.findings().end(), [](const auto& f) {
    return f.shown() == finding::v1::SHOWN_FULL && f.severity() == finding::v1::SEVERITY_P1;
  }));
}

TEST(Assemble, MakesCommentsInTheTeamsLanguage) {
  std::vector<RenderRequest> requests = LoadSample("rich");
  for (RenderRequest& request : requests) {
    if (request.has_policy()) request.mutable_policy()->set_language("zh");
  }
  const Assembly assembly = Assemble(std::move(requests));
  EXPECT_THAT(assembly.review.comments(0).body(), HasSubstr("规则：`broad-except`"));
  const review::v1::Review english = AssembleSample("rich").review;
  EXPECT_EQ(assembly.review.findings(0).problem(), english.findings(0).problem());
  EXPECT_EQ(assembly.review.conclusion_reason(), english.conclusion_reason());
  const absl::StatusOr<std::string> document = Render(assembly, {});
  ASSERT_TRUE(document.ok());
  EXPECT_THAT(*document, HasSubstr("Rule: `broad-except`"));
}

TEST(Assemble, ConcludesByTheLedger) {
  EXPECT_EQ(AssembleSample("clean").review.conclusion(), review::v1::CONCLUSION_SUCCESS);
  std::vector<RenderRequest> requests = LoadSample("clean");
  std::erase_if(requests, [](const RenderRequest& request) { return request.has_ledger(); });
  const review::v1::Review review = Assemble(requests).review;
  EXPECT_EQ(review.conclusion(), review::v1::CONCLUSION_INCOMPLETE);
  EXPECT_THAT(review.conclusion_reason(), HasSubstr("trainer/scheduler.py"));
}

TEST(Assemble, UnreadablePartOfTheInputIsNoSuccess) {
  std::vector<RenderRequest> requests = LoadSample("clean");
  change::v1::Diagnostic& diagnostic = *requests.emplace_back().mutable_diagnostic();
  diagnostic.set_level(change::v1::Diagnostic::LEVEL_ERROR);
  diagnostic.set_code("TRUNCATED_HUNK");
  EXPECT_EQ(Assemble(requests).review.conclusion(), review::v1::CONCLUSION_INCOMPLETE);
}

TEST(Assemble, ReceiptDependsOnOptionsThatChangeDocumentsOnly) {
  std::vector<RenderRequest> requests = LoadSample("clean");
  const std::string digest = Assemble(requests).review.receipt().digest();
  report::v1::RenderOptions& options = *FindOptions(requests).mutable_options();
  options.add_documents()->set_format(report::v1::FORMAT_JSON);
  EXPECT_EQ(Assemble(requests).review.receipt().digest(), digest);
  options.set_min_severity(finding::v1::SEVERITY_P1);
  EXPECT_NE(Assemble(requests).review.receipt().digest(), digest);
}

TEST(Assemble, HeadOfAPatchIsItsText) {
  EXPECT_EQ(AssembleSample("nitpicks").review.receipt().head(), "abcd");
}

TEST(Assemble, DoesNotDependOnTheOrderOfThePieces) {
  const std::vector<RenderRequest> requests = LoadSample("rich");
  std::vector<std::string> wanted;
  std::mt19937 random(3);
  for (int round = 0; round < 20; ++round) {
    std::vector<RenderRequest> shuffled = requests;
    if (round > 0) std::shuffle(shuffled.begin(), shuffled.end(), random);
    const Assembly assembly = Assemble(std::move(shuffled));
    std::vector<std::string> documents;
    for (int format = report::v1::FORMAT_MARKDOWN; format <= report::v1::FORMAT_TERMINAL;
         ++format) {
      report::v1::DocumentRequest request;
      request.set_format(static_cast<report::v1::Format>(format));
      documents.push_back(Render(assembly, request).value());
    }
    if (round == 0) wanted = documents;
    ASSERT_EQ(documents, wanted);
  }
}

TEST(Render, NamesWhatItDoesNotKnow) {
  const Assembly assembly = AssembleSample("clean");
  report::v1::DocumentRequest request;
  request.set_document(static_cast<report::v1::Document>(99));
  EXPECT_EQ(Render(assembly, request).status().message(),
            "document 99 is not known to this version");
  request.set_document(report::v1::DOCUMENT_REVIEW);
  request.set_format(static_cast<report::v1::Format>(99));
  EXPECT_EQ(Render(assembly, request).status().message(), "format 99 is not known to this version");
}

TEST(Render, MakesAPageOfADocument) {
  report::v1::DocumentRequest request;
  request.set_format(report::v1::FORMAT_HTML);
  const std::string page = Render(AssembleSample("clean"), request).value();
  EXPECT_THAT(page, HasSubstr("<title>Review: "));
  EXPECT_THAT(page, HasSubstr("<h3 id=\"1-pr-summary\">1. PR Summary</h3>"));
}

}  // namespace
}  // namespace allreview::report

#include "gateway/pipeline/pipeline.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/clock.h"
#include "base/hash.h"
#include "base/status_matchers.h"
#include "gateway/testing/fake_spokes.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

using analysis::v1::AnalyzeRequest;
using analysis::v1::AnalyzeResponse;
using change::v1::LedgerEntry;
using change::v1::MissingPart;
using pull_request::v1::FetchChangeResponse;
using report::v1::RenderRequest;
using report::v1::RenderResponse;
using review::v1::ReviewEvent;
using review::v1::ReviewRequest;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

struct Outcome {
  absl::Status status;
  std::vector<std::string> documents;
  review::v1::Finished finished;
  std::vector<std::string> stages;
};

ReviewRequest LocalReview() {
  ReviewRequest request;
  request.mutable_ref()->mutable_local()->set_path("/repository");
  return request;
}

Outcome Review(FakeSpokes& spokes, const ReviewRequest& request = LocalReview(),
               PipelineOptions options = {}, const PatchReader& patch = nullptr) {
  Outcome outcome;
  const Pipeline pipeline(spokes.stubs(), std::move(options));
  outcome.status = pipeline.Review(
      request, patch, host::NewRequest(absl::Seconds(30)), [&](const ReviewEvent& event) {
        if (event.has_document()) {
          outcome.documents.resize(
              std::max<size_t>(outcome.documents.size(), event.document().index() + 1));
          outcome.documents[event.document().index()] += event.document().content();
        }
        if (event.has_finished()) outcome.finished = event.finished();
        if (event.has_progress()) outcome.stages.push_back(event.progress().stage());
        return true;
      });
  return outcome;
}

std::vector<std::string> MissingOf(const Outcome& outcome) {
  std::vector<std::string> missing;
  for (const MissingPart& part : outcome.finished.missing()) {
    if (!part.is_expected()) missing.push_back(part.service() + " " + part.code());
  }
  return missing;
}

std::vector<std::string> LedgerOf(const FakeSpokes& spokes) {
  std::vector<std::string> ledger;
  for (const LedgerEntry& entry : spokes.ledger) {
    ledger.push_back(entry.path() + " " + LedgerEntry::State_Name(entry.state()));
  }
  return ledger;
}

const RenderRequest& Options(const FakeSpokes& spokes) { return spokes.render_requests.front(); }

TEST(Pipeline, LeavesAServiceAloneThatFailsAgainAndAgain) {
  FakeSpokes spokes;
  std::atomic<int> asked = 0;
  spokes.on_analyze = [&](auto*, auto*) {
    ++asked;
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "restarting");
  };
  Circuits circuits({.failures = 2, .pause = absl::Hours(1)});
  Outcome last;
  for (int i = 0; i < 4; ++i) {
    last = Review(spokes, LocalReview(), {.circuits = &circuits});
    ASSERT_OK(last.status);
  }
  EXPECT_EQ(asked, 2);
  ASSERT_EQ(MissingOf(last).size(), 1u);
  EXPECT_THAT(last.finished.missing(0).reason(), HasSubstr("it failed 2 times in a row"));
}

TEST(Pipeline, BlamesNoServiceForACallerInAHurry) {
  FakeSpokes spokes;
  spokes.on_analyze = [](auto*, auto*) {
    return grpc::Status(grpc::StatusCode::DEADLINE_EXCEEDED, "too slow");
  };
  Circuits circuits({.failures = 1, .pause = absl::Hours(1)});
  const Pipeline pipeline(spokes.stubs(), {.circuits = &circuits});
  const auto ignore = [](const ReviewEvent&) { return true; };
  ASSERT_OK(pipeline.Review(LocalReview(), nullptr, host::NewRequest(absl::Seconds(30)), ignore));
  EXPECT_OK(circuits.Check("analysis"));
  ASSERT_OK(pipeline.Review(LocalReview(), nullptr, host::NewRequest(absl::Minutes(2)), ignore));
  EXPECT_FALSE(circuits.Check("analysis").ok());
}

TEST(Pipeline, HandsOverWhatAServerKeeps) {
  FakeSpokes spokes;
  const Pipeline pipeline(spokes.stubs(), {});
  std::vector<Kept> kept;
  const RunOptions run = {.max_kept_diff_bytes = 100,
                          .keep = [&](Kept review) { kept.push_back(std::move(review)); }};
  const auto ignore = [](const ReviewEvent&) { return true; };
  const host::Request caller = host::NewRequest(absl::Seconds(30));
  ASSERT_OK(pipeline.Review(LocalReview(), nullptr, caller, ignore, run));
  ASSERT_OK(pipeline.Review(LocalReview(), nullptr, caller, ignore,
                            {.max_kept_diff_bytes = 5, .keep = run.keep}));
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(kept[0].diff, "M a.py\nM data.json\n");
  EXPECT_EQ(kept[0].diff_bytes, 19);
  EXPECT_EQ(kept[0].review.conclusion(), review::v1::CONCLUSION_FINDINGS);
  EXPECT_EQ(kept[1].diff, "");
  EXPECT_EQ(kept[1].diff_bytes, 19);
}

TEST(Pipeline, KeepsNothingThatWasMadeWithoutTheReportService) {
  FakeSpokes spokes;
  spokes.on_render = [](auto*, auto*) {
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "restarting");
  };
  const Pipeline pipeline(spokes.stubs(), {});
  ASSERT_OK(pipeline.Review(LocalReview(), nullptr, host::NewRequest(absl::Seconds(30)),
                            [](const ReviewEvent&) { return true; },
                            {.keep = [](const Kept&) { ADD_FAILURE() << "kept a plain list"; }}));
}

TEST(Pipeline, DeliversDocumentsInTheOrderAskedFor) {
  FakeSpokes spokes;
  ReviewRequest request = LocalReview();
  request.add_documents()->set_format(report::v1::FORMAT_JSON);
  request.add_documents()->set_format(report::v1::FORMAT_SARIF);
  const Outcome outcome = Review(spokes, request);
  ASSERT_OK(outcome.status);
  EXPECT_THAT(outcome.documents, ElementsAre("document 0\n", "document 1\n"));
  EXPECT_EQ(outcome.finished.conclusion(), review::v1::CONCLUSION_FINDINGS);
  EXPECT_THAT(outcome.stages, Contains("fetch"));
  EXPECT_THAT(outcome.stages, Contains("report"));
}

TEST(Pipeline, HashesTheDiffTextForTheReceipt) {
  FakeSpokes spokes;
  ASSERT_OK(Review(spokes).status);
  EXPECT_EQ(Options(spokes).options().diff_sha256(), Sha256Hex("M a.py\nM data.json\n"));
  EXPECT_EQ(Options(spokes).options().rules_hash(), "rules-hash");
}

TEST(Pipeline, SendsAnalysisStartFirstThenBothSidesOfPythonFiles) {
  FakeSpokes spokes;
  ASSERT_OK(Review(spokes).status);
  ASSERT_FALSE(spokes.analyze_requests.empty());
  EXPECT_TRUE(spokes.analyze_requests.front().has_start());
  EXPECT_TRUE(spokes.analyze_requests.front().start().has_tree());
  std::vector<std::string> blobs, files;
  for (const AnalyzeRequest& request : spokes.analyze_requests) {
    if (request.has_blob()) blobs.push_back(request.blob().content());
    if (request.has_file()) files.push_back(request.file().entry().new_blob_id());
  }
  EXPECT_THAT(blobs, ElementsAre("content of old-a.py", "content of new-a.py"));
  EXPECT_THAT(files, ElementsAre("new-a.py", "new-data.json"));
  EXPECT_TRUE(spokes.analyze_requests.back().has_files_complete());
}

TEST(Pipeline, ReadsThePolicyFromTheBaseSideAfterTheOthers) {
  FakeSpokes spokes;
  spokes.base_files[".allreview.yaml"] = "review: {}";
  analysis::v1::PolicySource of_server;
  of_server.set_name("server");
  ReviewRequest request = LocalReview();
  request.add_policies()->set_name("caller");
  ASSERT_OK(Review(spokes, request, {.policies = {of_server}}).status);
  std::vector<std::string> names;
  for (const auto& policy : spokes.analyze_requests.front().start().policies()) {
    names.push_back(policy.name() + ":" + policy.content());
  }
  EXPECT_THAT(names, ElementsAre("server:", "caller:", ".allreview.yaml:review: {}"));
}

TEST(Pipeline, LeavesTheRepositoryPolicyAloneWhenToldTo) {
  FakeSpokes spokes;
  spokes.base_files[".allreview.yaml"] = "review: {}";
  ReviewRequest request = LocalReview();
  request.set_is_repository_policy_ignored(true);
  ASSERT_OK(Review(spokes, request).status);
  EXPECT_THAT(spokes.analyze_requests.front().start().policies(), IsEmpty());
}

TEST(Pipeline, AnswersWhatAnalysisNeeds) {
  FakeSpokes spokes;
  analysis::v1::Need trees, blobs;
  trees.set_after_tree(true);
  trees.set_before_tree(true);
  blobs.add_blobs()->set_blob_id("helper");
  spokes.needs = {trees, blobs};
  ASSERT_OK(Review(spokes).status);
  std::vector<std::string> answers;
  bool are_files_complete = false;
  for (const AnalyzeRequest& request : spokes.analyze_requests) {
    if (are_files_complete && request.has_tree()) {
      answers.push_back("tree " + change::v1::Side_Name(request.tree().side()));
    }
    if (are_files_complete && request.has_blob()) answers.push_back(request.blob().content());
    if (request.has_need_complete()) answers.push_back("complete");
    if (request.has_files_complete()) are_files_complete = true;
  }
  EXPECT_THAT(answers, ElementsAre("tree SIDE_RIGHT", "tree SIDE_LEFT", "complete",
                                   "content of helper", "complete"));
}

TEST(Pipeline, ReadsNoContentOfABarePatch) {
  FakeSpokes spokes;
  spokes.has_content = false;
  ReviewRequest request;
  request.mutable_ref()->mutable_patch()->set_name("-");
  int sent = 0;
  const PatchReader patch = [&](std::string* chunk) {
    *chunk = "part " + std::to_string(sent) + ";";
    return ++sent <= 3;
  };
  ASSERT_OK(Review(spokes, request, {}, patch).status);
  EXPECT_EQ(spokes.patch_text, "part 0;part 1;part 2;");
  for (const AnalyzeRequest& message : spokes.analyze_requests) EXPECT_FALSE(message.has_blob());
  EXPECT_FALSE(spokes.analyze_requests.front().start().has_tree());
}

TEST(Pipeline, SendsReportNoHunkText) {
  FakeSpokes spokes;
  ASSERT_OK(Review(spokes).status);
  int files = 0;
  for (const RenderRequest& request : spokes.render_requests) {
    if (!request.has_file()) continue;
    ++files;
    ASSERT_EQ(request.file().hunks_size(), 1);
    EXPECT_EQ(request.file().hunks(0).new_lines(), 1);
    EXPECT_EQ(request.file().hunks(0).text(), "");
  }
  EXPECT_EQ(files, 2);
}

TEST(Pipeline, NamesNumericsAsNotConfigured) {
  FakeSpokes spokes;
  const Outcome outcome = Review(spokes);
  ASSERT_EQ(outcome.finished.missing_size(), 1);
  EXPECT_EQ(outcome.finished.missing(0).service(), "numerics");
  EXPECT_EQ(outcome.finished.missing(0).effect(), "numerical checks: not configured");
  EXPECT_TRUE(outcome.finished.missing(0).is_expected());
}

numerics::v1::ChangedExpressions TwoExpressions() {
  numerics::v1::ChangedExpressions changed;
  for (int line : {1, 9}) {
    numerics::v1::Expression* expression = changed.add_expressions()->mutable_after();
    expression->mutable_range()->set_path("a.py");
    expression->mutable_range()->set_first_line(line);
    expression->set_text("x + 1");
  }
  return changed;
}

const numerics::v1::NumericsReport* NumericsOf(const FakeSpokes& spokes) {
  for (const RenderRequest& request : spokes.render_requests) {
    if (request.has_numerics()) return &request.numerics();
  }
  return nullptr;
}

TEST(Pipeline, MeasuresTheExpressionsOfTheChange) {
  FakeSpokes spokes;
  spokes.has_numerics = true;
  spokes.expressions = TwoExpressions();
  const Outcome outcome = Review(spokes);
  ASSERT_OK(outcome.status);
  EXPECT_THAT(MissingOf(outcome), IsEmpty());
  EXPECT_TRUE(spokes.analyze_requests.front().start().wants_expressions());
  ASSERT_EQ(spokes.evaluate_requests.size(), 2u);
  EXPECT_EQ(spokes.evaluate_requests[1].change().after().range().first_line(), 9);
  EXPECT_TRUE(spokes.evaluate_requests[0].is_backend_hidden());
  ASSERT_NE(NumericsOf(spokes), nullptr);
  ASSERT_EQ(NumericsOf(spokes)->expressions_size(), 2);
  EXPECT_EQ(NumericsOf(spokes)->expressions(0).measurements(0).verdict(), "ok");
}

TEST(Pipeline, TriesNoEditsInAScanThatPeopleRead) {
  const auto omits_edits = [](report::v1::Format format, absl::string_view base, bool is_complete) {
    FakeSpokes spokes;
    spokes.info.set_head_commit("d134cd5d");
    spokes.info.set_base_commit(std::string(base));
    ReviewRequest request = LocalReview();
    request.add_documents()->set_format(format);
    const Pipeline pipeline(spokes.stubs(), {});
    EXPECT_OK(pipeline.Review(request, nullptr, host::NewRequest(absl::Seconds(30)),
                              [](const ReviewEvent&) { return true; },
                              {.is_complete = is_complete}));
    return spokes.analyze_requests.front().start().omits_edits();
  };
  EXPECT_TRUE(omits_edits(report::v1::FORMAT_TERMINAL, "", false));
  EXPECT_FALSE(omits_edits(report::v1::FORMAT_JSON, "", false)) << "`fix` reads it";
  EXPECT_FALSE(omits_edits(report::v1::FORMAT_TERMINAL, "", true)) << "it is kept for any format";
  EXPECT_FALSE(omits_edits(report::v1::FORMAT_TERMINAL, "077c1b6f", false)) << "a change";
}

TEST(Pipeline, AsksForNoExpressionsWhenNumericsIsOff) {
  FakeSpokes spokes;
  spokes.has_numerics = true;
  spokes.expressions = TwoExpressions();
  ReviewRequest request = LocalReview();
  request.set_is_numerics_off(true);
  const Outcome outcome = Review(spokes, request);
  EXPECT_FALSE(spokes.analyze_requests.front().start().wants_expressions());
  EXPECT_TRUE(spokes.evaluate_requests.empty());
  ASSERT_EQ(outcome.finished.missing_size(), 1);
  EXPECT_EQ(outcome.finished.missing(0).effect(), "numerical checks: switched off");
}

TEST(Pipeline, KeepsWhatNumericsMeasuredBeforeItDied) {
  FakeSpokes spokes;
  spokes.has_numerics = true;
  spokes.expressions = TwoExpressions();
  spokes.on_evaluate = [](grpc::ServerContext*, FakeSpokes::EvaluateStream* stream) {
    numerics::v1::EvaluateRequest request;
    stream->Read(&request);
    numerics::v1::EvaluateResponse response;
    response.set_is_complete(true);
    response.add_findings()->set_rule_id("numerical-overflow");
    stream->Write(response);
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "gone");
  };
  const Outcome outcome = Review(spokes);
  ASSERT_OK(outcome.status);
  EXPECT_THAT(MissingOf(outcome), ElementsAre("numerics UNAVAILABLE"));
  EXPECT_EQ(outcome.finished.missing(0).effect(), "1 of 2 tensor expressions were not measured");
  bool has_finding = false;
  for (const RenderRequest& request : spokes.render_requests) {
    has_finding |= request.has_finding() && request.finding().rule_id() == "numerical-overflow";
  }
  EXPECT_TRUE(has_finding);
}

TEST(Pipeline, WaitsForNumericsNoLongerThanTheCallerDoes) {
  FakeSpokes spokes;
  spokes.has_numerics = true;
  spokes.expressions = TwoExpressions();
  spokes.on_evaluate = [](grpc::ServerContext* context, FakeSpokes::EvaluateStream*) {
    while (!context->IsCancelled()) absl::SleepFor(absl::Milliseconds(5));
    return grpc::Status::CANCELLED;
  };
  const Pipeline pipeline(spokes.stubs(), {});
  bool is_finished = false;
  ASSERT_OK(pipeline.Review(LocalReview(), nullptr, host::NewRequest(absl::Seconds(2)),
                            [&](const ReviewEvent& event) {
                              is_finished |= event.has_finished();
                              return true;
                            }));
  EXPECT_TRUE(is_finished);
}

TEST(Pipeline, PassesTheRequestIdOn) {
  FakeSpokes spokes;
  host::Request caller = host::NewRequest(absl::Seconds(30));
  caller.id = "request-7";
  const Pipeline pipeline(spokes.stubs(), {});
  std::string finished_id;
  ASSERT_OK(pipeline.Review(LocalReview(), nullptr, caller, [&](const ReviewEvent& event) {
    if (event.has_finished()) finished_id = event.finished().request_id();
    return true;
  }));
  EXPECT_EQ(finished_id, "request-7");
  EXPECT_THAT(spokes.request_ids, ElementsAre("request-7"));
}

TEST(Pipeline, ReturnsTheErrorOfAWrongReference) {
  FakeSpokes spokes;
  spokes.on_fetch = [](auto*, auto*) {
    return grpc::Status(grpc::StatusCode::NOT_FOUND, "no revision \"x\"");
  };
  EXPECT_THAT(Review(spokes).status, StatusIs(absl::StatusCode::kNotFound, "no revision \"x\""));
}

TEST(Pipeline, GoesOnWithoutPullRequest) {
  FakeSpokes spokes;
  spokes.on_fetch = [](auto*, auto*) {
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "gone");
  };
  const Outcome outcome = Review(spokes);
  ASSERT_OK(outcome.status);
  EXPECT_THAT(MissingOf(outcome), ElementsAre("pull_request UNAVAILABLE"));
  EXPECT_THAT(outcome.documents, ElementsAre("document 0\n"));
}

TEST(Pipeline, KeepsWhatWasFetchedBeforePullRequestDied) {
  FakeSpokes spokes;
  spokes.on_fetch = [](grpc::ServerContext*, FakeSpokes::FetchWriter* writer) {
    FetchChangeResponse response;
    response.mutable_opened();
    writer->Write(response);
    for (const char* path : {"a.py", "b.py"}) {
      response.mutable_files()->add_files()->set_new_path(path);
    }
    writer->Write(response);
    response.set_diff_chunk("M a.py\n");
    writer->Write(response);
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "socket closed");
  };
  spokes.files = {"a.py"};
  const Outcome outcome = Review(spokes);
  ASSERT_OK(outcome.status);
  EXPECT_THAT(MissingOf(outcome), ElementsAre("pull_request UNAVAILABLE"));
  EXPECT_THAT(LedgerOf(spokes),
              UnorderedElementsAre("a.py STATE_REVIEWED", "b.py STATE_NOT_FETCHED"));
}

TEST(Pipeline, GoesOnWithoutDiff) {
  FakeSpokes spokes;
  spokes.on_parse = [](auto*, auto*) {
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "gone");
  };
  // Analysis answers for what it was sent: nothing.
  spokes.on_analyze = [](grpc::ServerContext*, FakeSpokes::AnalyzeStream* stream) {
    AnalyzeRequest request;
    while (stream->Read(&request) && !request.has_files_complete()) {
    }
    AnalyzeResponse done;
    done.mutable_done();
    stream->Write(done);
    return grpc::Status::OK;
  };
  const Outcome outcome = Review(spokes);
  ASSERT_OK(outcome.status);
  EXPECT_THAT(MissingOf(outcome), ElementsAre("diff UNAVAILABLE"));
  EXPECT_THAT(LedgerOf(spokes),
              UnorderedElementsAre("a.py STATE_NOT_FETCHED", "data.json STATE_NOT_FETCHED"));
}

TEST(Pipeline, GoesOnWithoutAnalysis) {
  FakeSpokes spokes;
  spokes.on_analyze = [](auto*, auto*) {
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "gone");
  };
  const Outcome outcome = Review(spokes);
  ASSERT_OK(outcome.status);
  EXPECT_THAT(MissingOf(outcome), ElementsAre("analysis UNAVAILABLE"));
  EXPECT_THAT(LedgerOf(spokes),
              UnorderedElementsAre("a.py STATE_NOT_FETCHED", "data.json STATE_DATA"));
}

TEST(Pipeline, GoesOnWhenAnalysisDiesInMidStream) {
  FakeSpokes spokes;
  spokes.files = {"a.py", "b.py"};
  spokes.on_analyze = [](grpc::ServerContext*, FakeSpokes::AnalyzeStream* stream) {
    AnalyzeRequest request;
    while (stream->Read(&request) && !request.has_files_complete()) {
    }
    AnalyzeResponse response;
    response.mutable_ledger()->set_path("a.py");
    response.mutable_ledger()->set_hunk(-1);
    response.mutable_ledger()->set_state(LedgerEntry::STATE_REVIEWED);
    stream->Write(response);
    return grpc::Status(grpc::StatusCode::UNKNOWN, "Unexpected error in RPC handling");
  };
  const Outcome outcome = Review(spokes);
  ASSERT_OK(outcome.status);
  EXPECT_THAT(MissingOf(outcome), ElementsAre("analysis UNKNOWN"));
  EXPECT_THAT(LedgerOf(spokes),
              UnorderedElementsAre("a.py STATE_REVIEWED", "b.py STATE_NOT_FETCHED"));
}

TEST(Pipeline, DoesNotTrustAnAnalysisThatEndsWithoutDone) {
  FakeSpokes spokes;
  spokes.on_analyze = [](auto*, auto*) { return grpc::Status::OK; };
  const Outcome outcome = Review(spokes);
  EXPECT_THAT(MissingOf(outcome), ElementsAre("analysis DATA_LOSS"));
}

TEST(Pipeline, LeavesTimeToReportThatAnalysisWasTooSlow) {
  FakeSpokes spokes;
  spokes.on_analyze = [](grpc::ServerContext* context, FakeSpokes::AnalyzeStream* stream) {
    AnalyzeRequest request;
    while (stream->Read(&request) && !request.has_files_complete()) {
    }
    while (!context->IsCancelled()) std::this_thread::yield();
    return grpc::Status::CANCELLED;
  };
  const Pipeline pipeline(spokes.stubs(), {});
  Outcome outcome;
  ASSERT_OK(pipeline.Review(LocalReview(), nullptr, host::NewRequest(absl::Milliseconds(600)),
                            [&](const ReviewEvent& event) {
                              if (event.has_finished()) outcome.finished = event.finished();
                              return true;
                            }));
  EXPECT_THAT(MissingOf(outcome), ElementsAre("analysis DEADLINE_EXCEEDED"));
  EXPECT_THAT(LedgerOf(spokes), Contains("a.py STATE_TIMED_OUT"));
}

TEST(Pipeline, WritesPlainDocumentsWithoutReport) {
  FakeSpokes spokes;
  spokes.on_render = [](auto*, auto*) {
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "gone");
  };
  ReviewRequest request = LocalReview();
  request.set_fail_on(finding::v1::SEVERITY_P2);
  for (report::v1::Format format :
       {report::v1::FORMAT_MARKDOWN, report::v1::FORMAT_JSON, report::v1::FORMAT_SARIF}) {
    request.add_documents()->set_format(format);
  }
  const Outcome outcome = Review(spokes, request);
  ASSERT_OK(outcome.status);
  EXPECT_THAT(MissingOf(outcome), ElementsAre("report UNAVAILABLE"));
  EXPECT_EQ(outcome.finished.conclusion(), review::v1::CONCLUSION_INCOMPLETE);
  EXPECT_EQ(outcome.finished.gate().tripping(), 1);
  ASSERT_EQ(outcome.documents.size(), 3u);
  EXPECT_EQ(outcome.documents[0],
            "AllReview: incomplete review\n\n"
            "This is a plain list: the report service did not answer.\n"
            "Change: A change\n\n"
            "Missing parts\n"
            "- report: UNAVAILABLE: gone (the documents are plain lists)\n"
            "- numerics: not configured (numerical checks: not configured)\n\n"
            "Findings: 1\n"
            "- P2 a.py:1 some-rule: `x` is odd\n\n"
            "Not reviewed: 0 of 2 files\n");
  EXPECT_THAT(outcome.documents[1], HasSubstr("\"conclusion\": \"CONCLUSION_INCOMPLETE\""));
  EXPECT_EQ(outcome.documents[2], "");
}

TEST(Pipeline, KeepsNothingOfAReportThatDiesHalfWay) {
  FakeSpokes spokes;
  spokes.on_render = [](grpc::ServerContext*, FakeSpokes::RenderStream* stream) {
    RenderRequest request;
    while (stream->Read(&request)) {
    }
    RenderResponse response;
    response.mutable_review()->set_conclusion(review::v1::CONCLUSION_SUCCESS);
    stream->Write(response);
    response.mutable_document()->set_content("Everything is fine");
    stream->Write(response);
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "killed");
  };
  const Outcome outcome = Review(spokes);
  EXPECT_EQ(outcome.finished.conclusion(), review::v1::CONCLUSION_INCOMPLETE);
  ASSERT_EQ(outcome.documents.size(), 1u);
  EXPECT_THAT(outcome.documents[0], Not(HasSubstr("fine")));
}

TEST(Pipeline, CountsReviewsFindingsAndMissingParts) {
  FakeSpokes spokes;
  spokes.on_analyze = [](auto*, auto*) {
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "gone");
  };
  host::Metrics metrics;
  ASSERT_OK(Review(spokes, LocalReview(), {.metrics = &metrics}).status);
  EXPECT_THAT(
      metrics.Text(),
      HasSubstr("allreview_missing_parts_total{code=\"UNAVAILABLE\",service=\"analysis\"} 1"));
  EXPECT_THAT(metrics.Text(),
              HasSubstr("allreview_reviews_total{conclusion=\"findings\",repository=\"local\"} 1"));
  FakeSpokes healthy;
  ASSERT_OK(Review(healthy, LocalReview(), {.metrics = &metrics}).status);
  EXPECT_THAT(metrics.Text(),
              HasSubstr("allreview_findings_total{pillar=\"unspecified\",rule=\"some-rule\","
                        "severity=\"p2\",shown=\"unspecified\"} 1"));
  EXPECT_THAT(metrics.Text(),
              HasSubstr("allreview_files_total{repository=\"local\",state=\"reviewed\"}"));
  for (const char* stage : {"open", "understand", "report"}) {
    EXPECT_THAT(
        metrics.Text(),
        HasSubstr(absl::StrCat("allreview_stage_duration_seconds_count{stage=\"", stage, "\"} 2")));
  }
}

TEST(Pipeline, StopsWhenNobodyListens) {
  FakeSpokes spokes;
  const Pipeline pipeline(spokes.stubs(), {});
  EXPECT_THAT(pipeline.Review(LocalReview(), nullptr, host::NewRequest(absl::Seconds(30)),
                              [](const ReviewEvent&) { return false; }),
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("gone")));
}

// A change of 64 MB: what is in flight at once must stay far below it.
TEST(Pipeline, PassesALargeDiffThroughInChunks) {
  constexpr int kChunks = 128;
  constexpr int kChunkBytes = 512 << 10;
  FakeSpokes spokes;
  std::atomic<int64_t> written = 0, taken = 0, most_in_flight = 0;
  spokes.on_fetch = [&](grpc::ServerContext*, FakeSpokes::FetchWriter* writer) {
    FetchChangeResponse response;
    response.mutable_opened();
    writer->Write(response);
    for (int i = 0; i < kChunks; ++i) {
      response.mutable_diff_chunk()->assign(kChunkBytes, 'x');
      writer->Write(response);
      written += kChunkBytes;
      most_in_flight = std::max<int64_t>(most_in_flight, written - taken);
    }
    response.mutable_done();
    writer->Write(response);
    return grpc::Status::OK;
  };
  spokes.on_parse = [&](grpc::ServerContext*, FakeSpokes::ParseStream* stream) {
    diff::v1::ParseRequest request;
    while (stream->Read(&request)) taken += request.chunk().size();
    diff::v1::ParseResponse response;
    response.mutable_summary();
    stream->Write(response);
    return grpc::Status::OK;
  };
  ASSERT_OK(Review(spokes).status);
  EXPECT_EQ(taken, int64_t{kChunks} * kChunkBytes);
  EXPECT_LT(most_in_flight, 16 * kChunkBytes);
}

TEST(Pipeline, ExplainsThePolicyOfTheBaseSide) {
  FakeSpokes spokes;
  spokes.base_files[".allreview.yaml"] = "a: 1";
  review::v1::ExplainPolicyRequest request;
  *request.mutable_ref() = LocalReview().ref();
  const Pipeline pipeline(spokes.stubs(), {});
  ASSERT_OK_AND_ASSIGN(const analysis::v1::ResolvedPolicy policy,
                       pipeline.ExplainPolicy(request, host::NewRequest(absl::Seconds(30))));
  ASSERT_EQ(policy.values_size(), 1);
  EXPECT_EQ(policy.values(0).value(), "a: 1");
}

}  // namespace
}  // namespace allreview::gateway

#include "gateway/testing/fake_spokes.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/check.h"
#include "host/call.h"
#include "review/decision.h"

namespace allreview::gateway {

using analysis::v1::AnalyzeRequest;
using analysis::v1::AnalyzeResponse;
using change::v1::LedgerEntry;
using diff::v1::ParseRequest;
using diff::v1::ParseResponse;
using pull_request::v1::FetchChangeRequest;
using pull_request::v1::FetchChangeResponse;
using pull_request::v1::FetchPatchRequest;
using pull_request::v1::ReadBlobsResponse;
using report::v1::RenderRequest;
using report::v1::RenderResponse;

class FakeSpokes::PullRequest final : public pull_request::v1::PullRequestService::Service {
 public:
  explicit PullRequest(FakeSpokes& spokes) : spokes_(spokes) {}

  grpc::Status FetchChange(grpc::ServerContext* context, const FetchChangeRequest* request,
                           FetchWriter* writer) override {
    {
      std::lock_guard<std::mutex> lock(spokes_.mutex);
      spokes_.request_ids.push_back(host::RequestIdOf(*context));
    }
    if (spokes_.on_fetch) return spokes_.on_fetch(context, writer);
    WriteChange(request->ref(), *writer);
    return grpc::Status::OK;
  }

  grpc::Status FetchPatch(
      grpc::ServerContext*,
      grpc::ServerReaderWriter<FetchChangeResponse, FetchPatchRequest>* stream) override {
    FetchPatchRequest request;
    while (stream->Read(&request)) spokes_.patch_text += request.chunk();
    WriteChange({}, *stream);
    return grpc::Status::OK;
  }

  grpc::Status ReadBlobs(grpc::ServerContext*, const pull_request::v1::ReadBlobsRequest* request,
                         grpc::ServerWriter<ReadBlobsResponse>* writer) override {
    for (const change::v1::BlobRef& blob : request->blobs()) {
      ReadBlobsResponse piece;
      piece.set_is_last(true);
      const auto found = spokes_.base_files.find(blob.path());
      if (!blob.blob_id().empty()) {
        piece.set_content(absl::StrCat("content of ", blob.blob_id()));
      } else if (found != spokes_.base_files.end() && blob.side() == change::v1::SIDE_LEFT) {
        piece.set_content(found->second);
      } else {
        piece.set_error("no such file");
        piece.set_code("NOT_FOUND");
      }
      writer->Write(piece);
    }
    return grpc::Status::OK;
  }

  grpc::Status ListTree(grpc::ServerContext*, const pull_request::v1::ListTreeRequest*,
                        grpc::ServerWriter<pull_request::v1::ListTreeResponse>* writer) override {
    pull_request::v1::ListTreeResponse batch;
    for (const std::string& path : spokes_.files) batch.add_entries()->set_path(path);
    writer->Write(batch);
    return grpc::Status::OK;
  }

 private:
  template <typename Writer>
  void WriteChange(const change::v1::ChangeRef& ref, Writer& writer) {
    FetchChangeResponse opened;
    *opened.mutable_opened()->mutable_pinned() = ref;
    change::v1::ChangeInfo& info = *opened.mutable_opened()->mutable_info();
    info = spokes_.info;
    if (info.title().empty()) info.set_title("A change");
    info.set_has_content(spokes_.has_content);
    writer.Write(opened);
    FetchChangeResponse list, text;
    for (const std::string& path : spokes_.files) {
      change::v1::FileEntry* entry = list.mutable_files()->add_files();
      entry->set_status(change::v1::FILE_STATUS_MODIFIED);
      entry->set_old_path(path);
      entry->set_new_path(path);
      entry->set_old_blob_id(absl::StrCat("old-", path));
      entry->set_new_blob_id(absl::StrCat("new-", path));
      text.mutable_diff_chunk()->append(absl::StrCat("M ", path, "\n"));
    }
    writer.Write(list);
    writer.Write(text);
    FetchChangeResponse done;
    done.mutable_done();
    writer.Write(done);
  }

  FakeSpokes& spokes_;
};

class FakeSpokes::Diff final : public diff::v1::DiffService::Service {
 public:
  explicit Diff(FakeSpokes& spokes) : spokes_(spokes) {}

  grpc::Status Parse(grpc::ServerContext* context, ParseStream* stream) override {
    if (spokes_.on_parse) return spokes_.on_parse(context, stream);
    std::string text;
    ParseRequest request;
    while (stream->Read(&request)) text += request.chunk();
    ParseResponse response;
    for (absl::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
      const std::string path(line.substr(2));
      const bool is_python = absl::EndsWith(path, ".py");
      diff::v1::DiffFile* file = response.mutable_file();
      file->Clear();
      file->mutable_entry()->set_status(change::v1::FILE_STATUS_MODIFIED);
      file->mutable_entry()->set_old_path(path);
      file->mutable_entry()->set_new_path(path);
      file->set_file_class(is_python ? change::v1::FILE_CLASS_SOURCE : change::v1::FILE_CLASS_DATA);
      file->set_language(is_python ? "python" : "json");
      file->set_additions(1);
      diff::v1::Hunk* hunk = file->add_hunks();
      hunk->set_new_start(1);
      hunk->set_new_lines(1);
      hunk->set_text("+x\n");
      stream->Write(response);
    }
    response.mutable_summary()->set_input_bytes(text.size());
    stream->Write(response);
    return grpc::Status::OK;
  }

 private:
  FakeSpokes& spokes_;
};

class FakeSpokes::Analysis final : public analysis::v1::AnalysisService::Service {
 public:
  explicit Analysis(FakeSpokes& spokes) : spokes_(spokes) {}

  grpc::Status Analyze(grpc::ServerContext* context, AnalyzeStream* stream) override {
    if (spokes_.on_analyze) return spokes_.on_analyze(context, stream);
    Keep(*stream, AnalyzeRequest::kFilesComplete);
    for (const analysis::v1::Need& need : spokes_.needs) {
      AnalyzeResponse question;
      *question.mutable_need() = need;
      stream->Write(question);
      Keep(*stream, AnalyzeRequest::kNeedComplete);
    }
    AnalyzeResponse policy;
    policy.mutable_policy()->set_hash("policy-hash");
    stream->Write(policy);
    for (const std::string& path : spokes_.files) WriteFile(path, *stream);
    AnalyzeResponse found;
    *found.mutable_expressions() = spokes_.expressions;
    if (spokes_.expressions.expressions_size() > 0) stream->Write(found);
    AnalyzeResponse done;
    done.mutable_done()->set_rules_hash("rules-hash");
    stream->Write(done);
    return grpc::Status::OK;
  }

  grpc::Status ListRules(grpc::ServerContext*, const analysis::v1::ListRulesRequest*,
                         analysis::v1::ListRulesResponse* response) override {
    response->add_rules()->set_id("some-rule");
    response->set_rules_hash("rules-hash");
    return grpc::Status::OK;
  }

  grpc::Status ResolvePolicy(grpc::ServerContext*,
                             const analysis::v1::ResolvePolicyRequest* request,
                             analysis::v1::ResolvePolicyResponse* response) override {
    for (const analysis::v1::PolicySource& source : request->policies()) {
      analysis::v1::PolicyValue* value = response->mutable_policy()->add_values();
      value->set_origin(source.name());
      value->set_value(source.content());
    }
    return grpc::Status::OK;
  }

 private:
  void Keep(AnalyzeStream& stream, AnalyzeRequest::PartCase last) {
    AnalyzeRequest request;
    while (stream.Read(&request)) {
      std::lock_guard<std::mutex> lock(spokes_.mutex);
      spokes_.analyze_requests.push_back(request);
      if (request.part_case() == last) return;
    }
  }

  static void WriteFile(const std::string& path, AnalyzeStream& stream) {
    const bool is_python = absl::EndsWith(path, ".py");
    if (is_python) {
      AnalyzeResponse response;
      finding::v1::Finding* finding = response.mutable_finding();
      finding->set_rule_id("some-rule");
      finding->set_severity(finding::v1::SEVERITY_P2);
      finding->mutable_range()->set_path(path);
      finding->mutable_range()->set_first_line(1);
      finding->set_problem("`x` is odd");
      stream.Write(response);
    }
    AnalyzeResponse response;
    LedgerEntry* entry = response.mutable_ledger();
    entry->set_path(path);
    entry->set_hunk(-1);
    entry->set_state(is_python ? LedgerEntry::STATE_REVIEWED : LedgerEntry::STATE_DATA);
    stream.Write(response);
  }

  FakeSpokes& spokes_;
};

class FakeSpokes::Report final : public report::v1::ReportService::Service {
 public:
  explicit Report(FakeSpokes& spokes) : spokes_(spokes) {}

  grpc::Status Render(grpc::ServerContext* context, RenderStream* stream) override {
    if (spokes_.on_render) return spokes_.on_render(context, stream);
    RenderResponse review;
    review.mutable_review()->set_conclusion(review::v1::CONCLUSION_FINDINGS);
    review::v1::Review pieces;
    DecisionInput input;
    RenderRequest request;
    int documents = 0;
    while (stream->Read(&request)) {
      if (request.has_file()) {
        *pieces.add_files()->mutable_entry() = request.file().entry();
        pieces.mutable_files()->rbegin()->set_file_class(request.file().file_class());
      }
      if (request.has_ledger()) input.reported.push_back(request.ledger());
      if (request.has_missing()) *pieces.add_missing() = request.missing();
      if (request.has_options()) documents = request.options().documents_size();
      if (request.has_finding()) *review.mutable_review()->add_findings() = request.finding();
      if (request.has_change()) *review.mutable_review()->mutable_change() = request.change();
      if (request.has_missing()) *review.mutable_review()->add_missing() = request.missing();
      std::lock_guard<std::mutex> lock(spokes_.mutex);
      spokes_.render_requests.push_back(request);
    }
    *review.mutable_review()->mutable_ledger() = Decide(pieces, std::move(input)).ledger();
    {
      std::lock_guard<std::mutex> lock(spokes_.mutex);
      spokes_.ledger = review.review().ledger();
    }
    stream->Write(review);
    for (int i = 0; i < documents; ++i) {
      RenderResponse response;
      response.mutable_document()->set_index(i);
      response.mutable_document()->set_content(absl::StrCat("document ", i, "\n"));
      response.mutable_document()->set_is_last(true);
      stream->Write(response);
    }
    return grpc::Status::OK;
  }

 private:
  FakeSpokes& spokes_;
};

class FakeSpokes::Numerics final : public numerics::v1::NumericsService::Service {
 public:
  explicit Numerics(FakeSpokes& spokes) : spokes_(spokes) {}

  grpc::Status Evaluate(grpc::ServerContext* context, EvaluateStream* stream) override {
    if (spokes_.on_evaluate) return spokes_.on_evaluate(context, stream);
    numerics::v1::EvaluateRequest request;
    for (int i = 0; stream->Read(&request); ++i) {
      {
        std::lock_guard<std::mutex> lock(spokes_.mutex);
        spokes_.evaluate_requests.push_back(request);
      }
      numerics::v1::EvaluateResponse response;
      response.set_request(i);
      response.set_is_last(true);
      response.set_is_complete(true);
      finding::v1::Measurement* measurement = response.add_results()->mutable_measurement();
      measurement->set_format("bf16");
      measurement->set_verdict("ok");
      stream->Write(response);
    }
    return grpc::Status::OK;
  }

 private:
  FakeSpokes& spokes_;
};

FakeSpokes::FakeSpokes() = default;
FakeSpokes::~FakeSpokes() = default;

const Stubs& FakeSpokes::stubs() {
  if (host_ == nullptr) {
    std::vector<std::unique_ptr<grpc::Service>> services;
    services.push_back(std::make_unique<PullRequest>(*this));
    services.push_back(std::make_unique<Diff>(*this));
    services.push_back(std::make_unique<Analysis>(*this));
    services.push_back(std::make_unique<Report>(*this));
    services.push_back(std::make_unique<Numerics>(*this));
    auto host = host::Host::Start(std::move(services), {});
    CHECK(host.ok()) << host.status();
    host_ = *std::move(host);
    stubs_ = StubsOf(host_->InProcessChannel());
    if (!has_numerics) stubs_.numerics = nullptr;
  }
  return stubs_;
}

}  // namespace allreview::gateway

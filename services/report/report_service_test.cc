// The service over a real channel.

#include "services/report/report_service.h"

#include <memory>
#include <string>
#include <vector>

#include "base/proto_json.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "proto/report/v1/report.grpc.pb.h"
#include "services/report/testing/sample.h"

namespace allreview {
namespace {

using report::v1::RenderRequest;
using report::v1::RenderResponse;
using report::v1::ReportService;

class RunningService {
 public:
  RunningService() : service_(NewReportService()) {
    grpc::ServerBuilder builder;
    builder.RegisterService(service_.get());
    server_ = builder.BuildAndStart();
    stub_ = ReportService::NewStub(server_->InProcessChannel(grpc::ChannelArguments()));
  }
  ~RunningService() { server_->Shutdown(); }

  struct Answer {
    grpc::Status status;
    std::vector<RenderResponse> responses;
  };

  Answer Render(const std::vector<RenderRequest>& requests) {
    grpc::ClientContext context;
    const auto stream = stub_->Render(&context);
    for (const RenderRequest& request : requests) stream->Write(request);
    stream->WritesDone();
    Answer answer;
    for (RenderResponse response; stream->Read(&response);) answer.responses.push_back(response);
    answer.status = stream->Finish();
    return answer;
  }

 private:
  std::unique_ptr<grpc::Service> service_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<ReportService::Stub> stub_;
};

std::vector<RenderRequest> RichWith(const std::vector<report::v1::DocumentRequest>& documents) {
  std::vector<RenderRequest> requests = report::LoadSample("rich");
  for (const auto& document : documents) {
    *requests[0].mutable_options()->add_documents() = document;
  }
  return requests;
}

report::v1::DocumentRequest As(report::v1::Format format) {
  report::v1::DocumentRequest request;
  request.set_format(format);
  return request;
}

TEST(ReportService, RendersAnAssembledReviewAgainToTheSameBytes) {
  std::vector<report::v1::DocumentRequest> documents;
  for (int document = report::v1::Document_MIN + 1; document <= report::v1::Document_MAX;
       ++document) {
    for (const char* language : {"en", "zh"}) {
      report::v1::DocumentRequest& request = documents.emplace_back();
      request.set_document(static_cast<report::v1::Document>(document));
      request.set_language(language);
    }
  }
  documents.push_back(As(report::v1::FORMAT_SARIF));
  std::vector<RenderRequest> pieces = RichWith(documents);
  for (RenderRequest& piece : pieces) {  // As a gateway sends them.
    if (!piece.has_file()) continue;
    for (diff::v1::Hunk& hunk : *piece.mutable_file()->mutable_hunks()) hunk.clear_text();
  }
  RunningService service;
  const auto first = service.Render(pieces);
  ASSERT_TRUE(first.status.ok()) << first.status.error_message();
  ASSERT_EQ(first.responses.size(), documents.size() + 1);

  RenderRequest options;
  *options.mutable_options()->mutable_documents() = pieces[0].options().documents();
  RenderRequest review;
  *review.mutable_review() = first.responses[0].review();
  const auto again = service.Render({options, review});
  ASSERT_TRUE(again.status.ok()) << again.status.error_message();
  ASSERT_EQ(again.responses.size(), first.responses.size());
  for (size_t i = 0; i < first.responses.size(); ++i) {
    EXPECT_EQ(SerializeWithSortedMaps(again.responses[i]),
              SerializeWithSortedMaps(first.responses[i]))
        << "response " << i;
  }
}

TEST(ReportService, SendsTheReviewThenDocumentsInOrder) {
  RunningService service;
  const auto answer =
      service.Render(RichWith({As(report::v1::FORMAT_JSON), As(report::v1::FORMAT_MARKDOWN)}));
  ASSERT_TRUE(answer.status.ok()) << answer.status.error_message();
  ASSERT_EQ(answer.responses.size(), 3u);
  EXPECT_EQ(answer.responses[0].review().totals().files(), 7);
  EXPECT_EQ(answer.responses[1].document().index(), 0);
  EXPECT_TRUE(answer.responses[1].document().is_last());
  EXPECT_EQ(answer.responses[1].document().content().front(), '{');
  EXPECT_EQ(answer.responses[2].document().index(), 1);
  EXPECT_EQ(answer.responses[2].document().content().substr(0, 18), "### 1. PR Summary\n");
}

TEST(ReportService, CutsLargeDocumentsIntoChunks) {
  std::vector<RenderRequest> requests = RichWith({As(report::v1::FORMAT_JSON)});
  requests[1].mutable_change()->set_body(std::string(2'500'000, 'x'));
  RunningService service;
  const auto answer = service.Render(requests);
  std::string content;
  for (const RenderResponse& response : answer.responses) {
    if (!response.has_document()) continue;
    EXPECT_LE(response.document().content().size(), 1u << 20);
    content += response.document().content();
  }
  ASSERT_TRUE(answer.status.ok()) << answer.status.error_message();
  EXPECT_GT(content.size(), 2'500'000u);
  EXPECT_TRUE(answer.responses.back().document().is_last());
  EXPECT_FALSE(answer.responses[1].document().is_last());
}

TEST(ReportService, SaysWhichDocumentItCannotMake) {
  report::v1::DocumentRequest audit;
  audit.set_document(report::v1::DOCUMENT_AUDIT);
  audit.set_format(report::v1::FORMAT_SARIF);
  RunningService service;
  const auto answer = service.Render(RichWith({audit, As(report::v1::FORMAT_RDJSON)}));
  ASSERT_TRUE(answer.status.ok());
  ASSERT_EQ(answer.responses.size(), 3u);
  EXPECT_EQ(answer.responses[1].diagnostic().message(),
            "document 1: the audit exists in Markdown and HTML, not in SARIF");
  EXPECT_EQ(answer.responses[2].document().index(), 1);
}

TEST(ReportService, SaysThatOtherLanguagesAreNotThere) {
  report::v1::DocumentRequest french;
  french.set_language("fr");
  RunningService service;
  const auto answer = service.Render(RichWith({french}));
  ASSERT_EQ(answer.responses.size(), 3u);
  EXPECT_EQ(answer.responses[1].diagnostic().code(), "LANGUAGE_UNAVAILABLE");
  EXPECT_TRUE(answer.responses[2].has_document());
}

TEST(ReportService, SpeaksChinese) {
  report::v1::DocumentRequest chinese;
  chinese.set_language("zh-CN");
  RunningService service;
  const auto answer = service.Render(RichWith({chinese}));
  ASSERT_EQ(answer.responses.size(), 2u);
  EXPECT_EQ(answer.responses[1].document().content().substr(0, 16), "### 1. PR 摘要");
}

TEST(ReportService, NeedsOptionsOnce) {
  RunningService service;
  std::vector<RenderRequest> without = report::LoadSample("clean");
  without.erase(without.begin());
  EXPECT_EQ(service.Render(without).status.error_message(),
            "no options came; they belong in the first message");
  std::vector<RenderRequest> twice = report::LoadSample("clean");
  twice.push_back(twice[0]);
  EXPECT_EQ(service.Render(twice).status.error_message(),
            "options came twice; they belong in the first message only");
}

}  // namespace
}  // namespace allreview

#ifndef GATEWAY_TESTING_FAKE_SPOKES_H_
#define GATEWAY_TESTING_FAKE_SPOKES_H_

// All services of a pipeline in this process, each doing what the test says, over real channels.
//
//   FakeSpokes spokes;
//   spokes.files = {"a.py"};                                   // What the change consists of.
//   spokes.on_analyze = [](auto*, auto*) { return grpc::Status(UNAVAILABLE, "gone"); };
//   Pipeline pipeline(spokes.stubs(), {});
//
// Left alone, the services agree on a change of `files` with one finding in each Python file, and
// numerics finds each expression right. The diff text is one line for each file, "M <path>", and
// the parser reads that.

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gateway/pipeline/stubs.h"
#include "host/host.h"

namespace allreview::gateway {

class FakeSpokes {
 public:
  template <typename In, typename Out>
  using Exchange = grpc::ServerReaderWriter<Out, In>;
  using AnalyzeStream = Exchange<analysis::v1::AnalyzeRequest, analysis::v1::AnalyzeResponse>;
  using ParseStream = Exchange<diff::v1::ParseRequest, diff::v1::ParseResponse>;
  using RenderStream = Exchange<report::v1::RenderRequest, report::v1::RenderResponse>;
  using EvaluateStream = Exchange<numerics::v1::EvaluateRequest, numerics::v1::EvaluateResponse>;
  using FetchWriter = grpc::ServerWriter<pull_request::v1::FetchChangeResponse>;

  FakeSpokes();
  ~FakeSpokes();

  // Starts on first use; the members below are set before.
  const Stubs& stubs();

  // The change.
  std::vector<std::string> files = {"a.py", "data.json"};
  std::map<std::string, std::string> base_files;  // By path: what the base side holds besides.
  bool has_content = true;
  change::v1::ChangeInfo info;  // Besides has_content, and a title where it has none.
  numerics::v1::ChangedExpressions expressions;  // That analysis finds in it.
  bool has_numerics = false;                     // Whether the gateway knows such a service.

  // Instead of what the services do by themselves, when set.
  std::function<grpc::Status(grpc::ServerContext*, FetchWriter*)> on_fetch;
  std::function<grpc::Status(grpc::ServerContext*, ParseStream*)> on_parse;
  std::function<grpc::Status(grpc::ServerContext*, AnalyzeStream*)> on_analyze;
  std::function<grpc::Status(grpc::ServerContext*, RenderStream*)> on_render;
  std::function<grpc::Status(grpc::ServerContext*, EvaluateStream*)> on_evaluate;
  // Asked of analysis when all files have come.
  std::vector<analysis::v1::Need> needs;

  // What the services were sent.
  std::mutex mutex;
  std::vector<analysis::v1::AnalyzeRequest> analyze_requests;
  std::vector<report::v1::RenderRequest> render_requests;
  google::protobuf::RepeatedPtrField<change::v1::LedgerEntry> ledger;  // Of the last review.
  std::vector<numerics::v1::EvaluateRequest> evaluate_requests;
  std::vector<std::string> request_ids;
  std::string patch_text;

 private:
  class PullRequest;
  class Diff;
  class Analysis;
  class Report;
  class Numerics;

  std::unique_ptr<host::Host> host_;
  Stubs stubs_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_TESTING_FAKE_SPOKES_H_

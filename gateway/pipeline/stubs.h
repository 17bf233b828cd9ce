#ifndef GATEWAY_PIPELINE_STUBS_H_
#define GATEWAY_PIPELINE_STUBS_H_

// The services as the gateway sees them: remote (main.cc) or in this process (embedded.cc).

#include <memory>

#include "proto/analysis/v1/analysis.grpc.pb.h"
#include "proto/diff/v1/diff.grpc.pb.h"
#include "proto/numerics/v1/numerics.grpc.pb.h"
#include "proto/pull_request/v1/pull_request.grpc.pb.h"
#include "proto/report/v1/report.grpc.pb.h"

namespace allreview::gateway {

struct Stubs {
  std::unique_ptr<pull_request::v1::PullRequestService::StubInterface> pull_request;
  std::unique_ptr<diff::v1::DiffService::StubInterface> diff;
  std::unique_ptr<analysis::v1::AnalysisService::StubInterface> analysis;
  std::unique_ptr<report::v1::ReportService::StubInterface> report;
  // Null: not configured; reviews do without.
  std::unique_ptr<numerics::v1::NumericsService::StubInterface> numerics;
};

// One channel for all of them: the embedded mode.
inline Stubs StubsOf(const std::shared_ptr<grpc::ChannelInterface>& channel) {
  return {.pull_request = pull_request::v1::PullRequestService::NewStub(channel),
          .diff = diff::v1::DiffService::NewStub(channel),
          .analysis = analysis::v1::AnalysisService::NewStub(channel),
          .report = report::v1::ReportService::NewStub(channel),
          .numerics = numerics::v1::NumericsService::NewStub(channel)};
}

}  // namespace allreview::gateway

#endif  // GATEWAY_PIPELINE_STUBS_H_

#include "tests/honesty/reviewer.h"

#include <utility>

#include "base/check.h"
#include "gateway/pipeline/pipeline.h"
#include "services/analysis/analysis_service.h"
#include "services/diff/diff_service.h"
#include "services/report/report_service.h"

namespace allreview::honesty {

Reviewer::Reviewer() {
  auto source = std::make_unique<MemorySource>();
  source_ = source.get();
  std::vector<std::unique_ptr<grpc::Service>> services;
  services.push_back(std::move(source));
  services.push_back(NewDiffService());
  services.push_back(NewAnalysisService({.threads = 1}));
  services.push_back(NewReportService());
  auto host = host::Host::Start(std::move(services), {});
  CHECK(host.ok()) << host.status();
  host_ = *std::move(host);
  stubs_ = gateway::StubsOf(host_->InProcessChannel());
  stubs_.numerics = nullptr;
}

Reviewer::~Reviewer() = default;

Reviewer::Verdict Reviewer::Review(const MemoryChange& change) {
  source_->Set(&change);
  review::v1::ReviewRequest request;
  request.mutable_ref()->mutable_local()->set_path("/repository");
  const gateway::Pipeline pipeline(stubs_, {});
  Verdict verdict;
  const absl::Status status = pipeline.Review(
      request, nullptr, host::NewRequest(absl::Minutes(10)), [&](const auto& event) {
        if (event.has_finished()) {
          verdict = {event.finished().conclusion(), event.finished().conclusion_reason()};
        }
        return true;
      });
  if (!status.ok()) verdict.reason = std::string(status.message());
  return verdict;
}

}  // namespace allreview::honesty

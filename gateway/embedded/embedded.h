#ifndef GATEWAY_EMBEDDED_EMBEDDED_H_
#define GATEWAY_EMBEDDED_EMBEDDED_H_

// All services in this process: the command line's default, and `allreview serve`.
//
//   absl::StatusOr<std::unique_ptr<Embedded>> embedded = StartAll({.is_local_unrestricted = true});
//   review::v1::ReviewService::NewStub((*embedded)->channel());
//
// The same adapters, protos and pipeline as in the distributed mode; only the channel differs. No
// port, no health service, no metrics. Adding a service is a line in embedded.cc.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "gateway/pipeline/stubs.h"
#include "gateway/platform/platform.h"
#include "gateway/service/review_service.h"
#include "grpcpp/impl/service_type.h"
#include "host/flags.h"
#include "host/host.h"
#include "host/metrics.h"
#include "proto/analysis/v1/policy.pb.h"
#include "services/analysis/analysis_service.h"
#include "services/analysis/options.h"
#include "storage/redis_client.h"

namespace allreview::gateway {

struct EmbeddedOptions {
  std::string cache_folder = {};  // For facts and answers of GitHub. Empty: memory only.
  std::string facts_path = {};    // Default: in cache_folder.
  std::optional<RedisAddress> facts_redis = {};  // Keeps facts for several replicas.
  std::string github_api_base = {};              // Default: api.github.com.
  std::string github_token = {};
  // Folders that local references may name; is_local_unrestricted: any.
  std::vector<std::string> repository_roots = {};
  bool is_local_unrestricted = false;
  std::string index_file = {};                            // See PullRequestOptions.
  std::vector<analysis::v1::PolicySource> policies = {};  // The operator's.
  // Rule files of the operator, and folders of such.
  std::vector<std::string> rule_paths = {};
  ReviewBudget review_budget = {};
  // Makes the analysis service; another one tells more of what it does.
  std::function<std::unique_ptr<grpc::Service>(AnalysisOptions options)> new_analysis =
      NewAnalysisService;
};

// The five services behind a gateway, in this process and nowhere else: no port leads to them, so
// nobody has to be asked for a token there.
class Services {
 public:
  // `metrics` outlives it; null: nothing is counted.
  static absl::StatusOr<std::unique_ptr<Services>> Start(const EmbeddedOptions& options,
                                                         host::Metrics* metrics);

  // Good as long as this object.
  StubsProvider stubs() const;

 private:
  explicit Services(std::unique_ptr<host::Host> host);

  const std::unique_ptr<host::Host> host_;
  const Stubs stubs_;
};

class Embedded {
 public:
  std::shared_ptr<grpc::Channel> channel() { return host_->InProcessChannel(); }

 private:
  friend absl::StatusOr<std::unique_ptr<Embedded>> StartAll(const EmbeddedOptions& options);

  std::unique_ptr<Services> services_;
  std::unique_ptr<host::Host> host_;  // Of ReviewService, which calls the others.
};

absl::StatusOr<std::unique_ptr<Embedded>> StartAll(const EmbeddedOptions& options);

// Serves ReviewService on a port until a signal comes, with the others inside the process, and
// keeps reviews as `platform` says; its pipeline and metrics are filled in here. `flags` holds
// host::ServingFlags(); without --listen the address is 127.0.0.1:50050. Returns the exit code; see
// host/main.h.
int ServeAll(const EmbeddedOptions& options, PlatformOptions platform, const host::Flags& flags);

}  // namespace allreview::gateway

#endif  // GATEWAY_EMBEDDED_EMBEDDED_H_

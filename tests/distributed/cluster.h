#ifndef TESTS_DISTRIBUTED_CLUSTER_H_
#define TESTS_DISTRIBUTED_CLUSTER_H_

// All services and a gateway, each a process on a free port of this machine, and a git repository
// with one change to review.
//
//   Cluster cluster;
//   ASSERT_OK(cluster.Start());
//   cluster.service("diff").Signal(SIGKILL);
//   ReviewOutcome outcome = cluster.Review();

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "host/call.h"
#include "host/channel.h"
#include "proto/review/v1/review_service.grpc.pb.h"
#include "tests/distributed/service_process.h"

namespace allreview::distributed {

// "pull_request", "diff", "analysis", "report", "numerics".
const std::vector<std::string>& SpokeNames();

struct ReviewOutcome {
  absl::Status status;
  std::vector<std::string> documents;
  review::v1::Finished finished;

  // "diff UNAVAILABLE" for each part that is missing and was not expected to be.
  std::vector<std::string> Missing() const;
};

struct ClusterOptions {
  host::TlsFiles services_tls = {};  // Of each service; with `ca`, they want to see the gateway's.
  host::TlsFiles gateway_tls = {};   // Of the gateway's own port.
  host::TlsFiles gateway_to_services_tls = {};
  std::vector<std::string> allowed_clients = {};  // Of each service.
};

class Cluster {
 public:
  using ProgressReceiver = std::function<void(const review::v1::Progress& progress)>;

  explicit Cluster(ClusterOptions options = {});
  ~Cluster();

  absl::Status Start();
  // Starts a service again on the port that it had.
  absl::Status Restart(const std::string& name);

  // "gateway", or one of SpokeNames().
  ServiceProcess& service(const std::string& name) { return *processes_.at(name); }

  // A review of the change in every format, by a channel with the client's files.
  ReviewOutcome Review(const host::TlsFiles& client = {}, const std::string& request_id = "",
                       const ProgressReceiver& on_progress = nullptr);
  // The same by any channel to a review service.
  ReviewOutcome ReviewBy(const std::shared_ptr<grpc::ChannelInterface>& channel,
                         const std::string& request_id = "",
                         const ProgressReceiver& on_progress = nullptr);

  // Replaces the last commit's files by these, path to content, and reviews that change.
  ReviewOutcome ReviewFiles(const std::map<std::string, std::string>& files);

  const std::string& repository() const { return repository_; }
  std::string facts() const { return folder_ + "/facts/facts.map"; }  // Of the analysis service.

 private:
  absl::Status MakeRepository();
  std::vector<std::string> ArgumentsOf(const std::string& name, const std::string& address) const;
  absl::Status StartProcess(const std::string& name, const std::string& address);

  const ClusterOptions options_;
  std::string folder_;
  std::string repository_;
  std::map<std::string, std::unique_ptr<ServiceProcess>> processes_;
};

}  // namespace allreview::distributed

#endif  // TESTS_DISTRIBUTED_CLUSTER_H_

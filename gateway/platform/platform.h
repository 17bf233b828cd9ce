#ifndef GATEWAY_PLATFORM_PLATFORM_H_
#define GATEWAY_PLATFORM_PLATFORM_H_

// What turns a gateway into a server that keeps reviews: store, queue, workers, HTTP, a forge.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<Platform> platform, Platform::Open(options, stubs));
//   NewReviewService(stubs, platform->ServiceOptions());
//   …                                          // The host runs.
//   RETURN_IF_ERROR(platform->Start(host));
//   platform->Stop(absl::Seconds(30));         // Before the host drains.
//
// Open makes everything that may fail for its configuration, so that a server that starts works.
// The object outlives the host that serves its ReviewService; metrics outlive Stop.

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "gateway/access/access.h"
#include "gateway/forge/github/github_identity.h"
#include "gateway/http/address_ranges.h"
#include "gateway/pipeline/pipeline.h"
#include "gateway/platform/access_side.h"
#include "gateway/reviews/reviews.h"
#include "gateway/service/review_service.h"
#include "host/host.h"
#include "host/metrics.h"

namespace allreview::gateway {

struct PlatformOptions {
  std::string store_url = "";  // Empty: nothing is kept.
  std::string store_password_file = "";
  int workers = 1;
  // Jobs that may wait, of one caller of the API and of all. 0: no bound.
  int64_t max_waiting_of_caller = 500;
  int64_t max_waiting = 5000;
  // Size of the store; above it, new reviews are refused. 0: no bound.
  int64_t max_store_bytes = int64_t{50} << 30;
  // The same for what one caller of the API asked for, before it is packed.
  int64_t max_store_of_caller = int64_t{10} << 30;
  absl::Duration retention = absl::Hours(24 * 90);

  std::string http_address = "";  // Empty: no HTTP.
  std::string http_certificate = "";
  std::string http_key = "";
  http::AddressRanges trusted_proxies = {};
  std::vector<std::string> allowed_origins = {};
  std::string outgoing_webhooks_file = "";  // Empty: nobody outside is told of events.
  std::string public_url = "";              // As http::NormalOrigin writes it.
  std::string tokens_file = "";
  PeopleFlags people = {};

  std::string grpc_address = "";         // To check whether strangers can reach it.
  bool has_client_certificates = false;  // There.

  GitHubOptions github = {};
  PipelineOptions pipeline = {};
  // Rule files of the operator: reviews depend on them.
  std::vector<std::string> rule_paths = {};
  host::Metrics* metrics = nullptr;  // Borrowed.
};

class Platform {
 public:
  // `stubs` is called once Start has been.
  static absl::StatusOr<std::unique_ptr<Platform>> Open(PlatformOptions options,
                                                        StubsProvider stubs);
  ~Platform();  // Stops at once.

  ReviewServiceOptions ServiceOptions();

  // Begins to serve HTTP and to work. `host` has the ReviewService, and is told while the store
  // does not answer; Stop comes before its end.
  absl::Status Start(host::Host& host);

  // With the real port; empty: none.
  std::string http_address() const;

  // Takes no more requests and jobs, and returns when those at hand are done, or after `limit`;
  // jobs that are not are given back to the queue shortly before. A job whose cancelled calls do
  // not end keeps it longer.
  void Stop(absl::Duration limit);

 private:
  struct State;
  explicit Platform(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_PLATFORM_PLATFORM_H_

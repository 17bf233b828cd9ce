#ifndef GATEWAY_WEB_TESTING_DEMO_SERVICE_H_
#define GATEWAY_WEB_TESTING_DEMO_SERVICE_H_

// ReviewService over invented data, in this process. For tests of pages and for those who design
// them.
//
//   Demo demo({.token = "secret"});
//   web::Routes({.reviews = demo.stub(), .diff = [&] { return demo.diff(); }, .now = DemoNow});
//   demo.Advance();  // The running review reports progress; at the second call it ends.

#include <memory>
#include <string>
#include <vector>

#include "host/host.h"
#include "proto/diff/v1/diff.grpc.pb.h"
#include "proto/review/v1/review_service.grpc.pb.h"

namespace allreview::web {

struct DemoOptions {
  std::string token = "";  // Calls need it. Empty: anybody may call.
  bool is_empty = false;   // As a new server: no reviews.
};

class Demo {
 public:
  explicit Demo(const DemoOptions& options);
  ~Demo();

  review::v1::ReviewService::StubInterface* stub();
  diff::v1::DiffService::StubInterface* diff();
  void Advance();
  // Votes so far: "useful FINGERPRINT REASON".
  std::vector<std::string> votes() const;

 private:
  struct State;
  std::unique_ptr<host::Host> host_;  // Owns the state, which is one of its services.
  State* state_ = nullptr;
};

}  // namespace allreview::web

#endif  // GATEWAY_WEB_TESTING_DEMO_SERVICE_H_

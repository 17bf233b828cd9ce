#ifndef GATEWAY_PIPELINE_FETCH_SESSION_H_
#define GATEWAY_PIPELINE_FETCH_SESSION_H_

// One call of FetchChange, or of FetchPatch when the text travels beside the reference.
//
//   FetchSession fetch(*stubs.pull_request, request, ref, {});
//   while (fetch.Read(&response)) { … }
//   absl::Status status = fetch.Finish();

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "base/guarded_thread.h"
#include "host/call.h"
#include "proto/pull_request/v1/pull_request.grpc.pb.h"

namespace allreview::gateway {

// Yields the next piece of a patch; false at its end. Called from one thread.
using PatchReader = std::function<bool(std::string* chunk)>;

struct FetchOptions {
  PatchReader patch = nullptr;   // Empty: the reference says it all.
  std::string forge_token = {};  // Secret; instead of the service's own.
  bool wants_lines = false;      // What the last commits did to the changed files.
};

// A pull_request service that is older knows the token by the name of the forge.
template <typename Request>
void SetForgeToken(const std::string& token, Request& request) {
  request.set_forge_token(token);
  request.set_github_token(token);
}

class FetchSession {
 public:
  FetchSession(pull_request::v1::PullRequestService::StubInterface& stub,
               const host::Request& request, const change::v1::ChangeRef& ref,
               const FetchOptions& options);
  ~FetchSession();
  FetchSession(const FetchSession&) = delete;
  FetchSession& operator=(const FetchSession&) = delete;

  bool Read(pull_request::v1::FetchChangeResponse* response);

  // After Read has returned false. kDataLoss: the service ended without saying that it is done.
  absl::Status Finish();

 private:
  using Reader = grpc::ClientReaderInterface<pull_request::v1::FetchChangeResponse>;
  using ReaderWriter = grpc::ClientReaderWriterInterface<pull_request::v1::FetchPatchRequest,
                                                         pull_request::v1::FetchChangeResponse>;

  void WritePatch(const change::v1::ChangeRef& ref, const PatchReader& patch);

  host::ClientContextPtr context_;
  std::unique_ptr<Reader> reader_;          // Either this…
  std::unique_ptr<ReaderWriter> exchange_;  // …or this one.
  bool is_done_ = false;
  GuardedThread writer_;  // Last: it uses the others.
};

}  // namespace allreview::gateway

#endif  // GATEWAY_PIPELINE_FETCH_SESSION_H_

#ifndef GATEWAY_PIPELINE_DIFF_SESSION_H_
#define GATEWAY_PIPELINE_DIFF_SESSION_H_

// One call of Parse: text goes in on the caller's thread, files come out on a thread of its own.
//
//   DiffSession diff(*stubs.diff, request, {}, [&](diff::v1::ParseResponse& response) { … });
//   diff.Write(std::move(chunk));
//   absl::Status status = diff.Finish();

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "base/guarded_thread.h"
#include "host/call.h"
#include "proto/diff/v1/diff.grpc.pb.h"

namespace allreview::gateway {

class DiffSession {
 public:
  using Receiver = std::function<void(diff::v1::ParseResponse& response)>;

  // `receive` is called in input order, never after Finish has returned; it may take the response's
  // content.
  DiffSession(diff::v1::DiffService::StubInterface& stub, const host::Request& request,
              const diff::v1::ParseOptions& options, Receiver receive);
  ~DiffSession();
  DiffSession(const DiffSession&) = delete;
  DiffSession& operator=(const DiffSession&) = delete;

  // Waits while the service is behind. Does nothing once the call has failed.
  void Write(std::string chunk);

  // Ends the input and waits for the last file. kDataLoss: the service ended without a summary.
  absl::Status Finish();

  // Of the service; after Finish.
  double cpu_seconds() const;

 private:
  using Exchange =
      grpc::ClientReaderWriterInterface<diff::v1::ParseRequest, diff::v1::ParseResponse>;

  host::ClientContextPtr context_;
  std::unique_ptr<Exchange> exchange_;
  bool is_open_ = true;
  bool has_summary_ = false;
  GuardedThread reader_;  // Last: it uses the others.
};

}  // namespace allreview::gateway

#endif  // GATEWAY_PIPELINE_DIFF_SESSION_H_

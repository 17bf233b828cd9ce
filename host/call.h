#ifndef HOST_CALL_H_
#define HOST_CALL_H_

// Outgoing calls: the only place that makes a grpc::ClientContext.
//
//   Request request = RequestFromServer(*context, absl::Minutes(10));
//   absl::StatusOr<ListRulesResponse> rules =
//       Call(stub, &Stub::ListRules, ListRulesRequest(), request);
//
// A deadline is a budget: what is passed on is the caller's deadline less kReserve, so that the
// caller can still say which of its calls was too slow. Cancellation, the request id and the trace
// (trace.h) travel along. The id is the metadata entry kRequestIdKey; the edge makes one where
// there is none.

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "grpcpp/client_context.h"
#include "grpcpp/server_context.h"
#include "host/cancellation.h"
#include "host/status.h"
#include "host/trace.h"

namespace allreview::host {

inline constexpr char kRequestIdKey[] = "x-allreview-request-id";
inline constexpr absl::Duration kReserve = absl::Milliseconds(20);

// On whose behalf calls are made.
struct Request {
  std::string id;
  absl::Time deadline = absl::InfiniteFuture();
  // Its cancellation is passed on; must outlive the calls. Null: the process itself asks.
  const grpc::ServerContext* server = nullptr;
  // Spans of calls are children of its span.
  TraceContext trace = {};
  // Cancels the calls of a request of this process. Outlives them. May be null.
  Cancellation* cancellation = nullptr;

  bool IsCancelled() const {
    return (server != nullptr && server->IsCancelled()) ||
           (cancellation != nullptr && cancellation->IsCancelled());
  }
};

// The request that a handler serves. `budget` holds when the caller set no deadline. An id is made
// when the caller sent none.
Request RequestFromServer(const grpc::ServerContext& context, absl::Duration budget);

// A request of this process. `trace_parent` is that of what asked for it, such as a job's.
Request NewRequest(absl::Duration budget, absl::string_view trace_parent = "");

// The id that the caller sent; empty: none, or one that is not fit for a log (over 64 bytes or not
// of letters, digits and "-_.:").
std::string RequestIdOf(const grpc::ServerContext& context);
bool IsValidRequestId(absl::string_view id);

// Ends the call with its context. gRPC's in-process transport (1.51) keeps a call for ever whose
// server ended before the client closed its side, unless it is cancelled, which may be after its
// end. WritesDone after the server's end spoils that: do not call it then.
struct EndCall {
  Cancellation* cancellation = nullptr;  // That knows the call. May be null.

  void operator()(grpc::ClientContext* context) const {
    if (cancellation != nullptr) cancellation->Remove(context);
    context->TryCancel();
    delete context;
  }
};
using ClientContextPtr = std::unique_ptr<grpc::ClientContext, EndCall>;

// For a call that `request` needs; it may take at most `limit`.
ClientContextPtr NewClientContext(const Request& request,
                                  absl::Duration limit = absl::InfiniteDuration());

// A unary call.
template <typename Stub, typename Owner, typename In, typename Out>
absl::StatusOr<Out> Call(Stub& stub,
                         grpc::Status (Owner::*method)(grpc::ClientContext*, const In&, Out*),
                         const In& input, const Request& request,
                         absl::Duration limit = absl::InfiniteDuration()) {
  ClientContextPtr context = NewClientContext(request, limit);
  Out output;
  const grpc::Status status = (stub.*method)(context.get(), input, &output);
  if (!status.ok()) return FromGrpc(status);
  return output;
}

}  // namespace allreview::host

#endif  // HOST_CALL_H_

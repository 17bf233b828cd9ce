#ifndef GATEWAY_CLI_READ_STREAM_H_
#define GATEWAY_CLI_READ_STREAM_H_

// Reads the answer of a streaming call to its end, so that nothing of the call is left behind.
//
//   RETURN_IF_ERROR(ReadStream<ReviewEvent>(*stream, *context, input.get(), arguments,
//                                           [&](const ReviewEvent& event) { return …; }));

#include "absl/status/status.h"
#include "gateway/cli/flags.h"
#include "gateway/cli/input.h"
#include "gateway/cli/session.h"
#include "grpcpp/client_context.h"

namespace allreview::cli {

// `take` returns absl::Status; its first error cancels the call and is returned. Then come errors
// of `input`, which may be null, then the status of the call.
template <typename Part, typename Stream, typename Take>
absl::Status ReadStream(Stream& stream, grpc::ClientContext& context, Input* input,
                        const Arguments& arguments, Take take) {
  absl::Status taken;
  Part part;
  while (stream.Read(&part)) {
    if (!taken.ok()) continue;
    taken = take(part);
    if (!taken.ok()) context.TryCancel();
  }
  const absl::Status sent = input == nullptr ? absl::OkStatus() : input->Finish();
  const absl::Status end = ExplainStatus(stream.Finish(), arguments);
  if (!taken.ok()) return taken;
  return sent.ok() ? end : sent;
}

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_READ_STREAM_H_

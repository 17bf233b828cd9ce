#ifndef GATEWAY_CLI_UNARY_CALL_H_
#define GATEWAY_CLI_UNARY_CALL_H_

// One unary call of ReviewService that Ctrl-C cancels.
//
//   const Answer<ListRulesResponse> rules = CallReviewService(
//       command, arguments, session, &ReviewService::Stub::ListRules, ListRulesRequest());
//   if (!rules.response) return rules.exit_code;   // The reason has been printed.

#include <memory>
#include <optional>
#include <utility>

#include "absl/status/statusor.h"
#include "gateway/cli/interrupt.h"
#include "gateway/cli/session.h"
#include "proto/review/v1/review_service.grpc.pb.h"

namespace allreview::cli {

template <typename Response>
struct Answer {
  std::optional<Response> response;
  int exit_code = 0;
};

template <typename Request, typename Response>
Answer<Response> CallReviewService(const Command& command, const Arguments& arguments,
                                   const Session& session,
                                   grpc::Status (review::v1::ReviewService::Stub::*method)(
                                       grpc::ClientContext*, const Request&, Response*),
                                   const Request& request) {
  Interrupt interrupt;  // Before the threads of gRPC.
  const absl::StatusOr<std::shared_ptr<grpc::Channel>> channel =
      session.connect(command, arguments);
  if (!channel.ok()) return {std::nullopt, FailSetup(session, channel.status())};
  const auto stub = review::v1::ReviewService::NewStub(*channel);
  const host::ClientContextPtr context = NewContext();
  interrupt.OnSignal([&] { context->TryCancel(); });
  Response response;
  const absl::Status status =
      ExplainStatus(((*stub).*method)(context.get(), request, &response), arguments);
  interrupt.OnSignal(nullptr);
  if (!status.ok()) return {std::nullopt, FailCall(session, status, interrupt.signal())};
  return {std::move(response), 0};
}

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_UNARY_CALL_H_

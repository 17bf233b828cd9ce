#ifndef GATEWAY_CLI_UNARY_CALL_H_
#define GATEWAY_CLI_UNARY_CALL_H_

// One unary call of ReviewService that Ctrl-C cancels.
//
//   Answer<ListRulesResponse> rules =
//       CallReviewService(command, arguments, session, &ReviewService::Stub::ListRules,
//                         ListRulesRequest());
//   if (!rules.response.ok()) return FailCall(session, rules.response.status(), rules.signal);

#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "gateway/cli/interrupt.h"
#include "gateway/cli/session.h"
#include "proto/review/v1/review_service.grpc.pb.h"

namespace allreview::cli {

template <typename Response>
struct Answer {
  absl::StatusOr<Response> response = absl::UnknownError("not called");
  int signal = 0;  // That came meanwhile; 0: none.
};

template <typename Request, typename Response>
Answer<Response> CallReviewService(const Command& command, const Arguments& arguments,
                                   const Session& session,
                                   grpc::Status (review::v1::ReviewService::Stub::*method)(
                                       grpc::ClientContext*, const Request&, Response*),
                                   const Request& request) {
  Answer<Response> answer;
  Interrupt interrupt;
  absl::StatusOr<std::shared_ptr<grpc::Channel>> channel = session.connect(command, arguments);
  if (!channel.ok()) {
    answer.response = channel.status();
    return answer;
  }
  const auto stub = review::v1::ReviewService::NewStub(*channel);
  const std::unique_ptr<grpc::ClientContext> context = NewContext();
  interrupt.OnSignal([&] { context->TryCancel(); });
  Response response;
  const absl::Status status =
      ExplainStatus(((*stub).*method)(context.get(), request, &response), arguments);
  interrupt.OnSignal(nullptr);
  answer.signal = interrupt.signal();
  if (status.ok()) {
    answer.response = std::move(response);
  } else {
    answer.response = status;
  }
  return answer;
}

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_UNARY_CALL_H_

#ifndef GATEWAY_CLI_CLOSING_LINE_H_
#define GATEWAY_CLI_CLOSING_LINE_H_

// How a review ends for its caller: the exit code, and the last line on standard error. Pure.

#include <string>

#include "gateway/cli/review_request.h"
#include "proto/review/v1/review_service.pb.h"

namespace allreview::cli {

int ExitCodeOf(const review::v1::Finished& finished, bool is_gate_off);

// What a person should know who sees no document on standard output, or whose build breaks. Empty:
// nothing.
std::string ClosingLine(const review::v1::Finished& finished, const ReviewPlan& plan, int code);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_CLOSING_LINE_H_

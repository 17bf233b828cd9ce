#ifndef GATEWAY_CLI_REVIEW_ARGUMENTS_H_
#define GATEWAY_CLI_REVIEW_ARGUMENTS_H_

// From the flags of `allreview review` to a request and a list of outputs.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gateway/cli/environment.h"
#include "proto/review/v1/review_service.pb.h"
#include "services/host/flags.h"

namespace allreview::cli {

struct ReviewArguments {
  review::v1::ReviewRequest request;  // One document for each output.
  std::vector<std::string> outputs;   // Paths; "-" is standard output, at most once.
  std::string patch;  // File whose text travels beside the request; "-": standard input.
};

// Names of --format, in the order of report.v1.Format.
const std::vector<absl::string_view>& FormatNames();

// kInvalidArgument: flags that contradict each other, or cannot be understood.
absl::StatusOr<ReviewArguments> ReadReviewArguments(const host::Flags& flags,
                                                    const Environment& environment);

// Whether text for standard output may be coloured: --color, then the terminal, NO_COLOR and TERM.
bool IsColoured(const host::Flags& flags, const Environment& environment);

// What a positional argument means: "A..B", "A...B", or one revision whose difference to the
// working tree is wanted. An empty end is HEAD.
absl::StatusOr<change::v1::LocalRepository> ParseRevisions(absl::string_view text);

// Absolute, so that a gateway with another working directory finds it.
std::string AbsolutePath(const std::string& path);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_REVIEW_ARGUMENTS_H_

#ifndef GATEWAY_CLI_RENDER_NUMERICS_H_
#define GATEWAY_CLI_RENDER_NUMERICS_H_

// Measurements as text for people. Pure.

#include <string>

#include "proto/numerics/v1/numerics.pb.h"

namespace allreview::cli {

// One expression: its inputs, a table of formats, where it goes wrong, a witness, rewrites, and
// small plots of the error.
std::string NumericsText(const numerics::v1::EvaluateResponse& response);

// One line, for lists: "ok" or what fails in which formats.
std::string NumericsLine(const numerics::v1::EvaluateResponse& response);

// "0.12 % of 262,144" or "0 of 262,144 (< 1.1e-05)".
std::string RateText(const finding::v1::Measurement& it);

// Some format fails on inputs that occur.
bool HasFailure(const numerics::v1::EvaluateResponse& response);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_RENDER_NUMERICS_H_

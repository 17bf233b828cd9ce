#ifndef GATEWAY_CLI_NUMERICS_PLOT_H_
#define GATEWAY_CLI_NUMERICS_PLOT_H_

// Where an expression loses digits, as pictures. Pure.

#include <string>

#include "proto/numerics/v1/numerics.pb.h"

namespace allreview::cli {

// Two small plots for each format: how many bits results lose, and how many they lose on average
// for each power of two of the input, with ! where some result is wrong. Empty: nothing to draw.
std::string TerminalPlots(const numerics::v1::EvaluateResponse& response);

// The same as one SVG document: a curve for each format, wrong inputs marked.
std::string SvgPlot(const numerics::v1::EvaluateResponse& response);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_NUMERICS_PLOT_H_

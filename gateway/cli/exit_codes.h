#ifndef GATEWAY_CLI_EXIT_CODES_H_
#define GATEWAY_CLI_EXIT_CODES_H_

// What the process returns; the help texts say the same.

namespace allreview::cli {

inline constexpr int kExitOk = 0;
inline constexpr int kExitFindings = 1;      // At or above the gate; or errors in what was read.
inline constexpr int kExitUsage = 2;         // The command line is wrong.
inline constexpr int kExitIncomplete = 3;    // Not everything that needs a review was reviewed.
inline constexpr int kExitFailed = 4;        // No answer; the reason is on standard error.
inline constexpr int kExitSignal = 128;      // Plus the signal: 130 for Ctrl-C.
inline constexpr int kExitReaderGone = 141;  // As if SIGPIPE had ended the process.

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_EXIT_CODES_H_

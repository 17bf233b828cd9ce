#ifndef GATEWAY_CLI_CHECK_FLAGS_H_
#define GATEWAY_CLI_CHECK_FLAGS_H_

// Flags of check-document; a part of the table of commands (commands.h).

#include "gateway/cli/flags.h"

namespace allreview::cli {

inline constexpr Flag kChecks = {
    .name = "checks",
    .value = "LIST",
    .help =
        "Which checks to run, separated by commas: form, contradiction, removed-is-bound, "
        "moved-is-new, diagram-too-large, diagram-without-change, diagram-shows-tests, "
        "test-not-found, repeated-sentence, repeated-fact. Default: all."};
inline constexpr Flag kBeside = {
    .name = "beside",
    .value = "FILE",
    .help =
        "Another document of the same change, called like a document, which this one must not "
        "contradict or repeat. May be given several times.",
    .is_repeatable = true,
    .completion = Completion::kFile};

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_CHECK_FLAGS_H_

#ifndef GATEWAY_CLI_TERMINAL_FLAGS_H_
#define GATEWAY_CLI_TERMINAL_FLAGS_H_

// Of the terminal format, beside --color.

#include "gateway/cli/commands.h"

namespace allreview::cli {

inline constexpr Flag kHyperlinks = {
    .name = "hyperlinks",
    .value = "WHEN",
    .help =
        "Links of the terminal format, on places (files here, or the pull request's code on its "
        "forge) and on rules that name a page. \"auto\" means where colours are and the terminal "
        "is "
        "not known to print links as text. Default: auto.",
    .choices = kWhen};
}  // namespace allreview::cli

#endif  // GATEWAY_CLI_TERMINAL_FLAGS_H_

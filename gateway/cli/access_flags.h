#ifndef GATEWAY_CLI_ACCESS_FLAGS_H_
#define GATEWAY_CLI_ACCESS_FLAGS_H_

// Flags of who may use a server; a part of the table of commands (commands.h).

#include "gateway/cli/flags.h"

namespace allreview::cli {

// tokens new.
inline constexpr Flag kTokenName = {
    .name = "name", .value = "NAME", .help = "Name of the owner, as it appears in audit logs."};
inline constexpr Flag kTokenScopes = {
    .name = "scopes",
    .value = "SCOPES",
    .help = "Some of read, review and admin, separated by commas. No scope includes another."};
inline constexpr Flag kTokenRepositories = {
    .name = "repositories",
    .value = "OWNER/NAME",
    .help = "Repositories it may see, separated by commas; * is any. Default: all."};

// sessions.
inline constexpr Flag kPerson = {.name = "person",
                                 .value = "NAME",
                                 .help = "Sessions of this person, with the provider: github:ada."};

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_ACCESS_FLAGS_H_

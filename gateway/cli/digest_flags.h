#ifndef GATEWAY_CLI_DIGEST_FLAGS_H_
#define GATEWAY_CLI_DIGEST_FLAGS_H_

// Flags of `allreview digest`; commands.h has them, too.

#include "absl/strings/string_view.h"
#include "gateway/cli/flags.h"

namespace allreview::cli {

inline constexpr absl::string_view kDigestLanguages[] = {"en", "zh"};

inline constexpr Flag kDigestRepository = {
    .name = "repository", .value = "OWNER/NAME", .help = "Only this repository. Default: all."};
inline constexpr Flag kDigestDays = {.name = "days",
                                     .value = "N",
                                     .help = "How many days, up to yesterday in UTC. Default: 7.",
                                     .min_number = 1,
                                     .max_number = 90};
inline constexpr Flag kDigestLanguage = {
    .name = "language", .value = "LANGUAGE", .help = "Default: en.", .choices = kDigestLanguages};
inline constexpr Flag kChatUrlFile = {
    .name = "chat-url-file",
    .value = "FILE",
    .help =
        "Posts the digest as {\"text\": …} to the address in this file, as webhooks of chats take "
        "it, instead of printing it.",
    .completion = Completion::kFile};

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_DIGEST_FLAGS_H_

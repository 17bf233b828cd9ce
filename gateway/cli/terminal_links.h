#ifndef GATEWAY_CLI_TERMINAL_LINKS_H_
#define GATEWAY_CLI_TERMINAL_LINKS_H_

// Hyperlinks (OSC 8) of the terminal format. Those of files are relative to the root of the change;
// they lead to the files where these lie on this machine: in a work tree, or in the second of two
// folders.

#include <string>

#include "absl/strings/string_view.h"
#include "gateway/cli/environment.h"
#include "proto/change/v1/change.pb.h"

namespace allreview::cli {

// "file://host/srv/train/"; empty: the files are not here. Looks for the work tree; nothing else.
std::string FilesUrl(const Environment& environment, const change::v1::ChangeRef& ref);

struct LinkOptions {
  bool is_wanted = false;
  std::string files_url = {};
};

// The text with its links as they are wanted; those of files that are not here become plain.
std::string WithLinks(absl::string_view text, const LinkOptions& options);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_TERMINAL_LINKS_H_

#ifndef GATEWAY_CLI_ENVIRONMENT_H_
#define GATEWAY_CLI_ENVIRONMENT_H_

// What the process was started with, as a value: commands ask this, never the process.

#include <map>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview::cli {

struct Environment {
  std::map<std::string, std::string> variables = {};
  std::string current_directory = {};  // Absolute.
  std::string host = {};               // Name of this machine; empty: not known.
  int input = 0;
  int output = 1;
  int error = 2;
  bool is_output_terminal = false;
  bool is_error_terminal = false;
  int columns = 0;  // Of the terminal; 0: none, or not known.

  // Empty when not set.
  std::string Get(const std::string& name) const;
};

Environment SystemEnvironment();

// COLUMNS, which a person sets on purpose, wins over the window.
int ColumnsOf(const Environment& environment, int window);

// Absolute, without "." and ".."; symbolic links stay as they are. "" stays "".
std::string AbsolutePath(const Environment& environment, const std::string& path);

// The repository that `path` (absolute) is in: itself or a folder above it that is a work tree or a
// bare repository. Empty: none.
std::string FindRepository(const std::string& path);

// Where state is kept between runs: ALLREVIEW_CACHE_DIR, else XDG_CACHE_HOME/allreview, else
// HOME/.cache/allreview. Made when missing. Empty when it cannot be written: then memory must do.
std::string FindCacheFolder(const Environment& environment);

// Where what must not be lost is kept: ALLREVIEW_STATE_DIR, $XDG_STATE_HOME/allreview or
// ~/.local/state/allreview. Made when it does not exist; empty: it cannot be had.
std::string FindStateFolder(const Environment& environment);

// Whether text for people is to be coloured. `choice`: "auto", "always" or "never".
bool IsColoured(const Environment& environment, absl::string_view choice);

// Whether it is to have hyperlinks (OSC 8). Most terminals that have none pass over them; "auto"
// leaves out those that would print them.
bool HasHyperlinks(const Environment& environment, absl::string_view choice);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_ENVIRONMENT_H_

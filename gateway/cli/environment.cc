#include "gateway/cli/environment.h"

#include <limits.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

extern char** environ;

namespace allreview::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kMostColumns = 10000;

bool IsFolder(const std::string& path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

bool Exists(const std::string& path) {
  struct stat status;
  return lstat(path.c_str(), &status) == 0;
}

bool IsRepository(const std::string& path) {
  if (Exists(absl::StrCat(path, "/.git"))) return true;  // A file in linked work trees.
  return Exists(absl::StrCat(path, "/HEAD")) && IsFolder(absl::StrCat(path, "/objects")) &&
         IsFolder(absl::StrCat(path, "/refs"));
}

}  // namespace

std::string Environment::Get(const std::string& name) const {
  const auto found = variables.find(name);
  return found == variables.end() ? "" : found->second;
}

Environment SystemEnvironment() {
  Environment environment;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const size_t equals = text.find('=');
    if (equals != std::string::npos) {
      environment.variables.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
  }
  char host[HOST_NAME_MAX + 1] = {};
  if (gethostname(host, HOST_NAME_MAX) == 0) environment.host = host;
  std::error_code error;
  environment.current_directory = fs::current_path(error).string();
  environment.is_output_terminal = isatty(environment.output) == 1;
  environment.is_error_terminal = isatty(environment.error) == 1;
  winsize size = {};
  const int terminal = environment.is_output_terminal ? environment.output : environment.error;
  if (ioctl(terminal, TIOCGWINSZ, &size) == 0) environment.columns = size.ws_col;
  environment.columns = ColumnsOf(environment, environment.columns);
  return environment;
}

int ColumnsOf(const Environment& environment, int window) {
  int columns = 0;
  const bool is_number = absl::SimpleAtoi(environment.Get("COLUMNS"), &columns);
  return is_number && columns > 0 && columns <= kMostColumns ? columns : window;
}

std::string AbsolutePath(const Environment& environment, const std::string& path) {
  if (path.empty()) return "";
  fs::path absolute = (fs::path(environment.current_directory) / path).lexically_normal();
  if (!absolute.has_filename() && absolute.has_relative_path()) absolute = absolute.parent_path();
  return absolute.string();
}

std::string FindRepository(const std::string& path) {
  for (fs::path folder = path;; folder = folder.parent_path()) {
    if (IsRepository(folder.string())) return folder.string();
    if (!folder.has_relative_path()) return "";
  }
}

namespace {

// Names of a folder of ours in the order in which they count.
struct FolderNames {
  const char* own;      // Variable that names it.
  const char* shared;   // Variable that names the folder that holds it.
  const char* in_home;  // The same below the home folder.
};

std::string FindFolder(const Environment& environment, const FolderNames& names) {
  std::string folder = environment.Get(names.own);
  if (folder.empty()) {
    const std::string shared = environment.Get(names.shared);
    const std::string home = environment.Get("HOME");
    // The specification of XDG_CACHE_HOME and its like says to ignore relative paths.
    if (!shared.empty() && shared[0] == '/') {
      folder = absl::StrCat(shared, "/allreview");
    } else if (!home.empty()) {
      folder = absl::StrCat(home, names.in_home);
    }
  }
  if (folder.empty()) return "";
  folder = AbsolutePath(environment, folder);
  std::error_code error;
  fs::create_directories(folder, error);
  return access(folder.c_str(), W_OK | X_OK) == 0 && IsFolder(folder) ? folder : "";
}

}  // namespace

std::string FindCacheFolder(const Environment& environment) {
  return FindFolder(
      environment,
      {.own = "ALLREVIEW_CACHE_DIR", .shared = "XDG_CACHE_HOME", .in_home = "/.cache/allreview"});
}

std::string FindStateFolder(const Environment& environment) {
  return FindFolder(environment, {.own = "ALLREVIEW_STATE_DIR",
                                  .shared = "XDG_STATE_HOME",
                                  .in_home = "/.local/state/allreview"});
}

bool IsColoured(const Environment& environment, absl::string_view choice) {
  if (choice == "always") return true;
  if (choice == "never") return false;
  return environment.is_output_terminal && environment.Get("NO_COLOR").empty() &&
         environment.Get("TERM") != "dumb";
}

bool HasHyperlinks(const Environment& environment, absl::string_view choice) {
  if (choice != "auto") return choice == "always";
  if (!IsColoured(environment, choice)) return false;
  const std::string terminal = environment.Get("TERM");
  const bool is_screen = absl::StartsWith(terminal, "screen") && environment.Get("TMUX").empty();
  int vte = 0;  // Of GNOME's terminals; the first that has links is 0.50.
  const bool is_old = absl::SimpleAtoi(environment.Get("VTE_VERSION"), &vte) && vte < 5000;
  return terminal != "linux" && !is_screen && !is_old;
}

}  // namespace allreview::cli

#include "gateway/cli/watch_files.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace allreview::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPollMilliseconds = 100;
// Editors write a file in several steps, and tools many files.
constexpr std::chrono::milliseconds kQuiet{300};
// A tree that never rests is reviewed all the same.
constexpr std::chrono::seconds kLongestUnrest{5};
constexpr uint32_t kEvents = IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE |
                             IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK;

}  // namespace

bool IsWatchedFile(absl::string_view name) {
  if (name.empty() || name == "4913") return false;  // What vim tries a folder with.
  // Of dot files only those that people write; others are swap and lock files.
  if (name[0] == '.') return absl::StartsWith(name, ".allreview") || name == ".gitattributes";
  for (const absl::string_view end : {"~", ".pyc", ".swp", ".swx", ".tmp", ".lock"}) {
    if (absl::EndsWith(name, end)) return false;
  }
  return name != "__pycache__" && name != "node_modules";
}

absl::StatusOr<std::unique_ptr<FileWatch>> FileWatch::Open(const WatchOptions& options) {
  const int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (fd < 0) {
    return absl::ResourceExhaustedError(
        absl::StrCat("files cannot be watched: ", std::strerror(errno)));
  }
  std::unique_ptr<FileWatch> watch(new FileWatch(fd, options));
  for (const std::string& folder : options.folders) RETURN_IF_ERROR(watch->Add(folder));
  if (!options.git_folder.empty()) RETURN_IF_ERROR(watch->Add(options.git_folder));
  return watch;
}

FileWatch::FileWatch(int fd, const WatchOptions& options)
    : fd_(fd),
      max_folders_(options.max_folders > 0 ? options.max_folders : kMaxFolders),
      git_folder_(options.git_folder) {}

FileWatch::~FileWatch() { close(fd_); }

absl::Status FileWatch::Add(const std::string& folder) {
  if (folders() >= max_folders_) {
    return absl::ResourceExhaustedError(
        absl::StrCat("there are more than ", max_folders_, " folders to watch"));
  }
  const int number = inotify_add_watch(fd_, folder.c_str(), kEvents);
  if (number >= 0) {
    paths_[number] = folder;
    return absl::OkStatus();
  }
  // Gone since it was listed.
  if (errno == ENOENT || errno == ENOTDIR) return absl::OkStatus();
  if (errno == ENOSPC) {
    return absl::ResourceExhaustedError(absl::StrCat("the system lets you watch no more than ",
                                                     folders(),
                                                     " folders; see fs.inotify.max_user_watches"));
  }
  return absl::UnavailableError(
      absl::StrCat("\"", folder, "\" cannot be watched: ", std::strerror(errno)));
}

bool FileWatch::Drain() {
  alignas(inotify_event) char buffer[1 << 16];
  bool counts = false;
  ssize_t size = 0;
  while ((size = read(fd_, buffer, sizeof buffer)) > 0) {
    for (const char* at = buffer; at < buffer + size;) {
      const auto& event = *reinterpret_cast<const inotify_event*>(at);
      at += sizeof event + event.len;
      if ((event.mask & IN_Q_OVERFLOW) != 0) counts = true;
      if ((event.mask & IN_IGNORED) != 0) paths_.erase(event.wd);
      const auto folder = paths_.find(event.wd);
      if (event.len == 0 || folder == paths_.end()) continue;
      const absl::string_view name = event.name;
      if (folder->second == git_folder_) {
        counts |= name == "index" || name == "HEAD";
        continue;
      }
      if (!IsWatchedFile(name)) continue;
      counts = true;
      const bool is_new_folder =
          (event.mask & IN_ISDIR) != 0 && (event.mask & (IN_CREATE | IN_MOVED_TO)) != 0;
      // Past the bound the rest is watched as before.
      if (is_new_folder) Add(absl::StrCat(folder->second, "/", name)).IgnoreError();
    }
  }
  return counts;
}

bool FileWatch::Wait(const std::function<bool()>& is_over) {
  bool has_changed = false;
  Clock::time_point first, last;
  while (!is_over()) {
    const Clock::time_point now = Clock::now();
    if (has_changed && (now - last >= kQuiet || now - first >= kLongestUnrest)) return true;
    pollfd event = {.fd = fd_, .events = POLLIN, .revents = 0};
    poll(&event, 1, kPollMilliseconds);
    if (!Drain()) continue;
    last = Clock::now();
    if (!has_changed) first = last;
    has_changed = true;
  }
  return false;
}

}  // namespace allreview::cli

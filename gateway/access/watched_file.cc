#include "gateway/access/watched_file.h"

#include <utility>

namespace allreview::access {
namespace {

constexpr absl::Duration kInterval = absl::Seconds(1);

}  // namespace

WatchedFile::WatchedFile(std::string path, absl::Time now)
    : path_(std::move(path)), version_(VersionOf(path_)), looked_at_(now) {}

bool WatchedFile::HasChanged(absl::Time now) {
  if (now - looked_at_ < kInterval) return false;
  looked_at_ = now;
  const Version version = VersionOf(path_);
  if (version == version_) return false;
  version_ = version;
  return true;
}

WatchedFile::Version WatchedFile::VersionOf(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0) return {};
  return {.inode = info.st_ino,
          .size = info.st_size,
          .changed_ns = info.st_ctim.tv_sec * int64_t{1000000000} + info.st_ctim.tv_nsec};
}

}  // namespace allreview::access

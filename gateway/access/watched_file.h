#ifndef GATEWAY_ACCESS_WATCHED_FILE_H_
#define GATEWAY_ACCESS_WATCHED_FILE_H_

// Tells when a file was replaced or written to, so that it is read again.
//
//   WatchedFile file(path);
//   file.HasChanged(now);      // False: it is as when it was made.
//
// Looks at most once a second. Not safe from several threads.

#include <sys/stat.h>

#include <cstdint>
#include <string>

#include "absl/time/time.h"

namespace allreview::access {

class WatchedFile {
 public:
  WatchedFile(std::string path, absl::Time now);

  bool HasChanged(absl::Time now);
  const std::string& path() const { return path_; }

 private:
  struct Version {
    ino_t inode = 0;
    off_t size = -1;
    int64_t changed_ns = 0;
    bool operator==(const Version&) const = default;
  };
  static Version VersionOf(const std::string& path);

  std::string path_;
  Version version_;
  absl::Time looked_at_;
};

}  // namespace allreview::access

#endif  // GATEWAY_ACCESS_WATCHED_FILE_H_

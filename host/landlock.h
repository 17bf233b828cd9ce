#ifndef HOST_LANDLOCK_H_
#define HOST_LANDLOCK_H_

// What a thread, and every thread and program that it starts later, may do with files. The kernel
// refuses what no rule allows, however the path was written and whatever links it goes through.
//
//   if (LandlockRules::Version() == 0) …          // This kernel restricts nothing.
//   LandlockRules rules(LandlockRules::kRead | LandlockRules::kExecute);
//   RETURN_IF_ERROR(rules.Allow("/usr", LandlockRules::kRead));
//   RETURN_IF_ERROR(rules.EnforceOnThisThread());
//
// Nothing lifts a restriction again; a second one takes away more. Safe to enforce from any number
// of threads once all rules are there.

#include <cstdint>
#include <string>

#include "absl/status/status.h"

namespace allreview::host {

class LandlockRules {
 public:
  // Kinds of access; combine by `|`.
  static constexpr uint64_t kExecute = 1 << 0;
  static constexpr uint64_t kWriteFile = 1 << 1;
  static constexpr uint64_t kRead = 1 << 2 | 1 << 3;  // Of files and folders.
  static constexpr uint64_t kTruncate = 1 << 14;      // Since version 3.
  static constexpr uint64_t kDeviceIoctl = 1 << 15;   // Since version 5.
  // With making, moving and removing files.
  static constexpr uint64_t kWrite = kWriteFile | 0x3FF0 | kTruncate;

  // Version of the kernel's interface; 0: it has none.
  static int Version();

  // Only the kinds of access named are restricted; what the kernel does not know is left out.
  explicit LandlockRules(uint64_t restricted);
  ~LandlockRules();
  LandlockRules(const LandlockRules&) = delete;
  LandlockRules& operator=(const LandlockRules&) = delete;

  // To the file, or to the folder and all below. What does not exist needs no rule.
  absl::Status Allow(const std::string& path, uint64_t access);

  // The thread needs no_new_privs (prctl) or to be privileged.
  absl::Status EnforceOnThisThread() const;

 private:
  const uint64_t restricted_;
  int fd_ = -1;
};

}  // namespace allreview::host

#endif  // HOST_LANDLOCK_H_

#ifndef SERVICES_ANALYSIS_FACTS_FILE_H_
#define SERVICES_ANALYSIS_FACTS_FILE_H_

// One file of records, mapped. file_facts_cache.h says what it is for.
//
//   ASSIGN_OR_RETURN(std::shared_ptr<const FactsFile> file, FactsFile::Open(path));
//   FactsFile::Found found = FactsFile::Find(file, FactsName("", blob_id));
//
//   page 0     the magic, and the number of slots as 8 bytes
//   slots      16 bytes each: hash of the name, where its record begins in units of 8 bytes, and
//   the
//              record's bytes; all zero: free. A name is in the first free slots from its hash on
//   records    checksum and facts (facts_record.h), one behind the other
//
// A record is written before its slot, and neither is believed: a slot must point into the file,
// and the record's checksum must fit. Numbers are those of this machine.

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "base/fd.h"
#include "base/shared_bytes.h"

namespace allreview::analysis {

class FactsFile {
 public:
  // kNotFound: there is none, or nobody has finished it. kFailedPrecondition: it is another
  // program's.
  static absl::StatusOr<std::shared_ptr<const FactsFile>> Open(const std::string& path,
                                                               int64_t max_bytes);
  // Makes the file, or finishes it; nothing when it is there. kUnavailable: another process has the
  // lock for all of `patience`.
  static absl::Status Make(const std::string& path, int64_t max_bytes, absl::Duration patience);
  ~FactsFile();
  FactsFile(const FactsFile&) = delete;
  FactsFile& operator=(const FactsFile&) = delete;

  struct Found {
    std::optional<SharedBytes> facts = {};  // Keep the file mapped.
    bool is_damaged = false;
  };
  static Found Find(const std::shared_ptr<const FactsFile>& file, absl::string_view name);

  // Whether the path still leads to this file.
  bool IsAt(const std::string& path) const;

  // Held while writing. Not held: another process has it for all of `patience`.
  class Lock {
   public:
    Lock(const FactsFile& file, absl::Duration patience) : Lock(file.fd_.get(), patience) {}
    Lock(int fd, absl::Duration patience);
    ~Lock();
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    bool is_held() const { return is_held_; }

   private:
    const int fd_;
    bool is_held_ = false;
  };
  // Adds a record, under the lock. kResourceExhausted: the file has all that it may have; others:
  // the system refuses.
  absl::Status Add(absl::string_view name, absl::string_view facts) const;

 private:
  struct Slot;
  FactsFile(Fd fd, const char* bytes, int64_t mapped_bytes, int64_t max_bytes, uint64_t slots)
      : fd_(std::move(fd)),
        bytes_(bytes),
        mapped_bytes_(mapped_bytes),
        max_bytes_(max_bytes),
        slots_(slots) {}

  int64_t FileBytes() const;
  // Calls visit(offset, slot) for the slots where the name may be, until it returns true. False: it
  // never did.
  template <typename Visit>
  bool VisitSlots(uint64_t hash, const Visit& visit) const;
  std::optional<SharedBytes> RecordAt(const std::shared_ptr<const FactsFile>& file,
                                      const Slot& slot) const;

  const Fd fd_;
  const char* const bytes_;  // More than the file has: it may grow.
  const int64_t mapped_bytes_, max_bytes_;
  const uint64_t slots_;                          // A power of two.
  mutable std::atomic<int64_t> known_bytes_ = 0;  // That the file has.
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_FACTS_FILE_H_

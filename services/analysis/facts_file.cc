#include "services/analysis/facts_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/errno_status.h"
#include "base/status_macros.h"
#include "services/analysis/facts_record.h"

namespace allreview::analysis {
namespace {

constexpr char kMagic[] = "allreview facts\n";  // 16 bytes. A change of the layout changes it.
constexpr size_t kMagicBytes = sizeof(kMagic) - 1;
constexpr int64_t kPage = 4096, kUnit = 8;
constexpr uint64_t kMinSlots = 64, kMaxSlots = uint64_t{1} << 24;
constexpr int64_t kBytesPerSlot = 2048;  // Facts have more in the mean: the bytes end first.
constexpr uint64_t kMaxSteps = 64;       // From the slot of a hash.
constexpr absl::Duration kPause = absl::Milliseconds(1);

struct Header {
  char magic[kMagicBytes];
  uint64_t slots;
};

int64_t AlignUp(int64_t bytes) { return (bytes + kUnit - 1) / kUnit * kUnit; }

}  // namespace

struct FactsFile::Slot {
  uint64_t hash;
  uint32_t unit;
  uint32_t bytes;

  int64_t offset() const { return int64_t{unit} * kUnit; }
};

namespace {

constexpr int64_t kSlotBytes = 16;

int64_t RecordsAt(uint64_t slots) { return kPage + static_cast<int64_t>(slots) * kSlotBytes; }

absl::Status SystemError(absl::string_view what) { return ErrnoStatus(errno, what); }

absl::StatusOr<int64_t> SizeOf(int fd) {
  struct stat info;
  if (fstat(fd, &info) != 0) return SystemError("cannot look at it");
  if (!S_ISREG(info.st_mode)) return absl::FailedPreconditionError("it is not a regular file");
  return info.st_size;
}

// Reads the header of a file of `bytes`. nullopt: it is empty. Fails for any other kind of file.
absl::StatusOr<std::optional<Header>> ReadHeader(int fd, int64_t bytes) {
  if (bytes == 0) return std::nullopt;
  Header header;
  const bool is_ours = pread(fd, &header, sizeof(header), 0) == sizeof(header) &&
                       memcmp(header.magic, kMagic, kMagicBytes) == 0 &&
                       std::has_single_bit(header.slots) && header.slots >= kMinSlots &&
                       header.slots <= kMaxSlots;
  if (!is_ours) return absl::FailedPreconditionError("it is not a file of facts");
  return header;
}

// Makes the header and the slots of an empty file, or finishes what another one has begun.
absl::Status Finish(int fd, int64_t max_bytes) {
  ASSIGN_OR_RETURN(const int64_t bytes, SizeOf(fd));
  ASSIGN_OR_RETURN(std::optional<Header> header, ReadHeader(fd, bytes));
  if (!header) {
    const auto wanted = static_cast<uint64_t>(std::max<int64_t>(max_bytes / kBytesPerSlot, 1));
    header = Header{.magic = {}, .slots = std::clamp(std::bit_ceil(wanted), kMinSlots, kMaxSlots)};
    memcpy(header->magic, kMagic, kMagicBytes);
    if (pwrite(fd, &*header, sizeof(*header), 0) != sizeof(*header)) {
      return SystemError("cannot write it");
    }
  }
  if (bytes < RecordsAt(header->slots) && ftruncate(fd, RecordsAt(header->slots)) != 0) {
    return SystemError("cannot write it");
  }
  return absl::OkStatus();
}

}  // namespace

FactsFile::~FactsFile() { munmap(const_cast<char*>(bytes_), static_cast<size_t>(mapped_bytes_)); }

absl::Status FactsFile::Make(const std::string& path, int64_t max_bytes, absl::Duration patience) {
  const Fd fd(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (fd.get() < 0) return SystemError("cannot open it");
  const Lock lock(fd.get(), patience);
  if (!lock.is_held()) return absl::UnavailableError("another process has it locked");
  return Finish(fd.get(), max_bytes);
}

absl::StatusOr<std::shared_ptr<const FactsFile>> FactsFile::Open(const std::string& path,
                                                                 int64_t max_bytes) {
  static_assert(sizeof(Slot) == kSlotBytes);
  Fd fd(open(path.c_str(), O_RDWR | O_CLOEXEC));
  if (fd.get() < 0) return SystemError("cannot open it");
  ASSIGN_OR_RETURN(const int64_t bytes, SizeOf(fd.get()));
  ASSIGN_OR_RETURN(const std::optional<Header> header, ReadHeader(fd.get(), bytes));
  if (!header || bytes < RecordsAt(header->slots)) return absl::NotFoundError("it is not finished");
  // Address space for what it may grow to; pages that it does not have are not touched.
  const int64_t mapped = std::max(bytes, max_bytes) + RecordsAt(header->slots);
  void* const start =
      mmap(nullptr, static_cast<size_t>(mapped), PROT_READ, MAP_SHARED, fd.get(), 0);
  if (start == MAP_FAILED) return SystemError("cannot map it");
  return std::shared_ptr<const FactsFile>(new FactsFile(
      std::move(fd), static_cast<const char*>(start), mapped, max_bytes, header->slots));
}

bool FactsFile::IsAt(const std::string& path) const {
  struct stat here, there;
  return fstat(fd_.get(), &here) == 0 && stat(path.c_str(), &there) == 0 &&
         here.st_ino == there.st_ino && here.st_dev == there.st_dev;
}

int64_t FactsFile::FileBytes() const {
  const absl::StatusOr<int64_t> bytes = SizeOf(fd_.get());
  return bytes.ok() ? std::min(*bytes, mapped_bytes_) : 0;
}

template <typename Visit>
bool FactsFile::VisitSlots(uint64_t hash, const Visit& visit) const {
  for (uint64_t step = 0; step < kMaxSteps; ++step) {
    const int64_t offset = kPage + static_cast<int64_t>((hash + step) & (slots_ - 1)) * kSlotBytes;
    Slot slot;
    memcpy(&slot, bytes_ + offset, sizeof(slot));
    if (visit(offset, slot)) return true;
  }
  return false;
}

std::optional<SharedBytes> FactsFile::RecordAt(const std::shared_ptr<const FactsFile>& file,
                                               const Slot& slot) const {
  if (slot.offset() < RecordsAt(slots_) || slot.bytes < kRecordHeadBytes) return std::nullopt;
  const int64_t end = slot.offset() + slot.bytes;
  if (end > known_bytes_.load(std::memory_order_relaxed)) {
    known_bytes_.store(FileBytes(), std::memory_order_relaxed);
    if (end > known_bytes_.load(std::memory_order_relaxed)) return std::nullopt;
  }
  return SharedBytes(absl::string_view(bytes_ + slot.offset(), slot.bytes), file);
}

FactsFile::Found FactsFile::Find(const std::shared_ptr<const FactsFile>& file,
                                 absl::string_view name) {
  const uint64_t hash = HashOfName(name);
  Found found;
  file->VisitSlots(hash, [&](int64_t, const Slot& slot) {
    if (slot.hash != hash) return slot.hash == 0;
    const std::optional<SharedBytes> record = file->RecordAt(file, slot);
    if (record) found.facts = OpenRecord(name, *record);
    found.is_damaged = !found.facts.has_value();
    return true;
  });
  return found;
}

FactsFile::Lock::Lock(int fd, absl::Duration patience) : fd_(fd) {
  const auto end = std::chrono::steady_clock::now() + absl::ToChronoNanoseconds(patience);
  while (flock(fd_, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return;
    if (std::chrono::steady_clock::now() >= end) return;
    absl::SleepFor(kPause);
  }
  is_held_ = true;
}

FactsFile::Lock::~Lock() {
  if (is_held_) flock(fd_, LOCK_UN);
}

absl::Status FactsFile::Add(absl::string_view name, absl::string_view facts) const {
  const uint64_t hash = HashOfName(name);
  int64_t slot_offset = 0;
  const bool has_slot = VisitSlots(hash, [&](int64_t offset, const Slot& slot) {
    slot_offset = offset;
    return slot.hash == hash || slot.hash == 0;
  });
  ASSIGN_OR_RETURN(const int64_t bytes, SizeOf(fd_.get()));
  const int64_t start = AlignUp(bytes);
  const auto size = static_cast<int64_t>(kRecordHeadBytes + facts.size());
  if (!has_slot || start + size > max_bytes_) return absl::ResourceExhaustedError("it is full");
  std::string head = RecordHead(name, facts);
  const iovec parts[] = {{head.data(), head.size()},
                         {const_cast<char*>(facts.data()), facts.size()}};
  const Slot slot = {hash, static_cast<uint32_t>(start / kUnit), static_cast<uint32_t>(size)};
  errno = ENOSPC;  // What a short write means.
  if (pwritev(fd_.get(), parts, 2, start) != size ||
      pwrite(fd_.get(), &slot, sizeof(slot), slot_offset) != sizeof(slot)) {
    return SystemError("cannot write it");
  }
  return absl::OkStatus();
}

}  // namespace allreview::analysis

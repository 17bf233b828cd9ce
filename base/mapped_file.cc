#include "base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/errno_status.h"

namespace allreview {
void MappedFile::Unmap::operator()(const char* bytes) const {
  munmap(const_cast<char*>(bytes), size);
}

absl::StatusOr<MappedFile> MappedFile::Open(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return ErrnoStatus(errno, absl::StrCat("cannot read \"", path, "\""));
  struct stat info;
  const bool is_regular = fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
  const size_t size = is_regular ? static_cast<size_t>(info.st_size) : 0;
  void* bytes = size == 0 ? nullptr : mmap(nullptr, size, PROT_READ, MAP_SHARED, fd, 0);
  const int error = errno;
  close(fd);
  if (!is_regular) {
    return absl::InvalidArgumentError(absl::StrCat("\"", path, "\" is not a regular file"));
  }
  if (bytes == MAP_FAILED) return ErrnoStatus(error, absl::StrCat("cannot read \"", path, "\""));
  return MappedFile({static_cast<const char*>(bytes), Unmap(size)});
}

MappedFile MappedFile::Of(absl::string_view text) {
  if (text.empty()) return MappedFile();
  void* bytes =
      mmap(nullptr, text.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(bytes != MAP_FAILED) << strerror(errno);
  memcpy(bytes, text.data(), text.size());
  return MappedFile({static_cast<const char*>(bytes), Unmap(text.size())});
}

}  // namespace allreview

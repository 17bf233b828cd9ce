#ifndef BASE_MAPPED_FILE_H_
#define BASE_MAPPED_FILE_H_

// The bytes of a file that nobody changes in place, without a copy: what is not looked at is not
// read.
//
//   ASSIGN_OR_RETURN(const MappedFile words, MappedFile::Open("/usr/share/dict/words"));
//   words.text().find("\nharness\n");
//
// Views into text() live as long as the object, wherever it is moved to.

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace allreview {

class MappedFile {
 public:
  MappedFile() = default;
  // A regular file. kNotFound, kPermissionDenied or kInvalidArgument (not a regular file) name the
  // path.
  static absl::StatusOr<MappedFile> Open(const std::string& path);
  // As if it stood in a file.
  static MappedFile Of(absl::string_view text);

  absl::string_view text() const {
    return bytes_ == nullptr ? "" : absl::string_view(bytes_.get(), bytes_.get_deleter().size);
  }

 private:
  struct Unmap {
    Unmap() : size(0) {}
    explicit Unmap(size_t size) : size(size) {}
    size_t size;
    void operator()(const char* bytes) const;
  };
  explicit MappedFile(std::unique_ptr<const char, Unmap> bytes) : bytes_(std::move(bytes)) {}

  std::unique_ptr<const char, Unmap> bytes_;  // Null: empty.
};

}  // namespace allreview

#endif  // BASE_MAPPED_FILE_H_

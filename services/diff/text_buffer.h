#ifndef SERVICES_DIFF_TEXT_BUFFER_H_
#define SERVICES_DIFF_TEXT_BUFFER_H_

// Bytes that arrive in chunks. Grows in place where the system allows, so that a text is never in
// memory twice, as it would be while a std::string grows.

#include <cstddef>

#include "absl/strings/string_view.h"

namespace allreview {

class TextBuffer {
 public:
  TextBuffer() = default;
  ~TextBuffer();
  TextBuffer(const TextBuffer&) = delete;
  TextBuffer& operator=(const TextBuffer&) = delete;

  // Moves the bytes, so views of earlier content are invalid afterwards. Throws std::bad_alloc.
  void Append(absl::string_view bytes);
  absl::string_view view() const { return {data_, size_}; }

 private:
  void Grow(size_t size);

  char* data_ = nullptr;
  size_t size_ = 0, capacity_ = 0;
};

}  // namespace allreview

#endif  // SERVICES_DIFF_TEXT_BUFFER_H_

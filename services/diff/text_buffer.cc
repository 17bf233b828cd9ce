#include "services/diff/text_buffer.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "base/check.h"

namespace allreview {

TextBuffer::~TextBuffer() { std::free(data_); }

void TextBuffer::Append(absl::string_view bytes) {
  if (bytes.empty()) return;
  if (size_ + bytes.size() > capacity_) {
    capacity_ = std::max(size_ + bytes.size(), capacity_ + capacity_ / 2);
    // Large blocks are remapped, not copied, and pages that were never written take no memory.
    data_ = static_cast<char*>(std::realloc(data_, capacity_));
    CHECK(data_ != nullptr) << "no memory for " << capacity_ << " bytes";
  }
  std::memcpy(data_ + size_, bytes.data(), bytes.size());
  size_ += bytes.size();
}

}  // namespace allreview

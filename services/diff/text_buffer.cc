#include "services/diff/text_buffer.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace allreview {

TextBuffer::~TextBuffer() {
  if (data_ != nullptr) munmap(data_, capacity_);
}

// Straight from the system: pages move without being copied, those never written take no memory,
// and all go back at the end, whatever the allocator thinks.
void TextBuffer::Grow(size_t size) {
  constexpr size_t kStep = 64 << 10;  // A multiple of the page size.
  size_t capacity = (std::max(size, capacity_ + capacity_ / 2) + kStep - 1) / kStep * kStep;
  void* data = data_ == nullptr ? mmap(nullptr, capacity, PROT_READ | PROT_WRITE,
                                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                                : mremap(data_, capacity_, capacity, MREMAP_MAYMOVE);
  if (data == MAP_FAILED) throw std::bad_alloc();
  data_ = static_cast<char*>(data);
  capacity_ = capacity;
}

void TextBuffer::Append(absl::string_view bytes) {
  if (bytes.empty()) return;
  if (size_ + bytes.size() > capacity_) Grow(size_ + bytes.size());
  std::memcpy(data_ + size_, bytes.data(), bytes.size());
  size_ += bytes.size();
}

}  // namespace allreview

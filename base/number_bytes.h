#ifndef BASE_NUMBER_BYTES_H_
#define BASE_NUMBER_BYTES_H_

// Numbers and texts as few bytes: base 128, low part first; texts with their length in front.
//
//   NumberWriter writer;
//   writer.Number(300);  writer.Signed(-1);  writer.Text("loss");
//   NumberReader reader(writer.bytes());
//   reader.Number()  ->  300
//
// What is read may be of anybody's making: after the first impossible value every answer is zero or
// empty, and `ok` false.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"

namespace allreview {

// Numbers of either sign as such without one, small when near zero, and back.
inline uint64_t ZigZag(int64_t value) {
  return (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
}
inline int64_t UnZigZag(uint64_t value) {
  return static_cast<int64_t>(value >> 1) ^ -static_cast<int64_t>(value & 1);
}

class NumberWriter {
 public:
  void Number(uint64_t value) {
    char bytes[kMaxNumber];
    size_t size = 0;
    for (; value >= 128; value >>= 7) bytes[size++] = static_cast<char>(value | 128);
    bytes[size++] = static_cast<char>(value);
    bytes_.append(bytes, size);
  }
  void Signed(int64_t value) { Number(ZigZag(value)); }
  void Text(absl::string_view text) {
    Number(text.size());
    bytes_.append(text.data(), text.size());
  }
  const std::string& bytes() const { return bytes_; }
  std::string Take() { return std::move(bytes_); }

 private:
  static constexpr size_t kMaxNumber = 10;  // Bytes.

  std::string bytes_;
};

class NumberReader {
 public:
  NumberReader() = default;
  explicit NumberReader(absl::string_view bytes) : bytes_(bytes) {}

  bool ok() const { return ok_; }
  bool is_at_end() const { return bytes_.empty(); }
  // What comes is not what was written.
  void Fail() { ok_ = false; }

  uint64_t Number() {
    uint64_t value = 0;
    for (int shift = 0; ok_ && shift < 64; shift += 7) {
      if (bytes_.empty()) break;
      const auto byte = static_cast<unsigned char>(bytes_[0]);
      bytes_.remove_prefix(1);
      value |= static_cast<uint64_t>(byte & 127) << shift;
      if (byte < 128) return value;
    }
    ok_ = false;
    return 0;
  }
  int64_t Signed() { return UnZigZag(Number()); }
  // Length of a list, each element of which takes at least a byte.
  size_t Count() {
    const uint64_t count = Number();
    if (count > bytes_.size()) ok_ = false;
    return ok_ ? count : 0;
  }
  // A view into the bytes.
  absl::string_view Text() {
    const size_t size = Count();
    const absl::string_view text = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return text;
  }

 private:
  absl::string_view bytes_;
  bool ok_ = true;
};

}  // namespace allreview

#endif  // BASE_NUMBER_BYTES_H_

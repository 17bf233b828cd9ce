#ifndef BASE_SHARED_BYTES_H_
#define BASE_SHARED_BYTES_H_

// A view of bytes, and a share in what they lie in: a string, a mapped file, an answer of a server.
//
//   SharedBytes facts(EncodeFacts(...));          // Owns the string.
//   SharedBytes part(page.substr(8, 100), file);  // Keeps `file` mapped.
//   Use(facts.view());
//
// Copies are cheap and share; the bytes never change. The view lives as long as any copy.

#include <memory>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"

namespace allreview {

class SharedBytes {
 public:
  SharedBytes() = default;
  explicit SharedBytes(std::string bytes) {
    auto owner = std::make_shared<const std::string>(std::move(bytes));
    view_ = *owner;
    owner_ = std::move(owner);
  }
  // `view` lies in what `owner` keeps.
  SharedBytes(absl::string_view view, std::shared_ptr<const void> owner)
      : view_(view), owner_(std::move(owner)) {}

  absl::string_view view() const { return view_; }
  bool empty() const { return view_.empty(); }
  // Without its first bytes, of which there are so many.
  SharedBytes Without(size_t prefix) const { return {view_.substr(prefix), owner_}; }

  friend bool operator==(const SharedBytes& a, const SharedBytes& b) { return a.view_ == b.view_; }

 private:
  absl::string_view view_;
  std::shared_ptr<const void> owner_;
};

}  // namespace allreview

#endif  // BASE_SHARED_BYTES_H_

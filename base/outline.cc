#include "base/outline.h"

#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace allreview {

void Outline::Add(int depth, absl::string_view line) {
  const size_t bytes = static_cast<size_t>(depth) * 2 + line.size() + 1;
  if (is_full() || lines_ >= limits_.max_lines || text_.size() + bytes > limits_.max_bytes) {
    ++left_out_;
    return;
  }
  ++lines_;
  text_.append(static_cast<size_t>(depth) * 2, ' ');
  absl::StrAppend(&text_, line, "\n");
}

std::string Outline::Finish() && {
  if (left_out_ > 0) {
    absl::StrAppend(&text_, "... ", left_out_, left_out_ == 1 ? " more line\n" : " more lines\n");
  }
  return std::move(text_);
}

std::string Excerpt(absl::string_view text, size_t max_bytes) {
  const bool is_cut = text.size() > max_bytes;
  return absl::StrCat("\"", absl::CHexEscape(text.substr(0, max_bytes)), is_cut ? "\"..." : "\"");
}

}  // namespace allreview

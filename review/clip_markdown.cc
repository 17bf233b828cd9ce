#include "review/clip_markdown.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace allreview {
namespace {

constexpr absl::string_view kCutNote = "\n*(cut here: the text is longer than GitHub allows)*\n";

// Without breaking a character.
absl::string_view Cut(absl::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  size_t end = max_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

}  // namespace

std::string ClipMarkdown(absl::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes) return std::string(text);
  constexpr size_t kFenceRoom = 64;
  const size_t reserve = kCutNote.size() + kFenceRoom;
  if (max_bytes <= reserve) return std::string(Cut(text, max_bytes));
  absl::string_view kept = Cut(text, max_bytes - reserve);
  if (const size_t end = kept.rfind('\n'); end != absl::string_view::npos) {
    kept = kept.substr(0, end + 1);
  }
  std::string fence;  // Of the block that is open at the end.
  for (absl::string_view line : absl::StrSplit(kept, '\n')) {
    const size_t ticks = std::min(line.find_first_not_of('`'), line.size());
    if (ticks < 3 || ticks > kFenceRoom - 2) continue;
    if (fence.empty()) {
      fence = std::string(ticks, '`');
    } else if (ticks >= fence.size() && line.size() == ticks) {
      fence.clear();
    }
  }
  std::string clipped(kept);
  if (!fence.empty()) {
    // A cut suggestion would be wrong code for whoever accepts it.
    const size_t open = clipped.rfind(absl::StrCat(fence, "suggestion"));
    if (open != std::string::npos) {
      clipped.resize(open);
      fence.clear();
    }
  }
  return absl::StrCat(clipped, fence, kCutNote);
}

}  // namespace allreview

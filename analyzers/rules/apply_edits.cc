#include "analyzers/rules/apply_edits.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>

namespace allreview::rules {

std::vector<Edit> ByPlace(std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) {
    return std::tie(a.first_byte, a.end_byte) < std::tie(b.first_byte, b.end_byte);
  });
  return edits;
}

std::optional<std::string> ApplyEdits(absl::string_view text, std::vector<Edit> edits) {
  std::string result;
  int64_t done = 0;
  for (const Edit& edit : ByPlace(std::move(edits))) {
    const bool fits = done <= edit.first_byte && edit.first_byte <= edit.end_byte &&
                      edit.end_byte <= static_cast<int64_t>(text.size());
    if (!fits) return std::nullopt;
    result.append(text.data() + done, edit.first_byte - done);
    result.append(edit.replacement);
    done = edit.end_byte;
  }
  result.append(text.data() + done, text.size() - done);
  return result;
}

}  // namespace allreview::rules

#include "analyzers/rules/security/added_text.h"

#include <algorithm>
#include <optional>
#include <string>

namespace allreview::rules {

absl::string_view StoredText(const FileContext& file) {
  const std::optional<std::string>& after = file.changed().after;
  const bool is_after = after && after->size() == file.module().source().size();
  return is_after ? absl::string_view(*after) : "";
}

AddedLines::AddedLines(const FileContext& file) : tree_(file.module().tree()) {
  for (const change::ChangedHunk& hunk : file.changed().hunks) {
    lines_.insert(lines_.end(), hunk.added.begin(), hunk.added.end());
  }
  std::sort(lines_.begin(), lines_.end());
}

bool AddedLines::Hold(uint32_t byte) const {
  return std::binary_search(lines_.begin(), lines_.end(), tree_.LineOf(byte));
}

Node PlaceOf(const FileContext& file, uint32_t byte) {
  const python::SyntaxTree& tree = file.module().tree();
  const int line = tree.LineOf(byte);
  const Node place = tree.NodeAt(byte);
  if (place.first_line() == line) return place;
  // Between statements, or inside of a long string: the first thing that begins in the line.
  for (uint32_t at = tree.LineStart(line); at < tree.LineStart(line + 1); ++at) {
    const Node node = tree.NodeAt(at);
    if (node.first_line() == line) return node;
  }
  return place;
}

}  // namespace allreview::rules

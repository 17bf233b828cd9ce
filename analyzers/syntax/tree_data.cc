#include "analyzers/syntax/tree_data.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "base/poll.h"

namespace allreview::syntax {
namespace {

// Shorter than most lines, so that the line of a byte is that of its step or one of the next few.
constexpr size_t kLineStep = 32;

}  // namespace

void TreeData::IndexLines() {
  line_starts_.push_back(0);
  lines_of_steps_.reserve(source_.size() / kLineStep + 1);
  for (size_t end = source_.find('\n'); end != absl::string_view::npos && end + 1 < source_.size();
       end = source_.find('\n', end + 1)) {
    const size_t steps = end / kLineStep + 1;  // Those that begin up to the line's end.
    lines_of_steps_.resize(steps, static_cast<uint32_t>(line_starts_.size()));
    line_starts_.push_back(static_cast<uint32_t>(end + 1));
  }
  lines_of_steps_.resize(source_.size() / kLineStep + 1,
                         static_cast<uint32_t>(line_starts_.size()));
}

void TreeData::IndexKinds() {
  for (const NodeData& data : nodes_) ++kind_starts_[size_t{data.kind} + 1];
  kind_starts_[size_t{kTokenKind} + 1] = 0;
  std::partial_sum(kind_starts_.begin(), kind_starts_.end(), kind_starts_.begin());
  by_kind_.resize(kind_starts_.back());
  auto next = kind_starts_;
  for (uint32_t i = 0; i < size(); ++i) {
    if (nodes_[i].kind != kTokenKind) by_kind_[next[nodes_[i].kind]++] = i;
  }
}

uint32_t TreeData::IndexAt(uint32_t byte) const {
  // Nodes are sorted by where they start; of those that start at one byte the innermost is last.
  auto after =
      std::upper_bound(nodes_.begin(), nodes_.end(), byte,
                       [](uint32_t b, const NodeData& data) { return b < data.first_byte; });
  if (after == nodes_.begin()) return 0;
  uint32_t index = static_cast<uint32_t>(after - nodes_.begin()) - 1;
  while (index != 0 && nodes_[index].end_byte <= byte) {
    Poll();
    index = nodes_[index].parent;
  }
  return index;
}

int TreeData::LineOf(uint32_t byte) const {
  uint32_t line = lines_of_steps_[std::min<size_t>(byte / kLineStep, lines_of_steps_.size() - 1)];
  while (line < line_starts_.size() && line_starts_[line] <= byte) ++line;
  return static_cast<int>(line);
}

int TreeData::ColumnOf(uint32_t byte) const {
  return static_cast<int>(byte - line_starts_[LineOf(byte) - 1]);
}

int TreeData::LastLineOf(uint32_t node) const {
  return LineOf(std::max(nodes_[node].end_byte, nodes_[node].first_byte + 1) - 1);
}

uint32_t TreeData::LineStart(int line) const {
  return line <= line_count() ? line_starts_[line - 1] : static_cast<uint32_t>(source_.size());
}

absl::string_view TreeData::LineText(int line) const {
  absl::string_view text = source_.substr(LineStart(line), LineStart(line + 1) - LineStart(line));
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

uint32_t TreeData::ChildAfterFirst(uint32_t node, uint8_t field) const {
  const NodeData* const nodes = nodes_.data();
  const uint32_t end = nodes[node].subtree_end;
  for (uint32_t i = nodes[node + 1].subtree_end; i < end; i = nodes[i].subtree_end) {
    Poll();
    if (nodes[i].field == field) return i;
  }
  return 0;
}

TreeData::KindRange TreeData::OfKind(uint8_t kind, uint32_t below) const {
  const uint32_t* const start = by_kind_.data() + kind_starts_[kind];
  const uint32_t* const last = by_kind_.data() + kind_starts_[size_t{kind} + 1];
  KindRange result;
  if (below == 0) {  // Nothing to search for.
    result.first = start + (start != last && *start == 0);
    result.end = last;
  } else {
    Poll();
    const uint32_t subtree_end = nodes_[below].subtree_end;
    result.first = std::lower_bound(start, last, below + 1);
    // Most nodes are small: they hold no more of one kind than of all.
    const ptrdiff_t descendants = subtree_end - below - 1;
    result.end = std::lower_bound(
        result.first, result.first + std::min(last - result.first, descendants), subtree_end);
  }
  result.before = static_cast<uint32_t>(result.first - start);
  return result;
}

}  // namespace allreview::syntax

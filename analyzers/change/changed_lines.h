#ifndef ANALYZERS_CHANGE_CHANGED_LINES_H_
#define ANALYZERS_CHANGE_CHANGED_LINES_H_

// Which lines of a file's right side are new, and where lines went away.

#include <cstdint>
#include <vector>

#include "analyzers/change/changed_file.h"

namespace allreview::change {

class ChangedLines {
 public:
  ChangedLines() = default;
  explicit ChangedLines(const std::vector<ChangedHunk>& hunks);
  // Lines 1 to `count` are new.
  static ChangedLines All(int count);

  bool empty() const { return added_.empty() && removed_before_.empty(); }
  // Some line in [first, last] is new.
  bool HasAdded(int first, int last) const;
  template <typename Node>  // Of any language.
  bool Touches(Node node) const {
    return HoldsAllOf(node) || HasAdded(node.first_line(), node.last_line());
  }
  // The first line of the node is new.
  template <typename Node>
  bool Starts(Node node) const {
    return HoldsAllOf(node) || HasAdded(node.first_line(), node.first_line());
  }
  // A line was removed between two lines of [first, last].
  bool HasRemoved(int first, int last) const;
  template <typename Node>
  bool HasRemovedIn(Node node) const {
    return HasRemoved(node.first_line(), node.last_line());
  }
  // Lines were added to or removed from a definition, its decorators included: also a decorator
  // that stood before its first line.
  bool TouchesDefinition(int first, int last) const {
    return HasAdded(first, last) || HasRemoved(first - 1, last);
  }
  // Lines that follow each other, all new.
  struct Run {
    int first_line = 0, end_line = 0;
    int hunk = -1;  // Index of the hunk that adds the first of them.
  };
  // The first run in [first, last]. Call when HasAdded.
  Run FirstRun(const std::vector<ChangedHunk>& hunks, int first, int last) const;

  const std::vector<int>& added() const { return added_; }

 private:
  // The whole file of the node is new: nobody need look up its lines.
  template <typename Node>
  bool HoldsAllOf(Node node) const {
    return node && !added_.empty() && added_.front() == 1 && added_.back() == std::ssize(added_) &&
           added_.back() >= node.tree()->line_count();
  }

  std::vector<int> added_;           // Sorted.
  std::vector<int> removed_before_;  // Removed lines stood before this line. Sorted.
};

}  // namespace allreview::change

#endif  // ANALYZERS_CHANGE_CHANGED_LINES_H_

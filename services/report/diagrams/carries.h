#ifndef SERVICES_REPORT_DIAGRAMS_CARRIES_H_
#define SERVICES_REPORT_DIAGRAMS_CARRIES_H_

// The rules that every drawing of boxes and arrows obeys, so that it carries the idea of a change:
// it is drawn only when something changed has an arrow; each box has one; boxes of tests, examples,
// documentation, benchmarks and scripts only appear where there is nothing else; and there are at
// most as many boxes as a reader takes in, those next to the change first.
//
//   const std::vector<bool> keep = BoxesToDraw(boxes, links, 12);
//   if (keep.empty()) return std::nullopt;   // N/A

#include <string>
#include <vector>

namespace allreview::report {

constexpr size_t kMaxDrawn = 12;

struct DrawnBox {
  std::string path;  // Of the file it stands in; empty: it stands in none.
  bool is_changed = false;
};

struct DrawnLink {
  size_t from = 0, to = 0;  // Numbers of boxes.
  bool is_changed = false;
};

// Which boxes to draw; all links between them are. Empty: nothing is worth drawing.
std::vector<bool> BoxesToDraw(const std::vector<DrawnBox>& boxes,
                              const std::vector<DrawnLink>& links, size_t max_boxes);

// Which boxes hang together with the core, or with at least two others: pairs of boxes beside the
// point of the change distract from it. None where no link leads to the core.
std::vector<bool> WithoutIslands(size_t boxes, const std::vector<DrawnLink>& links,
                                 const std::vector<bool>& is_core);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DIAGRAMS_CARRIES_H_

#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_SOURCE_LINES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_SOURCE_LINES_H_

// Single lines of the repository's files: of the changed ones from their trees, of others as they
// are after the change, read when they were asked for.
//
//   SourceLines lines(change);
//   lines.Fetch({"pkg/train.py", "pkg/model.py"});  // One round trip for all.
//   lines.At(change::Side::kRight, "pkg/train.py", 12)  ->  "loss = model(batch)"
//
// Text that is not there is empty. One thread.

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/change/analysed_change.h"

namespace allreview::analysis {

class SourceLines {
 public:
  // Borrowed.
  explicit SourceLines(const change::AnalysedChange& change);

  // Makes the files' lines known. Those beyond kMaxFiles in all stay unknown.
  static constexpr int kMaxFiles = 60;
  void Fetch(const std::set<std::string>& paths);

  // Without white space around; display text.
  std::string At(change::Side side, absl::string_view path, int line) const;
  // The header of the definition whose `def` or `class` stands there, as one line without its
  // colon: "def f(x: Tensor, dim: int = 0) -> Tensor".
  std::string HeaderAt(change::Side side, absl::string_view path, int line) const;
  // The line stands under `if __name__ == "__main__":`, or that is it.
  bool IsUnderMainGuard(change::Side side, absl::string_view path, int line) const;
  // Sentence of the docstring of that definition. Empty: none.
  std::string DocumentationAt(change::Side side, absl::string_view path, int line) const;

 private:
  using Lines = std::vector<absl::string_view>;
  const Lines* Find(change::Side side, absl::string_view path) const;
  // Index in `lines` of the line after the header.
  struct Header {
    std::string text = "";
    size_t end = 0;
  };
  static Header ReadHeader(const Lines& lines, int line);

  const change::AnalysedChange& change_;
  std::map<std::pair<change::Side, std::string>, Lines> files_;
  int fetched_ = 0;
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_SOURCE_LINES_H_

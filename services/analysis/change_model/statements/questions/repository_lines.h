#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_QUESTIONS_REPOSITORY_LINES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_QUESTIONS_REPOSITORY_LINES_H_

// Lines that say something, of the change and of the repository around it: by their hashes first,
// then as text.

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/significant_lines.h"
#include "base/poll.h"
#include "services/analysis/change_model/statements/questions/inquiry.h"

namespace allreview::analysis {

using repository::IndexedFile;
using repository::LineFacts;
using repository::SignificantLine;

// The first node of a line. Null: it is empty.
Node FirstNodeOf(const python::Module& module, int line);

// What a file says, line by line, and the hashes of it.
struct Lines {
  std::vector<SignificantLine> lines;
  std::vector<LineFacts> facts;

  explicit Lines(const python::SyntaxTree& tree)
      : lines(repository::SignificantLinesOf(tree)), facts(repository::LineFactsOf(tree)) {
    if (facts.size() != lines.size()) lines.clear();
  }
  // The index of the first one from a line of the file on.
  size_t From(int line) const {
    const auto at = std::lower_bound(lines.begin(), lines.end(), line,
                                     [](const SignificantLine& l, int n) { return l.line < n; });
    return static_cast<size_t>(at - lines.begin());
  }
};
using KnownLines = std::map<const python::Module*, Lines>;

const Lines& LinesOf(KnownLines& known, const python::Module& module);

class RepositoryLines {
 public:
  explicit RepositoryLines(const Inquiry& inquiry) : inquiry_(inquiry) {}

  // Null: it cannot be had, or so many were read that no more are. A changed file is the change's.
  const python::Module* Read(const std::string& path);
  // The change adds one of the lines.
  bool IsAdded(absl::string_view path, int first, int last) const;
  // Of all files of the product, with the hashes of their lines.
  template <typename Look>
  void ForEachFile(const Look& look) const {
    for (const IndexedFile* file : inquiry_.change().index().AllFiles()) {
      if (inquiry_.should_stop()) return;
      if (!paths::IsProductSource(file->path())) continue;
      const std::vector<LineFacts> lines =
          repository::UnpackLines(repository::PackedLinesOfFacts(file->encoded_facts()));
      PollBytes(lines.size());
      look(*file, lines);
    }
  }

 private:
  static constexpr size_t kMaxRead = 12;

  const Inquiry& inquiry_;
  size_t read_ = 0;
  std::map<std::string, std::unique_ptr<python::Module>, std::less<>> modules_;
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_QUESTIONS_REPOSITORY_LINES_H_

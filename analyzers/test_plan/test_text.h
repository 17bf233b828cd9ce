#ifndef ANALYZERS_TEST_PLAN_TEST_TEXT_H_
#define ANALYZERS_TEST_PLAN_TEST_TEXT_H_

// What the text of a test file shows, without a parse: tests are many and long.
//
//   const TestText test(path, content);
//   if (TestText::Hit hit = test.FindParallel()) Say(path, hit.line, hit.what);
//   const int n = test.processes();   // For torchrun.
//
// Comments do not count. Borrows the content.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::test_plan {

class TestText {
 public:
  struct Hit {
    int line = 0;      // 1-based; 0: none.
    std::string what;  // As it stands there.
    explicit operator bool() const { return line > 0; }
  };

  TestText(std::string path, absl::string_view content);

  const std::string& path() const { return path_; }
  // As it is; a view into what the constructor got.
  absl::string_view content() const { return content_; }
  // Content without comments; same lines.
  const std::string& text() const { return text_; }

  // Runs with more than one rank, or asks for them. A helper passes on the sizes that tests give
  // it: there only what starts ranks counts.
  Hit FindParallel(bool is_helper = false) const;
  // Compares with a reference.
  Hit FindBaseline() const;
  // Looks at gradients.
  Hit FindGradient() const;
  Hit FindLowPrecision() const;
  Hit FindFullPrecision() const;
  // First line that uses the word, imports last; 0: none.
  int LineOf(absl::string_view word) const;
  bool HasWord(absl::string_view word) const { return LineOf(word) > 0; }
  // First of the lines [first, end) that has the word; 0: none.
  int LineIn(absl::string_view word, int first, int end) const;
  bool HasWordIn(absl::string_view word, int first, int end) const {
    return LineIn(word, first, end) > 0;
  }

  // How many processes it wants; 1: any number.
  int processes() const;

 private:
  Hit HitAt(size_t position, size_t length) const;
  Hit FindAny(const std::vector<absl::string_view>& words) const;
  int LineAt(size_t position) const;

  std::string path_, text_;
  absl::string_view content_;
  std::vector<size_t> line_starts_;
};

}  // namespace allreview::test_plan

#endif  // ANALYZERS_TEST_PLAN_TEST_TEXT_H_

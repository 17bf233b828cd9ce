#ifndef ANALYZERS_INTENT_SENTENCES_H_
#define ANALYZERS_INTENT_SENTENCES_H_

// Prose as sentences that know their lines.
//
//   Paragraph paragraph;
//   paragraph.Append("Uses `a. b`, e.g. at 1.5 GB. Then", 7);
//   paragraph.Append("it stops.", 8);
//   paragraph.TakeSentences()   // "Uses `a. b`, e.g. at 1.5 GB." of 7, "Then it stops." of 7 to 8
//
// A sentence ends at . ! or ? before a blank and no small letter, or at 。！？; not in a code span
// or parentheses, not behind an abbreviation or the number of an item. White space is collapsed,
// text is valid UTF-8. Bounded: what is longer than kMaxParagraphBytes or kMaxSentenceBytes is cut.
// Pure, linear, for one thread.

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::intent {

inline constexpr size_t kMaxParagraphBytes = 64 << 10;
inline constexpr size_t kMaxSentenceBytes = 1'000;

inline constexpr absl::string_view kTodoMarks[] = {"TODO", "FIXME", "XXX", "HACK"};

struct PlacedText {
  std::string text;
  int first_line = 0, last_line = 0;
  bool is_todo = false;
};

class Paragraph {
 public:
  // Lines come in their order; one is read up to 4,000 bytes.
  void Append(absl::string_view line, int number);
  bool empty() const { return text_.empty(); }
  // Empties the paragraph.
  std::vector<PlacedText> TakeSentences();

 private:
  int LineAt(size_t offset) const;

  std::string text_;
  std::vector<std::pair<size_t, int>> lines_;  // Where each begins in text_.
};

// Sentences of one paragraph of one line.
std::vector<std::string> SplitSentences(absl::string_view paragraph);

// Lines of a comment or docstring. Empty lines, items of lists and lines that only draw end a
// paragraph; examples (>>>, fences, blocks behind "::") and tables are left out; a line that begins
// with one of kTodoMarks begins a paragraph that is such a note.
class ProseReader {
 public:
  explicit ProseReader(size_t max_sentences) : max_sentences_(max_sentences) {}

  // With its indentation.
  void Add(absl::string_view line, int number);
  void EndParagraph();
  std::vector<PlacedText> Finish();

 private:
  // The line belongs to code that is shown.
  bool IsInExample(absl::string_view text, size_t indent);
  void AddText(absl::string_view text, int number);

  const size_t max_sentences_;
  Paragraph paragraph_;
  bool is_todo_ = false;
  bool is_fenced_ = false;
  bool is_doctest_ = false;
  bool is_literal_ = false;  // Lines behind "::" that stand further in than literal_indent_.
  size_t literal_indent_ = 0;
  std::vector<PlacedText> sentences_;
};

// Bytes of "- ", "1. " and the like at the beginning of a line; 0: it is no item of a list.
size_t BulletLength(absl::string_view line);

}  // namespace allreview::intent

#endif  // ANALYZERS_INTENT_SENTENCES_H_

#ifndef ANALYZERS_INTENT_DOCSTRING_H_
#define ANALYZERS_INTENT_DOCSTRING_H_

// A docstring in Google's, Sphinx's or NumPy's form, as the parts that it is made of.
//
//   for (const DocstringPart& part : ReadDocstring(Module::StringContent(string), line)) ...
//   // kText "Drops tokens."   kParameters x "Tensor of shape [s, b, h]" "What comes in."
//
// Views point into the text. Pure, linear.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::intent {

struct DocstringPart {
  enum class Section { kText, kParameters, kAttributes, kReturns, kRaises, kNotes, kExamples };
  struct Line {
    absl::string_view text;  // With its indentation, as far as the part has it to itself.
    int number = 0;
  };
  Section section = Section::kText;
  std::string name;         // Of the parameter, attribute or exception.
  absl::string_view type;   // As written: "torch.Tensor of shape [s, b, h]".
  std::vector<Line> lines;  // Empty ones, too.
};

// `text` is without quotes and begins on `first_line`.
std::vector<DocstringPart> ReadDocstring(absl::string_view text, int first_line);

}  // namespace allreview::intent

#endif  // ANALYZERS_INTENT_DOCSTRING_H_

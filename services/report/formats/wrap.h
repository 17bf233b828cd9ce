#ifndef SERVICES_REPORT_FORMATS_WRAP_H_
#define SERVICES_REPORT_FORMATS_WRAP_H_

// Text in lines for a terminal.
//
//   WrapText("a long sentence", {.indent = "    ", .width = 80})

#include <string>

#include "absl/strings/string_view.h"
#include "review/language/phrase.h"

namespace allreview::report {

struct WrapOptions {
  Language language = Language::kEnglish;
  absl::string_view indent = {};  // Before each line.
  int width = 100;                // Columns, with the indent.
};

// Cleans the text as CleanLine does and breaks it at blanks, in Chinese also between its
// characters. A word longer than a line stays whole, so that paths can be copied. Each line ends in
// LF; there is at least one.
std::string WrapText(absl::string_view text, const WrapOptions& options);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_FORMATS_WRAP_H_

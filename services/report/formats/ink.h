#ifndef SERVICES_REPORT_FORMATS_INK_H_
#define SERVICES_REPORT_FORMATS_INK_H_

// Colours and links of a terminal, where colours are wanted; else the text as it is.
//
//   const Ink ink(/*is_coloured=*/true);
//   ink.Paint("P1", kRed);
//   ink.Link("train/loss.py:6", "train/loss.py");  // OSC 8.
//
// A link is an address over https, or relative to the root of the change: whoever shows the text
// knows where that is (gateway/cli/terminal_links.h).
//
// Texts are clean already (review/display_text.h). Pure.

#include <string>

#include "absl/strings/string_view.h"
#include "review/highlight/highlight.h"

namespace allreview::report {

// Parameters of SGR.
inline constexpr char kRed[] = "1;31";
inline constexpr char kYellow[] = "33";
inline constexpr char kCyan[] = "36";
inline constexpr char kMagenta[] = "35";
inline constexpr char kGreen[] = "32";
inline constexpr char kBlue[] = "34";
inline constexpr char kBold[] = "1";
inline constexpr char kDim[] = "2";

class Ink {
 public:
  explicit Ink(bool is_coloured) : is_coloured_(is_coloured) {}

  bool is_coloured() const { return is_coloured_; }

  std::string Paint(absl::string_view text, absl::string_view colour) const;
  // The text alone where `url` is empty, or holds what could end the link.
  std::string Link(absl::string_view text, absl::string_view url) const;
  // A line of code; colours are of its bytes.
  std::string Code(absl::string_view line, const LineColours& colours) const;

 private:
  const bool is_coloured_;
};

}  // namespace allreview::report

#endif  // SERVICES_REPORT_FORMATS_INK_H_

#ifndef BASE_MAN_PAGE_H_
#define BASE_MAN_PAGE_H_

// Writes a manual page for man(1), piece by piece. Pure.
//
//   ManPage page({.name = "allreview", .section = 1, .summary = "reviews changes", .version =
//   "1"}); page.Section("OPTIONS"); page.Item("--repo=DIR", "The git repository.");
//   WriteFile("allreview.1", page.text());
//
// Texts are plain: what roff would read as its own is escaped.

#include <string>

#include "absl/strings/string_view.h"

namespace allreview {

struct ManPageTitle {
  absl::string_view name;
  int section = 1;
  absl::string_view summary;  // One sentence.
  absl::string_view version;
};

class ManPage {
 public:
  explicit ManPage(const ManPageTitle& title);  // With the section NAME.

  void Section(absl::string_view title);
  void Subsection(absl::string_view title);
  void Paragraph(absl::string_view text);
  void Item(absl::string_view term, absl::string_view text);  // A flag, a file, a variable.
  void Code(absl::string_view line);                          // One line, as it stands.

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace allreview

#endif  // BASE_MAN_PAGE_H_

#include "base/man_page.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"

namespace allreview {
namespace {

// As it would be typed: roff makes typographic characters of bare ones.
std::string Escaped(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"\\", "\\(rs"},
                                    {"-", "\\-"},
                                    {"'", "\\(aq"},
                                    {"`", "\\(ga"},
                                    {"~", "\\(ti"},
                                    {"^", "\\(ha"}});
}

// A line of text; one that begins with a full stop would be a request.
std::string Line(absl::string_view text) {
  return absl::StrCat(absl::StartsWith(text, ".") ? "\\&" : "", Escaped(text), "\n");
}

// An argument of a request, whose quotes are doubled.
std::string Quoted(absl::string_view text) {
  return absl::StrCat("\"", absl::StrReplaceAll(Escaped(text), {{"\"", "\"\""}}), "\"");
}

}  // namespace

ManPage::ManPage(const ManPageTitle& title)
    : text_(absl::StrCat(".TH ", Quoted(absl::AsciiStrToUpper(title.name)), " ", title.section,
                         " \"\" ", Quoted(absl::StrCat("AllReview ", title.version)), "\n",
                         // Left aligned, and no word is cut: flags are to be searched for.
                         ".ad l\n.nh\n")) {
  Section("NAME");
  // What whatis(1) reads.
  absl::StrAppend(&text_, Escaped(title.name), " \\- ",
                  Escaped(absl::StripSuffix(title.summary, ".")), "\n");
}

void ManPage::Section(absl::string_view title) {
  absl::StrAppend(&text_, ".SH ", Quoted(title), "\n");
}

void ManPage::Subsection(absl::string_view title) {
  absl::StrAppend(&text_, ".SS ", Quoted(title), "\n");
}

void ManPage::Paragraph(absl::string_view text) { absl::StrAppend(&text_, ".PP\n", Line(text)); }

void ManPage::Item(absl::string_view term, absl::string_view text) {
  absl::StrAppend(&text_, ".TP\n.B ", Quoted(term), "\n", Line(text));
}

void ManPage::Code(absl::string_view line) {
  absl::StrAppend(&text_, ".RS 4\n.nf\n", Line(line), ".fi\n.RE\n");
}

}  // namespace allreview

// What MermaidLabel makes of any text: nothing that a grammar of Mermaid, or the Markdown and HTML
// that it reads in labels, could take for its own.

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "base/check.h"
#include "base/utf8.h"
#include "services/report/diagrams/label.h"

namespace allreview::report {
namespace {

// "35;" of "#35;", the only use of '#' and ';'.
bool TakeEscape(absl::string_view& label) {
  size_t digits = 0;
  while (digits < label.size() && absl::ascii_isdigit(label[digits])) ++digits;
  if (digits == 0 || digits > 3 || digits == label.size() || label[digits] != ';') return false;
  label.remove_prefix(digits + 1);
  return true;
}

void CheckLabel(absl::string_view label) {
  CHECK(!label.empty()) << "an empty label";
  CHECK(IsValidUtf8(label)) << "ill-formed UTF-8";
  while (!label.empty()) {
    const unsigned char c = label[0];
    label.remove_prefix(1);
    if (c == '#') {
      CHECK(TakeEscape(label)) << "'#' that begins no escape";
      continue;
    }
    CHECK(c >= 0x20 && c != 0x7f) << "control character " << static_cast<int>(c);
    const bool is_plain = c >= 0x80 || absl::ascii_isalnum(c) ||
                          absl::StrContains(" .,/()-=?!+'_[]:*>", std::string(1, c));
    CHECK(is_plain) << "character '" << static_cast<char>(c) << "'";
  }
}

}  // namespace
}  // namespace allreview::report

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  allreview::report::CheckLabel(allreview::report::MermaidLabel(text));
  allreview::report::CheckLabel(allreview::report::MermaidLabel(text, 40));
  return 0;
}

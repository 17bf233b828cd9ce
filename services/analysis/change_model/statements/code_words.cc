#include "services/analysis/change_model/statements/code_words.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "services/analysis/change_model/symbols/code_text.h"

namespace allreview::analysis {

std::string Shown(absl::string_view code, size_t max_bytes) {
  return ShortLine(absl::StrReplaceAll(code, {{"`", "'"}}), max_bytes);
}

Words CodeList(const std::vector<std::string>& items) {
  WordList list{.joint = Joint::kAnd, .items = {}};
  for (const std::string& item : items) {
    list.items.emplace_back(absl::StrCat("`", Shown(item), "`"));
  }
  return list;
}

std::string WithoutBlanks(absl::string_view text) {
  std::string out;
  for (char c : text) {
    if (!absl::ascii_isspace(static_cast<unsigned char>(c))) out += c;
  }
  return out;
}

}  // namespace allreview::analysis

#include "services/analysis/change_model/symbols/one_line.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "base/utf8.h"

namespace allreview::analysis {

std::string OneLine(absl::string_view code, size_t max_bytes) {
  std::string line =
      absl::StrJoin(absl::StrSplit(code, absl::ByAnyChar(" \t\r\n"), absl::SkipEmpty()), " ");
  // What formatters put between brackets and a broken line.
  line =
      absl::StrReplaceAll(line, {{"( ", "("}, {" )", ")"}, {", )", ")"}, {"[ ", "["}, {" ]", "]"}});
  if (line.size() <= max_bytes) return ToDisplayText(line);
  size_t size = max_bytes;
  while (size > 0 && (static_cast<unsigned char>(line[size]) & 0xC0) == 0x80) --size;
  return absl::StrCat(ToDisplayText(absl::string_view(line).substr(0, size)), "…");
}

}  // namespace allreview::analysis

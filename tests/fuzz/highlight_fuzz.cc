// The colours of any text in any of the languages: an entry for each line, and in it parts of the
// line that do not overlap. The first byte names the language.

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "base/check.h"
#include "review/highlight/highlight.h"

namespace allreview {
namespace {

constexpr absl::string_view kPaths[] = {"a.py", "a.cu", "a.sh", "a.yaml"};

void CheckColours(absl::string_view path, absl::string_view text) {
  HighlightBudget budget;
  const std::vector<LineColours> lines = Highlight(path, text, budget);
  const std::vector<absl::string_view> rows = absl::StrSplit(text, '\n');
  CHECK(lines.size() == rows.size());
  for (size_t i = 0; i < lines.size(); ++i) {
    int end = 0;
    for (const Colour& colour : lines[i]) {
      CHECK(colour.first >= end && colour.first < colour.end) << "line " << i + 1;
      end = colour.end;
    }
    CHECK(end <= static_cast<int>(rows[i].size())) << "line " << i + 1;
  }
}

}  // namespace
}  // namespace allreview

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view input(reinterpret_cast<const char*>(data), size);
  if (input.empty()) return 0;
  const auto language = static_cast<unsigned char>(input[0]) % std::size(allreview::kPaths);
  allreview::CheckColours(allreview::kPaths[language], input.substr(1));
  return 0;
}

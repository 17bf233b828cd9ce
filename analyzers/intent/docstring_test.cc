#include "analyzers/intent/docstring.h"

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::intent {
namespace {

using testing::ElementsAre;

// "parameter x (Tensor) 3: What comes in." for each part, empty lines left out.
std::vector<std::string> Read(absl::string_view text) {
  constexpr const char* kSections[] = {"text",   "parameter", "attribute", "returns",
                                       "raises", "notes",     "examples"};
  std::vector<std::string> parts;
  for (const DocstringPart& part : ReadDocstring(text, 1)) {
    std::string shown = kSections[static_cast<int>(part.section)];
    if (!part.name.empty()) absl::StrAppend(&shown, " ", part.name);
    if (!part.type.empty()) absl::StrAppend(&shown, " (", part.type, ")");
    for (const DocstringPart::Line& line : part.lines) {
      if (line.text.empty()) continue;
      absl::StrAppend(&shown, " ", line.number, ":", absl::StripAsciiWhitespace(line.text));
    }
    parts.push_back(shown);
  }
  return parts;
}

TEST(ReadDocstring, KnowsGooglesForm) {
  EXPECT_THAT(
      Read("Routes.\n\nMore.\n\n    Args:\n        x (Tensor of [s, b]): The input,\n"
           "            sorted.\n        y: Other.\n\n    Returns:\n        It.\n\n"
           "    Note:\n        Slow.\n    After."),
      ElementsAre("text 1:Routes. 3:More.", "parameter x (Tensor of [s, b]) 6:The input, 7:sorted.",
                  "parameter y 8:Other.", "returns 11:It.", "notes 14:Slow.", "text 15:After."));
}

TEST(ReadDocstring, KnowsSphinxAndNumPy) {
  EXPECT_THAT(Read("Routes :math:`x`.\n\n:param Tensor x: The input,\n    sorted.\n:returns: It.\n"
                   ":raises ValueError: never\n\nEnd."),
              ElementsAre("text 1:Routes :math:`x`.", "parameter x (Tensor) 3:The input, 4:sorted.",
                          "returns 5:It.", "notes 6:never", "text 8:End."));
  EXPECT_THAT(Read("Parameters\n----------\nx : array\n    The input.\n\nReturns\n-------\nIt."),
              ElementsAre("parameter x (array) 4:The input.", "returns 8:It."));
}

TEST(ReadDocstring, KeepsExamplesApart) {
  EXPECT_THAT(
      Read("Routes.\n\nExample:\n    route(x)\n\nRaises:\n    ValueError: If empty."),
      ElementsAre("text 1:Routes.", "examples 4:route(x)", "raises ValueError 7:If empty."));
}

}  // namespace
}  // namespace allreview::intent

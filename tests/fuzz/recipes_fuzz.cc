// Recipes, which may be anybody's: a text as a shell script and as YAML. Options stand on lines
// that there are, and a script that is read twice says the same.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "analyzers/constraints/command_line.h"
#include "analyzers/constraints/constant.h"
#include "base/check.h"

namespace allreview {
namespace {

std::string TextOf(const std::vector<constraints::CommandLine>& lines) {
  std::string text;
  for (const constraints::CommandLine& line : lines) {
    absl::StrAppend(&text, line.script, ":", line.line, line.is_complete, "\n");
    for (const constraints::Setting& setting : line.settings) {
      absl::StrAppend(&text, setting.option, "=", absl::StrJoin(setting.values, " "),
                      setting.is_clear, "\n");
    }
  }
  return text;
}

void CheckRecipe(absl::string_view path, const std::string& text, int lines) {
  const std::vector<constraints::CommandLine> found = constraints::CommandLinesIn(path, text);
  for (const constraints::CommandLine& line : found) {
    for (const constraints::Setting& setting : line.settings) {
      CHECK(!setting.option.empty()) << "an option has a name";
      CHECK(setting.line >= 1 && setting.line <= lines) << "an option stands on a line";
      for (const std::string& value : setting.values) constraints::Constant::Of(value);
    }
  }
  CHECK(TextOf(found) == TextOf(constraints::CommandLinesIn(path, text))) << "the same twice";
}

}  // namespace
}  // namespace allreview

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  int lines = 1;
  for (char c : text) lines += c == '\n';
  allreview::CheckRecipe("train.sh", text, lines);
  allreview::CheckRecipe("model.yaml", text, lines);
  return 0;
}

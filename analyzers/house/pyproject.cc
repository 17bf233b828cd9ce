#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "analyzers/house/linters.h"
#include "analyzers/house/reading.h"
#include "analyzers/house/toml_file.h"
#include "sentences/phrases/house.h"

namespace allreview::house {
namespace {

// One table of the file, by its path; absent tables answer nothing.
class Table {
 public:
  Table(const File& file, const TomlFile& toml, std::string path)
      : file_(file), toml_(toml), path_(std::move(path)) {}

  explicit operator bool() const {
    const TomlEntry* entry = toml_.Find(path_);
    return entry != nullptr && entry->is_table;
  }
  Table In(absl::string_view key) const { return {file_, toml_, PathOf(key)}; }
  std::optional<std::string> Text(absl::string_view key) const { return toml_.Text(PathOf(key)); }
  std::vector<std::string> List(absl::string_view key) const { return toml_.List(PathOf(key)); }
  Place At(absl::string_view key) const {
    const TomlEntry* entry = toml_.Find(PathOf(key));
    return entry == nullptr ? Here() : Place{file_.path, entry->line};
  }
  Place Here() const {
    const TomlEntry* entry = toml_.Find(path_);
    return {file_.path, entry == nullptr ? 1 : entry->line};
  }

 private:
  std::string PathOf(absl::string_view key) const {
    return path_.empty() ? std::string(key) : absl::StrCat(path_, ".", key);
  }

  const File& file_;
  const TomlFile& toml_;
  std::string path_;
};

// black wraps code where it can, and leaves comments and long texts: it rejects no line.
void AddBlackWidth(const Table& black, const char* key, Reading* reading) {
  const std::optional<std::string> length = black.Text(key);
  if (!length) return;
  reading->claims.push_back({.id = "line-length",
                             .value = *length,
                             .level = Level::kDeclared,
                             .tool = "black",
                             .files = {},
                             .source = black.At(key)});
}

void AddTool(const Table& table, absl::string_view id, absl::string_view tool, Reading* reading) {
  if (!table) return;
  reading->claims.push_back({.id = std::string(id),
                             .value = std::string(tool),
                             .level = Level::kCiEnforced,
                             .tool = std::string(tool),
                             .files = {},
                             .source = table.Here()});
}

void AddRuff(const Table& ruff, Reading* reading) {
  if (!ruff) return;
  const Table lint = ruff.In("lint") ? ruff.In("lint") : ruff;
  LinterCodes codes{
      .tool = "ruff", .chosen = {}, .ignored = {}, .files = {}, .source = lint.Here()};
  codes.chosen = lint.List("select");
  if (codes.chosen.empty()) {
    codes.chosen = {"E4", "E7", "E9", "F"};
  } else {
    codes.source = lint.At("select");
  }
  for (const char* key : {"extend-select"}) {
    for (std::string& code : lint.List(key)) codes.chosen.push_back(std::move(code));
  }
  codes.ignored = lint.List("ignore");
  for (std::string& code : lint.List("extend-ignore")) codes.ignored.push_back(std::move(code));
  for (Claim& claim : ClaimsOf(codes)) reading->claims.push_back(std::move(claim));
  if (const std::optional<std::string> length = ruff.Text("line-length")) {
    reading->claims.push_back(LineLengthClaim(codes, *length, ruff.At("line-length")));
  }
  if (const std::optional<std::string> style = lint.In("pydocstyle").Text("convention")) {
    reading->claims.push_back({.id = "docstring-style",
                               .value = *style,
                               .level = Level::kDeclared,
                               .tool = "ruff",
                               .files = {},
                               .source = lint.In("pydocstyle").At("convention")});
  }
}

void AddProject(const Table& project, Reading* reading) {
  if (const std::optional<std::string> version = project.Text("requires-python")) {
    absl::string_view value = absl::StripAsciiWhitespace(*version);
    Words said;
    if (absl::ConsumePrefix(&value, ">=")) {
      value = absl::StripAsciiWhitespace(value);
      said = Sentence(phrases::kOrNewer, {{"version", value}});
    }
    reading->claims.push_back({.id = "python-version",
                               .value = std::string(value),
                               .level = Level::kDeclared,
                               .tool = "",
                               .files = {},
                               .source = project.At("requires-python"),
                               .said = std::move(said)});
  }
}

void AddTests(const Table& pytest, Reading* reading) {
  if (!pytest) return;
  reading->commands.push_back(
      {.purpose = Purpose::kTest,
       .line = absl::StrCat("pytest ", absl::StrJoin(pytest.List("testpaths"), " ")),
       .source = pytest.Here()});
}

}  // namespace

Reading ReadPyproject(const File& file) {
  Reading reading;
  const TomlFile toml = ParseToml(file.content);
  if (!toml.error.is_empty()) {
    reading.diagnostics.push_back({{file.path, toml.error_line}, toml.error});
    return reading;
  }
  const Table all(file, toml, "");
  const Table tool = all.In("tool");
  // The length of isort is for imports alone.
  AddBlackWidth(tool.In("black"), "line_length", &reading);
  AddBlackWidth(tool.In("black"), "line-length", &reading);
  AddTool(tool.In("black"), "formatter", "black", &reading);
  AddTool(tool.In("isort"), "import-order", "isort", &reading);
  AddRuff(tool.In("ruff"), &reading);
  AddProject(all.In("project"), &reading);
  AddTests(tool.In("pytest").In("ini_options"), &reading);
  if (const auto goal = tool.In("coverage").In("report").Text("fail_under")) {
    reading.claims.push_back({.id = "patch-coverage",
                              .value = absl::StrCat(*goal, "%"),
                              .level = Level::kDeclared,
                              .tool = "coverage",
                              .files = {},
                              .source = tool.In("coverage").In("report").At("fail_under")});
  }
  return reading;
}

}  // namespace allreview::house

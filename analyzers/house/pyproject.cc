// TOML without exceptions: what is wrong with the text is a value.
#define TOML_EXCEPTIONS 0

#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/house/linters.h"
#include "analyzers/house/reading.h"
#include "toml++/toml.h"

namespace allreview::house {
namespace {

constexpr size_t kMaxBytes = 1 << 20;

// One table of the file, by its path; absent tables answer nothing.
class Table {
 public:
  Table(const File& file, toml::node_view<const toml::node> view) : file_(file), view_(view) {}

  explicit operator bool() const { return view_.is_table(); }
  Table In(const char* key) const { return {file_, view_[key]}; }
  std::optional<std::string> Text(const char* key) const {
    const toml::node_view<const toml::node> node = view_[key];
    if (const std::optional<int64_t> number = node.value_exact<int64_t>()) {
      return absl::StrCat(*number);
    }
    const std::optional<std::string_view> text = node.value_exact<std::string_view>();
    if (!text) return std::nullopt;
    return std::string(text->data(), text->size());
  }
  std::vector<std::string> List(const char* key) const {
    std::vector<std::string> list;
    const toml::array* array = view_[key].as_array();
    if (array == nullptr) return list;
    for (const toml::node& item : *array) {
      if (const std::optional<std::string_view> text = item.value_exact<std::string_view>()) {
        list.emplace_back(text->data(), text->size());
      }
    }
    return list;
  }
  Place At(const char* key) const {
    const toml::node* node = view_[key].node();
    return PlaceOf(node != nullptr ? node : view_.node());
  }
  Place Here() const { return PlaceOf(view_.node()); }

 private:
  Place PlaceOf(const toml::node* node) const {
    return {file_.path, node == nullptr ? 1 : static_cast<int>(node->source().begin.line)};
  }

  const File& file_;
  toml::node_view<const toml::node> view_;
};

void AddLineLength(const Table& table, const char* key, absl::string_view tool, Reading* reading) {
  const std::optional<std::string> length = table.Text(key);
  if (!length) return;
  reading->claims.push_back({.id = "line-length",
                             .value = *length,
                             .level = Level::kCiEnforced,
                             .tool = std::string(tool),
                             .files = {},
                             .source = table.At(key)});
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
  AddLineLength(ruff, "line-length", "ruff", reading);
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
    std::string value = *version;
    if (absl::StartsWith(value, ">=")) value = absl::StrCat(value.substr(2), " or newer");
    reading->claims.push_back({.id = "python-version",
                               .value = std::string(absl::StripAsciiWhitespace(value)),
                               .level = Level::kDeclared,
                               .tool = "",
                               .files = {},
                               .source = project.At("requires-python")});
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
  if (file.content.size() > kMaxBytes) {
    reading.diagnostics.push_back({{file.path, 1}, "the file is larger than 1 MiB"});
    return reading;
  }
  const toml::parse_result result = toml::parse(file.content);
  if (!result) {
    const toml::parse_error& error = result.error();
    const std::string_view what = error.description();
    reading.diagnostics.push_back(
        {{file.path, static_cast<int>(error.source().begin.line)},
         absl::StrCat("no TOML: ", absl::string_view(what.data(), what.size()))});
    return reading;
  }
  const toml::table& root = result.table();
  const Table all(file, toml::node_view<const toml::node>(&root));
  const Table tool = all.In("tool");
  AddLineLength(tool.In("black"), "line_length", "black", &reading);
  AddLineLength(tool.In("black"), "line-length", "black", &reading);
  AddLineLength(tool.In("isort"), "line_length", "isort", &reading);
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

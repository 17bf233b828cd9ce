#include "analyzers/reach/recipes.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/paths/paths.h"

namespace allreview::reach {
namespace {

bool IsWordCharacter(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
}

char WithHyphen(char c) { return c == '_' ? '-' : c; }

// Where the name begins in the line from `from` on, hyphens and underscores being the same.
size_t FindName(absl::string_view line, absl::string_view name, size_t from) {
  const auto found =
      std::search(line.begin() + static_cast<std::ptrdiff_t>(from), line.end(), name.begin(),
                  name.end(), [](char a, char b) { return WithHyphen(a) == WithHyphen(b); });
  return found == line.end() ? absl::string_view::npos : static_cast<size_t>(found - line.begin());
}

// What is not behind a #, which begins a comment at the start or after a space.
absl::string_view WithoutComment(absl::string_view line) {
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '#' &&
        (i == 0 || absl::ascii_isspace(static_cast<unsigned char>(line[i - 1])))) {
      return line.substr(0, i);
    }
  }
  return line;
}

// --no-use-x
bool ConsumeNegation(absl::string_view* before) {
  for (absl::string_view word : {"no-", "no_", "disable-", "disable_"}) {
    if (absl::ConsumeSuffix(before, word)) return true;
  }
  return false;
}

// Of what stands behind a name: its value, or nothing for a flag alone.
RecipeSetting ReadValue(absl::string_view rest, bool is_option) {
  RecipeSetting setting;
  const bool is_key = absl::ConsumePrefix(&rest, ":") || absl::ConsumePrefix(&rest, "=");
  absl::ConsumePrefix(&rest, "\"");  // "--flag" in quotes
  rest = absl::StripLeadingAsciiWhitespace(rest);
  if (!is_key && !is_option) {
    absl::string_view behind = rest;
    if (!absl::ConsumePrefix(&behind, ":") && !absl::ConsumePrefix(&behind, "=")) {
      setting.is_clear = false;
      return setting;
    }
    rest = absl::StripLeadingAsciiWhitespace(behind);
  }
  const size_t end = rest.find_first_of(" \t,;)]}\r");
  absl::string_view value = rest.substr(0, end);
  if (value.empty() || value == "\\" || (absl::StartsWith(value, "-") && !is_key)) {
    setting.is_clear = !is_key;  // `key:` begins something else.
    return setting;
  }
  if (absl::StartsWith(value, "$") || absl::StrContains(value, "${") || value == "[" ||
      value == "{" || value == "|" || value == ">") {
    setting.is_clear = false;
    return setting;
  }
  if (absl::EndsWith(value, "\\")) value.remove_suffix(1);
  setting.value = std::string(value);
  return setting;
}

}  // namespace

std::vector<RecipeSetting> FindInRecipe(absl::string_view text, absl::string_view name) {
  std::vector<RecipeSetting> found;
  int number = 0;
  for (absl::string_view whole : absl::StrSplit(text, '\n')) {
    ++number;
    const absl::string_view line = WithoutComment(whole);
    for (size_t at = FindName(line, name, 0); at != absl::string_view::npos;
         at = FindName(line, name, at + 1)) {
      const absl::string_view rest = line.substr(at + name.size());
      if (!rest.empty() && IsWordCharacter(rest[0])) continue;
      const absl::string_view before = line.substr(0, at);
      absl::string_view stem = before;
      const bool is_negated = ConsumeNegation(&stem);
      const bool is_option =
          absl::ConsumeSuffix(&stem, "--") && (stem.empty() || !IsWordCharacter(stem.back()));
      if (is_option && is_negated) {
        found.push_back({.line = number, .value = "False"});
        continue;
      }
      if (!is_option && !before.empty() && IsWordCharacter(before.back())) continue;
      found.push_back(ReadValue(rest, is_option));
      found.back().line = number;
    }
  }
  return found;
}

const std::vector<Recipe>* Recipes::all() {
  if (!make_) return nullptr;
  if (!recipes_) recipes_ = make_();
  return &*recipes_;
}

int LineNaming(absl::string_view text, absl::string_view name) {
  if (!absl::StrContains(text, name)) return 0;
  const auto is_word = [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  int number = 0;
  for (absl::string_view whole : absl::StrSplit(text, '\n')) {
    ++number;
    const absl::string_view line = WithoutComment(whole);
    for (size_t at = line.find(name); at != absl::string_view::npos; at = line.find(name, at + 1)) {
      const size_t end = at + name.size();
      if (at > 0 && is_word(line[at - 1])) continue;
      if (end == line.size() || !is_word(line[end])) return number;
    }
  }
  return 0;
}

std::vector<std::string> SuffixesOfRecipes() {
  return {".yaml", ".yml", ".sh", ".toml", ".cfg", ".ini"};
}

bool MayBeTestRecipe(absl::string_view path) {
  return paths::IsTestPath(path) || absl::StrContains(path, "test");
}

}  // namespace allreview::reach

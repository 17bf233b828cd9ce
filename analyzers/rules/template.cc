#include "analyzers/rules/template.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace allreview::rules {
namespace {

struct Placeholder {
  size_t first = absl::string_view::npos;  // npos: none.
  size_t end = 0;
  absl::string_view name;
};

// A name is lower case letters and underscores, so that code in a template is no placeholder.
Placeholder Next(absl::string_view text, size_t from) {
  for (size_t open = text.find('{', from); open != absl::string_view::npos;
       open = text.find('{', open + 1)) {
    size_t end = open + 1;
    while (end < text.size() && (absl::ascii_islower(text[end]) || text[end] == '_')) ++end;
    if (end > open + 1 && end < text.size() && text[end] == '}') {
      return {open, end + 1, text.substr(open + 1, end - open - 1)};
    }
  }
  return {};
}

}  // namespace

std::string FillTemplate(absl::string_view text, const std::map<std::string, std::string>& params) {
  std::string result;
  size_t position = 0;
  for (Placeholder p = Next(text, 0); p.first != absl::string_view::npos; p = Next(text, p.end)) {
    const auto value = params.find(std::string(p.name));
    absl::StrAppend(&result, text.substr(position, p.first - position),
                    value == params.end() ? text.substr(p.first, p.end - p.first)
                                          : absl::string_view(value->second));
    position = p.end;
  }
  absl::StrAppend(&result, text.substr(position));
  return result;
}

std::vector<std::string> PlaceholdersOf(absl::string_view text) {
  std::vector<std::string> names;
  for (Placeholder p = Next(text, 0); p.first != absl::string_view::npos; p = Next(text, p.end)) {
    names.emplace_back(p.name);
  }
  return names;
}

}  // namespace allreview::rules

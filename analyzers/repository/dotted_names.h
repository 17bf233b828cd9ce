#ifndef ANALYZERS_REPOSITORY_DOTTED_NAMES_H_
#define ANALYZERS_REPOSITORY_DOTTED_NAMES_H_

// Parts of dotted names.

#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace allreview::repository {

// "c" of "a.b.c", "a.b:c" and "c".
inline absl::string_view LastPart(absl::string_view name) {
  return name.substr(name.find_last_of(".:") + 1);  // npos + 1 is 0.
}

// "c" of "a.b.c"; all of it without a dot.
inline absl::string_view SimpleName(absl::string_view dotted) {
  return dotted.substr(dotted.rfind('.') + 1);  // npos + 1 is 0.
}

// "a.b" of "a.b.c"; empty without a dot.
inline absl::string_view OwnerOf(absl::string_view name) {
  const size_t dot = name.rfind('.');
  return dot == absl::string_view::npos ? absl::string_view() : name.substr(0, dot);
}

// "owner.name"; the other one alone where one of them is empty.
inline std::string Join(absl::string_view owner, absl::string_view name) {
  if (owner.empty()) return std::string(name);
  return name.empty() ? std::string(owner) : absl::StrCat(owner, ".", name);
}

// Only identifiers and dots: not the text of some other expression.
inline bool IsDottedName(absl::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  });
}

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_DOTTED_NAMES_H_

#ifndef ANALYZERS_RULES_CONTRACTS_DOTTED_NAMES_H_
#define ANALYZERS_RULES_CONTRACTS_DOTTED_NAMES_H_

// Parts of dotted names.

#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace allreview::rules::contracts {

// "c" of "a.b.c", "a.b:c" and "c".
inline absl::string_view LastPart(absl::string_view name) {
  const size_t dot = name.find_last_of(".:");
  return dot == absl::string_view::npos ? name : name.substr(dot + 1);
}

// "a.b" of "a.b.c"; empty without a dot.
inline absl::string_view OwnerOf(absl::string_view name) {
  const size_t dot = name.rfind('.');
  return dot == absl::string_view::npos ? absl::string_view() : name.substr(0, dot);
}

inline std::string Join(absl::string_view owner, absl::string_view name) {
  return owner.empty() ? std::string(name) : absl::StrCat(owner, ".", name);
}

// Only identifiers and dots: not the text of some other expression.
inline bool IsDottedName(absl::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  });
}

}  // namespace allreview::rules::contracts

#endif  // ANALYZERS_RULES_CONTRACTS_DOTTED_NAMES_H_

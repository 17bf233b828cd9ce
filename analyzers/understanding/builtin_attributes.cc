#include "analyzers/understanding/builtin_attributes.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace allreview::understanding {
namespace {

// What dir() says of each type, without names that begin with two underscores; a space around each.
// Source: the Python Library Reference, "Built-in Types".
struct Attributes {
  absl::string_view type, names;
};
constexpr Attributes kAttributes[] = {
    {"bool",
     " as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag "
     "is_integer numerator real to_bytes "},
    {"bytes",
     " capitalize center count decode endswith expandtabs find fromhex hex index isalnum "
     "isalpha isascii isdigit islower isspace istitle isupper join ljust lower lstrip "
     "maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition "
     "rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill "},
    {"dict", " clear copy fromkeys get items keys pop popitem setdefault update values "},
    {"float", " as_integer_ratio conjugate fromhex hex imag is_integer real "},
    {"int",
     " as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag "
     "is_integer numerator real to_bytes "},
    {"list", " append clear copy count extend index insert pop remove reverse sort "},
    {"set",
     " add clear copy difference difference_update discard intersection intersection_update "
     "isdisjoint issubset issuperset pop remove symmetric_difference "
     "symmetric_difference_update union update "},
    {"str",
     " capitalize casefold center count encode endswith expandtabs find format format_map "
     "index isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric "
     "isprintable isspace istitle isupper join ljust lower lstrip maketrans partition "
     "removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split "
     "splitlines startswith strip swapcase title translate upper zfill "},
    {"tuple", " count index "},
};

}  // namespace

absl::string_view BuiltinTypeName(Atom::Kind kind) {
  switch (kind) {
    case Atom::Kind::kBool:
      return "bool";
    case Atom::Kind::kInteger:
      return "int";
    case Atom::Kind::kReal:
      return "float";
    case Atom::Kind::kText:
      return "str";
    case Atom::Kind::kBytes:
      return "bytes";
    case Atom::Kind::kTuple:
      return "tuple";
    case Atom::Kind::kList:
      return "list";
    case Atom::Kind::kSet:
      return "set";
    case Atom::Kind::kDict:
      return "dict";
    default:
      return "";
  }
}

bool MayHaveAttribute(Atom::Kind kind, absl::string_view name) {
  const absl::string_view type = BuiltinTypeName(kind);
  const auto row = std::find_if(std::begin(kAttributes), std::end(kAttributes),
                                [&](const Attributes& one) { return one.type == type; });
  if (row == std::end(kAttributes) || absl::StartsWith(name, "__")) return true;
  return absl::StrContains(row->names, absl::StrCat(" ", name, " "));
}

}  // namespace allreview::understanding

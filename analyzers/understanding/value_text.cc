#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/understanding/number_bounds.h"
#include "analyzers/understanding/operations.h"
#include "analyzers/understanding/value.h"
#include "base/outline.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;

absl::string_view NameOf(Kind kind) {
  static constexpr absl::string_view kNames[] = {
      "unbound", "None",     "...",    "bool",     "int",       "float",    "str",      "bytes",
      "tuple",   "list",     "set",    "dict",     "slice",     "iterator", "function", "method",
      "class",   "instance", "module", "external", "reference", "super",    "tensor"};
  static_assert(std::size(kNames) == static_cast<size_t>(Kind::kTensor) + 1);
  return kNames[static_cast<size_t>(kind)];
}

std::string Constant(const Atom& atom) {
  switch (atom.kind) {
    case Kind::kBool:
      return atom.integer != 0 ? "True" : "False";
    case Kind::kReal:
      return absl::StrCat(atom.real);
    case Kind::kText:
      return Excerpt(atom.text);
    default:
      return absl::StrCat(atom.integer);
  }
}

std::string Elements(const Atom& atom) {
  std::vector<std::string> texts;
  const bool is_dict = atom.kind == Kind::kDict;
  for (size_t i = 0; i < (is_dict ? atom.keys.size() : atom.parts.size()); ++i) {
    const std::string part = atom.parts[i].ToText();
    texts.push_back(is_dict ? absl::StrCat(Excerpt(atom.keys[i]), ": ", part) : part);
  }
  if (is_dict && atom.parts.size() > atom.keys.size()) {
    const Value key = OtherKeyOf(atom);
    const std::string name = key.is_unknown() ? "*" : key.ToText();
    texts.push_back(absl::StrCat(name, ": ", atom.parts.back().ToText()));
  }
  return absl::StrJoin(texts, ", ");
}

std::string TextOf(const Atom& atom) {
  if (atom.is_constant) return Constant(atom);
  const std::string code = absl::StrCat("#", atom.code.file, ".", atom.code.code);
  switch (atom.kind) {
    case Kind::kTensor:
      return atom.tensor == nullptr ? "tensor" : atom.tensor->ToText();
    case Kind::kInteger:
      if (const std::string bounds = TextOfBounds(atom);
          !bounds.empty() || atom.tensor == nullptr) {
        return absl::StrCat("int", bounds);
      }
      return absl::StrCat("int ", atom.tensor->sizes[0].ToText());
    case Kind::kTuple:
    case Kind::kList:
    case Kind::kSet:
    case Kind::kDict:
    case Kind::kIterator: {
      const absl::string_view length = atom.is_sized || atom.kind == Kind::kDict ? "" : "...";
      return absl::StrCat(NameOf(atom.kind), "[", Elements(atom), length, "]");
    }
    case Kind::kFunction:
    case Kind::kMethod:
    case Kind::kClass:
    case Kind::kSuper:
      return absl::StrCat(NameOf(atom.kind), " ", code);
    case Kind::kInstance:
      if (!atom.code) return absl::StrCat("instance of ", atom.text);
      return absl::StrCat("instance of ", code, atom.text.empty() ? "" : ".", atom.text);
    case Kind::kModule:
    case Kind::kExternal:
    case Kind::kReference:
      return absl::StrCat(NameOf(atom.kind), " ", atom.text);
    default:
      return std::string(NameOf(atom.kind));
  }
}

}  // namespace

std::string Value::ToText() const {
  if (is_impossible()) return "impossible";
  std::vector<std::string> texts;
  for (const Atom& atom : atoms()) texts.push_back(TextOf(atom));
  if (is_open()) texts.push_back("?");
  const std::string text = absl::StrJoin(texts, " | ");
  return ranks() == nullptr ? text : absl::StrCat(text, " {", ranks()->ToText(), "}");
}

}  // namespace allreview::understanding

// The part of FileLowering that reads annotations.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/ir/file_lowering.h"
#include "analyzers/ir/types.h"
#include "base/poll.h"

namespace allreview::ir {
namespace {

using python::Binding;
using python::Scopes;

Type::Kind KindOf(WrittenType::Kind kind) {
  switch (kind) {
    case WrittenType::Kind::kName:
      return Type::Kind::kName;
    case WrittenType::Kind::kNone:
      return Type::Kind::kNone;
    case WrittenType::Kind::kGeneric:
      return Type::Kind::kGeneric;
    case WrittenType::Kind::kUnion:
      return Type::Kind::kUnion;
    case WrittenType::Kind::kList:
      return Type::Kind::kList;
    case WrittenType::Kind::kEllipsis:
      return Type::Kind::kEllipsis;
    case WrittenType::Kind::kLiteral:
      return Type::Kind::kLiteral;
    case WrittenType::Kind::kUnknown:
      break;
  }
  return Type::Kind::kUnknown;
}

// What a dotted name of an annotation stands for, as written; empty: it is not certain.
std::string Meaning(const Scopes& scopes, uint32_t scope, absl::string_view dotted) {
  const size_t dot = dotted.find('.');
  const absl::string_view first = dotted.substr(0, dot);
  const absl::string_view rest = dot == absl::string_view::npos ? "" : dotted.substr(dot);
  const Scopes::Meaning meaning = scopes.MeaningIn(scope, first);
  if (meaning.scope < 0) return absl::StrCat("builtins.", dotted);
  for (const Binding& binding : meaning.bindings) {
    if (binding.kind == Binding::Kind::kImport) return absl::StrCat(binding.imported, rest);
  }
  return meaning.scope == 0 ? absl::StrCat(":", dotted) : "";
}

}  // namespace

TypeId FileLowering::TypeOf(python::Node annotation, uint32_t scope) {
  if (!annotation) return kNone;
  const std::vector<WrittenType> written = ParseType(annotation.text());
  const TypeId root = static_cast<TypeId>(file_.types.size());
  constexpr int kEnd = -1;  // Of the innermost open type.
  std::vector<int> order = {static_cast<int>(written.size()) - 1};
  std::vector<TypeId> open;  // Types whose descendants are not all there.
  while (!order.empty()) {
    Poll();
    const int i = order.back();
    order.pop_back();
    if (i == kEnd) {
      file_.types[open.back()].end = static_cast<TypeId>(file_.types.size());
      open.pop_back();
      continue;
    }
    const WrittenType& type = written[i];
    Type result = {.kind = KindOf(type.kind)};
    if (type.kind == WrittenType::Kind::kName) {
      const std::string name = Meaning(module_.scopes(), scope, type.name);
      if (name.empty()) result.kind = Type::Kind::kUnknown;
      if (!name.empty()) result.name = Name(name);
    } else if (type.kind == WrittenType::Kind::kLiteral) {
      result.name = Name(type.name);
    }
    open.push_back(static_cast<TypeId>(file_.types.size()));
    file_.types.push_back(result);
    order.push_back(kEnd);
    for (auto child = type.children.rbegin(); child != type.children.rend(); ++child) {
      order.push_back(*child);
    }
  }
  return root;
}

}  // namespace allreview::ir

// The part of Knowledge that gives numbers and sizes names which nobody knows.

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/understanding/atom.h"
#include "analyzers/understanding/knowledge.h"

namespace allreview::understanding {

std::vector<Value> Knowledge::NamedParameters(CodeRef ref) {
  std::vector<Value> values = DeclaredParameters(ref);
  const std::vector<ir::Parameter>& parameters = program_.code(ref).parameters;
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = values[i].NamedAs(ref, static_cast<uint32_t>(i),
                                  program_.name(ref.file, parameters[i].name));
  }
  return values;
}

bool Knowledge::IsConstructor(CodeRef method) const {
  const ir::NameId name = program_.code(method).name;
  return name != ir::kNone && absl::EndsWith(program_.name(method.file, name), ".__init__");
}

Value Knowledge::NumberOf(const Atom& self, absl::string_view attribute) {
  const auto& names = program_.file(self.code.file).names;
  const auto name = names.find(attribute);
  if (name == names.end() || !program_.IsStored(attribute)) return Value::Unknown();
  std::vector<CodeRef> constructors;
  for (CodeRef own : ClassOf(self.code).own) {
    for (uint32_t inner : program_.InnerCodes(own)) {
      if (IsConstructor({own.file, inner})) constructors.push_back({own.file, inner});
    }
  }
  const uint64_t id = IdOfPlace(self.code, PlaceKind::kAttribute, name->second);
  const bool is_fixed = id != 0 && program_.IsStoredOnlyIn(attribute, constructors) &&
                        ClassAttribute(self.code, attribute).is_impossible();
  if (!is_fixed) return Value::Unknown();
  return Value::UnknownNamed(Size::Named(id, absl::StrCat("self.", attribute)));
}

}  // namespace allreview::understanding

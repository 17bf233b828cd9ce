// The part of Knowledge that knows what super() finds.

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "analyzers/understanding/foreign_functions.h"
#include "analyzers/understanding/knowledge.h"

namespace allreview::understanding {

using Kind = Atom::Kind;

Value Knowledge::SuperIn(CodeRef method, const Value& self, Place place) {
  const CodeRef a_class = {method.file, program_.code(method).parent};
  if (!a_class || program_.code(a_class).kind != ir::Code::Kind::kClass) return Value::Unknown();
  if (self.is_open()) return Value::Unknown();
  // What nobody reads by its name again is not kept.
  const Value object = self.is_impossible() ? Value::InstanceOf(a_class).Promised() : self;
  return Value(Atom{.kind = Kind::kSuper, .code = a_class, .parts = {object}, .origin = place});
}

// The next class, unless a subclass puts another one between: IsNextForAll knows. Behind the last
// class of the program its foreign bases may have an __init__ that takes nothing.
Value Knowledge::AttributeOfSuper(const Atom& super, absl::string_view name, Place place) {
  // A base of another project may have it, too, and stand before those of the program.
  const ClassInfo& info = ClassOf(super.code);
  if (info.is_dynamic || info.is_external_first) return Value::Unknown();
  const std::vector<CodeRef> own = info.own;
  for (size_t i = 1; i < own.size(); ++i) {
    const ClassInfo::Init init = ClassOf(own[i]).init;
    const bool is_made = init == ClassInfo::Init::kOfFields || init == ClassInfo::Init::kUnknown;
    if (name == "__init__" && is_made) return Value::Unknown();
    const Value value = ClassAttribute(own[i], name);
    if (value.is_impossible()) continue;
    const Atom* const only = value.only();
    if (only == nullptr || only->kind != Kind::kFunction || program_.IsStored(name)) {
      return Value::Unknown();
    }
    const Value a_class(Atom{.kind = Kind::kClass, .code = super.code});
    return Value(Atom{.kind = Kind::kMethod,
                      .text = "super",
                      .code = only->code,
                      .parts = {super.parts[0].Promised(), a_class},
                      .origin = place});
  }
  const absl::string_view init = InitThatTakesNothing(ClassOf(super.code).external);
  if (name != "__init__" || init.empty()) return Value::Unknown();
  return Value(
      Atom{.kind = Kind::kMethod,
           .text = std::string(init),
           .parts = {Value::None(place), Value(Atom{.kind = Kind::kClass, .code = super.code})},
           .origin = place});
}

// Without a function: no class of the program is next, but the __init__ of foreign bases.
bool Knowledge::IsNextForAll(CodeRef a_class, CodeRef function) {
  const std::optional<std::vector<CodeRef>> heirs = WithHeirs(a_class);
  if (!heirs || !IsNamedPlainly(a_class)) return false;
  const absl::string_view name = function ? SimpleName(function) : "__init__";
  return std::all_of(heirs->begin(), heirs->end(), [&](CodeRef heir) {
    if (ClassOf(heir).is_external_first) return false;
    const std::vector<CodeRef>& own = ClassOf(heir).own;
    const auto start = std::find(own.begin(), own.end(), a_class);
    if (start == own.end()) return false;
    const auto next = std::find_if(start + 1, own.end(), [&](CodeRef one) {
      const bool is_made = name == "__init__" && ClassOf(one).init != ClassInfo::Init::kInherited;
      return is_made || program_.FindLocal(one, name).has_value();
    });
    if (!function) {
      return next == own.end() && !InitThatTakesNothing(ClassOf(heir).external).empty() &&
             ClassAttribute(heir, "call_super_init").is_impossible();
    }
    return next != own.end() && *next == CodeRef{function.file, program_.code(function).parent};
  });
}

}  // namespace allreview::understanding

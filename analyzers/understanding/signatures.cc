// The part of Knowledge that holds arguments against parameters.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/understanding/foreign_classes.h"
#include "analyzers/understanding/knowledge.h"

namespace allreview::understanding {

using Kind = Atom::Kind;
using Arguments = std::vector<CallArgument>;

namespace {

Signature SignatureOf(const std::vector<Field>& fields) {
  Signature signature;
  for (const bool is_keyword_only : {false, true}) {
    for (const Field& field : fields) {
      if (!field.is_parameter || field.is_keyword_only != is_keyword_only) continue;
      signature.parameters.push_back({.name = field.name,
                                      .kind = is_keyword_only ? ir::Parameter::Kind::kKeywordOnly
                                                              : ir::Parameter::Kind::kPositional,
                                      .has_default = field.has_default});
    }
  }
  return signature;
}

// One that stands for a value, whatever the program does.
bool IsCertain(const CallArgument& argument) {
  return argument.kind == CallArgument::Kind::kPositional ||
         argument.kind == CallArgument::Kind::kKeyword;
}

// Objects of the class are made. Others may mix what nobody makes with classes of their own; a
// module seldom waits for that.
bool IsMadeItself(const ClassUses& uses, absl::string_view name, bool is_module) {
  if (uses.IsCalled(name)) return true;
  return is_module && !uses.IsNamedInText(name) && !absl::StrContains(name, "Mixin");
}

}  // namespace

std::string Knowledge::WhyMethodRefuses(const Atom& method, const Arguments& arguments) {
  const Value& self = method.parts[0];
  const Atom* const behind = method.parts.size() > 1 ? method.parts[1].only() : nullptr;
  if (!method.code && behind == nullptr) return "";
  if (!method.code && behind->kind == Kind::kFunction) {  // Of autograd: see ForwardBehindApply().
    const Value context = Value::Unknown();
    return WhyNotFitting(behind->code, &context, arguments);
  }
  if (!method.code) {  // The __init__ behind all classes of the program.
    const bool is_module = !absl::StartsWith(method.text, "object.");
    const bool refuses = std::any_of(arguments.begin(), arguments.end(), IsCertain) &&
                         IsMadeItself(class_uses(), SimpleName(behind->code), is_module) &&
                         IsNextForAll(behind->code, {});
    return refuses ? absl::StrCat("`", method.text, "` takes no arguments") : "";
  }
  const bool is_known = self.is_exact() && !self.is_open();
  const bool is_of_super = method.parts.size() > 1;
  // A subclass may take other arguments.
  if (!is_known && !is_of_super) return "";
  std::string why = WhyNotFitting(method.code, &self, arguments);
  if (why.empty() || dynamic_code_.ReplacesMethods()) return "";
  if (is_known) return why;
  return behind != nullptr && IsNextForAll(behind->code, method.code) ? why : "";
}

std::string Knowledge::WhyNotConstructible(CodeRef a_class, const Arguments& arguments) {
  const ClassInfo& info = ClassOf(a_class);
  if (!info.is_certain) return "";
  // A call of an enumeration looks a member up.
  if (std::any_of(info.external.begin(), info.external.end(), IsEnumerationBase)) return "";
  for (absl::string_view other : {"__new__", "__call__"}) {
    if (!ClassAttribute(a_class, other).is_impossible()) return "";
  }
  for (CodeRef own : info.own) {
    const ClassInfo& one = ClassOf(own);
    if (one.init == ClassInfo::Init::kUnknown) return "";
    if (program_.IsStoredBeside("__init__", SimpleName(own))) return "";
    if (one.init == ClassInfo::Init::kWritten) break;
    if (one.init != ClassInfo::Init::kOfFields) continue;
    return WhyNotFitting(own, SignatureOf(one.fields), 0, arguments);
  }
  const Value init = ClassAttribute(a_class, "__init__");
  const Atom* const only = init.only();
  const Value self = Value::InstanceOf(a_class);
  const bool is_function = only != nullptr && only->kind == Kind::kFunction;
  return is_function ? WhyNotFitting(only->code, &self, arguments) : "";
}

std::string Knowledge::WhyNotFitting(CodeRef ref, const Value* self,
                                     const Arguments& arguments) const {
  Signature signature;
  for (const ir::Parameter& parameter : program_.code(ref).parameters) {
    signature.parameters.push_back(
        {program_.name(ref.file, parameter.name), parameter.kind, parameter.has_default});
  }
  return WhyNotFitting(ref, signature, self != nullptr ? 1 : 0, arguments);
}

// Counts and names only; what stars hand over nobody knows.
std::string Knowledge::WhyNotFitting(CodeRef ref, const Signature& signature, size_t given,
                                     const Arguments& arguments) const {
  using Parameter = ir::Parameter::Kind;
  // Most calls fit: a name is made for those that do not.
  const auto why = [&](absl::string_view verb, absl::string_view what) {
    return absl::StrCat("`", program_.FullName(ref), "` ", verb, what);
  };
  const auto quoted = [](absl::string_view name) { return absl::StrCat("`", name, "`"); };
  size_t places = 0;
  absl::flat_hash_set<absl::string_view> keywords;
  for (const CallArgument& argument : arguments) {
    if (argument.kind == CallArgument::Kind::kStar) return "";
    if (argument.kind == CallArgument::Kind::kDoubleStar) return "";
    given += argument.kind == CallArgument::Kind::kPositional ? 1 : 0;
    if (argument.kind == CallArgument::Kind::kKeyword) keywords.insert(argument.keyword);
  }
  bool takes_any = false, takes_any_keyword = false;
  absl::string_view missing;
  for (const Signature::Parameter& parameter : signature.parameters) {
    takes_any |= parameter.kind == Parameter::kVarPositional;
    takes_any_keyword |= parameter.kind == Parameter::kVarKeyword;
    const bool is_positional =
        parameter.kind == Parameter::kPositional || parameter.kind == Parameter::kPositionalOnly;
    const bool is_named = is_positional || parameter.kind == Parameter::kKeywordOnly;
    const bool has_place = is_positional && places++ < given;
    const bool has_keyword =
        parameter.kind != Parameter::kPositionalOnly && keywords.erase(parameter.name) > 0;
    if (has_place && has_keyword) {
      return why("gets ", absl::StrCat(quoted(parameter.name), " twice"));
    }
    const bool is_missing = is_named && !has_place && !has_keyword && !parameter.has_default;
    if (is_missing && missing.empty()) missing = parameter.name;
  }
  if (!missing.empty()) return why("needs ", quoted(missing));
  if (given > places && !takes_any) {
    return why("takes ", absl::StrCat(places, " positional arguments, not ", given));
  }
  if (keywords.empty() || takes_any_keyword) return "";
  return why("takes no argument ", quoted(*std::min_element(keywords.begin(), keywords.end())));
}

}  // namespace allreview::understanding

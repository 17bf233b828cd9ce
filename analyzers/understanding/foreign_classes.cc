#include "analyzers/understanding/foreign_classes.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/torch/apis.h"
#include "analyzers/torch/class_attributes.h"
#include "analyzers/understanding/builtin_attributes.h"

namespace allreview::understanding {
namespace {

// What dir() says of each class and its objects, without names that begin with two underscores; a
// space around each. Source: the Python Library Reference.
struct Base {
  absl::string_view name, attributes;
};
constexpr absl::string_view kEnumeration = " name value mro _missing_ _generate_next_value_ ";
constexpr absl::string_view kException = " args with_traceback add_note ";
constexpr Base kBases[] = {
    {"abc.ABC", " register "},
    {"builtins.object", ""},
    {"enum.Enum", kEnumeration},
    {"enum.Flag", kEnumeration},
    {"typing.Generic", ""},
    {"typing.NamedTuple", " _asdict _field_defaults _fields _make _replace count index "},
    {"typing.Protocol", ""},
    {"typing_extensions.Protocol", ""},
    {"builtins.AttributeError", " args with_traceback add_note name obj "},
    {"builtins.ImportError", " args with_traceback add_note msg name name_from path "},
    {"builtins.ModuleNotFoundError", " args with_traceback add_note msg name name_from path "},
    {"builtins.NameError", " args with_traceback add_note name "},
    {"builtins.StopIteration", " args with_traceback add_note value "},
    {"builtins.SystemExit", " args with_traceback add_note code "},
};

// Exceptions that have nothing of their own.
constexpr absl::string_view kPlainExceptions[] = {
    "ArithmeticError",   "AssertionError",
    "BaseException",     "DeprecationWarning",
    "Exception",         "FloatingPointError",
    "FutureWarning",     "GeneratorExit",
    "IndexError",        "KeyError",
    "KeyboardInterrupt", "LookupError",
    "MemoryError",       "NotImplementedError",
    "OverflowError",     "ReferenceError",
    "RuntimeError",      "RuntimeWarning",
    "TypeError",         "UserWarning",
    "ValueError",        "Warning",
    "ZeroDivisionError",
};

const Base* FindBase(absl::string_view name) {
  const auto* const row = std::find_if(std::begin(kBases), std::end(kBases),
                                       [&](const Base& one) { return one.name == name; });
  return row == std::end(kBases) ? nullptr : row;
}

bool IsPlainException(absl::string_view name) {
  return absl::ConsumePrefix(&name, "builtins.") &&
         std::find(std::begin(kPlainExceptions), std::end(kPlainExceptions), name) !=
             std::end(kPlainExceptions);
}

// int and str, of enumerations mostly.
Atom::Kind ValueKindOf(absl::string_view name) {
  if (name == "builtins.int") return Atom::Kind::kInteger;
  return name == "builtins.str" ? Atom::Kind::kText : Atom::Kind::kNone;
}

bool ListHas(absl::string_view list, absl::string_view attribute) {
  return absl::StrContains(list, absl::StrCat(" ", attribute, " "));
}

}  // namespace

bool IsKnownBase(absl::string_view name) {
  return FindBase(name) != nullptr || IsPlainException(name) ||
         ValueKindOf(name) != Atom::Kind::kNone || torch::AreAttributesKnown(name);
}

bool BaseHasAttribute(absl::string_view name, absl::string_view attribute) {
  if (const Base* base = FindBase(name)) return ListHas(base->attributes, attribute);
  if (IsPlainException(name)) return ListHas(kException, attribute);
  if (const Atom::Kind kind = ValueKindOf(name); kind != Atom::Kind::kNone) {
    return MayHaveAttribute(kind, attribute);
  }
  return torch::HasAttribute(name, attribute);
}

bool IsEnumerationBase(absl::string_view name) {
  return absl::StartsWith(name, "enum.") &&
         (absl::StrContains(name, "Enum") || absl::StrContains(name, "Flag"));
}

bool IsPlainEnumerationBase(absl::string_view name) {
  return name == "enum.Enum" || name == "enum.Flag";
}

bool ReturnsItsObject(absl::string_view base, absl::string_view method) {
  if (!torch::IsModule(base)) return false;
  if (method == "to") return true;  // torch.nn.Module.to returns self; the table has it without.
  const torch::Api* const api = torch::FindApi(absl::StrCat(base, ".", method));
  return api != nullptr && !api->overloads.empty() &&
         std::all_of(api->overloads.begin(), api->overloads.end(),
                     [](const auto& one) { return one.result == torch::Result::kSelf; });
}

}  // namespace allreview::understanding

// The part of Knowledge that knows what Python's own functions return.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/understanding/knowledge.h"
#include "analyzers/understanding/library.h"
#include "analyzers/understanding/number_bounds.h"
#include "analyzers/understanding/operands.h"
#include "analyzers/understanding/operations.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;
using Arguments = std::vector<CallArgument>;

// What is made of functions has no name of its own. It may do anything that the function does.
constexpr absl::string_view kManagerMaker = "decorated by contextlib.contextmanager";
constexpr absl::string_view kSame = "decorator that leaves functions as they are";

Value Positional(const Arguments& arguments, size_t i) {
  for (const CallArgument& argument : arguments) {
    if (argument.kind != CallArgument::Kind::kPositional) break;
    if (i-- == 0) return argument.value;
  }
  return Value();
}

bool HasStars(const Arguments& arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const CallArgument& argument) {
    return argument.kind == CallArgument::Kind::kStar ||
           argument.kind == CallArgument::Kind::kDoubleStar;
  });
}

Value LengthOf(const Value& value, Place place) {
  const Atom* const only = value.only();
  const bool is_known = only != nullptr && only->is_sized;
  const bool is_text = only != nullptr && only->kind == Kind::kText && only->is_constant;
  if (is_known) return Value::Integer(static_cast<int64_t>(only->parts.size()), place);
  if (is_text) return Value::Integer(static_cast<int64_t>(only->text.size()), place);
  return NumberWithin(0, Size(), place);
}

// range(end), range(start, end) and range(start, end, step).
Value ElementOfRange(const Arguments& arguments, Place place) {
  const Atom zero = {.kind = Kind::kInteger, .is_constant = true};
  const Atom one = {.kind = Kind::kInteger, .is_constant = true, .integer = 1};
  const bool has_start = arguments.size() > 1;
  const Value start = has_start ? arguments[0].value : Value(zero);
  const Value end = Positional(arguments, has_start ? 1 : 0);
  const Value step = arguments.size() > 2 ? arguments[2].value : Value(one);
  const Atom *const from = start.only(), *const by = step.only();
  const bool goes_up =
      by != nullptr && (by->kind == Kind::kInteger) && LeastOf(*by).value_or(0) >= 1;
  if (!goes_up || from == nullptr) return Value::Some(Kind::kInteger, place);
  const Atom* const to = end.only();
  const Size below = to != nullptr ? BoundOf(*to) - Size::Constant(1) : end.name();
  return NumberWithin(LeastOf(*from), below, place);
}

// int(x) of a constant is the constant.
Value WholeOf(const Value& value, Place place) {
  const Atom* const only = value.only();
  const bool is_whole = only != nullptr && only->is_constant &&
                        (only->kind == Kind::kInteger || only->kind == Kind::kBool);
  return is_whole ? Value::Integer(only->integer, place) : Value::Some(Kind::kInteger, place);
}

Value ItemsOf(Kind kind, const Value& iterable, Place place) {
  const Atom* const only = iterable.only();
  const bool is_sized = only != nullptr && only->is_sized && kind != Kind::kSet;
  if (is_sized) return Value::Sequence(kind, only->parts, place);
  return Value::Collection(kind, iterable.is_impossible() ? Value() : ElementOf(iterable), place);
}

// What makes a container or iterator of others; impossible: it does not.
Value CallOfCollection(absl::string_view name, const Arguments& arguments, Place place) {
  const Value first = Positional(arguments, 0);
  if (name == "range") {
    const Atom* const end = first.only();
    const bool is_empty = arguments.size() == 1 && end != nullptr && end->is_constant &&
                          end->kind == Kind::kInteger && end->integer <= 0;
    if (is_empty) return Value::Collection(Kind::kIterator, Value(), place);
    return Value::Collection(Kind::kIterator, ElementOfRange(arguments, place), place);
  }
  if (name == "tuple") return ItemsOf(Kind::kTuple, first, place);
  if (name == "list" || name == "sorted") return ItemsOf(Kind::kList, first, place);
  if (name == "set" || name == "frozenset") return ItemsOf(Kind::kSet, first, place);
  if (name == "reversed" || name == "iter") return ItemsOf(Kind::kIterator, first, place);
  if (name == "dict") return Value(Atom{.kind = Kind::kDict, .parts = {Value::Unknown()}});
  if (name == "enumerate") {
    Value number =
        arguments.size() == 1 ? NumberWithin(0, Size(), place) : Value::Some(Kind::kInteger, place);
    return Value::Collection(Kind::kIterator,
                             Value::Sequence(Kind::kTuple, {std::move(number), ElementOf(first)}),
                             place);
  }
  if (name == "zip") {
    std::vector<Value> elements;
    for (const CallArgument& argument : arguments) {
      if (argument.kind == CallArgument::Kind::kPositional) {
        elements.push_back(ElementOf(argument.value));
      }
    }
    return Value::Collection(Kind::kIterator, Value::Sequence(Kind::kTuple, std::move(elements)),
                             place);
  }
  return Value();
}

// What decorators make of the function that they are given; with options, one that does so.
Value Decorated(absl::string_view name, const Arguments& arguments, Place place) {
  Value function = Positional(arguments, 0);
  // A function that gives a context manager when it is called.
  if (name == "contextlib.contextmanager") return Value::External(kManagerMaker, place);
  if (name == kManagerMaker) {
    return Value::InstanceOfExternal("contextlib._GeneratorContextManager", place);
  }
  if (name == "functools.wraps") return Value::External(kSame, place);
  const bool is_cache = name == "functools.lru_cache" || name == "functools.cache";
  // Which casts nothing when nobody says to what.
  const bool casts = absl::EndsWith(name, "amp.custom_fwd") &&
                     std::any_of(arguments.begin(), arguments.end(), [](const auto& argument) {
                       return argument.keyword == "cast_inputs";
                     });
  const bool has_options = is_cache || absl::EndsWith(name, "amp.custom_fwd");
  if (has_options && !casts && !function.IsCertainly(Kind::kFunction)) {
    return Value::External(kSame, place);
  }
  for (absl::string_view same :
       {"abc.abstractmethod", "typing.overload", "torch.no_grad", "torch.jit.ignore",
        "torch.compiler.disable", "functools.cache", "functools.lru_cache", "torch.amp.custom_fwd",
        "torch.cuda.amp.custom_fwd"}) {
    const bool is_given = arguments.size() == 1 && !function.is_impossible();
    if ((name == same || name == kSame) && is_given) return function;
  }
  return Value::Unknown();
}

}  // namespace

bool Knowledge::OnlyReads(absl::string_view external) {
  for (absl::string_view name :
       {"builtins.len",   "builtins.isinstance", "builtins.print",     "builtins.range",
        "builtins.str",   "builtins.int",        "builtins.float",     "builtins.bool",
        "builtins.tuple", "builtins.sorted",     "builtins.enumerate", "builtins.zip",
        "builtins.max",   "builtins.min",        "builtins.sum",       "builtins.any",
        "builtins.all",   "builtins.getattr",    "builtins.hasattr",   "builtins.repr",
        "builtins.type",  "builtins.super",      "builtins.list",      "builtins.set",
        "builtins.dict"}) {
    if (external == name) return true;
  }
  return absl::StartsWith(external, "builtins.str.") || absl::StartsWith(external, "math.") ||
         absl::StartsWith(external, "pathlib.") || absl::StartsWith(external, "os.path.") ||
         IsReadingMethod(external);
}

Value Knowledge::CallExternal(absl::string_view name, const Arguments& arguments, Place place) {
  if (std::optional<Value> known = ReturnOfLibrary(name, arguments, place)) return *known;
  if (HasStars(arguments)) return Value::Unknown();
  if (absl::ConsumePrefix(&name, "builtins.")) return CallSpecial(name, arguments, place);
  // With options it is called once more, with the class.
  if (name == "dataclasses.dataclass") {
    const Value a_class = Positional(arguments, 0);
    return a_class.is_impossible() ? Value::External(name, place) : a_class;
  }
  if (name == "typing.cast") return Positional(arguments, 1);
  if (name == "functools.cached_property" || name == "abc.abstractproperty") {
    return CallSpecial("property", arguments, place);
  }
  return Decorated(name, arguments, place);
}

// Of builtins.
Value Knowledge::CallSpecial(absl::string_view name, const Arguments& arguments, Place place) {
  const Value first = Positional(arguments, 0);
  if (name == "len") return LengthOf(first, place);
  if (name == "int") {
    return first.is_impossible() ? Value::Integer(0, place) : WholeOf(first, place);
  }
  if (name == "bool") {
    return OperateUnary(ir::Operator::kNot, OperateUnary(ir::Operator::kNot, first, place), place);
  }
  Value collection = CallOfCollection(name, arguments, place);
  if (!collection.is_impossible()) return collection;
  if (name == "isinstance") return IsInstanceOfAny(first, Positional(arguments, 1), place);
  if (name == "property" || name == "staticmethod" || name == "classmethod") {
    return Value(Atom{.kind = Kind::kInstance,
                      .text = absl::StrCat("builtins.", name),
                      .parts = {first},
                      .origin = place});
  }
  if (name == "getattr") {
    const Value attribute = Positional(arguments, 1), fallback = Positional(arguments, 2);
    const Atom* const only = attribute.only();
    if (only == nullptr || !only->is_constant) return Value::Unknown();
    return Attribute(first, only->text, place).JoinedWith(fallback);
  }
  return Value::Unknown();
}

Value Knowledge::IsInstanceOfAny(const Value& value, const Value& classes, Place place) {
  if (value.is_open() || value.is_impossible()) return Value::SomeBool(place);
  Value result;
  for (const Atom& atom : value.atoms()) {
    const std::optional<bool> is_one = IsInstance(atom, classes);
    // Who asks doubts what is only promised.
    const bool is_doubted = IsPromise(atom) && atom.kind != Kind::kNone;
    result = result.JoinedWith(is_one && !is_doubted ? Value::Bool(*is_one, place)
                                                     : Value::SomeBool(place));
  }
  return result;
}

}  // namespace allreview::understanding

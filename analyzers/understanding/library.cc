#include "analyzers/understanding/library.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/understanding/file_paths.h"
#include "analyzers/understanding/operations.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;
using Arguments = std::vector<CallArgument>;

Value Positional(const Arguments& arguments, size_t i) {
  for (const CallArgument& argument : arguments) {
    if (argument.kind != CallArgument::Kind::kPositional) break;
    if (i-- == 0) return argument.value;
  }
  return Value();
}

bool IsPlain(const CallArgument& argument) {
  return argument.kind == CallArgument::Kind::kPositional;
}

// re.findall gives the text of the one group, or of all that matches; of several groups tuples.
Value FoundBy(const Value& pattern, Place place) {
  const Atom* const only = pattern.only();
  if (only == nullptr || only->kind != Kind::kText || !only->is_constant) {
    return Value::Collection(Kind::kList, Value::Unknown(), place);
  }
  int groups = 0;
  const std::string& text = only->text;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '(') {
      groups +=
          i + 1 >= text.size() || text[i + 1] != '?' || absl::StartsWith(text.substr(i), "(?P<");
    }
  }
  const Value element =
      groups > 1 ? Value::Collection(Kind::kTuple, Value::Some(Kind::kText, place), place)
                 : Value::Some(Kind::kText, place);
  return Value::Collection(Kind::kList, element, place);
}

// One of the values, as they are.
std::optional<Value> LargestOf(const Arguments& arguments) {
  Value any;
  for (const CallArgument& argument : arguments) {
    if (!IsPlain(argument)) return std::nullopt;
    any = any.JoinedWith(argument.value);
  }
  return arguments.size() > 1 ? std::optional(any.Unnamed()) : std::nullopt;
}

std::optional<Value> ItemUnder(const Atom& dict, const Value& key, const Value& fallback) {
  const Value found = ItemOf(Value(dict), key, dict.origin);
  const Atom* const only = key.only();
  const bool is_text = only != nullptr && only->kind == Kind::kText && only->is_constant;
  if (!is_text) return ElementsUnderKeys(dict).JoinedWith(fallback);
  const bool is_there =
      std::find(dict.keys.begin(), dict.keys.end(), only->text) != dict.keys.end();
  return is_there ? found : found.JoinedWith(fallback);
}

// What a view of the dictionary gives one by one; it is no set, but nearly one.
Value ViewOf(const Atom& dict, absl::string_view method, Place place) {
  Value keys = ElementOf(Value(dict));
  Value values = ElementsUnderKeys(dict);
  Value element = method == "keys"     ? keys
                  : method == "values" ? values
                                       : Value::Sequence(Kind::kTuple, {keys, values}, place);
  if (dict.parts.empty()) element = Value();
  return Value::Collection(Kind::kSet, element, place).Promised();
}

std::optional<Value> ReturnOfDict(const Atom& dict, absl::string_view method,
                                  const Arguments& arguments, Place place) {
  const Value key = Positional(arguments, 0), fallback = Positional(arguments, 1);
  if (method == "keys" || method == "values" || method == "items") {
    return ViewOf(dict, method, place);
  }
  if (method == "copy") return Value(dict);
  if (key.is_impossible()) return std::nullopt;
  if (method == "get") {
    return ItemUnder(dict, key, fallback.is_impossible() ? Value::None(place) : fallback);
  }
  if (method == "setdefault") {
    return ItemUnder(dict, key, fallback.is_impossible() ? Value::None(place) : fallback);
  }
  // Without a default it raises; whether it does nobody claims.
  if (method == "pop" && !fallback.is_impossible()) return ItemUnder(dict, key, fallback);
  return std::nullopt;
}

}  // namespace

std::optional<Value> ReturnOfLibrary(absl::string_view name, const Arguments& arguments,
                                     Place place) {
  if (std::optional<Value> any = ReturnOfAnyCall(name, place)) return any;
  if (!std::all_of(arguments.begin(), arguments.end(), IsPlain)) return std::nullopt;
  const Value first = Positional(arguments, 0), second = Positional(arguments, 1);
  if (name == "re.findall") return FoundBy(first, place);
  if (name == "os.environ.get" || name == "os.getenv") {
    const Value fallback = second.is_impossible() ? Value::None(place) : second;
    return Value::Some(Kind::kText, place).JoinedWith(fallback);
  }
  if (name == "builtins.next") {
    const Value next = ElementOf(first).JoinedWith(second);
    return next.is_impossible() ? std::nullopt : std::optional(next);
  }
  if (name == "builtins.max" || name == "builtins.min") return LargestOf(arguments);
  if (name == "builtins.round" && arguments.size() == 1 && first.IsCertainly(Kind::kReal)) {
    return Value::Some(Kind::kInteger, place);
  }
  return std::nullopt;
}

std::optional<Value> ReturnOfMethod(const Value& object, absl::string_view name,
                                    const Arguments& arguments, Place place) {
  const bool is_of_dict = absl::ConsumePrefix(&name, "builtins.dict.");
  const bool is_of_list = !is_of_dict && absl::ConsumePrefix(&name, "builtins.list.");
  const bool is_known = !object.is_open() && !object.is_impossible();
  if (!is_known || !std::all_of(arguments.begin(), arguments.end(), IsPlain)) {
    return std::nullopt;
  }
  Value any;
  for (const Atom& atom : object.atoms()) {
    std::optional<Value> one;
    if (is_of_dict && atom.kind == Kind::kDict) one = ReturnOfDict(atom, name, arguments, place);
    if (is_of_list && atom.kind == Kind::kList && name == "pop") one = ElementOf(Value(atom));
    if (is_of_list && atom.kind == Kind::kList && name == "copy") one = Value(atom);
    if (!one || one->is_impossible()) return std::nullopt;
    any = any.JoinedWith(*one);
  }
  return object.is_exact() ? any : any.Promised();
}

std::string WhyLibraryRefuses(absl::string_view name, const Arguments& arguments) {
  const bool is_length = name == "builtins.len", is_sorting = name == "builtins.sorted";
  const bool takes_several = name == "builtins.list.extend" || is_length || is_sorting;
  if (!takes_several || arguments.size() != 1 || !IsPlain(arguments[0])) return "";
  const Value& given = arguments[0].value;
  // Neither has a length nor can be gone through.
  const auto is_refused = [](const Atom& atom) {
    const bool is_scalar = atom.kind == Kind::kNone || atom.kind == Kind::kBool ||
                           atom.kind == Kind::kInteger || atom.kind == Kind::kReal || IsPath(atom);
    return is_scalar && atom.is_exact;
  };
  const bool fails = !given.is_open() && !given.is_impossible() &&
                     std::all_of(given.atoms().begin(), given.atoms().end(), is_refused);
  if (!fails) return "";
  const absl::string_view function = name.substr(name.rfind('.') + 1);
  return absl::StrCat("`", function, "` takes ", is_length ? "what has a length" : "several values",
                      ", not ", given.ToText());
}

bool OnlyRemoves(absl::string_view name) {
  for (absl::string_view removing :
       {"builtins.list.pop", "builtins.list.remove", "builtins.list.clear", "builtins.list.sort",
        "builtins.list.reverse", "builtins.dict.pop", "builtins.dict.popitem",
        "builtins.dict.clear", "builtins.set.pop", "builtins.set.remove", "builtins.set.discard",
        "builtins.set.clear"}) {
    if (name == removing) return true;
  }
  return false;
}

bool IsReadingMethod(absl::string_view name) {
  for (absl::string_view reading :
       {"builtins.dict.copy", "builtins.dict.get", "builtins.dict.items", "builtins.dict.keys",
        "builtins.dict.values", "builtins.list.copy", "builtins.list.count",
        "builtins.list.index"}) {
    if (name == reading) return true;
  }
  return false;
}

}  // namespace allreview::understanding

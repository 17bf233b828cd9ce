#ifndef ANALYZERS_REPOSITORY_FACTS_H_
#define ANALYZERS_REPOSITORY_FACTS_H_

// What other files may want to know of one file, small enough to keep for every file of a
// repository: about as much as the source, half of it its instructions.
//
//   std::string bytes = EncodeFacts(FactsOf(*module));
//   if (FactsMention(bytes, "all_reduce")) Use(DecodeFacts(bytes));
//
// Facts depend on the content alone, not on the path, and can be cached by blob id. Names are as
// Module::ResolveAsWritten gives them: "torch.nn", "..utils.f", ":Router.forward".

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::repository {

struct Place {
  int line = 0;      // 1-based.
  int end_line = 0;  // Exclusive.
  int column = 0, end_column = 0;
  uint32_t first_byte = 0, end_byte = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

struct ParameterFacts {
  std::string name;
  python::Parameter::Kind kind = python::Parameter::Kind::kPositional;
  bool has_default = false;
  // Only of parameters that may hold process groups: the text of the default, and whether the body
  // takes the group from global state when it is not given.
  std::string default_text = "";
  bool falls_back = false;
  friend bool operator==(const ParameterFacts&, const ParameterFacts&) = default;
};

struct DefinitionFacts {
  std::string name;  // Qualified within the file.
  python::Definition::Kind kind = python::Definition::Kind::kFunction;
  bool is_conditional = false;  // Or defined or assigned more than once.
  Place place;
  std::vector<ParameterFacts> parameters;
  std::vector<std::string> decorators;  // Resolved; as text when that fails.

  // For classes only.
  std::vector<std::string> bases;
  bool has_keywords = false;           // class C(metaclass=...).
  std::vector<std::string> own_names;  // Bound in the body, methods too. Sorted, unique.
  bool sets_any_attribute = false;     // self.__dict__, setattr(self, name, ...).
  bool is_dataclass = false;           // By dataclasses.dataclass.
  bool has_generated_init = false;     // Not @dataclass(init=False).
  bool has_keyword_only_init = false;  // @dataclass(kw_only=True)
  friend bool operator==(const DefinitionFacts&, const DefinitionFacts&) = default;
};

// A name bound at module level.
struct NameFacts {
  std::string name;
  std::string imported;  // What it was imported as; empty: it is defined or assigned here.
  friend bool operator==(const NameFacts&, const NameFacts&) = default;
};

struct ImportFacts {
  std::string target;       // Module or module and name: "pkg.mod.f".
  bool is_from = false;     // `from x import f`; else the target is a module.
  bool is_guarded = false;  // In a try statement or under `if TYPE_CHECKING`.
  bool is_module_level = false;
  std::string symbol;  // Enclosing definition; empty: the module.
  Place place;
  friend bool operator==(const ImportFacts&, const ImportFacts&) = default;
};

// What a call hands over.
struct ArgumentFacts {
  int positional = 0;  // Before any star.
  std::vector<std::string> keywords;
  bool has_star = false, has_double_star = false;
  // A failure is expected: `with pytest.raises`, `except TypeError`, a test of the signature.
  bool is_guarded = false;
  friend bool operator==(const ArgumentFacts&, const ArgumentFacts&) = default;
};

struct CallFacts : ArgumentFacts {
  std::string callee;        // Empty ones are not kept, nor builtins.
  bool is_cold = false;      // See cold.h.
  bool is_captured = false;  // In the body of `with torch.cuda.graph(...)`.
  bool is_self = false;      // `self.f()`: a subclass may override what it names.
  std::string symbol;
  Place place;
  friend bool operator==(const CallFacts&, const CallFacts&) = default;
};

// object.method(...) that the file alone does not resolve.
struct MethodCallFacts : ArgumentFacts {
  enum class Receiver : uint8_t {
    kSelf,       // self.method(), of a base, or an attribute that is called.
    kSuper,      // super().method()
    kAttribute,  // self.receiver.method()
    kClass,      // An instance of the class `receiver`, as written.
    kOther,      // Nobody knows.
    kStar,       // method(): a name that only a star import can bind.
  };
  std::string method;
  Receiver kind = Receiver::kOther;
  std::string receiver;
  bool is_cold = false, is_captured = false;
  std::string symbol;
  Place place;
  friend bool operator==(const MethodCallFacts&, const MethodCallFacts&) = default;
};

// A function that is named without being called.
struct ReferenceFacts {
  enum class Kind : uint8_t {
    kArgument,   // f(function)
    kHook,       // x.register_forward_hook(function)
    kHookMaker,  // x.register_hook(function(...)): what it returns is the hook.
    kCaptured,   // CudaGraphManager(..., function_name="function")
  };
  Kind kind = Kind::kArgument;
  std::string target;  // As a callee.
  bool is_cold = false, is_captured = false;
  std::string symbol;
  Place place;
  friend bool operator==(const ReferenceFacts&, const ReferenceFacts&) = default;
};

// f(keyword=parameter) where the parameter of the enclosing function may hold a process group.
struct ForwardFacts {
  std::string symbol, parameter;
  std::string callee, keyword;
  friend bool operator==(const ForwardFacts&, const ForwardFacts&) = default;
};

// `self.name = ...`, all of one class together.
struct AttributeFacts {
  enum Device : uint8_t { kNowhere = 0, kCpu = 1, kGpu = 2, kBoth = 3 };
  std::string owner;  // Class, qualified within the file.
  std::string name;
  std::vector<std::string> types;  // Classes as written, by constructor calls and annotations.
  int device = kNowhere;           // Where its tensors are made; bits.
  int line = 0;                    // First assignment.
  friend bool operator==(const AttributeFacts&, const AttributeFacts&) = default;
};

// `name: annotation = default` in the body of a class.
struct FieldFacts {
  std::string owner, name;
  std::string annotation, default_text;  // One line each, cut after some characters.
  Place place;
  // For dataclasses: it is a parameter of __init__ (unless ClassVar), may be left out, and must be
  // given by name.
  bool is_in_init = true, has_default = false, is_keyword_only = false;
  friend bool operator==(const FieldFacts&, const FieldFacts&) = default;
};

// Use of a field: config.name, self.config.name, args.name, or self.name where it is a field.
struct FieldUseFacts {
  std::string name;
  bool is_write = false;
  std::string symbol;
  Place place;
  friend bool operator==(const FieldUseFacts&, const FieldUseFacts&) = default;
};

// parser.add_argument("--option", ...)
struct FlagFacts {
  std::string option, destination;  // The first long option; what its value is stored as.
  std::string default_text, type, action;
  std::string symbol;
  Place place;
  friend bool operator==(const FlagFacts&, const FlagFacts&) = default;
};

struct FileFacts {
  // Each word followed by a line end, sorted, once. Identifiers of the code; and what looks like
  // one in its strings, docstrings not ("--num-heads" is num_heads).
  std::string identifiers, string_words;
  std::vector<DefinitionFacts> definitions;  // In source order.
  std::vector<NameFacts> names;              // Sorted, unique.
  std::vector<ImportFacts> imports;
  std::vector<CallFacts> calls;
  std::vector<std::string> star_imports;
  std::vector<MethodCallFacts> method_calls;
  std::vector<ReferenceFacts> references;
  std::vector<ForwardFacts> forwards;
  std::vector<AttributeFacts> attributes;  // Sorted by owner and name.
  std::vector<FieldFacts> fields;
  std::vector<FieldUseFacts> field_uses;
  std::vector<FlagFacts> flags;
  // Names that the file gives attributes of objects other than self, or looks up by their text:
  // `args.x = 1`, setattr(m, "x", 1), hasattr(m, "x"), Namespace(x=1), add_subparsers(dest="x").
  // Sorted, unique.
  std::vector<std::string> stored_names;
  std::string style;         // StyleFacts, packed.
  std::string lines;         // LineFacts of the significant lines, packed.
  std::string code;          // Its instructions (analyzers/ir/encoding.h).
  bool has_getattr = false;  // A module-level __getattr__, or names that it makes itself.
  bool has_errors = false;   // The parser recovered from something: absence proves nothing.
  friend bool operator==(const FileFacts&, const FileFacts&) = default;
};

FileFacts FactsOf(const python::Module& module);

// Calls directly inside of the node may fail, and the program is ready for it.
bool ExpectsFailure(python::Node node);

// Compact and versioned: DecodeFacts refuses what another version wrote.
std::string EncodeFacts(const FileFacts& facts);
// nullopt: not facts, or of another version.
std::optional<FileFacts> DecodeFacts(absl::string_view bytes);
bool AreFacts(absl::string_view bytes);

// FileFacts.lines, without decoding the rest. A view into `bytes`; empty for what are not facts.
absl::string_view PackedLinesOfFacts(absl::string_view bytes);

// FileFacts.style, likewise.
absl::string_view PackedStyleOfFacts(absl::string_view bytes);

// FileFacts.code, likewise.
absl::string_view EncodedCodeOfFacts(absl::string_view bytes);

// Some name in the facts has `part` between its dots. Costs a search, not a decoding.
bool FactsMention(absl::string_view bytes, absl::string_view part);
// All such parts, in no order and with repetitions. Views into `bytes`.
std::vector<absl::string_view> PartsOfFacts(absl::string_view bytes);
// FileFacts.identifiers and string_words without decoding the rest. Views into `bytes`.
absl::string_view IdentifiersOfFacts(absl::string_view bytes);
absl::string_view StringWordsOfFacts(absl::string_view bytes);
// The word is one of `words`, which are as above.
bool HasWord(absl::string_view words, absl::string_view word);

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_FACTS_H_

#ifndef ANALYZERS_REPOSITORY_FACTS_H_
#define ANALYZERS_REPOSITORY_FACTS_H_

// What other files may want to know of one file, small enough to keep for every file of a
// repository: about a tenth of the source.
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
};

struct ParameterFacts {
  std::string name;
  python::Parameter::Kind kind = python::Parameter::Kind::kPositional;
  bool has_default = false;
  friend bool operator==(const ParameterFacts&, const ParameterFacts&) = default;
};

struct DefinitionFacts {
  std::string name;  // Qualified within the file.
  python::Definition::Kind kind = python::Definition::Kind::kFunction;
  bool is_conditional = false;  // Or defined more than once.
  Place place;
  std::vector<ParameterFacts> parameters;
  std::vector<std::string> decorators;  // Resolved; as text when that fails.
  std::vector<std::string> bases;
  bool has_keywords = false;  // class C(metaclass=...).
};

// A name bound at module level.
struct NameFacts {
  std::string name;
  std::string imported;  // What it was imported as; empty: it is defined or assigned here.
};

struct ImportFacts {
  std::string target;       // Module or module and name: "pkg.mod.f".
  bool is_from = false;     // `from x import f`; else the target is a module.
  bool is_guarded = false;  // In a try statement or under `if TYPE_CHECKING`.
  bool is_module_level = false;
  std::string symbol;  // Enclosing definition; empty: the module.
  Place place;
};

struct CallFacts {
  std::string callee;  // Empty ones are not kept, nor builtins.
  int positional = 0;  // Before any star.
  std::vector<std::string> keywords;
  bool has_star = false, has_double_star = false;
  bool is_guarded = false;  // In a `with pytest.raises` or a try statement.
  std::string symbol;
  Place place;
};

struct FileFacts {
  std::vector<DefinitionFacts> definitions;  // In source order.
  std::vector<NameFacts> names;              // Sorted, unique.
  std::vector<ImportFacts> imports;
  std::vector<CallFacts> calls;
  std::vector<std::string> star_imports;
  bool has_getattr = false;  // A module-level __getattr__.
  bool has_errors = false;   // The parser recovered from something: absence proves nothing.
};

FileFacts FactsOf(const python::Module& module);

// Compact and versioned: DecodeFacts refuses what another version wrote.
std::string EncodeFacts(const FileFacts& facts);
// nullopt: not facts, or of another version.
std::optional<FileFacts> DecodeFacts(absl::string_view bytes);
bool AreFacts(absl::string_view bytes);

// Some name in the facts has `part` between its dots. Costs a search, not a decoding.
bool FactsMention(absl::string_view bytes, absl::string_view part);

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_FACTS_H_

#ifndef ANALYZERS_RULES_CONFIGURATION_USAGE_H_
#define ANALYZERS_RULES_CONFIGURATION_USAGE_H_

// Where the name of a configuration field or flag stands, and whether anybody reads its value.
//
//   if (!IsRead(change, "num_groups")) ...
//
// A reader is any use of the name in code that is no test: an attribute, a variable, a text such as
// getattr(config, "num_groups"). What only carries the value on is none: definitions of fields,
// flags and parameters, `SomeConfig(num_groups=args.num_groups)`, `config.num_groups = 4`. A class
// of another project, or one with such a base, may read what it is given.

#include <functional>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules::configuration {

// One place where a name stands.
struct Occurrence {
  enum class Kind {
    kRead,
    kValidation,  // Read in __post_init__, or in a function named for validation.
    kField,       // `name: int = 4` in a class.
    kOption,      // "--name" or dest="name" of add_argument.
    kCarried,     // Assignment, keyword, parameter.
  };
  Kind kind = Kind::kRead;
  const python::Module* module = nullptr;
  Node node;  // Identifier or text of a string.
  bool IsRead() const { return kind == Kind::kRead || kind == Kind::kValidation; }
};

// Calls `visit` for the places of the name in code that is no test, until it returns false. Nodes
// live as long as the call. False when that cannot be done: the repository is not completely known,
// or the name stands in too many files.
bool ForEachOccurrence(ChangeContext& change, const std::string& name,
                       const std::function<bool(const Occurrence&)>& visit);

// Also true when nobody can tell.
bool IsRead(ChangeContext& change, const std::string& name);

// A base of the class is defined in another project, but for Python's own: fields may be overridden
// and read there.
bool InheritsFromElsewhere(ChangeContext& change, const std::string& class_name);

// Code may read it under a name that it makes: f"muon_{name}" for muon_momentum.
bool MayBeReadByPattern(ChangeContext& change, absl::string_view name);

// The source hands over the fields of a whole object by name: `**vars(args)`, `**asdict(config)`.
// `suffix` is what the name of the object must end with.
bool SplatsObject(absl::string_view source, absl::string_view suffix);

}  // namespace allreview::rules::configuration

#endif  // ANALYZERS_RULES_CONFIGURATION_USAGE_H_

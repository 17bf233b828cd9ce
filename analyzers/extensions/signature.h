#ifndef ANALYZERS_EXTENSIONS_SIGNATURE_H_
#define ANALYZERS_EXTENSIONS_SIGNATURE_H_

// What Python may hand to a bound function, and why a call does not fit.

#include <optional>
#include <string>
#include <vector>

#include "analyzers/extensions/cpp_facts.h"
#include "analyzers/extensions/schema.h"
#include "analyzers/repository/facts.h"

namespace allreview::extensions {

struct Parameter {
  std::string name;  // Empty: by position only.
  bool has_default = false, is_keyword_only = false, is_positional_only = false;
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

struct Signature {
  std::vector<Parameter> parameters;
  bool takes_args = false, takes_kwargs = false;
  friend bool operator==(const Signature&, const Signature&) = default;
};

Signature SignatureOf(const Schema& schema);
// What pybind11 makes of a function's parameters, without `self`, and the names that a binding
// gives them. nullopt: it names more or fewer than there are, which does not compile.
std::optional<Signature> SignatureOf(const BoundName& bound,
                                     const std::vector<CppParameter>& parameters);
// Parameters that names stand for: not py::args and py::kwargs.
int CountNamed(const std::vector<CppParameter>& parameters);

struct Misfit {
  enum class Kind {
    kTooMany,      // `given` positional arguments where `wanted` is the most.
    kTooFew,       // `name` has no value; empty: one that has no name.
    kUnknownName,  // No parameter is called `name`.
    kGivenTwice,
  };
  Kind kind = Kind::kTooMany;
  std::string name = {};
  int given = 0, wanted = 0;
};
// nullopt: it fits, as far as is known.
std::optional<Misfit> MisfitOf(const Signature& signature, const repository::ArgumentFacts& call);

}  // namespace allreview::extensions

#endif  // ANALYZERS_EXTENSIONS_SIGNATURE_H_

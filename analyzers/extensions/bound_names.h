#ifndef ANALYZERS_EXTENSIONS_BOUND_NAMES_H_
#define ANALYZERS_EXTENSIONS_BOUND_NAMES_H_

// Every binding of one side of a change with the C++ function that it binds and what Python may
// hand to it.

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/extensions/cpp_tree.h"
#include "analyzers/extensions/signature.h"

namespace allreview::extensions {

// How a binding was matched with its C++ function, or why it was not.
enum class Match {
  kFunction,    // Found in the repository.
  kInPlace,     // A lambda, py::init<int>(), overload_cast<int>: its parameters stand there.
  kSchema,      // An operator that is only declared: TORCH_LIBRARY_IMPL implements it.
  kNoFunction,  // It binds none: a class, an attribute, an enumerator, a submodule.
  kNotFound,    // The function is not of this repository.
  kAmbiguous,   // Functions of that name take different numbers of parameters.
  kOpen,        // Takes a pack or `...`.
  kMisfit,      // More or fewer names than parameters.
};
absl::string_view MatchName(Match match);

struct Bound {
  const CppFacts* file = nullptr;
  const BoundName* name = nullptr;
  Match match = Match::kNoFunction;
  std::vector<FoundFunction> functions = {};          // Declarations and definitions.
  std::vector<CppParameter> parameters = {};          // Without `self`, where they are known.
  std::optional<Signature> signature = std::nullopt;  // nullopt: nobody knows what it takes.
  std::optional<Schema> schema = std::nullopt;

  bool is_operator() const {
    return name->kind == cpp::Binding::Kind::kOperator ||
           name->kind == cpp::Binding::Kind::kImplementation;
  }
};

// By which Python calls it: the class of a constructor, "scale" of the overload "scale.out".
std::string PythonNameOf(const BoundName& name);

// In the order of files and lines.
std::vector<Bound> BoundNamesOf(CppTree& tree);

}  // namespace allreview::extensions

#endif  // ANALYZERS_EXTENSIONS_BOUND_NAMES_H_

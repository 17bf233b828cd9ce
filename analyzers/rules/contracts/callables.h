#ifndef ANALYZERS_RULES_CONTRACTS_CALLABLES_H_
#define ANALYZERS_RULES_CONTRACTS_CALLABLES_H_

// Which function, method or constructor of the repository a call runs, and what that takes.
//
//   Callables callables(project);
//   for (const CallFacts& call : file.facts().calls) {
//     if (auto callable = callables.Of(file, call)) Check(call, callable->parameters);
//   }
//
// Only what is certain: not what a decorator may have changed, what is defined twice or assigned
// anew, methods that a subclass overrides, classes with a metaclass or __new__, properties.
//
// With `before`, versions of some files from before the change, answers are about that state, as
// far as it differs in these files.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"
#include "base/name_hash.h"

namespace allreview::rules::contracts {

struct Callable {
  std::string name;  // As its file calls it: "scale", "Layer" for its constructor, "Layer.forward".
  std::string path;
  repository::Place place;  // Place of the definition with the parameters.
  std::vector<repository::ParameterFacts> parameters;  // Without those that are bound.
  // Definitions that decide what it takes, absolute: the function; for a constructor the classes up
  // to the one that has it, and its __init__.
  std::vector<std::string> origins;
};

using CallableRef = std::shared_ptr<const Callable>;

// Files before the change, by path.
using FilesBefore = std::map<std::string, repository::IndexedFile>;

class Callables {
 public:
  // Both are borrowed.
  explicit Callables(repository::Project& project, const FilesBefore* before = nullptr)
      : project_(project), before_(before) {}

  // Null: not known for certain.
  CallableRef Of(const repository::IndexedFile& file, const repository::CallFacts& call);
  CallableRef Of(const repository::IndexedFile& file, const repository::MethodCallFacts& call);

 private:
  using Found = repository::Found;
  using Order = std::vector<std::string>;  // Classes, nearest first.
  using Cache = absl::flat_hash_map<std::string, CallableRef, NameHash>;

  // In the state that is asked about.
  Found Find(absl::string_view absolute_name);
  std::optional<Callable> OfFunction(const Found& function);
  std::optional<Callable> OfName(const std::string& absolute_name);
  std::optional<Callable> OfConstructor(const std::string& class_name);
  // __init__ of the first class of the order that has one.
  std::optional<Callable> FindInit(const Order& order);
  std::optional<Callable> OfDataclass(const Found& a_class, const Order& order);
  // The first class of the order that has it must have it as a plain method.
  std::optional<Callable> FindMethod(const Order& order, absl::string_view method, bool is_bound);
  // The same, called on an object of the class: nothing may override it.
  CallableRef OfObject(const std::string& class_name, absl::string_view method);
  std::optional<Callable> FindForObject(const std::string& class_name, absl::string_view method);
  CallableRef OfSuper(const std::string& class_name, absl::string_view method);
  std::optional<Callable> FindBehind(const std::string& class_name, absl::string_view method);
  Order OrderOf(const std::string& class_name);

  repository::Project& project_;
  const FilesBefore* before_;
  // What was found before: by absolute name, by "class.method" of an object and of super().
  Cache by_name_, of_objects_, of_supers_;
};

// The class and its bases in the order in which Python looks up attributes. Empty: not all of them
// are known.
std::vector<std::string> LookupOrder(repository::Project& project, absl::string_view class_name);

// Decorators that hand the arguments on as they are, by their names.
bool KeepsSignature(const std::vector<std::string>& decorators);
bool HasDecorator(const repository::DefinitionFacts& definition, absl::string_view last_part);

}  // namespace allreview::rules::contracts

#endif  // ANALYZERS_RULES_CONTRACTS_CALLABLES_H_

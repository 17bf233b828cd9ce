#ifndef ANALYZERS_REPOSITORY_FACTS_COLLECTORS_H_
#define ANALYZERS_REPOSITORY_FACTS_COLLECTORS_H_

// The parts of FactsOf. It walks over the file once and shows every node to each collector.

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/repository/facts.h"
#include "analyzers/repository/style_facts.h"
#include "base/name_hash.h"

namespace allreview::repository {

// What is around a node.
struct Surroundings {
  const python::Definition* definition = nullptr;  // Innermost; null: the module.
  const python::Definition* function = nullptr;    // Innermost function or method.
  const python::Definition* a_class = nullptr;     // Innermost class.
  bool is_guarded = false;                         // A failure is expected here.
  bool is_cold = false, is_captured = false;       // See CallFacts.

  const std::string& symbol() const;
};

Place PlaceOf(python::Node node);

// Calls, references to functions, and what is forwarded.
class CallCollector {
 public:
  CallCollector(const python::Module& module, FileFacts* facts);
  void Visit(python::Node node, const Surroundings& around);

 private:
  python::Node LaunchedBy(python::Node call) const;
  void AddMethodCall(python::Node call, const Surroundings& around);
  void AddReferences(python::Node call, const Surroundings& around);
  void AddHook(python::Node hook, const Surroundings& around);
  void AddReference(ReferenceFacts::Kind kind, std::string target, python::Node at,
                    const Surroundings& around);
  void AddForwards(python::Node call, const Surroundings& around);

  const python::Module& module_;
  FileFacts* facts_;
  // Simple names that may be functions.
  absl::flat_hash_set<absl::string_view, NameHash, NameEqual> functions_;
};

// What classes store on self.
class AttributeCollector {
 public:
  AttributeCollector(const python::Module& module, FileFacts* facts)
      : module_(module), facts_(facts) {}
  void VisitAssignment(python::Node assignment, const Surroundings& around);
  void VisitCall(python::Node call, const Surroundings& around);
  void Finish();

 private:
  AttributeFacts& Of(const Surroundings& around, absl::string_view name, python::Node at);

  const python::Module& module_;
  FileFacts* facts_;
  std::map<std::pair<std::string, std::string>, AttributeFacts> attributes_;
  std::set<std::string> open_;  // Classes that set attributes of names that they make.
};

// Fields of configuration classes, command-line flags, and their uses.
class ConfigurationCollector {
 public:
  explicit ConfigurationCollector(FileFacts* facts) : facts_(facts) {}
  void VisitAssignment(python::Node assignment, const Surroundings& around);
  void VisitAttribute(python::Node attribute, const Surroundings& around);
  void VisitCall(python::Node call, const Surroundings& around);

 private:
  void AddUse(absl::string_view name, bool is_write, python::Node at, const Surroundings& around);

  FileFacts* facts_;
  std::set<absl::string_view> fields_;  // Of the file.
  // Name, writing, symbol: one use of each is enough.
  std::set<std::tuple<absl::string_view, bool, const python::Definition*>> seen_;
};

// FileFacts.stored_names; also of {"dest": "x"}, for what is handed to add_argument later.
class StoredNameCollector {
 public:
  explicit StoredNameCollector(FileFacts* facts) : facts_(facts) {}
  void VisitAttribute(python::Node attribute);
  void VisitCall(python::Node call);
  void VisitPair(python::Node pair);
  void Finish();

 private:
  FileFacts* facts_;
  std::set<absl::string_view> names_;
};

// All definitions of the file, in source order.
std::vector<DefinitionFacts> CollectDefinitions(const python::Module& module);
// Which classes make attributes at run time, by the words that are known already. Calls of setattr
// are looked at one by one (AttributeCollector).
void NoteMadeAttributes(const python::Module& module, FileFacts* facts);

// FileFacts.identifiers and string_words.
class WordCollector {
 public:
  WordCollector(const python::Module& module, FileFacts* facts) : module_(module), facts_(facts) {}
  void VisitString(python::Node content);
  void Finish();

 private:
  void AddString(absl::string_view text);

  const python::Module& module_;
  FileFacts* facts_;
  absl::flat_hash_set<absl::string_view, NameHash, NameEqual> string_words_;
  std::set<std::string> options_;
};

// FileFacts.style.
class StyleCollector {
 public:
  // The others need not be shown.
  static bool IsOfInterest(python::Kind kind) {
    switch (kind) {
      case python::Kind::kAssertStatement:
      case python::Kind::kCall:
      case python::Kind::kExceptClause:
      case python::Kind::kImportFromStatement:
      case python::Kind::kImportStatement:
      case python::Kind::kRaiseStatement:
      case python::Kind::kType:
      case python::Kind::kWildcardImport:
        return true;
      default:
        return false;
    }
  }
  void Visit(python::Node node);
  // After the last node.
  std::string Finish(const python::Module& module);

 private:
  void Count(StyleFacts::Habit habit, bool does = true);
  void AddDefinitions(const python::Module& module);
  void AddDocstring(absl::string_view text);
  void AddCopyright(const python::SyntaxTree& tree);
  void AddCall(python::Node call);

  StyleFacts style_;
};

// ---- Types, devices and groups, by the text of one expression.

// Class that an annotation names: "X" for X, Optional[X], X | None and "X". As written; empty:
// none.
std::string TypeOfAnnotation(const python::Module& module, python::Node annotation);
// Classes that the value may be an instance of: of constructor calls, conditional expressions, and
// names with such a value or annotation.
std::vector<std::string> TypesOfValue(const python::Module& module, python::Node value);
// Bits of AttributeFacts::Device: where a tensor factory or a move puts its result.
int DeviceOfValue(const python::Module& module, python::Node value);

// A parameter of that name may hold a process group or a collection of them.
bool MayHoldGroup(absl::string_view name);
// The body takes the group from global state when the parameter is None.
bool FallsBackToGlobal(absl::string_view body, absl::string_view parameter);

// One line, at most that long.
std::string ShortText(python::Node node, size_t max_bytes = 60);

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_FACTS_COLLECTORS_H_

#include "analyzers/repository/facts.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/ir/encoding.h"
#include "analyzers/ir/lower.h"
#include "analyzers/repository/cold.h"
#include "analyzers/repository/facts_collectors.h"
#include "analyzers/repository/significant_lines.h"

namespace allreview::repository {
namespace {

using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;

std::string SymbolAt(const Module& module, Node node) {
  const Definition* definition = module.EnclosingDefinition(node);
  return definition == nullptr ? "" : definition->name;
}

// It may fail to be imported, or never is: `try`, TYPE_CHECKING.
bool IsGuarded(Node node) {
  for (Node around = node.parent(); around; around = around.parent()) {
    if (around.Is(Kind::kTryStatement)) return true;
    if (around.Is(Kind::kWithStatement) &&
        absl::StrContains(around.child(Kind::kWithClause).text(), "aises")) {
      return true;
    }
    if (around.Is(Kind::kIfStatement) &&
        absl::StrContains(around.child(Field::kCondition).text(), "TYPE_CHECKING")) {
      return true;
    }
  }
  return false;
}

// What the name stands for when it is another name for something imported: `mpu = parallel_state`.
std::string ImportedAs(const Module& module, const python::Binding& binding) {
  if (binding.kind != python::Binding::Kind::kAssignment || !binding.value.Is(Kind::kIdentifier)) {
    return binding.imported;
  }
  std::string name = module.ResolveAsWritten(binding.value);
  const bool is_own = absl::StartsWith(name, ":") || absl::StartsWith(name, "builtins.");
  return is_own ? "" : name;
}

std::vector<NameFacts> CollectNames(const Module& module) {
  std::vector<NameFacts> names;
  for (const python::Binding& binding : module.scopes().bindings()) {
    if (binding.scope != 0) break;  // Sorted by scope.
    if (binding.kind == python::Binding::Kind::kDelete) continue;
    if (names.empty() || names.back().name != binding.name) {
      names.push_back({std::string(binding.name), ImportedAs(module, binding)});
    } else if (names.back().imported != ImportedAs(module, binding)) {
      names.back().imported.clear();
    }
  }
  return names;
}

std::vector<ImportFacts> CollectImports(const Module& module) {
  std::vector<ImportFacts> imports;
  for (const python::Binding& binding : module.scopes().bindings()) {
    if (binding.kind != python::Binding::Kind::kImport) continue;
    ImportFacts facts;
    facts.is_from = binding.value.Is(Kind::kImportFromStatement);
    facts.target = binding.imported;
    if (!facts.is_from) {  // `import a.b` binds `a`, but needs a.b.
      const Node dotted = binding.node.parent();
      if (dotted.Is(Kind::kDottedName)) facts.target = std::string(dotted.text());
    }
    facts.is_guarded = IsGuarded(binding.value);
    facts.is_module_level = binding.scope == 0;
    facts.symbol = SymbolAt(module, binding.node);
    facts.place = PlaceOf(binding.node);
    imports.push_back(std::move(facts));
  }
  std::stable_sort(imports.begin(), imports.end(), [](const ImportFacts& a, const ImportFacts& b) {
    return a.place.first_byte < b.place.first_byte;
  });
  return imports;
}

std::string CollectLines(const Module& module) { return PackLines(LineFactsOf(module.tree())); }

// Names of the module are made at run time.
bool MakesNames(const Module& module, const FileFacts& facts) {
  constexpr std::pair<absl::string_view, absl::string_view> kWays[] = {
      {"globals", "globals()["},
      {"globals", "globals().update"},
      {"modules", "sys.modules[__name__]"},
  };
  return std::any_of(std::begin(kWays), std::end(kWays), [&](const auto& way) {
    return HasWord(facts.identifiers, way.first) && absl::StrContains(module.source(), way.second);
  });
}

// Shows each node, with what is around it, to all collectors.
class Walk {
 public:
  Walk(const Module& module, FileFacts* facts)
      : module_(module),
        calls_(module, facts),
        attributes_(module, facts),
        configuration_(facts),
        stored_names_(facts),
        words_(module, facts),
        facts_(facts) {}

  void Run() {
    const python::SyntaxTree& tree = module_.tree();
    std::vector<Region> regions = {{tree.size(), {}}};
    std::vector<const Definition*> bodies = Bodies();
    size_t next_body = 0;
    for (uint32_t i = 0; i < tree.size(); ++i) {
      const Node node = tree.node(i);
      if (!IsOfInterest(node.kind())) continue;
      while (i >= regions.back().end) regions.pop_back();
      while (next_body < bodies.size() && bodies[next_body]->body.index() < i) ++next_body;
      const bool is_definition = next_body < bodies.size() && bodies[next_body]->body.index() == i;
      if (is_definition || MayChangeSurroundings(node.kind())) {
        Surroundings around = regions.back().around;
        if (is_definition) Enter(*bodies[next_body++], &around);
        if (ExpectsFailure(node)) around.is_guarded = true;
        if (StartsColdBlock(node)) around.is_cold = true;
        if (StartsCapture(module_, node)) around.is_captured = true;
        if (is_definition || Differ(around, regions.back().around)) {
          regions.push_back({node.subtree_end(), around});
        }
      }
      Visit(node, regions.back().around);
    }
    attributes_.Finish();
    stored_names_.Finish();
    words_.Finish();
    facts_->style = style_.Finish(module_);
  }

 private:
  struct Region {
    uint32_t end;  // Index after its last node.
    Surroundings around;
  };

  // Those with a body, in its order. Decorators, defaults, annotations and bases stand outside of
  // it: they run where the definition does.
  std::vector<const Definition*> Bodies() const {
    std::vector<const Definition*> bodies;
    for (const Definition& definition : module_.definitions()) {
      if (definition.body) bodies.push_back(&definition);
    }
    std::sort(bodies.begin(), bodies.end(), [](const Definition* a, const Definition* b) {
      return a->body.index() < b->body.index();
    });
    return bodies;
  }

  // The body of a definition, or something that a collector looks at. Most nodes are tokens and
  // names.
  static bool IsOfInterest(Kind kind) {
    switch (kind) {
      case Kind::kAssignment:
      case Kind::kAttribute:
      case Kind::kCall:
      case Kind::kClassDefinition:
      case Kind::kDecoratedDefinition:
      case Kind::kFunctionDefinition:
      case Kind::kPair:
      case Kind::kStringContent:
        return true;
      default:
        return MayChangeSurroundings(kind) || StyleCollector::IsOfInterest(kind);
    }
  }

  // Only these expect a failure, are cold or start a capture.
  static bool MayChangeSurroundings(Kind kind) {
    switch (kind) {
      case Kind::kAssertStatement:
      case Kind::kBlock:
      case Kind::kExceptClause:
      case Kind::kIfStatement:
      case Kind::kRaiseStatement:
      case Kind::kWithStatement:
        return true;
      default:
        return false;
    }
  }

  static bool Differ(const Surroundings& a, const Surroundings& b) {
    return a.is_guarded != b.is_guarded || a.is_cold != b.is_cold || a.is_captured != b.is_captured;
  }

  static void Enter(const Definition& definition, Surroundings* around) {
    around->definition = &definition;
    if (definition.kind == Definition::Kind::kClass) {
      around->a_class = &definition;
      around->function = nullptr;
      return;
    }
    around->function = &definition;
    // Defining a function in such a block does not call it there.
    around->is_cold = around->is_captured = false;
  }

  void Visit(Node node, const Surroundings& around) {
    switch (node.kind()) {
      case Kind::kCall:
        calls_.Visit(node, around);
        attributes_.VisitCall(node, around);
        configuration_.VisitCall(node, around);
        stored_names_.VisitCall(node);
        break;
      case Kind::kAssignment:
        attributes_.VisitAssignment(node, around);
        configuration_.VisitAssignment(node, around);
        break;
      case Kind::kAttribute:
        configuration_.VisitAttribute(node, around);
        stored_names_.VisitAttribute(node);
        break;
      case Kind::kPair:
        stored_names_.VisitPair(node);
        break;
      case Kind::kStringContent:
        words_.VisitString(node);
        break;
      default:
        break;
    }
    if (StyleCollector::IsOfInterest(node.kind())) style_.Visit(node);
  }

  const Module& module_;
  CallCollector calls_;
  AttributeCollector attributes_;
  ConfigurationCollector configuration_;
  StoredNameCollector stored_names_;
  WordCollector words_;
  StyleCollector style_;
  FileFacts* facts_;
};

}  // namespace

const std::string& Surroundings::symbol() const {
  static const std::string* const module = new std::string;
  return definition == nullptr ? *module : definition->name;
}

Place PlaceOf(Node node) {
  const python::SyntaxTree& tree = *node.tree();
  Place place;
  place.first_byte = node.first_byte();
  place.end_byte = node.end_byte();
  place.line = node.first_line();
  place.end_line = node.last_line() + 1;
  place.column = tree.ColumnOf(place.first_byte);
  place.end_column = static_cast<int>(place.end_byte - tree.LineStart(place.end_line - 1));
  return place;
}

FileFacts FactsOf(const Module& module) {
  FileFacts facts;
  facts.definitions = CollectDefinitions(module);
  facts.names = CollectNames(module);
  facts.imports = CollectImports(module);
  Walk(module, &facts).Run();
  NoteMadeAttributes(module, &facts);
  facts.lines = CollectLines(module);
  facts.code = ir::Encode(ir::Lower(module));
  facts.star_imports = module.scopes().star_imports();
  facts.has_errors = module.tree().error_count() > 0;
  for (const NameFacts& name : facts.names) facts.has_getattr |= name.name == "__getattr__";
  facts.has_getattr |= MakesNames(module, facts);
  return facts;
}

}  // namespace allreview::repository

// Relations among changed symbols, found on both sides of the change and compared.

#include "services/analysis/change_model/graph/edges.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/rules/observation.h"
#include "base/utf8.h"
#include "services/analysis/change_model/graph/calls.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using change::AnalysedFile;
using change::Side;
using python::Definition;
using python::Field;
using python::Module;
using python::Node;
using repository::SimpleName;
using rules::RangeOf;
using v1::ChangedSymbol;
using v1::Edge;

// What the change touched, by absolute dotted name.
struct Targets {
  std::map<std::string, std::string> symbols;  // "pkg.mod.Router.forward" -> "pkg/mod.py:..."
  std::map<std::string, std::string> modules;  // "pkg.mod" -> "pkg/mod.py:"
  std::set<std::string> ids;
  std::set<std::string, std::less<>> last_parts;

  Targets(const std::vector<AnalysedFile>& files, const std::vector<ChangedSymbol>& changed) {
    for (const AnalysedFile& file : files) {
      for (const Module* module : {file.before, file.after}) {
        if (module != nullptr) modules[module->name()] = IdOf(file.changed->path, "");
      }
    }
    for (const ChangedSymbol& symbol : changed) {
      const std::string id = IdOf(symbol.path(), symbol.name());
      symbols[absl::StrCat(python::ModuleNameOf(symbol.path()), ".", symbol.name())] = id;
      ids.insert(id);
      last_parts.insert(std::string(SimpleName(symbol.name())));
    }
  }

  std::string Find(const std::string& name) const {
    const auto found = symbols.find(name);
    return found == symbols.end() ? "" : found->second;
  }
};

using EdgeKey = std::tuple<std::string, std::string, Edge::Kind>;
using EdgePlaces = std::map<EdgeKey, rules::Range>;

// Edges of one side of one file.
class EdgeCollector {
 public:
  EdgeCollector(const Targets& targets, const Module& module, absl::string_view path, Side side,
                EdgePlaces* edges)
      : targets_(targets), module_(module), path_(path), side_(side), edges_(*edges) {}

  void Collect() {
    for (const Definition& definition : module_.definitions()) {
      const std::string id = IdOf(path_, definition.name);
      if (!targets_.ids.count(id)) continue;
      if (definition.kind == Definition::Kind::kClass) {
        for (Node base : definition.bases) {
          Add(id, targets_.Find(module_.Resolve(base)), Edge::KIND_INHERITS, base);
        }
      } else {
        CollectCalls(id, definition);
      }
    }
    CollectImports();
  }

 private:
  void Add(const std::string& from, const std::string& to, Edge::Kind kind, Node place) {
    if (to.empty() || from == to) return;
    edges_.emplace(EdgeKey(from, to, kind), RangeOf(module_, place, side_));
  }

  void CollectCalls(const std::string& id, const Definition& definition) {
    for (Node node : definition.body.descendants(python::Kind::kCall)) {
      const Node function = FunctionOf(node);
      // Most calls cannot mean a changed symbol. An identifier may be an alias.
      if (function.Is(python::Kind::kAttribute) &&
          !targets_.last_parts.contains(function.child(Field::kAttribute).text())) {
        continue;
      }
      Add(id, targets_.Find(module_.Resolve(function)), Edge::KIND_CALLS, node);
    }
  }

  void CollectImports() {
    const std::string from = IdOf(path_, "");
    for (const python::Binding& binding : module_.scopes().bindings()) {
      if (binding.kind != python::Binding::Kind::kImport) continue;
      const std::string name = module_.Absolute(binding.imported);
      std::string to = targets_.Find(name);
      const Node dotted = binding.node.parent();
      for (const std::string& module :
           {name, name.substr(0, name.rfind('.') == std::string::npos ? 0 : name.rfind('.')),
            dotted.Is(python::Kind::kDottedName) ? std::string(dotted.text()) : std::string()}) {
        const auto found = targets_.modules.find(module);
        if (to.empty() && !module.empty() && found != targets_.modules.end()) to = found->second;
      }
      Add(from, to, Edge::KIND_IMPORTS, binding.node);
    }
  }

  const Targets& targets_;
  const Module& module_;
  const absl::string_view path_;
  const Side side_;
  EdgePlaces& edges_;
};

Edge EdgeOf(const EdgeKey& key, const rules::Range& range) {
  const auto& [from, to, kind] = key;
  Edge edge;
  edge.set_kind(kind);
  edge.set_from(ToDisplayText(from));
  edge.set_to(ToDisplayText(to));
  *edge.mutable_range() = ToProto(range);
  edge.set_confidence(finding::v1::CONFIDENCE_HIGH);
  return edge;
}

}  // namespace

std::vector<Edge> CollectEdges(const std::vector<AnalysedFile>& files,
                               const std::vector<ChangedSymbol>& symbols) {
  const Targets targets(files, symbols);
  EdgePlaces before, after;
  for (const AnalysedFile& file : files) {
    // Both sides under the new path, so that a renamed file has the same edges.
    if (file.before) {
      EdgeCollector(targets, *file.before, file.changed->path, Side::kLeft, &before).Collect();
    }
    if (file.after) {
      EdgeCollector(targets, *file.after, file.changed->path, Side::kRight, &after).Collect();
    }
  }
  std::vector<Edge> edges;
  for (const auto& [key, range] : after) {
    edges.push_back(EdgeOf(key, range));
    edges.back().set_is_new(!before.count(key));
  }
  for (const auto& [key, range] : before) {
    if (after.count(key)) continue;
    edges.push_back(EdgeOf(key, range));
    edges.back().set_is_removed(true);
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return std::make_tuple(std::cref(a.from()), std::cref(a.to()), a.kind()) <
           std::make_tuple(std::cref(b.from()), std::cref(b.to()), b.kind());
  });
  return edges;
}

}  // namespace allreview::analysis

#include "services/analysis/change_model/graph/class_edges.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/observation.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"

namespace allreview::analysis {
namespace {

using change::AnalysedFile;
using python::Definition;
using python::Module;
using repository::AttributeFacts;
using repository::Found;
using repository::IndexedFile;
using repository::OwnerOf;
using repository::SimpleName;
using v1::ChangedSymbol;
using v1::Edge;

constexpr size_t kMaxOverriders = 12;

// Settings go everywhere; who has them does not consist of them.
bool IsPart(const Found& found) {
  const absl::string_view name = SimpleName(found.name);
  return found && found.definition->kind == Definition::Kind::kClass &&
         !absl::EndsWith(name, "Config") && !absl::EndsWith(name, "Args");
}

bool IsClass(const Found& found) {
  return found && found.definition->kind == Definition::Kind::kClass;
}

std::string IdOfFound(const Found& found) { return IdOf(found.path, found.definition->name); }

rules::Range RangeOfLine(const std::string& path, int line) {
  return {.path = path, .first_line = line, .end_line = line + 1};
}

class ClassEdges {
 public:
  ClassEdges(const RepositoryEdgeOptions& options, EdgeSet* edges)
      : options_(options), project_(options.change.project()), edges_(*edges) {
    for (const AnalysedFile& file : options.change.files()) {
      changed_.emplace(file.changed->path, &file);
    }
  }

  void Add() {
    std::set<std::string> classes;
    for (const ChangedSymbol& symbol : options_.symbols) {
      if (symbol.status() == ChangedSymbol::STATUS_REMOVED || IsTestPath(symbol.path())) continue;
      const std::string name = AbsoluteNameOf(symbol);
      if (symbol.status() == ChangedSymbol::STATUS_ADDED) added_.insert(IdOf(symbol));
      if (symbol.kind() == v1::SYMBOL_KIND_CLASS) classes.insert(name);
      if (symbol.kind() != v1::SYMBOL_KIND_METHOD) continue;
      classes.emplace(OwnerOf(name));
      AddOverrides(symbol, name);
    }
    for (const std::string& name : classes) {
      if (options_.should_stop && options_.should_stop()) return;
      const Found found = project_.FindDefinition(name);
      if (!IsClass(found)) continue;
      AddBases(found);
      AddSubclasses(found);
      AddParts(*found.file, found);
      AddHolders(found);
    }
  }

 private:
  const AnalysedFile* FindChanged(absl::string_view path) const {
    const auto file = changed_.find(path);
    return file == changed_.end() ? nullptr : file->second;
  }

  // The class as it was. Null: it is new, or its file has not changed.
  const Definition* Before(const AnalysedFile* file, absl::string_view name) const {
    if (file == nullptr || file->before == nullptr) return nullptr;
    return file->before->FindDefinition(name);
  }

  // The side before the change is known, and lacks what `had` looks for in the class.
  template <typename Had>
  bool IsNew(const Found& a_class, Had had) const {
    const AnalysedFile* file = FindChanged(a_class.path);
    if (file == nullptr) return false;
    if (file->before == nullptr) return file->changed->is_added;
    const Definition* before = Before(file, a_class.definition->name);
    // What it was under another name, or elsewhere, is not looked at.
    if (before == nullptr) return added_.contains(IdOfFound(a_class));
    return !had(*file->before, *before);
  }

  bool IsNewBase(const Found& derived, const std::string& base) const {
    return IsNew(derived, [&](const Module& module, const Definition& before) {
      return std::any_of(before.bases.begin(), before.bases.end(), [&](python::Node node) {
        return project_.Canonical(module.Resolve(node)) == base ||
               SimpleName(node.text()) == SimpleName(base);
      });
    });
  }

  bool IsNewPart(const Found& holder, absl::string_view attribute, const std::string& part) const {
    return IsNew(holder, [&](const Module& module, const Definition& before) {
      const std::vector<python::Node> values = module.SelfAttributeValues(before, attribute);
      return std::any_of(values.begin(), values.end(), [&](python::Node value) {
        // What is not made there was handed over, and is what it is now; so is what a function
        // gives.
        const absl::string_view callee = SimpleName(value.child(python::Field::kFunction).text());
        const bool makes = value.Is(python::Kind::kCall) && !callee.empty() &&
                           absl::ascii_isupper(static_cast<unsigned char>(callee[0]));
        return !makes || absl::StrContains(value.text(), SimpleName(part));
      });
    });
  }

  void AddInheritance(const Found& derived, const Found& base) {
    Edge* edge = edges_.Add(IdOfFound(derived), IdOfFound(base), Edge::KIND_INHERITS,
                            RangeOfLine(derived.path, derived.definition->place.line));
    if (edge != nullptr && !edge->is_removed()) edge->set_is_new(IsNewBase(derived, base.name));
  }

  void AddBases(const Found& a_class) {
    for (const std::string& base : a_class.definition->bases) {
      const Found found = project_.FindDefinition(a_class.file->Absolute(base));
      if (IsClass(found)) AddInheritance(a_class, found);
    }
  }

  void AddSubclasses(const Found& a_class) {
    for (const std::string& name : project_.SubclassesOf(a_class.name)) {
      const Found found = project_.FindDefinition(name);
      if (!IsClass(found) || IsTestPath(found.path)) continue;
      for (const std::string& base : found.definition->bases) {
        if (project_.Canonical(found.file->Absolute(base)) == a_class.name) {
          AddInheritance(found, a_class);
        }
      }
    }
  }

  void AddPart(const Found& holder, const AttributeFacts& attribute, const Found& part) {
    Edge* edge = edges_.Add(IdOfFound(holder), IdOfFound(part), Edge::KIND_COMPOSES,
                            RangeOfLine(holder.path, attribute.line));
    if (edge != nullptr) edge->set_is_new(IsNewPart(holder, attribute.name, part.name));
  }

  void AddParts(const IndexedFile& file, const Found& a_class) {
    // They are sorted by owner.
    const std::vector<AttributeFacts>& all = file.facts().attributes;
    const std::string& owner = a_class.definition->name;
    for (auto it = std::lower_bound(
             all.begin(), all.end(), owner,
             [](const AttributeFacts&a, const std::string&wanted) { return a.owner < wanted; });
         it != all.end() && it->owner == owner; ++it) {
      const AttributeFacts& attribute = *it;
      for (const std::string& type : attribute.types) {
        const Found part = project_.FindDefinition(file.Absolute(type));
        if (IsPart(part)) AddPart(a_class, attribute, part);
      }
    }
  }

  void AddHolders(const Found& a_class) {
    if (!IsPart(a_class)) return;
    const absl::string_view simple = SimpleName(a_class.name);
    for (const IndexedFile* file : options_.change.index().FilesMentioning(simple)) {
      if (IsTestPath(file->path())) continue;
      const AttributesByType& by_type = AttributesOf(*file);
      const auto attributes = by_type.find(simple);
      if (attributes == by_type.end()) continue;
      for (const auto& [attribute, type] : attributes->second) {
        if (project_.Canonical(file->Absolute(*type)) != a_class.name) continue;
        const Found holder =
            project_.FindDefinition(repository::Join(file->module(), attribute->owner));
        if (IsClass(holder)) AddPart(holder, *attribute, a_class);
      }
    }
  }

  // Attributes of a file that may be of a type, by the last part of its name.
  using AttributesByType =
      std::map<absl::string_view,
               std::vector<std::pair<const AttributeFacts*, const std::string*>>>;
  const AttributesByType& AttributesOf(const IndexedFile& file) {
    const auto [known, is_new] = attributes_.try_emplace(&file);
    if (is_new) {
      for (const AttributeFacts& attribute : file.facts().attributes) {
        for (const std::string& type : attribute.types) {
          known->second[repository::LastPart(type)].emplace_back(&attribute, &type);
        }
      }
    }
    return known->second;
  }

  void AddOverride(const Found& method, const Found& base) {
    Edge* edge = edges_.Add(IdOfFound(method), IdOfFound(base), Edge::KIND_OVERRIDES,
                            rules::RangeOf(method.path, method.definition->place));
    if (edge == nullptr) return;
    const Found a_class = project_.FindDefinition(OwnerOf(method.name));
    edge->set_is_new(IsClass(a_class) && IsNew(a_class, [&](const Module& module, const auto&) {
                       return module.FindDefinition(method.definition->name) != nullptr;
                     }));
  }

  void AddOverrides(const ChangedSymbol& symbol, const std::string& name) {
    const std::string simple(SimpleName(name));
    const std::string owner(OwnerOf(name));
    // Constructors and operators are defined anew rather than overridden.
    if (absl::StartsWith(simple, "__")) return;
    const Found method = project_.FindDefinition(name);
    if (!method || IdOfFound(method) != IdOf(symbol)) return;
    for (const std::string& base : project_.BasesOf(owner)) {
      const Found found = project_.FindDefinition(repository::Join(base, simple));
      if (!found) continue;
      AddOverride(method, found);
      break;
    }
    size_t overriders = 0;
    for (const std::string& subclass : project_.SubclassesOf(owner)) {
      const Found found = project_.FindDefinition(repository::Join(subclass, simple));
      if (!found || IsTestPath(found.path)) continue;
      if (++overriders > kMaxOverriders) break;
      AddOverride(found, method);
    }
  }

  const RepositoryEdgeOptions& options_;
  repository::Project& project_;
  EdgeSet& edges_;
  std::map<absl::string_view, const AnalysedFile*> changed_;  // By path.
  std::set<std::string> added_;                               // Symbols.
  std::map<const IndexedFile*, AttributesByType> attributes_;
};

}  // namespace

void AddClassEdges(const RepositoryEdgeOptions& options, EdgeSet* edges) {
  ClassEdges(options, edges).Add();
}

}  // namespace allreview::analysis

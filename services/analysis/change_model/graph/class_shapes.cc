#include "services/analysis/change_model/graph/class_shapes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/observation.h"
#include "base/utf8.h"
#include "services/analysis/change_model/graph/class_members.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using change::AnalysedFile;
using change::Side;
using python::Definition;
using python::Module;
using repository::Found;
using repository::OwnerOf;
using repository::SimpleName;
using rules::RangeOf;
using v1::ChangedSymbol;
using v1::ClassShape;
using v1::Edge;
using Member = ClassShape::Member;

constexpr size_t kMaxClasses = 20;
constexpr size_t kMaxMembers = 12;

// Ids of classes, each once, in the order in which they were named.
class ClassList {
 public:
  void Add(const std::string& id) {
    if (!NameOfId(id).empty() && seen_.insert(id).second) ids_.push_back(id);
  }
  const std::vector<std::string>& ids() const { return ids_; }

 private:
  std::vector<std::string> ids_;
  std::set<std::string> seen_;
};

class Shapes {
 public:
  explicit Shapes(const ClassShapeOptions& options) : options_(options) {
    for (const ChangedSymbol& symbol : options.symbols) {
      // Words and layout change nothing that a class does.
      const bool is_words = symbol.status() == ChangedSymbol::STATUS_REFORMATTED;
      if (!is_words) symbols_[IdOf(symbol)] = &symbol;
    }
    for (const Edge& edge : options.edges) {
      related_.insert(edge.from());
      related_.insert(edge.to());
    }
  }

  std::vector<ClassShape> Collect() {
    ClassList classes = ChangedClasses();
    const std::vector<std::string> changed = classes.ids();
    const std::set<std::string> changed_ids(changed.begin(), changed.end());
    std::vector<ClassShape> external;
    for (const std::string& id : changed) AddBases(id, &classes, &external);
    AddNeighbours(changed_ids, &classes);
    std::vector<ClassShape> shapes;
    for (const std::string& id : classes.ids()) {
      if (shapes.size() == kMaxClasses) break;
      if (auto shape = ShapeOf(id)) shapes.push_back(*std::move(shape));
    }
    for (ClassShape& shape : external) {
      if (shapes.size() == kMaxClasses) break;
      shapes.push_back(std::move(shape));
    }
    return shapes;
  }

 private:
  // Classes that changed by themselves or in a member; those of tests only where there is nothing
  // else.
  ClassList ChangedClasses() const {
    ClassList classes, tests;
    for (const ChangedSymbol& symbol : options_.symbols) {
      if (symbol.status() == ChangedSymbol::STATUS_REFORMATTED) continue;
      ClassList& list = IsTestPath(symbol.path()) ? tests : classes;
      if (symbol.kind() == v1::SYMBOL_KIND_CLASS) list.Add(IdOf(symbol));
      if (symbol.kind() != v1::SYMBOL_KIND_METHOD && symbol.kind() != v1::SYMBOL_KIND_FIELD) {
        continue;
      }
      list.Add(IdOf(symbol.path(), OwnerOf(symbol.name())));
    }
    return classes.ids().empty() ? tests : classes;
  }

  void AddBases(const std::string& id, ClassList* classes, std::vector<ClassShape>* external) {
    repository::Project& project = options_.change.project();
    for (const std::string& base : project.BasesOf(AbsoluteNameOf(PathOfId(id), NameOfId(id)))) {
      if (const Found found = project.FindDefinition(base)) {
        classes->Add(IdOf(found.path, found.definition->name));
        continue;
      }
      if (external->size() == kMaxClasses) continue;  // No more of them are shown.
      const bool is_known = std::any_of(external->begin(), external->end(),
                                        [&](const auto& shape) { return shape.symbol() == base; });
      if (is_known || base == "builtins.object") continue;
      ClassShape& shape = external->emplace_back();
      shape.set_symbol(ToDisplayText(base));
      shape.set_name(ToDisplayText(SimpleName(base)));
      shape.set_is_external(true);
    }
  }

  void AddNeighbours(const std::set<std::string>& changed, ClassList* classes) const {
    const auto add_related = [&](Edge::Kind kind, bool is_outgoing) {
      for (const Edge& edge : options_.edges) {
        if (edge.kind() != kind) continue;
        const std::string& here = is_outgoing ? edge.from() : edge.to();
        const std::string& there = is_outgoing ? edge.to() : edge.from();
        if (changed.count(here)) classes->Add(there);
      }
    };
    add_related(Edge::KIND_COMPOSES, /*is_outgoing=*/true);
    add_related(Edge::KIND_INHERITS, /*is_outgoing=*/false);
    add_related(Edge::KIND_COMPOSES, /*is_outgoing=*/false);
    for (const Edge& edge : options_.edges) {
      const bool creates = edge.kind() == Edge::KIND_CALLS && symbols_.count(edge.from()) &&
                           !IsTestPath(PathOfId(edge.from()));
      if (creates && IsClass(edge.to())) classes->Add(edge.to());
    }
  }

  bool IsClass(const std::string& id) const {
    const Found found =
        options_.change.project().FindDefinition(AbsoluteNameOf(PathOfId(id), NameOfId(id)));
    return found && found.definition->kind == Definition::Kind::kClass;
  }

  std::optional<ClassShape> ShapeOf(const std::string& id) const {
    const std::string path(PathOfId(id)), name(NameOfId(id));
    ClassShape shape;
    shape.set_symbol(ToDisplayText(id));
    shape.set_name(ToDisplayText(SimpleName(name)));
    std::vector<Member> members;
    if (auto parsed = FindParsed(path, name)) {
      *shape.mutable_range() =
          analysis::ToProto(RangeOf(parsed->module, parsed->definition.outer, parsed->side));
      members = MembersOf(*parsed);
      AddRemovedMembers(path, name, &members);
    } else {
      const Found found = options_.change.project().FindDefinition(AbsoluteNameOf(path, name));
      if (!found || found.definition->kind != Definition::Kind::kClass) return std::nullopt;
      *shape.mutable_range() =
          analysis::ToProto(rules::RangeOf(found.path, found.definition->place));
      members = MembersOf(*found.file, *found.definition);
    }
    SetStatuses(id, &members, &shape);
    TakeMembers(id, std::move(members), &shape);
    return shape;
  }

  std::optional<ParsedClass> FindParsed(const std::string& path, const std::string& name) const {
    for (const AnalysedFile& file : options_.change.files()) {
      const Module* before = file.before;
      const Definition* old = before == nullptr ? nullptr : before->FindDefinition(name);
      if (file.after != nullptr && file.changed->path == path) {
        const Definition* definition = file.after->FindDefinition(name);
        if (definition != nullptr && definition->kind == Definition::Kind::kClass) {
          return ParsedClass{*file.after, *definition, Side::kRight, before, old};
        }
      }
      if (old != nullptr && before->path() == path && old->kind == Definition::Kind::kClass) {
        return ParsedClass{*before, *old, Side::kLeft};
      }
    }
    return std::nullopt;
  }

  void AddRemovedMembers(const std::string& path, const std::string& name,
                         std::vector<Member>* members) const {
    for (const ChangedSymbol& symbol : options_.symbols) {
      if (symbol.status() != ChangedSymbol::STATUS_REMOVED || symbol.path() != path ||
          OwnerOf(symbol.name()) != name || symbol.kind() == v1::SYMBOL_KIND_CLASS) {
        continue;
      }
      const absl::string_view simple = SimpleName(symbol.name());
      const bool is_listed = std::any_of(members->begin(), members->end(),
                                         [&](const Member& m) { return m.name() == simple; });
      if (is_listed) continue;  // The whole class is gone.
      Member& member = members->emplace_back();
      member.set_name(std::string(simple));
      member.set_is_method(symbol.kind() == v1::SYMBOL_KIND_METHOD);
      member.set_signature(MemberSignature(symbol.signature_before()));
      member.set_is_public(symbol.is_public());
      *member.mutable_range() = symbol.before();
    }
  }

  void SetStatuses(const std::string& id, std::vector<Member>* members, ClassShape* shape) const {
    bool is_touched = false;
    for (Member& member : *members) {
      const auto symbol = symbols_.find(id + "." + member.name());
      if (symbol != symbols_.end()) member.set_status(symbol->second->status());
      is_touched |= member.status() != ChangedSymbol::STATUS_UNSPECIFIED;
    }
    const auto own = symbols_.find(id);
    if (own != symbols_.end()) {
      shape->set_status(own->second->status());
    } else if (is_touched) {
      shape->set_status(ChangedSymbol::STATUS_MODIFIED);
    }
    // Everything of a new class is new.
    if (shape->status() != ChangedSymbol::STATUS_ADDED) return;
    for (Member& member : *members) member.set_status(ChangedSymbol::STATUS_ADDED);
  }

  void TakeMembers(const std::string& id, std::vector<Member> members, ClassShape* shape) const {
    const auto key = [&](const Member& member) {
      const bool is_changed = member.status() != ChangedSymbol::STATUS_UNSPECIFIED;
      return std::make_tuple(!is_changed, !related_.count(id + "." + member.name()),
                             !member.is_public(), !member.is_method());
    };
    std::stable_sort(members.begin(), members.end(),
                     [&](const Member& a, const Member& b) { return key(a) < key(b); });
    for (Member& member : members) {
      if (shape->members_size() == static_cast<int>(kMaxMembers)) break;
      *shape->add_members() = std::move(member);
    }
    shape->set_more_members(static_cast<int>(members.size()) - shape->members_size());
  }

  const ClassShapeOptions& options_;
  std::map<std::string, const ChangedSymbol*> symbols_;
  std::set<std::string> related_;  // Ids that some edge names.
};

}  // namespace

std::vector<ClassShape> CollectClassShapes(const ClassShapeOptions& options) {
  return Shapes(options).Collect();
}

}  // namespace allreview::analysis

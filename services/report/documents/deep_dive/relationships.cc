// Section 5: classes and modules where the change connects or separates them.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "review/display_text.h"
#include "services/report/diagrams/class_diagram.h"
#include "services/report/documents/deep_dive/sections.h"
#include "services/report/story/file_text.h"
#include "services/report/story/inheritance.h"
#include "services/report/story/places.h"
#include "services/report/story/signature.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::ClassShape;
using analysis::v1::Edge;

constexpr size_t kMaxMembers = 5;
constexpr size_t kMaxMemberBytes = 70;
constexpr size_t kMaxItems = 8;

std::string MemberText(const ChangedSymbol& symbol) {
  const std::string& signature =
      symbol.signature_after().empty() ? symbol.signature_before() : symbol.signature_after();
  if (signature.empty()) return std::string(SimpleName(symbol.name()));
  const std::string typed = TypedSignature(signature);
  if (typed.size() <= kMaxMemberBytes) return typed;
  const std::string shorter = ShortSignature(signature);
  return shorter.size() <= kMaxMemberBytes ? shorter
                                           : absl::StrCat(SimpleName(symbol.name()), "(…)");
}

// Members of a private class are no more private for that.
bool IsPublicMember(absl::string_view name) {
  const absl::string_view simple = SimpleName(name);
  return !absl::StartsWith(simple, "_") || absl::EndsWith(simple, "__");
}

class Modules {
 public:
  explicit Modules(const Subject& subject)
      : subject_(subject), inheritance_(subject.review.model()) {
    for (const ClassShape& shape : subject.review.model().classes()) AddShape(shape);
    for (const ChangedSymbol* symbol : subject.symbols) AddSymbol(*symbol);
    for (const Edge& edge : subject.review.model().edges()) {
      const bool is_import = edge.kind() == Edge::KIND_IMPORTS;
      if (is_import && edge.is_new()) {
        new_imports_.emplace(SymbolPath(edge.from()), SymbolPath(edge.to()));
      }
      if (is_import && (edge.is_new() || edge.is_removed())) continue;
      (is_import ? imports_ : uses_).emplace(SymbolPath(edge.from()), SymbolPath(edge.to()));
    }
    for (const Edge& edge : subject.review.model().edges()) AddEdge(edge);
  }

  // Nothing: no class or module begins or ceases to relate to another.
  std::optional<std::string> Draw() const {
    ClassDiagram diagram;
    std::set<std::string> touched;
    for (const auto& [key, relation] : relations_) {
      ClassRelation drawn = relation.relation;
      drawn.mark = relation.is_old ? Mark::kNone : drawn.mark;
      if (drawn.mark == Mark::kNone && IsImplied(drawn)) continue;
      if (drawn.mark != Mark::kNone) touched.insert({drawn.from, drawn.to});
      diagram.relations.push_back(std::move(drawn));
    }
    // What else the touched ones have always used and held says nothing; their bases do.
    std::erase_if(diagram.relations, [&](const ClassRelation& relation) {
      const bool has_from = touched.count(relation.from) > 0,
                 has_to = touched.count(relation.to) > 0;
      const bool is_base = relation.kind == ClassRelation::Kind::kExtends && has_from;
      return relation.mark == Mark::kNone && !is_base && !(has_from && has_to);
    });
    if (touched.empty()) return std::nullopt;
    for (const std::string& key : order_) diagram.boxes.push_back(boxes_.at(key));
    return ClassDiagramMermaid(diagram, subject_.language);
  }

 private:
  struct Relation {
    ClassRelation relation;
    bool is_old = false;  // Some call or import of it is not new.
  };

  // Who extends or holds a class also uses it.
  bool IsImplied(const ClassRelation& relation) const {
    using RelationKind = ClassRelation::Kind;
    const auto has = [&](RelationKind kind) {
      return relations_.count({relation.from, relation.to, static_cast<int>(kind)}) > 0;
    };
    if (relation.kind == RelationKind::kOverrides) return has(RelationKind::kExtends);
    return relation.kind == RelationKind::kUses &&
           (has(RelationKind::kExtends) || has(RelationKind::kHolds) ||
            has(RelationKind::kOverrides));
  }

  ClassBox& Box(const std::string& key, const std::string& name) {
    const auto [at, is_new] = boxes_.try_emplace(key);
    if (is_new) {
      at->second.key = key;
      at->second.name = name;
      at->second.path = std::string(SymbolPath(key));
      order_.push_back(key);
    }
    return at->second;
  }

  void AddShape(const ClassShape& shape) {
    constexpr Phrase kExternal("external", "外部");
    ClassBox& box = Box(shape.symbol(), shape.name());
    box.mark = MarkOf(shape.status());
    // What the change leaves alone is counted; of a class that it leaves alone not even that.
    const bool has_changes =
        std::any_of(shape.members().begin(), shape.members().end(),
                    [](const auto& member) { return MarkOf(member.status()) != Mark::kNone; });
    if (shape.is_external()) box.stereotype = std::string(kExternal.In(subject_.language));
    for (const ClassShape::Member& member : shape.members()) {
      if (MarkOf(member.status()) == Mark::kNone) {
        if (has_changes) ++box.more_members;
        continue;
      }
      const absl::string_view gap = member.is_method() || member.signature().empty() ? "" : ": ";
      const std::string signature = absl::StrReplaceAll(member.signature(), {{" -> ", " "}});
      if (box.members.size() == kMaxMembers) {
        ++box.more_members;
        continue;
      }
      const std::string typed = absl::StrCat(member.name(), gap, signature);
      const bool is_long = typed.size() > kMaxMemberBytes;
      box.members.push_back({.text = is_long && member.is_method() ? member.name() + "(…)" : typed,
                             .is_public = member.is_public(),
                             .mark = MarkOf(member.status())});
    }
    if (has_changes) box.more_members += shape.more_members();
    shapes_.insert(shape.symbol());
  }

  // Symbols of classes whose shape is not known, and what stands outside of classes.
  void AddSymbol(const ChangedSymbol& symbol) {
    const std::string owner = OwnerOf(IdOf(symbol));
    if (shapes_.count(owner) > 0) return;
    ClassBox& box = OwnerBox(owner);
    if (symbol.kind() == analysis::v1::SYMBOL_KIND_CLASS) {
      box.mark = MarkOf(symbol.status());
      return;
    }
    if (box.members.size() == kMaxMembers) {
      ++box.more_members;
      return;
    }
    box.members.push_back({.text = MemberText(symbol),
                           .is_public = IsPublicMember(symbol.name()),
                           .mark = MarkOf(symbol.status())});
  }

  ClassBox& OwnerBox(const std::string& owner) {
    constexpr Phrase kModule("module", "模块");
    const absl::string_view name = SymbolName(owner);
    if (!name.empty()) return Box(owner, std::string(name));
    ClassBox& box = Box(owner, std::string(SymbolPath(owner)));
    box.stereotype = std::string(kModule.In(subject_.language));
    return box;
  }

  // "path:Class" for a class and its members, "path:" for the rest.
  std::string OwnerOf(const std::string& id) const {
    if (shapes_.count(id) > 0) return id;
    const absl::string_view path = SymbolPath(id);
    if (path.empty()) return id;
    const ChangedSymbol* symbol = subject_.index.Symbol(id);
    if (symbol != nullptr && symbol->kind() == analysis::v1::SYMBOL_KIND_CLASS) return id;
    return absl::StrCat(path, ":", ScopeOf(SymbolName(id)));
  }

  // Others tell more than the edge.
  bool IsTold(const Edge& edge) const {
    // What a module imports shows in what it calls; only a new or dropped import without a call
    // tells more.
    const bool is_old_import =
        edge.kind() == Edge::KIND_IMPORTS && !edge.is_new() && !edge.is_removed();
    const bool is_told =
        edge.kind() == Edge::KIND_IMPORTS &&
        uses_.count({std::string(SymbolPath(edge.from())), std::string(SymbolPath(edge.to()))}) > 0;
    if (edge.kind() == Edge::KIND_TESTS || is_old_import || is_told) return true;
    // The class of `self` decides; that one inherits is told.
    return edge.kind() == Edge::KIND_CALLS && (edge.confidence() == finding::v1::CONFIDENCE_LOW ||
                                               inheritance_.IsDispatch(edge.from(), edge.to()));
  }

  void AddEdge(const Edge& edge) {
    if (IsTold(edge)) return;
    const bool is_class_edge =
        edge.kind() == Edge::KIND_INHERITS || edge.kind() == Edge::KIND_COMPOSES;
    const std::string from = is_class_edge ? edge.from() : OwnerOf(edge.from());
    const std::string to = is_class_edge ? edge.to() : OwnerOf(edge.to());
    const bool has_from = boxes_.count(from) > 0, has_to = boxes_.count(to) > 0;
    if (from == to || (!has_from && !has_to) || IsBeside(edge.from())) return;
    // A module and the classes in it are no strangers.
    const bool is_module = SymbolName(from).empty() || SymbolName(to).empty();
    if (is_module && SymbolPath(from) == SymbolPath(to)) return;
    if (!has_from || !has_to) {
      // What changed code has always used says nothing about the change; who uses it does.
      const bool is_old = !edge.is_new() && !edge.is_removed();
      if (is_old && !has_to && !is_class_edge) return;
    }
    OwnerBox(from);
    OwnerBox(to);
    ClassRelation relation;
    relation.from = from;
    relation.to = to;
    relation.kind = KindOf(edge.kind());
    relation.mark = edge.is_new() ? Mark::kNew : edge.is_removed() ? Mark::kRemoved : Mark::kNone;
    // That other functions of a module did not use it before is not known.
    const bool is_new_file =
        new_imports_.count({std::string(SymbolPath(from)), std::string(SymbolPath(to))}) > 0;
    if (relation.kind == ClassRelation::Kind::kUses && is_module && !is_new_file) {
      relation.mark = Mark::kNone;
    }
    Relation& known = relations_[{from, to, static_cast<int>(relation.kind)}];
    known.relation = relation;
    known.is_old = known.is_old || IsKept(relation) || relation.mark == Mark::kNone;
  }

  // A module that was imported before and still is has been used all along.
  bool IsKept(const ClassRelation& relation) const {
    return relation.kind == ClassRelation::Kind::kUses && SymbolName(relation.to).empty() &&
           imports_.count(
               {std::string(SymbolPath(relation.from)), std::string(SymbolPath(relation.to))}) > 0;
  }

  bool IsBeside(const std::string& id) const {
    return !subject_.has_only_tests && IsBesideProduct(SymbolPath(id));
  }

  static ClassRelation::Kind KindOf(Edge::Kind kind) {
    if (kind == Edge::KIND_INHERITS) return ClassRelation::Kind::kExtends;
    if (kind == Edge::KIND_COMPOSES) return ClassRelation::Kind::kHolds;
    return kind == Edge::KIND_OVERRIDES ? ClassRelation::Kind::kOverrides
                                        : ClassRelation::Kind::kUses;
  }

  const Subject& subject_;
  const Inheritance inheritance_;
  std::map<std::string, ClassBox> boxes_;
  std::vector<std::string> order_;
  std::set<std::string> shapes_;
  std::set<std::pair<std::string, std::string>> uses_;     // Files, by more than an import.
  std::set<std::pair<std::string, std::string>> imports_;  // Files, before and after.
  std::set<std::pair<std::string, std::string>> new_imports_;
  std::map<std::tuple<std::string, std::string, int>, Relation> relations_;
};

// One file names the other: by an import, a class that it extends or holds, or a call of an
// imported name. A call
// through an object needs no import.
bool NeedsFile(const Edge& edge) {
  return edge.kind() == Edge::KIND_IMPORTS || edge.kind() == Edge::KIND_INHERITS ||
         edge.kind() == Edge::KIND_COMPOSES ||
         (edge.kind() == Edge::KIND_CALLS && edge.confidence() == finding::v1::CONFIDENCE_HIGH);
}

// Files that begin or cease to depend on each other.
std::string Dependencies(const Subject& subject) {
  const Inheritance inheritance(subject.review.model());
  std::map<std::pair<std::string, std::string>, std::pair<bool, bool>> pairs;  // Before, after.
  for (const Edge& edge : subject.review.model().edges()) {
    const std::string from(SymbolPath(edge.from())), to(SymbolPath(edge.to()));
    if (!NeedsFile(edge) || from.empty() || to.empty() || from == to) continue;
    if (inheritance.IsDispatch(edge.from(), edge.to())) continue;
    if (IsBesideProduct(from) && !subject.has_only_tests) continue;
    auto& [before, after] = pairs[{from, to}];
    // A name may come through another module: what is called newly was there to be called.
    const bool is_import = edge.kind() == Edge::KIND_IMPORTS;
    before = before || !is_import || !edge.is_new();
    after = after || !is_import || !edge.is_removed();
  }
  constexpr Phrase kNew("- New dependency: {from} → {to}\n", "- 新增依赖：{from} → {to}\n");
  constexpr Phrase kGone("- Removed dependency: {from} → {to}\n", "- 删除依赖：{from} → {to}\n");
  std::string text;
  size_t shown = 0, more = 0;
  for (const auto& [ends, sides] : pairs) {
    if (sides.first == sides.second) continue;
    if (shown++ >= kMaxItems) {
      ++more;
      continue;
    }
    text += Say(subject.language, sides.second ? kNew : kGone,
                {{"from", CodeOf(ends.first, 200)}, {"to", CodeOf(ends.second, 200)}});
  }
  if (more > 0) absl::StrAppend(&text, "- ", AndMore(subject.language, more), "\n");
  return text;
}

}  // namespace

std::string ModuleRelationships(const Subject& subject) {
  const std::string dependencies = Dependencies(subject);
  if (const std::optional<std::string> drawing = Modules(subject).Draw()) {
    return absl::StrCat(MermaidBlock(*drawing), dependencies.empty() ? "" : "\n", dependencies);
  }
  if (!dependencies.empty()) return dependencies;
  constexpr Phrase kSame("no class or module is known to begin or cease to use another one",
                         "没有发现类和模块之间的关系发生变化");
  return NotApplicable(subject.language, std::string(kSame.In(subject.language)));
}

}  // namespace allreview::report::deep_dive

// Section 5: classes and modules, and how the change connects them.

#include <algorithm>
#include <map>
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
#include "services/report/story/places.h"
#include "services/report/story/signature.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::ClassShape;
using analysis::v1::Edge;

constexpr size_t kMaxMembers = 12;
constexpr size_t kMaxNeighbours = 14;
constexpr size_t kMaxMemberBytes = 90;
constexpr size_t kMaxItems = 12;

std::string MemberText(const ChangedSymbol& symbol) {
  const std::string& signature =
      symbol.signature_after().empty() ? symbol.signature_before() : symbol.signature_after();
  if (signature.empty()) return std::string(SimpleName(symbol.name()));
  const std::string typed = TypedSignature(signature);
  return typed.size() <= kMaxMemberBytes ? typed : ShortSignature(signature);
}

// Members of a private class are no more private for that.
bool IsPublicMember(absl::string_view name) {
  const absl::string_view simple = SimpleName(name);
  return !absl::StartsWith(simple, "_") || absl::EndsWith(simple, "__");
}

class Modules {
 public:
  explicit Modules(const Subject& subject) : subject_(subject) {
    for (const ClassShape& shape : subject.review.model().classes()) AddShape(shape);
    for (const ChangedSymbol* symbol : subject.symbols) AddSymbol(*symbol);
    for (const Edge& edge : subject.review.model().edges()) AddEdge(edge);
  }

  bool IsEmpty() const { return boxes_.empty(); }

  std::string Draw() const {
    ClassDiagram diagram;
    for (const std::string& key : order_) {
      if (IsConnected(key)) diagram.boxes.push_back(boxes_.at(key));
    }
    for (const auto& [key, relation] : relations_) {
      ClassRelation drawn = relation.relation;
      drawn.mark = relation.is_old ? Mark::kNone : drawn.mark;
      if (drawn.mark == Mark::kNone && IsImplied(drawn)) continue;
      diagram.relations.push_back(std::move(drawn));
    }
    return ClassDiagramMermaid(diagram, subject_.language);
  }

 private:
  struct Relation {
    ClassRelation relation;
    bool is_old = false;  // Some call or import of it is not new.
  };

  // Changed, or related to what is.
  bool IsConnected(const std::string& key) const {
    const ClassBox& box = boxes_.at(key);
    if (box.mark != Mark::kNone || !box.members.empty()) return true;
    return std::any_of(relations_.begin(), relations_.end(), [&](const auto& relation) {
      return std::get<0>(relation.first) == key || std::get<1>(relation.first) == key;
    });
  }

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
      box.members.push_back({.text = absl::StrCat(member.name(), gap, signature),
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

  void AddEdge(const Edge& edge) {
    // What a module imports shows in what it calls; only a new or dropped import tells more.
    const bool is_old_import =
        edge.kind() == Edge::KIND_IMPORTS && !edge.is_new() && !edge.is_removed();
    if (edge.kind() == Edge::KIND_TESTS || is_old_import) return;
    const bool is_class_edge =
        edge.kind() == Edge::KIND_INHERITS || edge.kind() == Edge::KIND_COMPOSES;
    const std::string from = is_class_edge ? edge.from() : OwnerOf(edge.from());
    const std::string to = is_class_edge ? edge.to() : OwnerOf(edge.to());
    const bool has_from = boxes_.count(from) > 0, has_to = boxes_.count(to) > 0;
    if (from == to || (!has_from && !has_to) || IsTest(edge.from())) return;
    if (!has_from || !has_to) {
      // What changed code has always used says nothing about the change; who uses it does.
      const bool is_old = !edge.is_new() && !edge.is_removed();
      if (is_old && !has_to && !is_class_edge) return;
      if (neighbours_ == kMaxNeighbours) return;
      ++neighbours_;
    }
    OwnerBox(from);
    OwnerBox(to);
    ClassRelation relation;
    relation.from = from;
    relation.to = to;
    relation.kind = KindOf(edge.kind());
    relation.mark = edge.is_new() ? Mark::kNew : edge.is_removed() ? Mark::kRemoved : Mark::kNone;
    Relation& known = relations_[{from, to, static_cast<int>(relation.kind)}];
    known.relation = relation;
    known.is_old = known.is_old || relation.mark == Mark::kNone;
  }

  bool IsTest(const std::string& id) const {
    const ChangedSymbol* symbol = subject_.index.Symbol(id);
    return symbol != nullptr && subject_.IsTest(*symbol) && !subject_.has_only_tests;
  }

  static ClassRelation::Kind KindOf(Edge::Kind kind) {
    if (kind == Edge::KIND_INHERITS) return ClassRelation::Kind::kExtends;
    if (kind == Edge::KIND_COMPOSES) return ClassRelation::Kind::kHolds;
    return kind == Edge::KIND_OVERRIDES ? ClassRelation::Kind::kOverrides
                                        : ClassRelation::Kind::kUses;
  }

  const Subject& subject_;
  std::map<std::string, ClassBox> boxes_;
  std::vector<std::string> order_;
  std::set<std::string> shapes_;
  std::map<std::tuple<std::string, std::string, int>, Relation> relations_;
  size_t neighbours_ = 0;
};

// Files that begin or cease to depend on each other.
std::string Dependencies(const Subject& subject) {
  std::map<std::pair<std::string, std::string>, std::pair<bool, bool>> pairs;  // Before, after.
  std::set<std::string> tests;
  for (const review::v1::FileSummary& file : subject.review.files()) {
    if (file.file_class() == change::v1::FILE_CLASS_TEST) tests.insert(PathOf(file));
  }
  for (const Edge& edge : subject.review.model().edges()) {
    const std::string from(SymbolPath(edge.from())), to(SymbolPath(edge.to()));
    if (edge.kind() == Edge::KIND_TESTS || from.empty() || to.empty() || from == to) continue;
    if (tests.count(from) > 0 && !subject.has_only_tests) continue;
    auto& [before, after] = pairs[{from, to}];
    before = before || !edge.is_new();
    after = after || !edge.is_removed();
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

std::string Relations(const Subject& subject) {
  constexpr Phrase kInherits("- {from} extends {to}{mark}\n", "- {from} 继承 {to}{mark}\n");
  constexpr Phrase kHolds("- {from} holds {to}{mark}\n", "- {from} 持有 {to}{mark}\n");
  constexpr Phrase kOverrides("- {from} overrides {to}{mark}\n", "- {from} 重写 {to}{mark}\n");
  std::string text;
  size_t shown = 0, more = 0;
  for (const Edge& edge : subject.review.model().edges()) {
    const Phrase* phrase = edge.kind() == Edge::KIND_INHERITS    ? &kInherits
                           : edge.kind() == Edge::KIND_COMPOSES  ? &kHolds
                           : edge.kind() == Edge::KIND_OVERRIDES ? &kOverrides
                                                                 : nullptr;
    // The drawing holds what stays as it was.
    if (phrase == nullptr || (!edge.is_new() && !edge.is_removed())) continue;
    if (shown++ >= kMaxItems) {
      ++more;
      continue;
    }
    const Mark mark = edge.is_new() ? Mark::kNew : edge.is_removed() ? Mark::kRemoved : Mark::kNone;
    text += Say(subject.language, *phrase,
                {{"from", CodeOf(SymbolName(edge.from()))},
                 {"to", CodeOf(SymbolName(edge.to()))},
                 {"mark", InBrackets(subject.language, MarkLabel(subject.language, mark))}});
  }
  if (more > 0) absl::StrAppend(&text, "- ", AndMore(subject.language, more), "\n");
  return text;
}

}  // namespace

std::string ModuleRelationships(const Subject& subject) {
  const Modules modules(subject);
  if (modules.IsEmpty()) {
    constexpr Phrase kNothing("no Python class or module changes", "没有改动 Python 类或模块");
    return NothingHere(subject, kNothing);
  }
  std::string list = Relations(subject) + Dependencies(subject);
  if (list.empty()) {
    constexpr Phrase kNone(
        "Inheritance, composition and dependencies between files do not change.\n",
        "继承、组合关系和文件间依赖都没有变化。\n");
    list = std::string(kNone.In(subject.language));
  }
  return absl::StrCat(MermaidBlock(modules.Draw()), "\n", list);
}

}  // namespace allreview::report::deep_dive

#include "services/report/diagrams/class_diagram.h"

#include <algorithm>
#include <map>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "review/display_text.h"

namespace allreview::report {
namespace {

using Kind = ClassRelation::Kind;

constexpr size_t kMaxNameBytes = 80;
constexpr size_t kMaxMemberBytes = 100;

absl::string_view Line(Kind kind) {
  switch (kind) {
    case Kind::kExtends:
      return " --|> ";
    case Kind::kHolds:
      return " *-- ";
    case Kind::kUses:
      return " ..> ";
    case Kind::kOverrides:
      return " ..|> ";
  }
  return " ..> ";
}

absl::string_view Name(Language language, Kind kind) {
  constexpr Phrase kExtends("extends", "继承");
  constexpr Phrase kHolds("holds", "持有");
  constexpr Phrase kUses("uses", "使用");
  constexpr Phrase kOverrides("overrides", "重写");
  switch (kind) {
    case Kind::kExtends:
      return kExtends.In(language);
    case Kind::kHolds:
      return kHolds.In(language);
    case Kind::kUses:
      return kUses.In(language);
    case Kind::kOverrides:
      return kOverrides.In(language);
  }
  return "";
}

// mermaid takes a member with a closing bracket for a method and wants a name and one pair.
std::string MemberLabel(absl::string_view text) {
  const std::string label = MermaidLabel(text, kMaxMemberBytes);
  const size_t open = label.find('(');
  const size_t close = label.rfind(')');
  const bool is_method =
      open != std::string::npos && open > 0 && close != std::string::npos && open < close;
  std::string result;
  for (size_t i = 0; i < label.size(); ++i) {
    const bool is_bracket = label[i] == '(' || label[i] == ')';
    const bool is_generic = label[i] == '[' || label[i] == ']';
    if ((!is_bracket && !is_generic) || (is_method && (i == open || i == close))) {
      result += label[i];
    } else {
      absl::StrAppend(&result, "#", static_cast<int>(label[i]), ";");
    }
  }
  return result;
}

// Behind the colon there is no other one.
std::string RelationLabel(absl::string_view text) {
  return absl::StrReplaceAll(MermaidLabel(text, kMaxNameBytes), {{":", "#58;"}});
}

bool IsChanged(const ClassBox& box) {
  return box.mark != Mark::kNone ||
         std::any_of(box.members.begin(), box.members.end(),
                     [](const ClassMember& member) { return member.mark != Mark::kNone; });
}

class Writer {
 public:
  explicit Writer(Language language) : language_(language) {}

  void AddRelations(const std::vector<ClassRelation>& relations) {
    std::set<std::string> drawn;
    for (const ClassRelation& relation : relations) {
      const auto from = ids_.find(relation.from);
      const auto to = ids_.find(relation.to);
      if (from == ids_.end() || to == ids_.end()) continue;
      const std::string line = absl::StrCat("  ", from->second, Line(relation.kind), to->second,
                                            " : ", RelationLabel(LabelOf(relation)), "\n");
      if (drawn.insert(line).second) absl::StrAppend(&text_, line);
    }
  }

  std::string Finish() { return absl::StrCat("classDiagram\n", text_); }

  void AddBox(const ClassBox& box) {
    const std::string id = absl::StrCat("c", ids_.size());
    if (!ids_.emplace(box.key, id).second) return;
    absl::StrAppend(&text_, "  class ", id, "[\"", MermaidLabel(box.name, kMaxNameBytes), "\"]");
    std::string body;
    if (!box.stereotype.empty()) {
      absl::StrAppend(&body, "    <<", MermaidLabel(box.stereotype, kMaxNameBytes), ">>\n");
    }
    if (box.mark != Mark::kNone) {
      absl::StrAppend(&body, "    <<", MarkLabel(language_, box.mark), ">>\n");
    }
    for (const ClassMember& member : box.members) {
      const absl::string_view mark = MarkLabel(language_, member.mark);
      absl::StrAppend(&body, "    ", member.is_public ? "+" : "-", MemberLabel(member.text),
                      mark.empty() ? "" : absl::StrCat(" - ", mark), "\n");
    }
    if (box.more_members > 0) {
      absl::StrAppend(&body, "    ", MermaidLabel(AndMore(language_, box.more_members)), "\n");
    }
    absl::StrAppend(&text_, body.empty() ? "\n" : absl::StrCat(" {\n", body, "  }\n"));
  }

 private:
  std::string LabelOf(const ClassRelation& relation) const {
    std::string label =
        relation.label.empty() ? std::string(Name(language_, relation.kind)) : relation.label;
    if (relation.mark == Mark::kNone) return label;
    constexpr Phrase kMarked("{label} ({mark})", "{label}（{mark}）");
    return Say(language_, kMarked,
               {{"label", label}, {"mark", MarkLabel(language_, relation.mark)}});
  }

  const Language language_;
  std::string text_;
  std::map<std::string, std::string> ids_;  // By key.
};

}  // namespace

std::optional<std::string> ClassDiagramMermaid(const ClassDiagram& diagram, Language language,
                                               size_t max_boxes) {
  std::map<std::string, size_t> numbers;
  std::vector<DrawnBox> boxes;
  for (const ClassBox& box : diagram.boxes) {
    numbers.emplace(box.key, boxes.size());
    boxes.push_back({.path = box.path, .is_changed = IsChanged(box)});
  }
  std::vector<DrawnLink> links;
  for (const ClassRelation& relation : diagram.relations) {
    const auto from = numbers.find(relation.from), to = numbers.find(relation.to);
    if (from == numbers.end() || to == numbers.end()) continue;
    links.push_back({from->second, to->second, relation.mark != Mark::kNone});
  }
  const std::vector<bool> keep = BoxesToDraw(boxes, links, max_boxes);
  if (keep.empty()) return std::nullopt;
  Writer writer(language);
  for (size_t i = 0; i < boxes.size(); ++i) {
    if (keep[i]) writer.AddBox(diagram.boxes[i]);
  }
  writer.AddRelations(diagram.relations);
  return writer.Finish();
}

}  // namespace allreview::report

#include "services/report/diagrams/flowchart.h"

#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/paths/paths.h"
#include "services/report/assembly/separators.h"

namespace allreview::report {
namespace {

constexpr size_t kMaxLineBytes = 90;
constexpr size_t kMaxArrowBytes = 60;

absl::string_view StyleOf(Mark mark) {
  switch (mark) {
    case Mark::kNone:
      return "";
    case Mark::kNew:
      return "added";
    case Mark::kRemoved:
      return "removed";
    case Mark::kModified:
      return "modified";
    case Mark::kMoved:
    case Mark::kRenamed:
      return "moved";
  }
  return "";
}

absl::string_view Definition(absl::string_view style) {
  if (style == "added") return "stroke:#2da44e,stroke-width:3px";
  if (style == "removed") return "stroke:#cf222e,stroke-width:2px,stroke-dasharray:5";
  if (style == "modified") return "stroke:#bf8700,stroke-width:2px";
  return "stroke:#0969da,stroke-width:2px";
}

absl::string_view Open(FlowArrow::Line line) {
  switch (line) {
    case FlowArrow::Line::kSolid:
      return "-->";
    case FlowArrow::Line::kDotted:
      return "-.->";
    case FlowArrow::Line::kThick:
      return "==>";
  }
  return "-->";
}

// The nodes and arrows that carries.h chooses.
Flowchart Chosen(const Flowchart& chart, size_t max_nodes) {
  std::map<std::string, size_t> numbers;
  std::vector<DrawnBox> boxes;
  for (const FlowGroup& group : chart.groups) {
    for (const FlowNode& node : group.nodes) {
      if (!numbers.emplace(node.key, boxes.size()).second) continue;
      const bool is_changed = node.is_changed || node.mark != Mark::kNone;
      boxes.push_back({.path = node.module, .is_changed = is_changed});
    }
  }
  std::vector<DrawnLink> links;
  for (const FlowArrow& arrow : chart.arrows) {
    const auto from = numbers.find(arrow.from), to = numbers.find(arrow.to);
    if (from == numbers.end() || to == numbers.end()) continue;
    links.push_back({from->second, to->second, arrow.is_changed});
  }
  const std::vector<bool> keep = BoxesToDraw(boxes, links, max_nodes);
  if (keep.empty()) return {};
  Flowchart chosen = {.is_top_down = chart.is_top_down};
  std::set<std::string> kept;
  for (const FlowGroup& group : chart.groups) {
    FlowGroup& copy = chosen.groups.emplace_back(FlowGroup{.title = group.title});
    for (const FlowNode& node : group.nodes) {
      if (keep[numbers.at(node.key)] && kept.insert(node.key).second) copy.nodes.push_back(node);
    }
  }
  for (const FlowArrow& arrow : chart.arrows) {
    if (kept.count(arrow.from) > 0 && kept.count(arrow.to) > 0) chosen.arrows.push_back(arrow);
  }
  return chosen;
}

// "router.py"; of a file that many folders have, with its folder.
std::string ShortFile(const std::string& path) {
  const absl::string_view name = paths::BaseName(path);
  if (name != "__init__.py") return std::string(name);
  return absl::StrCat(paths::BaseName(paths::FolderOf(path)), "/", name);
}

class Writer {
 public:
  explicit Writer(Language language) : language_(language) {}

  void AddGroups(const Flowchart& chart) {
    std::set<std::string> modules;
    for (const FlowGroup& group : chart.groups) {
      for (const FlowNode& node : group.nodes) modules.insert(node.module);
    }
    modules.erase("");
    says_modules_ = modules.size() > 1;
    for (const FlowGroup& group : chart.groups) AddGroup(group);
    // Boxes without arrows between them would stand in any order.
    for (int i = 1; i < groups_; ++i) absl::StrAppend(&text_, "  g", i - 1, " ~~~ g", i, "\n");
  }

  void AddArrows(const std::vector<FlowArrow>& arrows) {
    std::set<std::tuple<std::string, std::string, std::string>> drawn;
    for (const FlowArrow& arrow : arrows) {
      if (!drawn.emplace(arrow.from, arrow.to, arrow.label).second) continue;
      const std::string label =
          arrow.label.empty()
              ? ""
              : absl::StrCat("|\"", MermaidLabel(arrow.label, kMaxArrowBytes), "\"|");
      absl::StrAppend(&text_, "  ", ids_.at(arrow.from), " ", Open(arrow.line), label, " ",
                      ids_.at(arrow.to), "\n");
    }
  }

  std::string Finish(bool is_top_down) {
    for (const auto& [style, nodes] : styles_) {
      absl::StrAppend(&text_, "  class ", absl::StrJoin(nodes, ","), " ", style, "\n",
                      "  classDef ", style, " ", Definition(style), "\n");
    }
    // Groups stand below each other, which leaves each the whole width.
    return absl::StrCat("flowchart ", is_top_down || groups_ > 1 ? "TD" : "LR", "\n", text_);
  }

 private:
  void AddGroup(const FlowGroup& group) {
    if (group.nodes.empty()) return;
    if (group.title.empty()) {
      for (const FlowNode& node : group.nodes) AddNode(node, "  ");
      return;
    }
    absl::StrAppend(&text_, "  subgraph g", groups_++, "[\"",
                    MermaidLabel(group.title, kMaxLineBytes), "\"]\n    direction LR\n");
    for (const FlowNode& node : group.nodes) AddNode(node, "    ");
    absl::StrAppend(&text_, "  end\n");
  }

  void AddNode(const FlowNode& node, const std::string& indent) {
    const std::string id = absl::StrCat("n", ids_.size());
    ids_.emplace(node.key, id);
    std::vector<std::string> lines = node.lines;
    if (lines.empty()) lines.emplace_back();
    if (node.mark != Mark::kNone) {
      lines.front() = absl::StrCat(MarkLabel(language_, node.mark), " ", lines.front());
      styles_[std::string(StyleOf(node.mark))].push_back(id);
    }
    if (says_modules_ && !node.module.empty()) lines.push_back(ShortFile(node.module));
    const absl::string_view open = node.shape == FlowNode::Shape::kStep    ? "[\""
                                   : node.shape == FlowNode::Shape::kInput ? "([\""
                                                                           : "[(\"";
    const absl::string_view close = node.shape == FlowNode::Shape::kStep    ? "\"]"
                                    : node.shape == FlowNode::Shape::kInput ? "\"])"
                                                                            : "\")]";
    absl::StrAppend(&text_, indent, id, open, MermaidLines(lines, kMaxLineBytes), close, "\n");
  }

  const Language language_;
  std::string text_;
  std::map<std::string, std::string> ids_;                  // By key.
  std::map<std::string, std::vector<std::string>> styles_;  // Ids of nodes.
  int groups_ = 0;
  bool says_modules_ = false;
};

}  // namespace

std::optional<std::string> FlowchartMermaid(const Flowchart& chart, Language language,
                                            size_t max_nodes) {
  const Flowchart chosen = Chosen(chart, max_nodes);
  if (chosen.groups.empty()) return std::nullopt;
  Writer writer(language);
  writer.AddGroups(chosen);
  writer.AddArrows(chosen.arrows);
  return writer.Finish(chosen.is_top_down);
}

std::string FlowchartLegend(absl::string_view drawing, Language language) {
  constexpr Phrase kNew("a thick arrow is a call that is new", "粗箭头表示新增的调用");
  constexpr Phrase kGone("a dotted arrow is a call that is gone", "虚线箭头表示删除的调用");
  constexpr Phrase kAll("Marks and colours say what happened to the function; {lines}.\n",
                        "标记与颜色表示函数本身的变化；{lines}。\n");
  std::vector<std::string> lines;
  if (absl::StrContains(drawing, " ==>")) lines.emplace_back(kNew.In(language));
  if (absl::StrContains(drawing, " -.->")) lines.emplace_back(kGone.In(language));
  if (lines.empty()) return "";
  return Say(language, kAll, {{"lines", absl::StrJoin(lines, ClauseComma(language))}});
}

}  // namespace allreview::report

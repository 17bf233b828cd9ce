#include "services/report/diagrams/flowchart.h"

#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "services/report/diagrams/reduce.h"

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

class Writer {
 public:
  Writer(Language language, const FlowchartLimits& limits) : language_(language), limits_(limits) {}

  void AddGroup(const FlowGroup& group) {
    if (group.nodes.empty()) return;
    if (group.title.empty()) {
      AddNodes(group, "  ");
      return;
    }
    absl::StrAppend(&text_, "  subgraph g", groups_++, "[\"",
                    MermaidLabel(group.title, kMaxLineBytes), "\"]\n");
    AddNodes(group, "    ");
    absl::StrAppend(&text_, "  end\n");
  }

  void AddArrows(const std::vector<FlowArrow>& arrows) {
    size_t drawn = 0;
    int64_t left_out = 0;
    for (const FlowArrow& arrow : arrows) {
      const auto from = ids_.find(arrow.from);
      const auto to = ids_.find(arrow.to);
      if (from == ids_.end() || to == ids_.end()) continue;
      if (drawn++ >= limits_.max_arrows) {
        ++left_out;
        continue;
      }
      const std::string label =
          arrow.label.empty()
              ? ""
              : absl::StrCat("|\"", MermaidLabel(arrow.label, kMaxArrowBytes), "\"|");
      absl::StrAppend(&text_, "  ", from->second, " ", Open(arrow.line), label, " ", to->second,
                      "\n");
    }
    if (left_out == 0) return;
    constexpr Phrase kArrows("… and {count} more arrows", "……另有 {count} 条连线未画出");
    absl::StrAppend(&text_, "  arrows[\"",
                    MermaidLabel(Say(language_, kArrows, {{"count", absl::StrCat(left_out)}})),
                    "\"]\n");
  }

  std::string Finish(bool is_top_down) {
    if (ids_.empty()) {
      constexpr Phrase kEmpty("nothing to draw", "没有可画的内容");
      absl::StrAppend(&text_, "  empty[\"", MermaidLabel(kEmpty.In(language_)), "\"]\n");
    }
    for (const auto& [style, nodes] : styles_) {
      absl::StrAppend(&text_, "  class ", absl::StrJoin(nodes, ","), " ", style, "\n",
                      "  classDef ", style, " ", Definition(style), "\n");
    }
    return absl::StrCat("flowchart ", is_top_down ? "TD" : "LR", "\n", text_);
  }

 private:
  // Nodes in the order given; those of a module move up to its first.
  void AddNodes(const FlowGroup& group, const std::string& indent) {
    std::map<std::string, std::vector<const FlowNode*>> modules;
    for (const FlowNode& node : group.nodes) modules[node.module].push_back(&node);
    for (const FlowNode& node : group.nodes) {
      if (node.module.empty()) {
        AddNode(node, indent);
        continue;
      }
      std::vector<const FlowNode*>& members = modules[node.module];
      if (members.empty()) continue;
      absl::StrAppend(&text_, indent, "subgraph g", groups_++, "[\"",
                      MermaidLabel(node.module, kMaxLineBytes), "\"]\n");
      for (const FlowNode* member : members) AddNode(*member, indent + "  ");
      absl::StrAppend(&text_, indent, "end\n");
      members.clear();
    }
  }

  void AddNode(const FlowNode& node, const std::string& indent) {
    const std::string id = absl::StrCat("n", ids_.size());
    if (!ids_.emplace(node.key, id).second) return;
    std::vector<std::string> lines = node.lines;
    if (node.mark != Mark::kNone) {
      const absl::string_view mark = MarkLabel(language_, node.mark);
      if (lines.empty()) lines.emplace_back();
      lines.front() = absl::StrCat(mark, " ", lines.front());
      styles_[std::string(StyleOf(node.mark))].push_back(id);
    }
    absl::StrAppend(&text_, indent, id, node.is_decision ? "{\"" : "[\"",
                    lines.empty() ? MermaidLabel("") : MermaidLines(lines, kMaxLineBytes),
                    node.is_decision ? "\"}\n" : "\"]\n");
  }

  const Language language_;
  const FlowchartLimits limits_;
  std::string text_;
  std::map<std::string, std::string> ids_;                  // By key.
  std::map<std::string, std::vector<std::string>> styles_;  // Ids of nodes.
  int groups_ = 0;
};

}  // namespace

std::string FlowchartMermaid(const Flowchart& chart, Language language,
                             const FlowchartLimits& limits) {
  const Flowchart reduced = Reduced(chart, language, limits);
  Writer writer(language, limits);
  for (const FlowGroup& group : reduced.groups) writer.AddGroup(group);
  writer.AddArrows(reduced.arrows);
  return writer.Finish(chart.is_top_down);
}

}  // namespace allreview::report

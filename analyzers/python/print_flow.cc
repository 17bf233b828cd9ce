#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/python/print.h"
#include "base/outline.h"
#include "base/poll.h"

namespace allreview::python {
namespace {

using Point = ControlFlow::Point;

absl::string_view NameOf(ControlFlow::EdgeKind kind) {
  switch (kind) {
    case ControlFlow::EdgeKind::kNext:
      return "";
    case ControlFlow::EdgeKind::kTrue:
      return "true ";
    case ControlFlow::EdgeKind::kFalse:
      return "false ";
    case ControlFlow::EdgeKind::kException:
      return "exception ";
  }
  return "? ";
}

std::string NameOf(Point point) {
  if (point == ControlFlow::kEntry) return "entry";
  if (point == ControlFlow::kExit) return "exit";
  if (point == ControlFlow::kRaised) return "raised";
  return absl::StrCat(point);
}

std::string Describe(const ControlFlow& flow, Point point) {
  std::string line = NameOf(point);
  if (const Node node = flow.NodeOf(point)) {
    absl::StrAppend(&line, " ", Position(node), " ", Excerpt(node.text()));
  }
  std::vector<std::string> edges;
  for (const ControlFlow::Edge& edge : flow.From(point)) {
    edges.push_back(absl::StrCat(NameOf(edge.kind), NameOf(edge.to)));
  }
  if (!edges.empty()) absl::StrAppend(&line, " -> ", absl::StrJoin(edges, ", "));
  if (!flow.IsReachable(point)) absl::StrAppend(&line, " (not reachable)");
  return line;
}

void Add(const ControlFlow& flow, absl::string_view title, Outline& outline) {
  outline.Add(0, title);
  for (Point point = 0; point < flow.size() && !outline.is_full(); ++point) {
    Poll();
    outline.Add(1, Describe(flow, point));
  }
}

}  // namespace

std::string PrintFlow(const Module& module) {
  Outline outline;
  Add(ControlFlow(module, module.tree().root()), "module", outline);
  for (const Definition& definition : module.definitions()) {
    if (definition.kind == Definition::Kind::kClass) continue;
    if (outline.is_full()) break;
    Add(ControlFlow(module, definition.node),
        absl::StrCat(definition.name, " ", Position(definition.node)), outline);
  }
  return std::move(outline).Finish();
}

}  // namespace allreview::python

#include "gateway/document_check/graph.h"

#include <cstdint>
#include <map>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace allreview::document_check {
namespace {

constexpr std::pair<absl::string_view, absl::string_view> kMarks[] = {
    {"NEW ", "added"},          {"MODIFIED ", "modified"}, {"REMOVED ", "removed"},
    {"新增 ", "added"},         {"修改 ", "modified"},     {"删除 ", "removed"},
    {"MOVED ", "modified"},     {"RENAMED ", "modified"},  {"移动 ", "modified"},
    {"重命名 ", "modified"},    {"(NEW)", "added"},        {"(REMOVED)", "removed"},
    {"(MODIFIED)", "modified"},
};

// "a_b" of "a#95;b".
std::string WithoutEntities(absl::string_view text) {
  std::string result;
  while (!text.empty()) {
    const size_t end = text.find(';');
    int code = 0;
    const bool is_entity = absl::StartsWith(text, "#") && end != absl::string_view::npos &&
                           absl::SimpleAtoi(text.substr(1, end - 1), &code) && code > 0 &&
                           code < 128;
    result += is_entity ? static_cast<char>(code) : text[0];
    text.remove_prefix(is_entity ? end + 1 : 1);
  }
  return result;
}

// The word that the text begins with.
absl::string_view TakeId(absl::string_view& text) {
  size_t end = 0;
  while (end < text.size() &&
         (absl::ascii_isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_')) {
    ++end;
  }
  const absl::string_view id = text.substr(0, end);
  text = absl::StripLeadingAsciiWhitespace(text.substr(end));
  return id;
}

// What stands between the first and the last quote; nullopt: there are no two.
std::optional<std::string> Quoted(absl::string_view text) {
  const size_t first = text.find('"'), last = text.rfind('"');
  if (first == absl::string_view::npos || last == first) return std::nullopt;
  return WithoutEntities(text.substr(first + 1, last - first - 1));
}

// Skips an arrow with its label; whether there was one: "-->|"calls"| ", "-.-> ", "..> ", "->>+".
bool TakeArrow(absl::string_view& text) {
  const size_t end = text.find_first_not_of("-.=<>|*ox)+ ");
  const absl::string_view arrow = text.substr(0, end);
  const bool is_arrow = absl::StrContains(arrow, "--") || absl::StrContains(arrow, "..") ||
                        absl::StrContains(arrow, "-.") || absl::StrContains(arrow, "==") ||
                        absl::StrContains(arrow, "->");
  if (!is_arrow || end == absl::string_view::npos) return false;
  text.remove_prefix(end);
  if (arrow.back() == '|') {
    const size_t close = text.find("| ");
    if (close == absl::string_view::npos) return false;
    text.remove_prefix(close + 2);
  }
  return true;
}

class Reader {
 public:
  Graph Read(absl::string_view mermaid) {
    bool is_first = true;
    for (absl::string_view line : absl::StrSplit(mermaid, '\n')) {
      line = absl::StripAsciiWhitespace(line);
      if (line.empty()) continue;
      if (is_first) {
        graph_.kind = KindOf(line);
      } else {
        TakeLine(line);
      }
      is_first = false;
    }
    for (GraphNode& node : graph_.nodes) {
      const auto styled = styles_.find(node.id);
      if (styled == styles_.end()) continue;
      const bool is_known = styled->second == "added" || styled->second == "removed";
      node.status = is_known ? styled->second : "modified";
    }
    return std::move(graph_);
  }

 private:
  static Graph::Kind KindOf(absl::string_view head) {
    if (absl::StartsWith(head, "flowchart") || absl::StartsWith(head, "graph")) {
      return Graph::Kind::kFlow;
    }
    if (absl::StartsWith(head, "sequenceDiagram")) return Graph::Kind::kSequence;
    if (absl::StartsWith(head, "classDiagram")) return Graph::Kind::kClass;
    return Graph::Kind::kOther;
  }

  void TakeLine(absl::string_view line) {
    if (line == "end") {
      if (!groups_.empty()) groups_.pop_back();
    } else if (absl::ConsumePrefix(&line, "subgraph ")) {
      groups_.push_back(Quoted(line).value_or(std::string(line)));
    } else if (absl::ConsumePrefix(&line, "participant ") || absl::ConsumePrefix(&line, "actor ")) {
      const absl::string_view id = TakeId(line);
      absl::ConsumePrefix(&line, "as ");
      AddNode(id, WithoutEntities(line));
    } else if (absl::ConsumePrefix(&line, "class ")) {
      TakeClass(line);
    } else if (!absl::StartsWith(line, "classDef") && !absl::StartsWith(line, "linkStyle")) {
      TakeStatement(line);
    }
  }

  // A class with its label, or "n0,n3 modified", which styles nodes of a flowchart.
  void TakeClass(absl::string_view line) {
    if (graph_.kind == Graph::Kind::kClass) {
      const absl::string_view id = TakeId(line);
      AddNode(id, Quoted(line).value_or(std::string(id)));
      return;
    }
    const std::vector<absl::string_view> words = absl::StrSplit(line, ' ');
    if (words.size() != 2) return;
    for (absl::string_view id : absl::StrSplit(words[0], ','))
      styles_[std::string(id)] = std::string(words[1]);
  }

  // "a["A"]", "a --> b".
  void TakeStatement(absl::string_view line) {
    const absl::string_view from = TakeId(line);
    if (from.empty() || line.empty()) return;
    if (line[0] == '[' || line[0] == '(' || line[0] == '{' || line[0] == '>') {
      if (auto label = Quoted(line)) AddNode(from, *std::move(label));
      return;
    }
    if (!TakeArrow(line)) return;
    const absl::string_view to = TakeId(line);
    if (to.empty()) return;
    graph_.linked.emplace(from);
    graph_.linked.emplace(to);
  }

  void AddNode(absl::string_view id, std::string label) {
    GraphNode node{.id = std::string(id),
                   .label = std::move(label),
                   .group = groups_.empty() ? "" : groups_.back(),
                   .status = ""};
    for (const auto& [mark, status] : kMarks) {
      const bool is_marked =
          mark[0] == '(' ? absl::EndsWith(node.label, mark) : absl::StartsWith(node.label, mark);
      if (is_marked) node.status = std::string(status);
    }
    graph_.nodes.push_back(std::move(node));
  }

  Graph graph_;
  std::vector<std::string> groups_;
  std::map<std::string, std::string> styles_;
};

}  // namespace

Graph ReadGraph(absl::string_view mermaid) { return Reader().Read(mermaid); }

std::string NameInLabel(absl::string_view label) {
  for (const auto& [mark, status] : kMarks) {
    if (absl::ConsumePrefix(&label, mark)) break;
  }
  return std::string(absl::StripAsciiWhitespace(label.substr(0, label.find("<br/>"))));
}

}  // namespace allreview::document_check

#include "services/report/diagrams/reduce.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace allreview::report {
namespace {

// Old keys to the keys of the nodes that stand for them.
using NewKeys = std::map<std::string, std::string>;

constexpr absl::string_view kMoreKey = "\nmore";

// "3 new, 2 modified"; nodes that the change leaves alone are only counted.
std::string CountsByMark(Language language, const std::vector<FlowNode>& nodes) {
  constexpr Phrase kUnchanged("{count} unchanged", "{count} 项未变");
  constexpr Phrase kMarked("{count} {mark}", "{mark} {count} 项");
  std::map<Mark, int> counts;
  for (const FlowNode& node : nodes) ++counts[node.mark];
  std::vector<std::string> parts;
  for (Mark mark :
       {Mark::kNew, Mark::kModified, Mark::kRemoved, Mark::kMoved, Mark::kRenamed, Mark::kNone}) {
    if (counts[mark] == 0) continue;
    const std::string count = absl::StrCat(counts[mark]);
    parts.push_back(
        mark == Mark::kNone
            ? Say(language, kUnchanged, {{"count", count}})
            : Say(language, kMarked,
                  {{"count", count}, {"mark", absl::AsciiStrToLower(MarkLabel(language, mark))}}));
  }
  return absl::StrJoin(parts, Comma(language));
}

// The first `depth` folders of a path: "a/b/c.py" at 1 is "a/"; the path itself when it is no
// deeper.
std::string FolderAt(const std::string& path, int depth) {
  size_t end = 0;
  for (int i = 0; i < depth; ++i) {
    const size_t slash = path.find('/', end);
    if (slash == std::string::npos) return path;
    end = slash + 1;
  }
  return path.substr(0, end);
}

class GroupReducer {
 public:
  GroupReducer(FlowGroup group, Language language, size_t room)
      : group_(std::move(group)), language_(language), room_(room) {
    std::map<std::string, size_t> parts;
    for (FlowNode& node : group_.nodes) {
      const auto found = node.module.empty() ? parts.end() : parts.find(node.module);
      if (found != parts.end()) {
        parts_[found->second].nodes.push_back(std::move(node));
        continue;
      }
      if (!node.module.empty()) parts[node.module] = parts_.size();
      parts_.push_back({.name = node.module, .nodes = {}});
      parts_.back().nodes.push_back(std::move(node));
    }
  }

  FlowGroup Reduce(NewKeys& keys) {
    for (size_t i = parts_.size(); i-- > 1 && Size() > room_;) {
      parts_[i].is_merged = parts_[i].nodes.size() > 1;
    }
    for (int depth = 8; depth > 0 && Size() > room_; --depth) MergeFolders(depth);
    std::vector<FlowNode> nodes;
    for (Part& part : parts_) Draw(std::move(part), keys, nodes);
    if (nodes.size() > room_) Cut(keys, nodes);
    group_.nodes = std::move(nodes);
    return std::move(group_);
  }

 private:
  // Nodes of one module; a node outside of modules is a part of its own.
  struct Part {
    std::string name;
    std::vector<FlowNode> nodes;
    bool is_merged = false;
  };

  size_t Size() const {
    size_t size = 0;
    for (const Part& part : parts_) size += part.is_merged ? 1 : part.nodes.size();
    return size;
  }

  void MergeFolders(int depth) {
    std::vector<Part> merged;
    std::map<std::string, size_t> folders;
    for (size_t i = 0; i < parts_.size(); ++i) {
      Part& part = parts_[i];
      const std::string folder = FolderAt(part.name, depth);
      const bool stays = i == 0 || part.name.empty();
      const auto found = stays ? folders.end() : folders.find(folder);
      if (found == folders.end()) {
        if (!stays) folders[folder] = merged.size();
        merged.push_back(std::move(part));
        continue;
      }
      Part& into = merged[found->second];
      into.name = folder;
      into.is_merged = true;
      std::move(part.nodes.begin(), part.nodes.end(), std::back_inserter(into.nodes));
    }
    parts_ = std::move(merged);
  }

  void Draw(Part part, NewKeys& keys, std::vector<FlowNode>& nodes) const {
    if (!part.is_merged) {
      for (FlowNode& node : part.nodes) nodes.push_back(std::move(node));
      return;
    }
    FlowNode merged;
    merged.key = part.nodes.front().key;
    merged.lines = {part.name, CountsByMark(language_, part.nodes)};
    for (const FlowNode& node : part.nodes) keys[node.key] = merged.key;
    nodes.push_back(std::move(merged));
  }

  void Cut(NewKeys& keys, std::vector<FlowNode>& nodes) const {
    const std::string key = absl::StrCat(kMoreKey, group_.title);
    const size_t left_out = nodes.size() - room_;
    for (size_t i = room_; i < nodes.size(); ++i) keys[nodes[i].key] = key;
    nodes.resize(room_);
    nodes.push_back({.key = key,
                     .lines = {AndMore(language_, static_cast<int64_t>(left_out))},
                     .module = "",
                     .mark = Mark::kNone,
                     .is_decision = false});
  }

  FlowGroup group_;
  const Language language_;
  const size_t room_;
  std::vector<Part> parts_;
};

// How many nodes each group may have: what small groups leave over goes to the large ones.
std::vector<size_t> Rooms(const Flowchart& chart, size_t total) {
  std::vector<size_t> order(chart.groups.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return chart.groups[a].nodes.size() < chart.groups[b].nodes.size();
  });
  std::vector<size_t> rooms(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    const size_t share = std::max<size_t>(1, total / (order.size() - i));
    rooms[order[i]] = std::min(share, chart.groups[order[i]].nodes.size());
    total -= std::min(total, rooms[order[i]]);
  }
  return rooms;
}

std::vector<FlowArrow> Redirected(std::vector<FlowArrow> arrows, const NewKeys& keys) {
  const auto follow = [&](const std::string& key) {
    std::string at = key;
    // A merged node may have been cut after that.
    for (int i = 0; i < 2; ++i) {
      const auto found = keys.find(at);
      if (found == keys.end() || found->second == at) break;
      at = found->second;
    }
    return at;
  };
  std::vector<FlowArrow> result;
  std::set<std::tuple<std::string, std::string, std::string>> seen;
  for (FlowArrow& arrow : arrows) {
    const bool was_loop = arrow.from == arrow.to;
    arrow.from = follow(arrow.from);
    arrow.to = follow(arrow.to);
    if (arrow.from == arrow.to && !was_loop) continue;
    if (seen.emplace(arrow.from, arrow.to, arrow.label).second) result.push_back(std::move(arrow));
  }
  return result;
}

}  // namespace

Flowchart Reduced(Flowchart chart, Language language, const FlowchartLimits& limits) {
  size_t total = 0;
  for (const FlowGroup& group : chart.groups) total += group.nodes.size();
  NewKeys keys;
  if (total > limits.max_nodes) {
    const std::vector<size_t> rooms = Rooms(chart, limits.max_nodes);
    size_t drawn = 0;
    for (size_t i = 0; i < chart.groups.size(); ++i) {
      chart.groups[i] = GroupReducer(std::move(chart.groups[i]), language, rooms[i]).Reduce(keys);
      drawn += chart.groups[i].nodes.size();
    }
    constexpr Phrase kNote("{total} nodes, drawn as {drawn}: the others are grouped by module",
                           "共 {total} 个节点，画成 {drawn} 个：其余按模块合并");
    FlowNode note;
    note.key = absl::StrCat(kMoreKey, "\nnote");
    note.lines = {
        Say(language, kNote, {{"total", absl::StrCat(total)}, {"drawn", absl::StrCat(drawn)}})};
    chart.groups.push_back({.title = "", .nodes = {std::move(note)}});
  }
  chart.arrows = Redirected(std::move(chart.arrows), keys);
  return chart;
}

}  // namespace allreview::report

#include "services/report/diagrams/way_diagram.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "services/report/diagrams/flowchart.h"
#include "services/report/diagrams/present_ids.h"
#include "services/report/story/places.h"

namespace allreview::report {
namespace {

using analysis::v1::CallPath;
using analysis::v1::ChangedSymbol;
using analysis::v1::ChangeModel;
using analysis::v1::Edge;

constexpr size_t kMaxNodes = 8;
constexpr int kMaxHops = 4;  // Of a path, next to the changed function.

class Way {
 public:
  Way(Language language, const ChangeModel& model) : language_(language) {
    for (const ChangedSymbol& symbol : model.symbols()) {
      if (symbol.status() == ChangedSymbol::STATUS_REFORMATTED || !IsDefinition(symbol)) continue;
      marks_.emplace(IdOf(symbol), MarkOf(symbol.status()));
      present_ids_.Add(symbol);
    }
    for (const Edge& edge : model.edges()) {
      if (edge.kind() != Edge::KIND_CALLS) continue;
      Call& call = calls_[{present_ids_.Of(edge.from()), present_ids_.Of(edge.to())}];
      call.is_before |= !edge.is_new();
      call.is_after |= !edge.is_removed();
      call.begins |= !edge.entry_kind().empty();
    }
    for (const CallPath& path : model.paths()) AddPath(path);
    for (const auto& [ends, call] : calls_) {
      const bool is_from_known = marks_.count(ends.first) > 0 || call.begins;
      if (marks_.count(ends.second) > 0 && is_from_known) Connect(ends.first, ends.second);
    }
  }

  std::optional<std::string> Draw() const { return FlowchartMermaid(chart_, language_, kMaxNodes); }

 private:
  struct Call {
    bool is_before = false, is_after = false;
    bool begins = false;  // The caller is an entry point.
  };

  // The first one leads to its target best.
  void AddPath(const CallPath& path) {
    if (path.is_test() || path.hops_size() < 2 || !targets_.insert(path.target()).second) return;
    for (int i = std::max(0, path.hops_size() - kMaxHops); i + 1 < path.hops_size(); ++i) {
      Connect(path.hops(i).symbol(), path.hops(i + 1).symbol());
    }
  }

  void Connect(const std::string& from, const std::string& to) {
    constexpr Phrase kNew("new call", "新增调用");
    constexpr Phrase kGone("removed call", "删除的调用");
    if (from == to || !arrows_.emplace(from, to).second) return;
    Join(from);
    Join(to);
    const auto found = calls_.find({from, to});
    const bool is_new = found != calls_.end() && !found->second.is_before;
    const bool is_gone = found != calls_.end() && !found->second.is_after;
    FlowArrow arrow = {.from = from, .to = to, .label = "", .is_changed = is_new || is_gone};
    if (is_new) {
      arrow.label = std::string(kNew.In(language_));
      arrow.line = FlowArrow::Line::kThick;
    }
    if (is_gone) {
      arrow.label = std::string(kGone.In(language_));
      arrow.line = FlowArrow::Line::kDotted;
    }
    chart_.arrows.push_back(std::move(arrow));
  }

  void Join(const std::string& id) {
    if (!joined_.insert(id).second) return;
    const absl::string_view name = SymbolName(id);
    const auto mark = marks_.find(id);
    chart_.groups.front().nodes.push_back(
        {.key = id,
         .lines = {std::string(name.empty() ? FileName(SymbolPath(id)) : name)},
         .module = std::string(SymbolPath(id)),
         .mark = mark == marks_.end() ? Mark::kNone : mark->second});
  }

  const Language language_;
  Flowchart chart_ = {.groups = {FlowGroup()}};
  std::map<std::string, Mark> marks_;
  PresentIds present_ids_;
  std::map<std::pair<std::string, std::string>, Call> calls_;
  std::set<std::string> targets_, joined_;
  std::set<std::pair<std::string, std::string>> arrows_;
};

}  // namespace

std::vector<const ChangedSymbol*> SymbolsWorthShowing(const ChangeModel& model) {
  std::set<std::string> scopes;
  for (const ChangedSymbol& symbol : model.symbols()) {
    const absl::string_view scope = ScopeOf(symbol.name());
    if (IsDefinition(symbol) && !scope.empty()) {
      scopes.insert(absl::StrCat(symbol.path(), ":", scope));
    }
  }
  std::vector<const ChangedSymbol*> symbols;
  for (const ChangedSymbol& symbol : model.symbols()) {
    const bool is_told_by_members = symbol.kind() == analysis::v1::SYMBOL_KIND_CLASS &&
                                    symbol.status() == ChangedSymbol::STATUS_MODIFIED &&
                                    scopes.count(IdOf(symbol)) > 0;
    const bool is_layout = symbol.status() == ChangedSymbol::STATUS_REFORMATTED;
    if (!is_layout && !is_told_by_members && IsDefinition(symbol)) symbols.push_back(&symbol);
  }
  return symbols;
}

std::optional<std::string> WayDiagram(Language language, const ChangeModel& model) {
  return Way(language, model).Draw();
}

}  // namespace allreview::report

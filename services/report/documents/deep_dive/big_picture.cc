// Section 2.1: the structure before and after the change, where the change alters it.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "services/report/diagrams/call_label.h"
#include "services/report/diagrams/carries.h"
#include "services/report/diagrams/flowchart.h"
#include "services/report/diagrams/present_ids.h"
#include "services/report/documents/deep_dive/sections.h"
#include "services/report/story/inheritance.h"
#include "services/report/story/places.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::Edge;

absl::string_view EdgeLabel(Language language, Edge::Kind kind) {
  constexpr Phrase kInherits("inherits", "继承");
  constexpr Phrase kHolds("holds", "持有");
  constexpr Phrase kOverrides("overrides", "重写");
  if (kind == Edge::KIND_INHERITS) return kInherits.In(language);
  if (kind == Edge::KIND_COMPOSES) return kHolds.In(language);
  return kind == Edge::KIND_OVERRIDES ? kOverrides.In(language) : "";
}

class Picture {
 public:
  explicit Picture(const Subject& subject)
      : subject_(subject), inheritance_(subject.review.model()) {
    for (const ChangedSymbol* symbol : subject.symbols) {
      if (!IsDefinition(*symbol)) continue;
      symbols_[IdOf(*symbol)] = symbol;
      present_ids_.Add(*symbol);
    }
    CollectArrows();
    DropIslands();
    Choose();
  }

  // Nothing: the calls and classes around what changed are as before.
  std::optional<std::string> Draw() const {
    constexpr Phrase kBefore("Before", "变更前");
    constexpr Phrase kAfter("After", "变更后");
    Flowchart chart;
    chart.groups = {{.title = std::string(kBefore.In(subject_.language))},
                    {.title = std::string(kAfter.In(subject_.language))}};
    for (const bool is_after : {false, true}) {
      for (const Arrow* arrow : chosen_) {
        if (!Exists(*arrow, is_after)) continue;
        AddNode(arrow->from, is_after, chart);
        AddNode(arrow->to, is_after, chart);
        AddArrow(*arrow, is_after, chart);
      }
    }
    return FlowchartMermaid(chart, subject_.language);
  }

 private:
  // An edge of the model, between present ids.
  struct Arrow {
    std::string from, to;
    Edge::Kind kind = Edge::KIND_UNSPECIFIED;
    std::string label = "";  // Of a call.
    bool is_before = false, is_after = false;

    bool is_changed() const { return is_before != is_after; }
  };

  static bool Exists(const Arrow& arrow, bool is_after) {
    return is_after ? arrow.is_after : arrow.is_before;
  }

  void CollectArrows() {
    std::map<std::tuple<std::string, std::string, int>, size_t> places;
    for (const Edge& edge : subject_.review.model().edges()) {
      const std::string& from = present_ids_.Of(edge.from());
      const std::string& to = present_ids_.Of(edge.to());
      if (edge.kind() == Edge::KIND_IMPORTS || edge.kind() == Edge::KIND_TESTS || from == to) {
        continue;
      }
      // By its name alone nobody knows whom a call reaches.
      if (edge.confidence() == finding::v1::CONFIDENCE_LOW || IsBeside(from) || IsBeside(to))
        continue;
      // Who overrides a method and calls it is told once.
      const auto [place, is_first] = places.try_emplace({from, to, edge.kind()}, arrows_.size());
      if (is_first) arrows_.push_back({from, to, edge.kind()});
      Arrow& arrow = arrows_[place->second];
      if (edge.kind() == Edge::KIND_CALLS && arrow.label.empty()) arrow.label = LabelOf(edge);
      // A relation of what is new is new, whatever else bears its name.
      arrow.is_before |= !edge.is_new() && !IsOf(from, ChangedSymbol::STATUS_ADDED) &&
                         !IsOf(to, ChangedSymbol::STATUS_ADDED);
      arrow.is_after |= !edge.is_removed() && !IsOf(from, ChangedSymbol::STATUS_REMOVED) &&
                        !IsOf(to, ChangedSymbol::STATUS_REMOVED);
    }
  }

  // The definition, or one around it, is new or gone.
  bool IsOf(absl::string_view id, ChangedSymbol::Status status) const {
    const size_t name = id.rfind(':');
    while (true) {
      const auto found = symbols_.find(std::string(id));
      if (found != symbols_.end() && found->second->status() == status) return true;
      const size_t dot = id.rfind('.');
      if (dot == absl::string_view::npos || dot < name) return false;
      id = id.substr(0, dot);
    }
  }

  std::string LabelOf(const Edge& edge) const {
    constexpr Phrase kDispatch("through self, if it is one", "经 self 分派");
    if (inheritance_.IsDispatch(edge.from(), edge.to())) {
      return std::string(kDispatch.In(subject_.language));
    }
    return CallLabel(subject_.language, subject_.index, edge);
  }

  bool IsCore(absl::string_view id) const {
    const absl::string_view heaviest = subject_.core.heaviest();
    return id == heaviest || absl::StartsWith(heaviest, absl::StrCat(id, "."));
  }

  // Relations without the weightiest function, unless three things hang together by them. Unchanged
  // ones only connect what changed.
  void DropIslands() {
    std::map<std::string, size_t> numbers;
    std::vector<bool> is_core;
    std::vector<DrawnLink> links;
    const auto number = [&](const std::string& id) {
      const auto [at, is_new] = numbers.emplace(id, numbers.size());
      if (is_new) is_core.push_back(IsCore(id));
      return at->second;
    };
    for (const Arrow& arrow : arrows_) {
      if (RankOf(arrow) < kOutside) links.push_back({number(arrow.from), number(arrow.to)});
    }
    const std::vector<bool> keep = WithoutIslands(numbers.size(), links, is_core);
    std::erase_if(arrows_, [&](const Arrow& arrow) {
      const auto from = numbers.find(arrow.from), to = numbers.find(arrow.to);
      const bool is_kept = (from != numbers.end() && keep[from->second]) ||
                           (to != numbers.end() && keep[to->second]);
      return !is_kept;
    });
  }

  static constexpr int kOutside = 4;  // The change touches neither end nor relation.

  // New and dropped relations of the core first, then others between changed definitions; then the
  // unchanged ones that show where these hang.
  int RankOf(const Arrow& arrow) const {
    const bool has_from = symbols_.count(arrow.from) > 0, has_to = symbols_.count(arrow.to) > 0;
    if (arrow.is_changed()) {
      if (IsCore(arrow.from) || IsCore(arrow.to)) return 0;
      return has_from && has_to ? 1 : 3;
    }
    return has_from && has_to ? 2 : kOutside;
  }

  int WeightOf(const std::string& id) const { return subject_.core.WeightOf(id); }

  void Choose() {
    const bool has_news = std::any_of(arrows_.begin(), arrows_.end(),
                                      [](const Arrow& arrow) { return arrow.is_changed(); });
    if (!has_news) return;
    std::vector<const Arrow*> ranked;
    for (const Arrow& arrow : arrows_) ranked.push_back(&arrow);
    const auto key = [this](const Arrow* arrow) {
      return std::make_pair(RankOf(*arrow), -WeightOf(arrow->from) - WeightOf(arrow->to));
    };
    std::stable_sort(ranked.begin(), ranked.end(),
                     [&](const Arrow* a, const Arrow* b) { return key(a) < key(b); });
    // An unchanged relation is drawn where it hangs on what is drawn; a second round finds those
    // that hang on others of their kind.
    for (int round = 0; round < 2; ++round) {
      for (const Arrow* arrow : ranked) {
        const bool hangs = drawn_.count({arrow->from, true}) + drawn_.count({arrow->from, false}) +
                               drawn_.count({arrow->to, true}) + drawn_.count({arrow->to, false}) >
                           0;
        const bool is_caller = symbols_.count(arrow->to) > 0;
        const bool is_of_core = round == 0 && IsCore(arrow->to) && arrow->is_after;
        if (arrow->is_changed() ? round == 0 : (hangs && is_caller) || is_of_core) Take(*arrow);
      }
    }
    const bool has_core = std::any_of(drawn_.begin(), drawn_.end(),
                                      [this](const auto& one) { return IsCore(one.first); });
    if (!has_core) chosen_.clear();
  }

  bool IsBeside(const std::string& id) const {
    return !subject_.has_only_tests && IsBesideProduct(SymbolPath(id));
  }

  void Take(const Arrow& arrow) {
    std::set<std::pair<std::string, bool>> added;
    for (const bool is_after : {false, true}) {
      if (!Exists(arrow, is_after)) continue;
      for (const std::string& id : {arrow.from, arrow.to}) {
        if (drawn_.count({id, is_after}) == 0) added.emplace(id, is_after);
      }
    }
    if (drawn_.size() + added.size() > kMaxDrawn) return;
    if (std::find(chosen_.begin(), chosen_.end(), &arrow) != chosen_.end()) return;
    drawn_.insert(added.begin(), added.end());
    chosen_.push_back(&arrow);
  }

  static std::string Key(absl::string_view id, bool is_after) {
    return absl::StrCat(is_after ? "after " : "before ", id);
  }

  // Under its old name in its old file on the left.
  void AddNode(const std::string& id, bool is_after, Flowchart& chart) const {
    FlowNode node = {.key = Key(id, is_after)};
    const absl::string_view name = SymbolName(id);
    node.lines = {std::string(name.empty() ? FileName(SymbolPath(id)) : name)};
    node.module = std::string(SymbolPath(id));
    const auto found = symbols_.find(id);
    if (found != symbols_.end()) {
      const ChangedSymbol& symbol = *found->second;
      const Mark mark = MarkOf(symbol.status());
      node.is_changed = true;
      if (is_after || mark == Mark::kRemoved) node.mark = mark;
      if (!is_after && !symbol.old_name().empty()) node.lines = {symbol.old_name()};
      if (!is_after && !symbol.old_path().empty()) node.module = symbol.old_path();
    }
    std::vector<FlowNode>& nodes = chart.groups[is_after].nodes;
    if (std::none_of(nodes.begin(), nodes.end(),
                     [&](const FlowNode& other) { return other.key == node.key; })) {
      nodes.push_back(std::move(node));
    }
  }

  void AddArrow(const Arrow& arrow, bool is_after, Flowchart& chart) const {
    const Mark mark = !arrow.is_changed() ? Mark::kNone : is_after ? Mark::kNew : Mark::kRemoved;
    FlowArrow drawn = {.from = Key(arrow.from, is_after),
                       .to = Key(arrow.to, is_after),
                       .label = std::string(EdgeLabel(subject_.language, arrow.kind)),
                       .is_changed = mark != Mark::kNone};
    if (arrow.kind == Edge::KIND_CALLS) drawn.label = arrow.label;
    if (mark != Mark::kNone) {
      drawn.line = mark == Mark::kNew ? FlowArrow::Line::kThick : FlowArrow::Line::kDotted;
    }
    chart.arrows.push_back(std::move(drawn));
  }

  const Subject& subject_;
  const Inheritance inheritance_;
  std::map<std::string, const ChangedSymbol*> symbols_;
  PresentIds present_ids_;
  std::vector<Arrow> arrows_;
  std::vector<const Arrow*> chosen_;
  std::set<std::pair<std::string, bool>> drawn_;  // Ids, before and after.
};

}  // namespace

std::string BeforeAndAfter(const Subject& subject) {
  if (subject.review.files().empty()) {
    constexpr Phrase kNothing("there is no structure to compare", "没有可对比的结构");
    return NothingHere(subject, kNothing);
  }
  if (const std::optional<std::string> drawing = Picture(subject).Draw()) {
    const std::string legend = FlowchartLegend(*drawing, subject.language);
    return absl::StrCat(MermaidBlock(*drawing), legend.empty() ? "" : "\n", legend);
  }
  constexpr Phrase kSame(
      "no call, base class or member class around the core of the change is added "
      "or dropped",
      "改动核心周围没有新增或删除调用、基类或成员类");
  return NotApplicable(subject.language, std::string(kSame.In(subject.language)));
}

}  // namespace allreview::report::deep_dive

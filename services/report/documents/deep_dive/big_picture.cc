// Section 2.1: the structure before and after the change, where the change alters it.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "services/report/diagrams/flowchart.h"
#include "services/report/diagrams/present_ids.h"
#include "services/report/documents/deep_dive/sections.h"
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
  explicit Picture(const Subject& subject) : subject_(subject) {
    for (const ChangedSymbol* symbol : subject.symbols) {
      if (!IsDefinition(*symbol)) continue;
      symbols_[IdOf(*symbol)] = symbol;
      present_ids_.Add(*symbol);
    }
    CollectArrows();
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
      // Who overrides a method and calls it is told once.
      const auto [place, is_first] = places.try_emplace({from, to, edge.kind()}, arrows_.size());
      if (is_first) arrows_.push_back({from, to, edge.kind()});
      Arrow& arrow = arrows_[place->second];
      arrow.is_before |= !edge.is_new();
      arrow.is_after |= !edge.is_removed();
    }
  }

  // New and dropped relations first, and of these the ones between changed definitions; then the
  // unchanged ones that show where these hang.
  int RankOf(const Arrow& arrow) const {
    const bool has_from = symbols_.count(arrow.from) > 0, has_to = symbols_.count(arrow.to) > 0;
    if (arrow.is_changed()) return has_from && has_to ? 0 : 2;
    return has_from && has_to ? 1 : 3;
  }

  void Choose() {
    std::vector<const Arrow*> ranked;
    for (const Arrow& arrow : arrows_) {
      if (!IsBeside(arrow.from) && !IsBeside(arrow.to)) ranked.push_back(&arrow);
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [this](const Arrow* a, const Arrow* b) { return RankOf(*a) < RankOf(*b); });
    // An unchanged relation is drawn where it hangs on what is drawn; a second round finds those
    // that hang on others of their kind.
    for (int round = 0; round < 2; ++round) {
      for (const Arrow* arrow : ranked) {
        const bool hangs = drawn_.count({arrow->from, true}) + drawn_.count({arrow->from, false}) +
                               drawn_.count({arrow->to, true}) + drawn_.count({arrow->to, false}) >
                           0;
        const bool is_caller = symbols_.count(arrow->to) > 0;
        if (arrow->is_changed() ? round == 0 : hangs && is_caller) Take(*arrow);
      }
    }
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
    if (mark != Mark::kNone) {
      drawn.label = absl::StrCat(MarkLabel(subject_.language, mark), drawn.label.empty() ? "" : " ",
                                 drawn.label);
      drawn.line = mark == Mark::kNew ? FlowArrow::Line::kThick : FlowArrow::Line::kDotted;
    }
    chart.arrows.push_back(std::move(drawn));
  }

  const Subject& subject_;
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
    return MermaidBlock(*drawing);
  }
  constexpr Phrase kSame("no call, base class or member class is added or dropped",
                         "没有新增或删除调用、基类或成员类");
  return NotApplicable(subject.language, std::string(kSame.In(subject.language)));
}

}  // namespace allreview::report::deep_dive

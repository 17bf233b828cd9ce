#include "services/report/documents/audit/cost_rows.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "services/report/documents/audit/cost_text.h"
#include "services/report/story/place_code.h"

namespace allreview::report {
namespace {

using analysis::v1::Cost;
using analysis::v1::FunctionStory;
using analysis::v1::Scaling;
using analysis::v1::ScalingTerm;

bool Grows(const Cost& cost) {
  return !cost.products().empty() && !cost.products(0).factors().empty();
}

// Sizes that the code computes by a formula that is too long to be told.
bool IsReadable(const Scaling& scaling) {
  const std::string costs =
      absl::StrCat(CostText(scaling.time()), CostText(scaling.memory()),
                   CostText(scaling.time_before()), CostText(scaling.memory_before()));
  return !absl::StrContains(costs, "…");
}

// Whether the cost changes, or that of a new function grows.
bool IsTold(bool has_before, const Cost& before, const Cost& after) {
  return has_before ? !IsSame(before, after) : Grows(after);
}

// "O(n)"; empty: it does not grow.
std::string ProductText(const Cost::Product& product) {
  if (product.factors().empty()) return "";
  Cost cost;
  *cost.add_products() = product;
  const std::string text = CostText(cost);
  return absl::StrContains(text, "…") ? "" : MarkdownCode(text);
}

// A layer or model that the function runs, whose cost nobody knows: beside it no line counts.
bool RunsUnknown(const ModelIndex& index, const Scaling& scaling) {
  const FunctionStory* story = index.Story(scaling.symbol());
  if (story == nullptr) return false;
  for (const analysis::v1::Step& step : story->steps()) {
    if (step.status() == analysis::v1::Step::STATUS_REMOVED) continue;
    for (const analysis::v1::StepCall& call : step.calls()) {
      const absl::string_view callee = call.callee();
      const bool is_held = absl::StartsWith(callee, "self.") &&
                           callee.find('.', absl::string_view("self.").size()) == callee.npos;
      if (is_held && call.symbol().empty()) return true;
    }
  }
  return false;
}

// The new line that costs most: what the function calls may cost more, which nobody counts.
std::string TermText(Language language, const Scaling& scaling) {
  constexpr Phrase kTime("{code} (line {line}) takes time {time}",
                         "{code}（第 {line} 行）耗时 {time}");
  constexpr Phrase kMemory("{code} (line {line}) takes memory {memory}",
                           "{code}（第 {line} 行）占用内存 {memory}");
  constexpr Phrase kBoth("{code} (line {line}) takes time {time} and memory {memory}",
                         "{code}（第 {line} 行）耗时 {time}，占用内存 {memory}");
  const auto found = std::find_if(scaling.terms().begin(), scaling.terms().end(),
                                  [](const ScalingTerm& term) { return term.is_new(); });
  if (found == scaling.terms().end()) return "";
  const std::string time = ProductText(found->cost()), memory = ProductText(found->memory());
  if (time.empty() && memory.empty()) return "";
  return Say(language,
             time.empty()     ? kMemory
             : memory.empty() ? kTime
                              : kBoth,
             {{"code", ShortCode(found->code())},
              {"line", absl::StrCat(found->range().first_line())},
              {"time", time},
              {"memory", memory}});
}

}  // namespace

std::string ShortCode(absl::string_view text) {
  return MarkdownCode(Shorten(CleanLine(text), 100));
}

std::string NameAndPlace(Language language, absl::string_view symbol,
                         const change::v1::SourceRange& range) {
  return absl::StrCat(ShortCode(NameOfSymbol(symbol)),
                      InBrackets(language, StartCode(language, range)));
}

std::string WhenItRuns(Language language, const ModelIndex& index, absl::string_view symbol) {
  constexpr Phrase kHot(", in training or inference steps", "，在训练步或推理步中");
  constexpr Phrase kFrom(", reached from {root}", "，从 {root} 到达");
  constexpr Phrase kOnce(", once when the object is made", "，构造时执行一次");
  if (absl::EndsWith(symbol, ".__init__")) return std::string(kOnce.In(language));
  const FunctionStory* story = index.Story(symbol);
  if (story != nullptr && story->is_hot()) return std::string(kHot.In(language));
  for (const analysis::v1::CallPath* path : index.PathsTo(symbol)) {
    if (path->is_test() || path->hops_size() < 2) continue;
    const absl::string_view root = NameOfSymbol(path->hops(0).symbol());
    if (!root.empty()) return Say(language, kFrom, {{"root", ShortCode(root)}});
  }
  return "";
}

std::vector<std::string> CostRows(const AuditView& view, const ModelIndex& index) {
  constexpr Phrase kRow("{name}{often}: {term}", "{name}{often}：{term}");
  std::vector<std::string> rows;
  for (const Scaling* scaling : view.scaling) {
    const std::string path(PathOfSymbol(scaling->symbol()));
    if (view.SettingOf(path) != Setting::kProduction || !IsReadable(*scaling)) continue;
    const bool is_told =
        IsTold(scaling->has_time_before(), scaling->time_before(), scaling->time()) ||
        IsTold(scaling->has_memory_before(), scaling->memory_before(), scaling->memory());
    const bool is_new = !scaling->has_time_before() && !scaling->has_memory_before();
    if (is_new && RunsUnknown(index, *scaling)) continue;
    const std::string term = is_told ? TermText(view.language, *scaling) : "";
    if (term.empty()) continue;
    rows.push_back(Say(view.language, kRow,
                       {{"name", NameAndPlace(view.language, scaling->symbol(), scaling->range())},
                        {"often", WhenItRuns(view.language, index, scaling->symbol())},
                        {"term", term}}));
  }
  return rows;
}

}  // namespace allreview::report

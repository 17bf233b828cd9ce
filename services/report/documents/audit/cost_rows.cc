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

// "time `O(n)` → `O(n²)`"; empty: it does not change, or a new one does not grow.
std::string CostPart(Language language, const Phrase& what, bool has_before, const Cost& before,
                     const Cost& after) {
  constexpr Phrase kFromTo("{what} {before} → {after}", "{what} {before} → {after}");
  constexpr Phrase kIs("{what} {after}", "{what} {after}");
  if (has_before ? IsSame(before, after) : !Grows(after)) return "";
  return Say(language, has_before ? kFromTo : kIs,
             {{"what", what.In(language)},
              {"before", MarkdownCode(CostText(before))},
              {"after", MarkdownCode(CostText(after))}});
}

// The new line that costs most.
std::string TermText(Language language, const Scaling& scaling) {
  constexpr Phrase kTerm(", by {code} (line {line})", "，来自 {code}（第 {line} 行）");
  const auto found = std::find_if(scaling.terms().begin(), scaling.terms().end(),
                                  [](const ScalingTerm& term) { return term.is_new(); });
  if (found == scaling.terms().end()) return "";
  return Say(
      language, kTerm,
      {{"code", ShortCode(found->code())}, {"line", absl::StrCat(found->range().first_line())}});
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
  constexpr Phrase kRow("{name}{often}: {parts}{term}", "{name}{often}：{parts}{term}");
  constexpr Phrase kTime("time", "时间");
  constexpr Phrase kMemory("memory", "内存");
  std::vector<std::string> rows;
  for (const Scaling* scaling : view.scaling) {
    const std::string path(PathOfSymbol(scaling->symbol()));
    if (view.SettingOf(path) != Setting::kProduction || !IsReadable(*scaling)) continue;
    std::vector<std::string> parts;
    for (std::string part : {CostPart(view.language, kTime, scaling->has_time_before(),
                                      scaling->time_before(), scaling->time()),
                             CostPart(view.language, kMemory, scaling->has_memory_before(),
                                      scaling->memory_before(), scaling->memory())}) {
      if (!part.empty()) parts.push_back(std::move(part));
    }
    if (parts.empty()) continue;
    rows.push_back(Say(view.language, kRow,
                       {{"name", NameAndPlace(view.language, scaling->symbol(), scaling->range())},
                        {"often", WhenItRuns(view.language, index, scaling->symbol())},
                        {"parts", absl::StrJoin(parts, Comma(view.language))},
                        {"term", TermText(view.language, *scaling)}}));
  }
  return rows;
}

}  // namespace allreview::report

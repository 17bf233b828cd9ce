#include "services/report/documents/audit/scaling_table.h"

#include <algorithm>
#include <map>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/documents/audit/cost_text.h"

namespace allreview::report {
namespace {

using analysis::v1::Cost;
using analysis::v1::Scaling;
using analysis::v1::ScalingTerm;

constexpr size_t kMaxRows = 15;
constexpr size_t kMaxFoldedRows = 60;
constexpr size_t kMaxExplained = 8;
constexpr int kMaxTerms = 3;

constexpr Noun kFunctions = {"function", "functions", "个函数"};
constexpr Phrase kIntroduction(
    "Derived from the loops and tensor shapes of each function. A call counts as one step, and "
    "memory that autograd saves for the backward pass is not included. `len(x)` is the number of "
    "items of `x`.",
    "由每个函数自身的循环与张量形状推导。一次调用计为一步，不含 autograd "
    "为反向传播保存的内存。`len(x)` 表示 `x` 的元素个数。");
constexpr Phrase kNoFunctions("No Python function outside tests was read.",
                              "没有读取测试以外的 Python 函数。");
constexpr Phrase kHead("| Function | Time | Memory | At 10×, 100×, 1000× the size |",
                       "| 函数 | 时间 | 内存 | 规模变为 10×、100×、1000× 时 |");
constexpr Phrase kBoth("{names}: time and memory {factors}", "{names}：时间与内存 {factors}");
constexpr Phrase kTime("{names}: time {factors}", "{names}：时间 {factors}");
constexpr Phrase kMemory("{names}: memory {factors}", "{names}：内存 {factors}");
constexpr Phrase kTwo("{names}: time {time}; memory {memory}",
                      "{names}：时间 {time}；内存 {memory}");
constexpr Phrase kSteady("does not grow", "不随规模增长");
constexpr Phrase kMoreRows("More: {functions}", "另有 {functions}");
constexpr Phrase kCounted("Not listed: {functions}.", "未列出：{functions}。");
constexpr Phrase kMadeOf("Where the cost comes from:", "开销的来源：");
constexpr Phrase kAt("line {line}", "第 {line} 行");
constexpr Phrase kNewAt("line {line}, new", "第 {line} 行，新增");
constexpr Phrase kElements("{what} elements", "{what} 个元素");
constexpr Phrase kSteps("{what} steps", "{what} 步");
constexpr Phrase kAtSizes("At the requested sizes:", "在指定的规模下：");
constexpr Phrase kSizesHead("| Function | Sizes | Steps | Memory |",
                            "| 函数 | 规模 | 步数 | 内存 |");
constexpr Phrase kUnused(
    "No cost depends on a dimension named {names}; the dimensions found are {dimensions}.",
    "没有开销依赖名为 {names} 的维度；出现的维度为 {dimensions}。");
constexpr Phrase kTimesToday("{factor}× today's", "当前的 {factor} 倍");

std::string Name(const AuditView& view, const Scaling& scaling) {
  change::v1::SourceRange start = scaling.range();
  start.set_end_line(0);
  return absl::StrCat(MarkdownCellCode(NameOfSymbol(scaling.symbol())), "<br>",
                      MarkdownCellCode(Place(start)),
                      SettingMark(view, std::string(PathOfSymbol(scaling.symbol()))));
}

std::string CostCell(const Cost& after, bool has_before, const Cost& before) {
  std::string now = MarkdownCellCode(CostText(after));
  if (!has_before || IsSame(before, after)) return now;
  return absl::StrCat(MarkdownCellCode(CostText(before)), " → **", now, "**");
}

// "×10, ×100, ×1000" for a power.
std::string Factors(Language language, int power) {
  return absl::StrJoin({TenToThe(power), TenToThe(2 * power), TenToThe(3 * power)},
                       Comma(language));
}

// Dimensions of the same powers are told together.
std::string GrowthCell(const AuditView& view, const Scaling& scaling) {
  std::map<std::pair<int, int>, std::vector<std::string>> groups;
  for (const std::string& dimension : DimensionsOf(scaling)) {
    groups[{-PowerIn(scaling.time(), dimension), -PowerIn(scaling.memory(), dimension)}].push_back(
        MarkdownCellCode(dimension));
  }
  std::vector<std::string> lines;
  for (const auto& [powers, dimensions] : groups) {
    const int time = -powers.first, memory = -powers.second;
    const std::string names = absl::StrJoin(dimensions, Comma(view.language));
    const std::string in_time = Factors(view.language, time);
    const std::string in_memory = Factors(view.language, memory);
    if (time == memory) {
      lines.push_back(Say(view.language, kBoth, {{"names", names}, {"factors", in_time}}));
    } else if (memory == 0) {
      lines.push_back(Say(view.language, kTime, {{"names", names}, {"factors", in_time}}));
    } else if (time == 0) {
      lines.push_back(Say(view.language, kMemory, {{"names", names}, {"factors", in_memory}}));
    } else {
      lines.push_back(
          Say(view.language, kTwo, {{"names", names}, {"time", in_time}, {"memory", in_memory}}));
    }
  }
  if (lines.empty()) return std::string(kSteady.In(view.language));
  return absl::StrJoin(lines, "<br>");
}

std::string Rows(const AuditView& view, size_t first, size_t end) {
  std::string rows = absl::StrCat(kHead.In(view.language), "\n| --- | --- | --- | --- |\n");
  for (size_t i = first; i < end; ++i) {
    const Scaling& scaling = *view.scaling[i];
    absl::StrAppend(
        &rows, "| ", Name(view, scaling), " | ",
        CostCell(scaling.time(), scaling.has_time_before(), scaling.time_before()), " | ",
        CostCell(scaling.memory(), scaling.has_memory_before(), scaling.memory_before()), " | ",
        GrowthCell(view, scaling), " |\n");
  }
  return rows;
}

std::string TermText(const AuditView& view, const ScalingTerm& term) {
  const bool is_memory = term.has_memory() && !term.memory().factors().empty();
  const std::string what = MarkdownCode(ProductText(is_memory ? term.memory() : term.cost()));
  const bool is_new = term.is_new() && !view.is_scan;
  const std::string place = Say(view.language, is_new ? kNewAt : kAt,
                                {{"line", absl::StrCat(term.range().first_line())}});
  return absl::StrCat(MarkdownCode(term.code()), InBrackets(view.language, place),
                      Colon(view.language),
                      Say(view.language, is_memory ? kElements : kSteps, {{"what", what}}));
}

std::string MadeOf(const AuditView& view) {
  std::string text;
  size_t explained = 0;
  for (const Scaling* scaling : view.scaling) {
    if (explained == kMaxExplained) break;
    std::vector<std::string> terms;
    for (const ScalingTerm& term : scaling->terms()) {
      if (static_cast<int>(terms.size()) == kMaxTerms) break;
      terms.push_back(TermText(view, term));
    }
    if (terms.empty()) continue;
    ++explained;
    absl::StrAppend(&text, "- ", MarkdownCode(NameOfSymbol(scaling->symbol())),
                    Colon(view.language), absl::StrJoin(terms, Semicolon(view.language)), "\n");
  }
  if (text.empty()) return "";
  return absl::StrCat(kMadeOf.In(view.language), "\n\n", text, "\n");
}

// The allocation that grows as the whole does.
const ScalingTerm* TermOf(const Scaling& scaling, const Cost::Product& memory) {
  const std::string wanted = ProductText(memory);
  for (const ScalingTerm& term : scaling.terms()) {
    if (term.has_memory() && ProductText(term.memory()) == wanted) return &term;
  }
  return nullptr;
}

std::string StepsCell(const AuditView& view, const Sizes::Value& value) {
  std::string text;
  if (value.number > 1 || value.rest.empty()) text = NumberText(value.number);
  if (!value.rest.empty()) {
    absl::StrAppend(&text, text.empty() ? "" : " × ", MarkdownCellCode(value.rest));
  }
  if (value.factor > 1) {
    text = absl::StrCat(Say(view.language, kTimesToday, {{"factor", NumberText(value.factor)}}),
                        " ", text);
  }
  return text;
}

// What grows with the sizes that were asked for; else what grows fastest.
const Cost::Product& ProductAt(const Sizes& sizes, const Cost& cost) {
  for (const Cost::Product& product : cost.products()) {
    if (!sizes.Evaluate(product).used.empty()) return product;
  }
  return cost.products(0);
}

std::string MemoryCell(const AuditView& view, const Scaling& scaling, const Sizes& sizes) {
  const Cost::Product& product = ProductAt(sizes, scaling.memory());
  if (product.factors().empty()) return std::string(kSteady.In(view.language));
  const Sizes::Value value = sizes.Evaluate(product);
  const ScalingTerm* term = TermOf(scaling, product);
  const double elements =
      value.number * (term != nullptr ? std::max<int64_t>(term->coefficient(), 1) : 1);
  const int own = term != nullptr ? term->element_bytes() : 0;
  const std::string rest =
      value.rest.empty() ? "" : absl::StrCat(" × ", MarkdownCellCode(value.rest));
  std::string text;
  if (own > 0) {
    text = absl::StrCat(BytesText(elements * own), rest);
  } else {
    text = absl::StrCat("fp32 ", BytesText(elements * 4), rest, "<br>bf16 ",
                        BytesText(elements * 2), rest);
  }
  if (value.factor > 1) {
    text = absl::StrCat(Say(view.language, kTimesToday, {{"factor", NumberText(value.factor)}}),
                        "<br>", text);
  }
  return text;
}

// An allocation with the sizes put in.
struct Allocation {
  const Scaling* scaling = nullptr;
  double bytes = 0;  // For each of `rest`.
  std::string rest;
  std::string used;
};

Allocation LargestAt(const AuditView& view, const Sizes& sizes) {
  Allocation largest;
  for (const Scaling* scaling : view.scaling) {
    if (scaling->memory().products().empty()) continue;
    const Cost::Product& product = ProductAt(sizes, scaling->memory());
    const Sizes::Value value = sizes.Evaluate(product);
    if (value.used.empty() || value.factor > 1) continue;
    const ScalingTerm* term = TermOf(*scaling, product);
    const double coefficient =
        term == nullptr ? 1 : static_cast<double>(std::max<int64_t>(term->coefficient(), 1));
    const int own = term == nullptr ? 0 : term->element_bytes();
    const double bytes = value.number * coefficient * (own > 0 ? own : 4);
    if (bytes <= largest.bytes) continue;
    largest = {scaling, bytes, value.rest, absl::StrJoin(value.used, Comma(view.language))};
  }
  return largest;
}

// Functions whose time or memory grows with a higher power of what was asked for.
std::vector<std::string> FasterThanLinear(const AuditView& view, const Sizes& sizes) {
  std::vector<std::string> found;
  for (const Scaling* scaling : view.scaling) {
    for (const std::string& dimension : DimensionsOf(*scaling)) {
      const int power =
          std::max(PowerIn(scaling->time(), dimension), PowerIn(scaling->memory(), dimension));
      const auto* size = sizes.Find(dimension);
      if (power < 2 || size == nullptr || size->dimension().empty()) continue;
      found.push_back(absl::StrCat(
          MarkdownCode(NameOfSymbol(scaling->symbol())),
          InBrackets(view.language, MarkdownCode(absl::StrCat(dimension, "^", power)))));
      break;
    }
  }
  return found;
}

std::string AtSizes(const AuditView& view) {
  if (view.focus.sizes().empty()) return "";
  const Sizes sizes(view.focus);
  std::set<std::string> dimensions;
  std::string rows;
  size_t shown = 0;
  for (const Scaling* scaling : view.scaling) {
    for (const std::string& dimension : DimensionsOf(*scaling)) dimensions.insert(dimension);
    if (scaling->time().products().empty() || scaling->memory().products().empty()) continue;
    const Sizes::Value time = sizes.Evaluate(ProductAt(sizes, scaling->time()));
    const Sizes::Value memory = sizes.Evaluate(ProductAt(sizes, scaling->memory()));
    std::set<std::string> used(time.used.begin(), time.used.end());
    used.insert(memory.used.begin(), memory.used.end());
    if (used.empty() || shown++ >= kMaxRows) continue;
    absl::StrAppend(&rows, "| ", MarkdownCellCode(NameOfSymbol(scaling->symbol())), " | ",
                    MarkdownCellCode(absl::StrJoin(used, ", ")), " | ", StepsCell(view, time),
                    " | ", MemoryCell(view, *scaling, sizes), " |\n");
  }
  std::string text;
  if (!rows.empty()) {
    absl::StrAppend(&text, kAtSizes.In(view.language), "\n\n", kSizesHead.In(view.language),
                    "\n| --- | --- | --- | --- |\n", rows);
    if (shown > kMaxRows) {
      absl::StrAppend(
          &text, "\n",
          Say(view.language, kCounted,
              {{"functions",
                Count(view.language, static_cast<int64_t>(shown - kMaxRows), kFunctions)}}),
          "\n");
    }
    text += "\n";
  }
  const std::vector<std::string> unused = sizes.Unused(dimensions);
  if (unused.empty() || dimensions.empty()) return text;
  std::vector<std::string> names, known;
  for (const std::string& name : unused) names.push_back(MarkdownCode(name));
  for (const std::string& name : dimensions) {
    if (known.size() == 12) {
      known.push_back("…");
      break;
    }
    known.push_back(MarkdownCode(name));
  }
  return absl::StrCat(text,
                      Say(view.language, kUnused,
                          {{"names", absl::StrJoin(names, Comma(view.language))},
                           {"dimensions", absl::StrJoin(known, Comma(view.language))}}),
                      "\n\n");
}

std::string Rest(const AuditView& view) {
  const size_t total = view.scaling.size();
  const int beyond = view.review().model().more_scaling() +
                     static_cast<int>(total - std::min(total, kMaxRows + kMaxFoldedRows));
  std::string text;
  if (total > kMaxRows) {
    const size_t end = std::min(total, kMaxRows + kMaxFoldedRows);
    absl::StrAppend(&text, "<details>\n<summary>",
                    Say(view.language, kMoreRows,
                        {{"functions",
                          Count(view.language, static_cast<int64_t>(end - kMaxRows), kFunctions)}}),
                    "</summary>\n\n", Rows(view, kMaxRows, end), "\n</details>\n\n");
  }
  if (beyond > 0) {
    absl::StrAppend(
        &text,
        Say(view.language, kCounted, {{"functions", Count(view.language, beyond, kFunctions)}}),
        "\n\n");
  }
  return text;
}

}  // namespace

std::string SizesAnswer(const AuditView& view) {
  constexpr double kDeviceBytes = 80.0 * 1024 * 1024 * 1024;
  constexpr size_t kMaxNamed = 5;
  static constexpr Phrase kLinear("Nothing grows faster than linearly in the requested sizes.",
                                  "没有开销随指定规模超线性增长。");
  static constexpr Phrase kFaster("These functions grow faster than linearly: {functions}.",
                                  "以下函数超线性增长：{functions}。");
  static constexpr Phrase kBound(
      "The largest allocation at {sizes} is in {function}: {bytes} × {rest}; it fits on an 80 GiB "
      "device only while {rest} is below {limit}.",
      "在 {sizes} 时最大的分配来自 {function}：{bytes} × {rest}；80 GiB 的设备仅在 {rest} 小于 "
      "{limit} 时放得下。");
  static constexpr Phrase kFits(
      "The largest allocation at {sizes} is in {function}: {bytes}; it fits on an 80 GiB device.",
      "在 {sizes} 时最大的分配来自 {function}：{bytes}，80 GiB 的设备放得下。");
  static constexpr Phrase kTooLarge(
      "The largest allocation at {sizes} is in {function}: {bytes}; it does not fit on an 80 GiB "
      "device.",
      "在 {sizes} 时最大的分配来自 {function}：{bytes}，80 GiB 的设备放不下。");
  const Sizes sizes(view.focus);
  const Allocation largest = LargestAt(view, sizes);
  std::vector<std::string> faster = FasterThanLinear(view, sizes);
  if (largest.scaling == nullptr && faster.empty()) return "";
  if (faster.size() > kMaxNamed) {
    faster.resize(kMaxNamed);
    faster.push_back("…");
  }
  std::string text = faster.empty()
                         ? Say(view.language, kLinear)
                         : Say(view.language, kFaster,
                               {{"functions", absl::StrJoin(faster, Comma(view.language))}});
  if (largest.scaling == nullptr) return text;
  const Phrase& phrase = !largest.rest.empty()          ? kBound
                         : largest.bytes > kDeviceBytes ? kTooLarge
                                                        : kFits;
  const std::string told = Say(view.language, phrase,
                               {{"sizes", MarkdownCode(largest.used)},
                                {"function", MarkdownCode(NameOfSymbol(largest.scaling->symbol()))},
                                {"bytes", BytesText(largest.bytes)},
                                {"rest", MarkdownCode(largest.rest)},
                                {"limit", NumberText(kDeviceBytes / largest.bytes)}});
  return JoinSentences(view.language, told, text);
}

std::string ScalingMarkdown(const AuditView& view) {
  // What the loops and shapes do not show may still cost much: no word of praise.
  if (view.scaling.empty()) {
    const bool is_empty = view.is_scan && view.review().model().scaling_examined() == 0;
    return is_empty ? absl::StrCat(kNoFunctions.In(view.language), "\n\n") : "";
  }
  return absl::StrCat(kIntroduction.In(view.language), "\n\n", AtSizes(view),
                      Rows(view, 0, std::min(view.scaling.size(), kMaxRows)), "\n", Rest(view),
                      MadeOf(view));
}

}  // namespace allreview::report

// The walk along the path of execution, one part for each changed function.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/documents/explanation/narrative.h"
#include "services/report/documents/explanation/pictures.h"
#include "services/report/documents/explanation/post.h"
#include "services/report/pseudo_code/pseudo_code.h"
#include "services/report/story/deltas_text.h"
#include "services/report/story/places.h"
#include "services/report/story/signature.h"

namespace allreview::report::explanation {
namespace {

using analysis::v1::CallPath;
using analysis::v1::ChangedSymbol;
using analysis::v1::FunctionStory;
using analysis::v1::Value;
using analysis::v1::Variable;

constexpr size_t kMaxBlocks = 7;
constexpr size_t kMaxVariables = 4;
constexpr int kPlainFunction = 16;  // Steps.
constexpr size_t kLongPseudoCode = 40;
constexpr size_t kShortPseudoCode = 24;
constexpr size_t kStopsInFull = 4;   // The others get shorter pseudo-code.
constexpr size_t kMaxBytes = 60000;  // Of the walk: about 5,000 words with code.

// "train → train_step → Router.forward".
std::string PathText(Language language, const CallPath& path) {
  constexpr Phrase kUnsure("{path} (some calls are matched by method name only)",
                           "{path}（部分调用仅按方法名匹配）");
  std::vector<std::string> names;
  for (const analysis::v1::Hop& hop : path.hops()) {
    const absl::string_view name = SymbolName(hop.symbol());
    names.push_back(CodeOf(name.empty() ? SymbolPath(hop.symbol()) : name, 80));
  }
  constexpr size_t kMaxHops = 5;
  if (names.size() > kMaxHops) {
    names.erase(names.begin() + 2, names.end() - 2);
    names.insert(names.begin() + 2, "…");
  }
  const std::string text = absl::StrJoin(names, " → ");
  const bool is_sure = std::none_of(
      path.hops().begin(), path.hops().end(),
      [](const analysis::v1::Hop& hop) { return hop.confidence() == finding::v1::CONFIDENCE_LOW; });
  return is_sure ? text : Say(language, kUnsure, {{"path", text}});
}

// How execution gets to it.
std::string Reached(const Post& post, const Stop& stop) {
  constexpr Phrase kCalled("{caller} (see above) calls it at {place}.",
                           "上文的 {caller} 在 {place} 调用它。");
  constexpr Phrase kNamed("{caller} (see above) passes it as an argument at {place}.",
                          "上文的 {caller} 在 {place} 将其作为参数传出。");
  constexpr Phrase kPath("Call path: {path}; the last call is at {place}.",
                         "调用路径：{path}；最后一次调用位于 {place}。");
  constexpr Phrase kTests(
      "All call paths that were found start in tests; the last call is at {place}.",
      "找到的调用路径都从测试开始；最后一次调用位于 {place}。");
  constexpr Phrase kHot("It runs in training or inference steps.", "它在训练步或推理步中执行。");
  constexpr Phrase kBackward("It runs in the backward pass of training steps.",
                             "它在训练步的反向传播中执行。");
  std::string text;
  if (stop.caller >= 0) {
    text = Say(post.language, stop.is_handed_over ? kNamed : kCalled,
               {{"caller", CodeOf(post.walk.stops[stop.caller].symbol->name())},
                {"place", PlaceCode(post.language, stop.call)}});
  } else {
    const CallPath* best = nullptr;
    for (const CallPath* path : post.index.PathsTo(IdOf(*stop.symbol))) {
      if (path->hops_size() < 2) continue;
      if (best == nullptr || (best->is_test() && !path->is_test())) best = path;
    }
    if (best != nullptr) {
      const std::string place = PlaceCode(post.language, best->hops(best->hops_size() - 2).range());
      text = best->is_test() ? Say(post.language, kTests, {{"place", place}})
                             : Say(post.language, kPath,
                                   {{"path", PathText(post.language, *best)}, {"place", place}});
    }
  }
  if (stop.story != nullptr && stop.story->is_hot()) {
    text = JoinSentences(
        post.language, text,
        (SimpleName(stop.symbol->name()) == "backward" ? kBackward : kHot).In(post.language));
  }
  return text;
}

// "`logits` ([t, e], fp32)".
std::string ValueText(Language language, const Value& value) {
  std::vector<std::string> facts;
  if (!value.shape().empty()) facts.push_back(CodeOf(value.shape(), 40));
  if (!value.dtype().empty()) facts.push_back(CodeOf(value.dtype(), 40));
  return absl::StrCat(CodeOf(value.name(), 60), InBrackets(language, absl::StrJoin(facts, ", ")));
}

std::string Values(Language language, const google::protobuf::RepeatedPtrField<Value>& values) {
  std::vector<std::string> items;
  for (const Value& value : values) {
    if (items.size() < 6) items.push_back(ValueText(language, value));
  }
  if (values.size() > 6) items.push_back("…");
  return Enumerated(language, items);
}

// What goes in and comes out, of a function that nobody knows yet.
std::string TakesAndReturns(const Post& post, const FunctionStory& story) {
  constexpr Phrase kBoth("It takes {inputs} and returns {outputs}.",
                         "它接收 {inputs}，返回 {outputs}。");
  constexpr Phrase kTakes("It takes {inputs} and returns nothing.",
                          "它接收 {inputs}，没有返回值。");
  constexpr Phrase kReturns("It takes no arguments and returns {outputs}.",
                            "它没有参数，返回 {outputs}。");
  const std::string inputs = Values(post.language, story.inputs());
  const std::string outputs = Values(post.language, story.outputs());
  if (inputs.empty() && outputs.empty()) return "";
  if (inputs.empty()) return Say(post.language, kReturns, {{"outputs", outputs}});
  if (outputs.empty()) return Say(post.language, kTakes, {{"inputs", inputs}});
  return Say(post.language, kBoth, {{"inputs", inputs}, {"outputs", outputs}});
}

// What it is, where it stands, who calls it, and what the change does to it.
std::string Lead(const Post& post, const Stop& stop) {
  constexpr Phrase kPlace("Defined at {place}.", "定义于 {place}。");
  constexpr Phrase kDoc("The docstring says: {doc}.", "docstring 说明：{doc}。");
  constexpr Phrase kChanges("With this change, it {what}.", "本次变更：{what}。");
  const ChangedSymbol& symbol = *stop.symbol;
  std::string text =
      Say(post.language, kPlace, {{"place", PlaceCode(post.language, DefinitionOf(symbol))}});
  if (!symbol.doc().empty()) {
    text = JoinSentences(post.language, text,
                         Say(post.language, kDoc, {{"doc", Quoted(symbol.doc())}}));
  }
  text = JoinSentences(post.language, text, Reached(post, stop));
  if (symbol.status() == ChangedSymbol::STATUS_ADDED) {
    if (stop.story == nullptr) return text;
    return JoinSentences(post.language, text, TakesAndReturns(post, *stop.story));
  }
  const std::vector<std::string> clauses = DeltaClauses(post.language, symbol, 4);
  if (clauses.empty()) return text;
  return absl::StrCat(
      text, "\n\n",
      Say(post.language, kChanges, {{"what", absl::StrJoin(clauses, Semicolon(post.language))}}));
}

absl::string_view RoleText(Language language, Variable::Role role) {
  constexpr Phrase kParameter("parameter", "参数");
  constexpr Phrase kLoop("loop variable", "循环变量");
  constexpr Phrase kAccumulator("accumulator", "累加变量");
  constexpr Phrase kResult("result", "返回结果");
  constexpr Phrase kFlag("branch condition", "分支条件");
  constexpr Phrase kAttribute("kept after the call", "调用结束后保留");
  constexpr Phrase kHandle("handle", "句柄");
  constexpr Phrase kIntermediate("intermediate value", "中间值");
  switch (role) {
    case Variable::ROLE_PARAMETER:
      return kParameter.In(language);
    case Variable::ROLE_LOOP:
      return kLoop.In(language);
    case Variable::ROLE_ACCUMULATOR:
      return kAccumulator.In(language);
    case Variable::ROLE_RESULT:
      return kResult.In(language);
    case Variable::ROLE_FLAG:
      return kFlag.In(language);
    case Variable::ROLE_ATTRIBUTE:
      return kAttribute.In(language);
    case Variable::ROLE_HANDLE:
      return kHandle.In(language);
    default:
      return kIntermediate.In(language);
  }
}

std::string VariableItem(Language language, const Variable& variable) {
  constexpr Phrase kFrom("comes from {origin}", "来自 {origin}");
  constexpr Phrase kInto("used in {targets}", "用于 {targets}");
  constexpr Phrase kItem("- {name}{facts}: {what}\n", "- {name}{facts}：{what}\n");
  std::vector<std::string> facts = {std::string(RoleText(language, variable.role()))};
  if (!variable.shape().empty()) facts.push_back(CodeOf(variable.shape(), 40));
  if (!variable.dtype().empty()) facts.push_back(CodeOf(variable.dtype(), 40));
  std::vector<std::string> parts;
  if (!variable.origin().empty()) {
    parts.push_back(Say(language, kFrom, {{"origin", CodeOf(variable.origin(), 70)}}));
  }
  std::vector<std::string> targets(variable.feeds().begin(), variable.feeds().end());
  if (!targets.empty()) {
    parts.push_back(Say(language, kInto, {{"targets", CodeList(language, targets, 5)}}));
  }
  return Say(language, kItem,
             {{"name", CodeOf(variable.name(), 60)},
              {"facts", InBrackets(language, absl::StrJoin(facts, Comma(language)))},
              {"what", absl::StrJoin(parts, language == Language::kChinese ? "，" : ", ")}});
}

// Those that the changed statements write, read at other places too.
std::string Variables(const Post& post, const FunctionStory& story) {
  constexpr Phrase kIntro("\nKey variables:\n\n", "\n关键变量：\n\n");
  std::set<std::string> written;
  for (const analysis::v1::Step& step : story.steps()) {
    if (IsTouched(step) && step.status() != analysis::v1::Step::STATUS_REMOVED) {
      written.insert(step.writes().begin(), step.writes().end());
    }
  }
  std::set<std::string> origins;
  std::vector<std::string> items;
  for (const Variable& variable : story.variables()) {
    const bool is_touched = variable.is_new() || written.count(variable.name()) > 0;
    const bool is_used = std::any_of(variable.feeds().begin(), variable.feeds().end(),
                                     [](const std::string& target) { return target != "return"; });
    const bool is_known = !variable.origin().empty() || variable.role() == Variable::ROLE_PARAMETER;
    // Where one call returns several together, the first tells where they come from.
    const bool is_first = variable.origin().empty() || origins.insert(variable.origin()).second;
    if (is_touched && is_used && is_known && is_first && items.size() < kMaxVariables) {
      items.push_back(VariableItem(post.language, variable));
    }
  }
  // One variable has nothing to interact with.
  if (items.size() < 2) return "";
  return absl::StrCat(kIntro.In(post.language), absl::StrJoin(items, ""));
}

// Concepts that matter first in this function.
std::string Concepts(const Post& post, const std::string& id) {
  std::string text;
  for (const glossary::UsedConcept& used : post.concepts) {
    if (used.symbol != id) continue;
    constexpr Phrase kBox(
        "\n> **Concept: {name}**, used as {code} at {place}. {meaning} *Source: "
        "{source}.*\n",
        "\n> **概念：{name}**（此处为 {code}，见 {place}）。{meaning}*来源：{source}。*\n");
    text += Say(post.language, kBox,
                {{"name", used.entry->name.In(post.language)},
                 {"code", CodeOf(used.name, 60)},
                 {"place", PlaceCode(post.language, used.range)},
                 {"meaning", used.entry->meaning.In(post.language)},
                 {"source", MarkdownText(glossary::SourceText(used.entry->source))}});
  }
  return text;
}

std::string HeadOf(const Stop& stop) {
  const std::string& signature = stop.symbol->signature_after();
  const std::string head =
      signature.empty() ? std::string(SimpleName(stop.symbol->name())) : ShortSignature(signature);
  return absl::StrCat("def ", head, ":");
}

class WalkWriter {
 public:
  explicit WalkWriter(const Post& post) : post_(post) {}

  std::string Write() {
    constexpr Phrase kTitle("## How it works, step by step\n\n", "## 逐步说明\n\n");
    constexpr Phrase kOrder("The changed functions, in the order in which they run:\n\n",
                            "有改动的函数，按执行顺序排列：\n\n");
    std::string text(kTitle.In(post_.language));
    const std::string overview = OverviewPicture(post_);
    if (!overview.empty()) absl::StrAppend(&text, kOrder.In(post_.language), overview, "\n");
    const std::string life = LifePicture(post_);
    if (!life.empty()) absl::StrAppend(&text, life, "\n");
    for (size_t i = 0; i < post_.walk.stops.size(); ++i) {
      if (text.size() > kMaxBytes) {
        skipped_.push_back(post_.walk.stops[i].symbol);
        continue;
      }
      absl::StrAppend(&text, Part(post_.walk.stops[i], i + 1), "\n");
    }
    return text + Brief();
  }

 private:
  std::string Part(const Stop& stop, size_t number) {
    std::string text = absl::StrCat("### ", number, ". ", CodeOf(stop.symbol->name(), 80), " - ",
                                    StatusText(post_.language, stop.symbol->status()), "\n\n",
                                    Lead(post_, stop), "\n");
    const std::string id = IdOf(*stop.symbol);
    text += Concepts(post_, id);
    if (stop.story == nullptr) return text;
    const PseudoCode code =
        WritePseudoCode(*stop.story, HeadOf(stop), post_.language,
                        {.max_lines = number <= kStopsInFull ? kLongPseudoCode : kShortPseudoCode});
    if (!code.text.empty()) {
      absl::StrAppend(&text, "\n", MarkdownCodeBlock(code.text, "text"), Legend(code));
    }
    // For a short new function, the pseudo-code is all there is.
    const bool is_plain = !code.has_marks && stop.story->steps_size() <= kPlainFunction;
    const std::string narrative =
        is_plain ? "" : NarrativeMarkdown(post_.language, *stop.story, kMaxBlocks);
    if (!narrative.empty()) absl::StrAppend(&text, "\n", narrative);
    absl::StrAppend(&text, Variables(post_, *stop.story));
    return text;
  }

  // Said below the first block that has marks.
  std::string Legend(const PseudoCode& code) {
    constexpr Phrase kLegend(
        "\n`+` marks new code, `~` changed or moved code, `-` removed code; `...` stands for "
        "unchanged code.\n",
        "\n`+` 为新增，`~` 为修改或移动，`-` 为删除，`...` 表示未改动的部分。\n");
    if (!code.has_marks || has_legend_) return "";
    has_legend_ = true;
    return std::string(kLegend.In(post_.language));
  }

  std::string Brief() {
    constexpr Phrase kTitle("### Also changed\n\n", "### 其他改动\n\n");
    constexpr Phrase kItem("- {name} ({place}): {what}\n", "- {name}（{place}）：{what}\n");
    constexpr Phrase kMore("- … and {count} more\n", "- ……另有 {count} 个\n");
    std::vector<const ChangedSymbol*> brief = skipped_;
    brief.insert(brief.end(), post_.walk.brief.begin(), post_.walk.brief.end());
    std::string text;
    for (const ChangedSymbol* symbol : brief) {
      std::string what = ChangeText(post_.language, *symbol, 2);
      if (symbol->status() == ChangedSymbol::STATUS_ADDED && !symbol->doc().empty()) {
        what = absl::StrCat(what, Colon(post_.language), Quoted(symbol->doc()));
      }
      text += Say(post_.language, kItem,
                  {{"name", CodeOf(symbol->name(), 80)},
                   {"place", StartCode(post_.language, DefinitionOf(*symbol))},
                   {"what", what}});
    }
    if (post_.walk.left_out > 0) {
      text += Say(post_.language, kMore, {{"count", absl::StrCat(post_.walk.left_out)}});
    }
    return text.empty() ? "" : absl::StrCat(kTitle.In(post_.language), text);
  }

  const Post& post_;
  bool has_legend_ = false;
  std::vector<const ChangedSymbol*> skipped_;
};

}  // namespace

std::string WalkSection(const Post& post) {
  const bool is_empty = post.walk.stops.empty() && post.walk.brief.empty();
  return is_empty ? "" : WalkWriter(post).Write();
}

}  // namespace allreview::report::explanation

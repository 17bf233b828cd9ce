// The changed functions that carry the change, one part for each.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/documents/explanation/pictures.h"
#include "services/report/documents/explanation/post.h"
#include "services/report/pseudo_code/condense.h"
#include "services/report/pseudo_code/pseudo_code.h"
#include "services/report/story/deltas_text.h"
#include "services/report/story/example_text.h"
#include "services/report/story/narrative.h"
#include "services/report/story/places.h"
#include "services/report/story/purpose.h"
#include "services/report/story/signature.h"
#include "services/report/story/statement_lines.h"
#include "services/report/story/tables.h"

namespace allreview::report::explanation {
namespace {

using analysis::v1::CallPath;
using analysis::v1::ChangedSymbol;
using analysis::v1::FunctionStory;
using analysis::v1::Value;
using analysis::v1::Variable;

constexpr size_t kMaxVariables = 3;
constexpr size_t kLongPseudoCode = 80;
constexpr size_t kShortPseudoCode = 36;
constexpr size_t kMaxBytes = 60000;  // Of the walk: about 5,000 words with code.

// "train → train_step → Router.forward".
std::string PathText(const CallPath& path) {
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
  return absl::StrJoin(names, " → ");
}

// How execution gets to it.
std::string Reached(const Post& post, const Stop& stop) {
  constexpr Phrase kCalled("{caller} (see above) calls it at {place}.",
                           "上文的 {caller} 在 {place} 调用它。");
  constexpr Phrase kNamed("{caller} (see above) passes it as an argument at {place}.",
                          "上文的 {caller} 在 {place} 将其作为参数传出。");
  constexpr Phrase kPath("Reached by {path}.", "调用路径：{path}。");
  if (stop.caller >= 0) {
    return Say(post.language, stop.is_handed_over ? kNamed : kCalled,
               {{"caller", CodeOf(post.walk.stops[stop.caller].symbol->name())},
                {"place", PlaceCode(post.language, stop.call)}});
  }
  for (const CallPath* path : post.index.PathsTo(IdOf(*stop.symbol))) {
    if (path->hops_size() < 2 || path->is_test()) continue;
    return Say(post.language, kPath, {{"path", PathText(*path)}});
  }
  constexpr Phrase kTable("Called through {table} ({place}), which it is now an entry of.",
                          "经由 {table}（{place}）调用，本次变更将其加入该表。");
  for (const ChangedSymbol* table : TablesWith(post.index, *stop.symbol)) {
    return Say(post.language, kTable,
               {{"table", CodeOf(table->name(), 80)},
                {"place", StartCode(post.language, table->after())}});
  }
  return "";
}

// "`logits` ([t, e], fp32)".
std::string ValueText(Language language, const Value& value) {
  std::vector<std::string> facts;
  if (!value.shape().empty()) facts.push_back(CodeOf(value.shape(), 40));
  if (!value.dtype().empty()) facts.push_back(CodeOf(value.dtype(), 40));
  // Comments between its arguments stand in its line.
  const size_t comment = value.name().find(" # ");
  const std::string name =
      comment == std::string::npos
          ? Condense(value.name(), 60)
          : absl::StrCat(value.name().substr(0, std::min(comment, value.name().find('('))), "(…)");
  return absl::StrCat(CodeOf(name, 60), InBrackets(language, absl::StrJoin(facts, ", ")));
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
  constexpr Phrase kYields("It takes {inputs} and yields {outputs}.",
                           "它接收 {inputs}，逐个产出 {outputs}。");
  return Say(post.language, Yields(story) ? kYields : kBoth,
             {{"inputs", inputs}, {"outputs", outputs}});
}

bool TellsOfTensors(const FunctionStory& story) {
  const auto tells = [](const Value& value) {
    return !value.shape().empty() || !value.dtype().empty();
  };
  return std::any_of(story.inputs().begin(), story.inputs().end(), tells) ||
         std::any_of(story.outputs().begin(), story.outputs().end(), tells);
}

// Who calls it, what goes in and comes out; for a function without a story also
// what the change does to it.
std::string Lead(const Post& post, const Stop& stop) {
  constexpr Phrase kChanges("With this change, it {what}.", "本次变更：{what}。");
  const ChangedSymbol& symbol = *stop.symbol;
  std::string text = Reached(post, stop);
  if (stop.story != nullptr) {
    const bool is_new = symbol.status() == ChangedSymbol::STATUS_ADDED;
    if (!is_new || !TellsOfTensors(*stop.story)) return text;
    return JoinSentences(post.language, text, TakesAndReturns(post, *stop.story));
  }
  const std::vector<std::string> clauses = DeltaClauses(post.language, symbol, 4);
  if (clauses.empty()) return text;
  return JoinSentences(
      post.language, text,
      Say(post.language, kChanges, {{"what", absl::StrJoin(clauses, Semicolon(post.language))}}));
}

// Other methods of its class that read an attribute.
std::vector<std::string> ReadersOf(const Post& post, const FunctionStory& writer,
                                   const std::string& attribute) {
  const auto holder_of = [](const FunctionStory& story) {
    return absl::StrCat(SymbolPath(story.symbol()), ":", ScopeOf(SymbolName(story.symbol())));
  };
  const auto reads_it = [&](const analysis::v1::Step& step) {
    return step.status() != analysis::v1::Step::STATUS_REMOVED &&
           std::find(step.reads().begin(), step.reads().end(), attribute) != step.reads().end();
  };
  std::vector<std::string> readers;
  for (const FunctionStory& story : post.index.model().functions()) {
    if (story.symbol() == writer.symbol() || holder_of(story) != holder_of(writer)) continue;
    if (!std::any_of(story.steps().begin(), story.steps().end(), reads_it)) continue;
    readers.emplace_back(SymbolName(story.symbol()));
  }
  return readers;
}

// New attributes that another function reads; the others the pseudo-code shows.
std::string Variables(const Post& post, const FunctionStory& story) {
  constexpr Phrase kRead("- {name} is set here and read by {readers}\n",
                         "- {name} 在此设置，由 {readers} 读取\n");
  std::string items;
  size_t told = 0;
  for (const Variable& variable : story.variables()) {
    const bool is_set = variable.is_new() && !variable.origin().empty() &&
                        variable.role() == Variable::ROLE_ATTRIBUTE;
    if (!is_set || told == kMaxVariables) continue;
    const std::vector<std::string> readers = ReadersOf(post, story, variable.name());
    if (readers.empty()) continue;
    ++told;
    items += Say(
        post.language, kRead,
        {{"name", CodeOf(variable.name(), 60)}, {"readers", CodeList(post.language, readers, 3)}});
  }
  return items;
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
    constexpr Phrase kTitle("## How it works\n\n", "## 实现说明\n\n");
    constexpr Phrase kOrder("The changed functions and what connects them:\n\n",
                            "有改动的函数及其联系：\n\n");
    std::string text(kTitle.In(post_.language));
    const std::string overview = OverviewPicture(post_);
    if (!overview.empty()) absl::StrAppend(&text, kOrder.In(post_.language), overview, "\n");
    const std::string life = LifePicture(post_);
    if (!life.empty()) absl::StrAppend(&text, life, "\n");
    for (const Stop& stop : post_.walk.stops) {
      if (text.size() > kMaxBytes) {
        skipped_.push_back(stop.symbol);
      } else {
        absl::StrAppend(&text, Part(stop), "\n");
      }
    }
    return text + Brief();
  }

 private:
  std::string Part(const Stop& stop) {
    constexpr Phrase kAt(", ", "，");
    const std::string id = IdOf(*stop.symbol);
    const std::string about =
        absl::StrCat(StatusText(post_.language, stop.symbol->status()), kAt.In(post_.language),
                     PlaceCode(post_.language, DefinitionOf(*stop.symbol)));
    std::string text = absl::StrCat("### ", CodeOf(stop.symbol->name(), 80),
                                    InBrackets(post_.language, about), "\n");
    if (const std::string lead = Lead(post_, stop); !lead.empty()) {
      absl::StrAppend(&text, "\n", lead, "\n");
    }
    const std::string account = AccountMarkdown(post_.index.model(), *stop.symbol);
    if (!account.empty()) absl::StrAppend(&text, "\n", account);
    text += Concepts(post_, id);
    if (stop.story == nullptr) return text;
    const PseudoCode code = WritePseudoCode(
        *stop.story, HeadOf(stop), post_.language,
        {.max_lines = post_.walk.core.count(stop.symbol) > 0 ? kLongPseudoCode : kShortPseudoCode});
    if (!code.text.empty()) {
      absl::StrAppend(&text, "\n",
                      MarkdownCodeBlock(absl::StrCat(Decorators(*stop.symbol), code.text), "text"),
                      Legend(code));
    }
    const std::string known =
        absl::StrCat(NarrativeMarkdown(post_.language, post_.index.model(), *stop.story),
                     Variables(post_, *stop.story));
    if (!known.empty()) absl::StrAppend(&text, "\n", known);
    absl::StrAppend(&text, TensorCosts(id), ExampleText(post_.language, post_.index.model(), id));
    return text;
  }

  // Lines above the head that came or went.
  static std::string Decorators(const ChangedSymbol& symbol) {
    std::string text;
    for (const analysis::v1::Delta& delta : symbol.deltas()) {
      const bool is_it = delta.kind() == analysis::v1::Delta::KIND_DECORATOR &&
                         symbol.status() == ChangedSymbol::STATUS_MODIFIED;
      if (!is_it) continue;
      for (const auto& [mark, line] :
           {std::pair("- ", &delta.before()), std::pair("+ ", &delta.after())}) {
        if (absl::StartsWith(*line, "@")) absl::StrAppend(&text, mark, CleanLine(*line), "\n");
      }
    }
    return text;
  }

  // The tensors that the function allocates newly, no longer or otherwise.
  std::string TensorCosts(const std::string& id) const {
    std::string text;
    for (const auto* cost :
         StatementsOnCode(post_.index.model(), analysis::v1::ChangeStatement::KIND_COST)) {
      if (cost->subject() != id || IsOfTraffic(*cost)) continue;
      absl::StrAppend(&text, "- ", StatementMarkdown(post_.language, *cost, WithPlace::kYes), "\n");
    }
    return text.empty() ? "" : absl::StrCat("\n", text);
  }

  // Said below the first block that has a mark which diffs do not have.
  std::string Legend(const PseudoCode& code) {
    constexpr Phrase kLegend("\n`~`: only moved, or indented otherwise.\n",
                             "\n`~`：仅移动或缩进不同。\n");
    if (has_legend_ || !absl::StrContains(code.text, "\n~ ")) return "";
    has_legend_ = true;
    return std::string(kLegend.In(post_.language));
  }

  std::string Brief() {
    constexpr Phrase kTitle("### Also changed\n\n", "### 其他改动\n\n");
    constexpr Phrase kMore("- … and {count} more\n", "- ……另有 {count} 个\n");
    std::string text;
    for (const auto& [symbol, stop] : post_.walk.mirrors) text += Mirrored(*symbol, stop);
    std::vector<const ChangedSymbol*> brief = skipped_;
    brief.insert(brief.end(), post_.walk.brief.begin(), post_.walk.brief.end());
    text += BriefItems(post_, brief);
    if (post_.walk.left_out > 0) {
      text += Say(post_.language, kMore, {{"count", absl::StrCat(post_.walk.left_out)}});
    }
    return text.empty() ? "" : absl::StrCat(kTitle.In(post_.language), text);
  }

  std::string Mirrored(const ChangedSymbol& symbol, size_t stop) const {
    constexpr Phrase kItem("- {name} ({place}): the same edit as in {other}\n",
                           "- {name}（{place}）：与 {other} 的改动相同\n");
    return Say(post_.language, kItem,
               {{"name", CodeOf(symbol.name(), 80)},
                {"place", StartCode(post_.language, DefinitionOf(symbol))},
                {"other", CodeOf(post_.walk.stops[stop].symbol->name(), 80)}});
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

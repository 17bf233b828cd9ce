// Sections 7.2 and 7.3: where to find what.

#include <algorithm>
#include <map>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/paths/paths.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/diagrams/label.h"
#include "services/report/documents/deep_dive/sections.h"
#include "services/report/story/deltas_text.h"
#include "services/report/story/file_text.h"
#include "services/report/story/places.h"
#include "services/report/story/purpose.h"
#include "services/report/story/settings_text.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::Pointer;

constexpr size_t kMaxRows = 30;
constexpr size_t kMaxPointers = 5;
constexpr size_t kMaxAlike = 3;
constexpr size_t kMaxSilent = 8;

std::string Cell(const std::string& markdown) {
  return absl::StrContains(markdown, "|") ? MarkdownText(WithoutMarks(markdown)) : markdown;
}

// Empty: its name is all that is known of it.
std::string Purpose(const Subject& subject, const ChangedSymbol& symbol) {
  constexpr Phrase kBoth("{doc} ({change})", "{doc}（{change}）");
  std::string purpose = PurposeText(subject.language, subject.index, symbol);
  if (!purpose.empty()) purpose[0] = absl::ascii_toupper(static_cast<unsigned char>(purpose[0]));
  const bool is_new = symbol.status() == ChangedSymbol::STATUS_ADDED;
  if (is_new && purpose.empty()) return "";
  const std::string change = is_new ? std::string(StatusText(subject.language, symbol.status()))
                                    : EditText(subject.language, subject.index, symbol, 1);
  if (!is_new && symbol.doc().empty()) return AsSentence(subject.language, change);
  if (change.empty()) return purpose;
  return Say(subject.language, kBoth, {{"doc", purpose}, {"change", change}});
}

// Symbols that one row tells of: they are changed in the same way.
using Alike = std::vector<const ChangedSymbol*>;

std::string Row(const Subject& subject, const Alike& symbols) {
  constexpr Phrase kGone("{path} (before the change)", "{path}（变更前）");
  std::vector<std::string> names, places;
  for (const ChangedSymbol* symbol : symbols) {
    const bool is_gone = symbol->status() == ChangedSymbol::STATUS_REMOVED;
    const std::string name = absl::StrCat(symbol->name(), IsFunction(*symbol) ? "()" : "");
    names.push_back(MarkdownCellCode(Shorten(name, 100)));
    places.push_back(
        is_gone ? Say(subject.language, kGone, {{"path", MarkdownCellCode(symbol->path())}})
                : MarkdownCellCode(StartPlace(symbol->after())));
  }
  const std::string purpose = Purpose(subject, *symbols.front());
  const bool is_silent = purpose.empty();
  const size_t most = is_silent ? kMaxSilent : kMaxAlike;
  return absl::StrCat(
      "| ", JoinNames(subject.language, names, most), " | ",
      JoinNames(subject.language, places, is_silent ? 1 : kMaxAlike), " | ",
      is_silent ? AsSentence(subject.language,
                             std::string(StatusText(subject.language, symbols[0]->status())))
                : Cell(purpose),
      " |\n");
}

// In their order; equal changes stand with the first of them.
std::vector<Alike> GroupAlike(const Subject& subject) {
  std::vector<Alike> groups;
  std::map<std::string, size_t> told;
  for (const ChangedSymbol* symbol : subject.symbols) {
    const bool is_part =
        symbol->status() == ChangedSymbol::STATUS_ADDED && SimpleName(symbol->name()) == "__init__";
    const bool is_modified = symbol->status() == ChangedSymbol::STATUS_MODIFIED;
    const bool has_text = is_modified && symbol->deltas_size() > 0;
    if (!IsDefinition(*symbol) || is_part || ChangesInWordsOnly(*symbol)) continue;
    if (is_modified && !has_text) continue;
    const std::string purpose = Purpose(subject, *symbol);
    // What is new and says nothing of itself stands in one row.
    if (has_text || purpose.empty()) {
      const auto [group, is_first] = told.emplace(purpose, groups.size());
      if (!is_first) {
        groups[group->second].push_back(symbol);
        continue;
      }
    }
    groups.push_back({symbol});
  }
  return groups;
}

absl::string_view ReasonText(Language language, Pointer::Reason reason) {
  constexpr Phrase kCaller("calls", "调用了");
  constexpr Phrase kBase("is the base of", "基类，对应");
  constexpr Phrase kOverride("overrides", "重写了");
  constexpr Phrase kConfiguration("configures", "配置了");
  constexpr Phrase kDocument("documents", "说明了");
  constexpr Phrase kOther("belongs to", "关联");
  switch (reason) {
    case Pointer::REASON_CALLER:
      return kCaller.In(language);
    case Pointer::REASON_BASE:
      return kBase.In(language);
    case Pointer::REASON_OVERRIDE:
      return kOverride.In(language);
    case Pointer::REASON_CONFIGURATION:
      return kConfiguration.In(language);
    case Pointer::REASON_DOCUMENT:
      return kDocument.In(language);
    default:
      return kOther.In(language);
  }
}

// "- `Base.forward` (`base.py:12`) is the base of `Router.forward`: routes tokens."
std::string PointerLine(const Subject& subject, const Pointer& pointer) {
  constexpr Phrase kUses("uses", "使用了");
  // A class is named for many things: it is made, asked for, annotated with.
  const ChangedSymbol* of = subject.index.Symbol(pointer.of());
  const bool is_use = pointer.reason() == Pointer::REASON_CALLER && of != nullptr &&
                      of->kind() == analysis::v1::SYMBOL_KIND_CLASS;
  constexpr Phrase kLine("- {place}{name} - {reason} {of}{doc}\n",
                         "- {place}{name}：{reason} {of}{doc}\n");
  const absl::string_view name = SymbolName(pointer.symbol());
  return Say(
      subject.language, kLine,
      {{"place", CodeOf(StartPlace(pointer.range()), 200)},
       {"name", name.empty() ? "" : absl::StrCat(" ", CodeOf(name))},
       {"reason",
        is_use ? kUses.In(subject.language) : ReasonText(subject.language, pointer.reason())},
       {"of", CodeOf(SymbolName(pointer.of()).empty() ? SymbolPath(pointer.of())
                                                      : SymbolName(pointer.of()))},
       {"doc", InBrackets(subject.language,
                          QuotedWords(subject.language,
                                      MarkdownProse(Shorten(CleanLine(pointer.doc()), 160))))}});
}

// Who depends on the change, or says what it must be. The plan of tests tells which tests to run;
// what it calls, and other code of the kind, explains little.
bool IsWorthReading(const Pointer& pointer) {
  const bool is_document = pointer.reason() == Pointer::REASON_DOCUMENT ||
                           pointer.reason() == Pointer::REASON_CONFIGURATION;
  const bool is_about_it = pointer.reason() == Pointer::REASON_CALLER ||
                           pointer.reason() == Pointer::REASON_BASE ||
                           pointer.reason() == Pointer::REASON_OVERRIDE;
  // The class around it: that it has fields with names of the change says nothing.
  const bool is_owner = absl::StartsWith(pointer.of(), absl::StrCat(pointer.symbol(), "."));
  if (is_owner) return false;
  return is_document || (is_about_it && paths::IsProductSource(pointer.range().path()));
}

}  // namespace

std::string FunctionIndex(const Subject& subject) {
  const std::vector<Alike> symbols = GroupAlike(subject);
  if (symbols.empty()) {
    constexpr Phrase kNothing("no function or class changes", "没有函数或类发生变化");
    return NothingHere(subject, kNothing);
  }
  constexpr Phrase kHead("| Function | File | Purpose |\n| --- | --- | --- |\n",
                         "| 函数 | 文件 | 用途 |\n| --- | --- | --- |\n");
  std::string text(kHead.In(subject.language));
  for (size_t i = 0; i < symbols.size() && i < kMaxRows; ++i) text += Row(subject, symbols[i]);
  if (symbols.size() > kMaxRows) {
    absl::StrAppend(&text, "| ", AndMore(subject.language, symbols.size() - kMaxRows), " | | |\n");
  }
  return text;
}

std::string RelatedCode(const Subject& subject) {
  std::string text;
  size_t shown = 0;
  for (const Pointer& pointer : subject.review.model().pointers()) {
    if (shown == kMaxPointers) break;
    if (!IsWorthReading(pointer)) continue;
    text += PointerLine(subject, pointer);
    ++shown;
  }
  if (!text.empty()) return text;
  constexpr Phrase kNone("no related unchanged code is known ({what})",
                         "没有已知的相关未改动代码（{what}）");
  return NotApplicable(subject.language,
                       Say(subject.language, kNone, {{"what", FilesByClass(subject)}}));
}

}  // namespace allreview::report::deep_dive

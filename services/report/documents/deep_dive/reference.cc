// Sections 7.2 and 7.3: where to find what.

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "services/report/diagrams/label.h"
#include "services/report/documents/deep_dive/sections.h"
#include "services/report/story/deltas_text.h"
#include "services/report/story/file_text.h"
#include "services/report/story/places.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::Pointer;

constexpr size_t kMaxRows = 30;
constexpr size_t kMaxPointers = 8;
constexpr size_t kMaxTests = 4;  // Names in a row.
constexpr size_t kMaxAlike = 3;

std::string Cell(const std::string& markdown) {
  return absl::StrContains(markdown, "|") ? MarkdownText(WithoutMarks(markdown)) : markdown;
}

std::string Purpose(const Subject& subject, const ChangedSymbol& symbol) {
  constexpr Phrase kBoth("{doc} ({change})", "{doc}（{change}）");
  const std::string doc = MarkdownProse(Shorten(CleanLine(symbol.doc()), 160));
  const std::string change = ChangeText(subject.language, symbol, 1);
  constexpr Phrase kNew("New {kind}", "新增{kind}");
  const bool is_new = symbol.status() == ChangedSymbol::STATUS_ADDED;
  if (doc.empty()) {
    return AsSentence(
        subject.language,
        is_new ? Say(subject.language, kNew, {{"kind", KindText(subject.language, symbol.kind())}})
               : change);
  }
  if (is_new) {
    return absl::StrCat(
        doc, InBrackets(subject.language, StatusText(subject.language, symbol.status())));
  }
  return Say(subject.language, kBoth, {{"doc", doc}, {"change", change}});
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
  return absl::StrCat("| ", JoinNames(subject.language, names, kMaxAlike), " | ",
                      JoinNames(subject.language, places, kMaxAlike), " | ",
                      Cell(Purpose(subject, *symbols.front())), " |\n");
}

// In their order; equal changes stand with the first of them.
std::vector<Alike> GroupAlike(const Subject& subject) {
  std::vector<Alike> groups;
  std::map<std::string, size_t> told;
  for (const ChangedSymbol* symbol : subject.symbols) {
    if (!IsDefinition(*symbol)) continue;
    const bool has_text =
        symbol->status() == ChangedSymbol::STATUS_MODIFIED && symbol->deltas_size() > 0;
    if (has_text) {
      const auto [group, is_first] = told.emplace(Purpose(subject, *symbol), groups.size());
      if (!is_first) {
        groups[group->second].push_back(symbol);
        continue;
      }
    }
    groups.push_back({symbol});
  }
  return groups;
}

// Prepares tests or cleans up after them.
bool IsFixture(const ChangedSymbol& symbol) {
  const absl::string_view name = SimpleName(symbol.name());
  for (absl::string_view fixture :
       {"setup", "teardown", "setUp", "tearDown", "setup_method", "teardown_method", "setup_class",
        "teardown_class", "setUpClass", "tearDownClass", "setup_module", "teardown_module",
        "__init__"}) {
    if (name == fixture) return true;
  }
  return false;
}

// The tests of one file in one row.
std::string TestRows(const Subject& subject) {
  constexpr Phrase kTests("{new} new, {changed} changed", "新增 {new} 个，修改 {changed} 个");
  std::map<std::string, std::vector<const ChangedSymbol*>> files;
  for (const ChangedSymbol* symbol : subject.tests) {
    if (IsFunction(*symbol) && !IsFixture(*symbol)) files[symbol->path()].push_back(symbol);
  }
  std::string rows;
  for (const auto& [path, symbols] : files) {
    std::vector<std::string> names;
    int added = 0;
    for (const ChangedSymbol* symbol : symbols) {
      names.push_back(MarkdownCellCode(Shorten(std::string(SimpleName(symbol->name())), 80)));
      added += symbol->status() == ChangedSymbol::STATUS_ADDED;
    }
    absl::StrAppend(&rows, "| ", JoinNames(subject.language, names, kMaxTests), " | ",
                    MarkdownCellCode(path), " | ",
                    Say(subject.language, kTests,
                        {{"new", absl::StrCat(added)},
                         {"changed", absl::StrCat(static_cast<int>(symbols.size()) - added)}}),
                    " |\n");
  }
  return rows;
}

absl::string_view ReasonText(Language language, Pointer::Reason reason) {
  constexpr Phrase kCaller("calls", "调用方，调用了");
  constexpr Phrase kCallee("is called by", "被调用方，调用它的是");
  constexpr Phrase kBase("is the base of", "基类，派生类为");
  constexpr Phrase kOverride("overrides", "重写了");
  constexpr Phrase kTest("tests", "测试了");
  constexpr Phrase kConfiguration("configures", "配置了");
  constexpr Phrase kSibling("is another implementation of the same as", "同类实现，对照");
  constexpr Phrase kDocument("documents", "文档，说明了");
  constexpr Phrase kOther("belongs to", "关联");
  switch (reason) {
    case Pointer::REASON_CALLER:
      return kCaller.In(language);
    case Pointer::REASON_CALLEE:
      return kCallee.In(language);
    case Pointer::REASON_BASE:
      return kBase.In(language);
    case Pointer::REASON_OVERRIDE:
      return kOverride.In(language);
    case Pointer::REASON_TEST:
      return kTest.In(language);
    case Pointer::REASON_CONFIGURATION:
      return kConfiguration.In(language);
    case Pointer::REASON_SIBLING:
      return kSibling.In(language);
    case Pointer::REASON_DOCUMENT:
      return kDocument.In(language);
    default:
      return kOther.In(language);
  }
}

// "- `Base.forward` (`base.py:12`) is the base of `Router.forward`: routes tokens."
std::string PointerLine(const Subject& subject, const Pointer& pointer) {
  constexpr Phrase kLine("- {place}{name} - {reason} {of}{doc}\n",
                         "- {place}{name}：{reason} {of}{doc}\n");
  const absl::string_view name = SymbolName(pointer.symbol());
  return Say(subject.language, kLine,
             {{"place", CodeOf(StartPlace(pointer.range()), 200)},
              {"name", name.empty() ? "" : absl::StrCat(" ", CodeOf(name))},
              {"reason", ReasonText(subject.language, pointer.reason())},
              {"of", CodeOf(SymbolName(pointer.of()).empty() ? SymbolPath(pointer.of())
                                                             : SymbolName(pointer.of()))},
              {"doc", InBrackets(subject.language,
                                 MarkdownProse(Shorten(CleanLine(pointer.doc()), 160)))}});
}

// Without pointers: the unchanged ends of the edges, and the tests worth running.
std::string FromEdges(const Subject& subject) {
  constexpr Phrase kTest("- {path} - tests that reach this change\n",
                         "- {path}：覆盖本次变更的测试\n");
  std::string text;
  std::set<std::string> changed;
  for (const auto& file : subject.review.files()) changed.insert(PathOf(file));
  size_t shown = 0;
  for (const auto& test : subject.review.tests().ranking()) {
    if (test.is_changed() || changed.count(test.path()) > 0 || shown == 5) continue;
    ++shown;
    text += Say(subject.language, kTest, {{"path", CodeOf(test.path(), 200)}});
  }
  return text;
}

}  // namespace

std::string FunctionIndex(const Subject& subject) {
  const std::vector<Alike> symbols = GroupAlike(subject);
  const std::string tests = TestRows(subject);
  if (symbols.empty() && tests.empty()) {
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
  return text + tests;
}

std::string RelatedCode(const Subject& subject) {
  std::string text;
  size_t shown = 0;
  for (const Pointer& pointer : subject.review.model().pointers()) {
    if (shown == kMaxPointers) break;
    // The plan of tests tells which tests to run.
    if (pointer.reason() == Pointer::REASON_TEST) continue;
    text += PointerLine(subject, pointer);
    ++shown;
  }
  if (text.empty()) text = FromEdges(subject);
  if (!text.empty()) return text;
  constexpr Phrase kNone("no related unchanged code is known ({what})",
                         "没有已知的相关未改动代码（{what}）");
  return NotApplicable(subject.language,
                       Say(subject.language, kNone, {{"what", FilesByClass(subject)}}));
}

}  // namespace allreview::report::deep_dive

// Section 4.1: where the changed code gets triggered.

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "services/report/diagrams/carries.h"
#include "services/report/diagrams/label.h"
#include "services/report/documents/deep_dive/sections.h"
#include "services/report/story/places.h"
#include "services/report/story/root_text.h"
#include "services/report/story/signature.h"
#include "services/report/story/tables.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::CallPath;
using analysis::v1::ChangedSymbol;
using analysis::v1::Hop;

constexpr size_t kMaxBlocks = 2;  // Paths in full.
constexpr size_t kMaxOthers = 4;  // Paths in one line.
constexpr size_t kMaxNames = 4;

// An import that only hands a function over does not lead to it.
bool IsShowable(const CallPath& path) {
  const bool is_handed_over =
      path.root_kind() == "import" &&
      std::any_of(path.hops().begin(), path.hops().end(),
                  [](const auto& hop) { return hop.confidence() == finding::v1::CONFIDENCE_LOW; });
  return path.hops_size() >= 2 && !is_handed_over;
}

// From a test, an example, documentation.
bool BeginsBeside(const CallPath& path) {
  const bool is_beside = path.hops_size() > 0 && IsBesideProduct(SymbolPath(path.hops(0).symbol()));
  return path.is_test() || is_beside;
}

// Some changed function is reached by the product, or begins something itself.
bool HasOwnEntry(const Subject& subject) {
  return std::any_of(
      subject.functions.begin(), subject.functions.end(), [&](const ChangedSymbol* symbol) {
        const auto& paths = subject.index.PathsTo(IdOf(*symbol));
        return std::any_of(paths.begin(), paths.end(), [](const CallPath* path) {
          const bool is_entry = !path->root_kind().empty() && path->root_kind() != "public";
          return !BeginsBeside(*path) && (IsShowable(*path) || is_entry);
        });
      });
}

bool Begins(const CallPath& longer, const CallPath& path) {
  for (int i = 0; i < path.hops_size(); ++i) {
    if (longer.hops(i).symbol() != path.hops(i).symbol()) return false;
  }
  return true;
}

// The best path of each function, the most important function first.
std::vector<const CallPath*> BestPaths(const Subject& subject) {
  std::vector<const CallPath*> paths;
  const bool is_strict = HasOwnEntry(subject);
  for (const ChangedSymbol* symbol : subject.functions) {
    for (const CallPath* path : subject.index.PathsTo(IdOf(*symbol))) {
      if (!IsShowable(*path) || (is_strict && BeginsBeside(*path))) continue;
      paths.push_back(path);
      break;
    }
  }
  // A path that goes on is told in the place of its beginning.
  for (const CallPath*& path : paths) {
    for (const CallPath* longer : paths) {
      if (longer->hops_size() > path->hops_size() && Begins(*longer, *path)) path = longer;
    }
  }
  std::set<const CallPath*> seen;
  std::erase_if(paths, [&](const CallPath* path) { return !seen.insert(path).second; });
  return paths;
}

std::string Comment(Language language, const Hop& hop, bool is_last, bool is_before_last) {
  constexpr Phrase kEntry("<-- entry to the changed code", "<-- 由此进入改动的代码");
  constexpr Phrase kChanged("<-- changed", "<-- 本次变更");
  std::string comment = absl::StrCat("  # ", StartPlace(hop.range()));
  if (is_before_last) absl::StrAppend(&comment, " ", kEntry.In(language));
  if (is_last) absl::StrAppend(&comment, " ", kChanged.In(language));
  return comment;
}

std::string DefinitionLine(const Hop& hop) {
  if (!hop.definition().empty()) {
    std::string line = CleanLine(hop.definition());
    while (absl::EndsWith(line, ":")) line.pop_back();
    if (line.size() > 100) line = absl::StrCat("def ", Shorten(ShortSignature(line), 110));
    return line + ":";
  }
  const absl::string_view name = SymbolName(hop.symbol());
  return name.empty() ? "" : absl::StrCat("def ", SimpleName(name), "(...):");
}

// Each hop as its definition and the call that leads on.
std::string PathBlock(Language language, const CallPath& path) {
  std::string code;
  for (int i = 0; i < path.hops_size(); ++i) {
    const Hop& hop = path.hops(i);
    const bool is_last = i + 1 == path.hops_size();
    const std::string definition = DefinitionLine(hop);
    const absl::string_view name = SymbolName(hop.symbol());
    if (i > 0) code += '\n';
    absl::StrAppend(&code, "# ", CleanLine(SymbolPath(hop.symbol())), name.empty() ? "" : ": ",
                    CleanLine(name), "\n");
    absl::StrAppend(&code, definition, is_last ? Comment(language, hop, true, false) : "",
                    definition.empty() ? "" : "\n");
    if (is_last) continue;
    const std::string indent = definition.empty() ? "" : "    ";
    absl::StrAppend(&code, indent, "# ...\n", indent, Shorten(CleanLine(hop.code()), 110),
                    Comment(language, hop, false, i + 2 == path.hops_size()), "\n");
  }
  return MarkdownCodeBlock(code, "python");
}

// "`a` (`x.py:3`) → `b` (`y.py:8`)"
std::string PathLine(Language language, const CallPath& path) {
  std::vector<std::string> hops;
  for (const Hop& hop : path.hops()) {
    const absl::string_view name = SymbolName(hop.symbol());
    constexpr Phrase kHop("{name} ({place})", "{name}（{place}）");
    hops.push_back(Say(language, kHop,
                       {{"name", CodeOf(name.empty() ? FileName(SymbolPath(hop.symbol())) : name)},
                        {"place", CodeOf(StartPlace(hop.range()), 200)}}));
  }
  return absl::StrJoin(hops, " → ");
}

std::string Intro(Language language, const CallPath& path) {
  constexpr Phrase kReached("From {root}{kind} to {target}:\n\n",
                            "从 {root}{kind}到 {target}：\n\n");
  const absl::string_view root = SymbolName(path.hops(0).symbol());
  return Say(language, kReached,
             {{"target", CodeOf(SymbolName(path.target()))},
              {"root", CodeOf(root.empty() ? SymbolPath(path.hops(0).symbol()) : root)},
              {"kind", InBrackets(language, RootText(language, path.root_kind()))}});
}

// What a table leads to.
std::string Tables(const Subject& subject) {
  constexpr Phrase kTable("\nThrough the table {table}: {name}.\n", "\n经由表 {table}：{name}。\n");
  std::string text;
  for (const ChangedSymbol* symbol : subject.functions) {
    for (const ChangedSymbol* table : TablesWith(subject.index, *symbol)) {
      text += Say(subject.language, kTable,
                  {{"table", NameAndPlace(subject.language, *table)},
                   {"name", NameAndPlace(subject.language, *symbol)}});
    }
  }
  return text;
}

// Changed functions to which no call leads, with what is known of how they start. Of one that is
// only public nothing is known: calls through attributes are not followed.
std::string Unreached(const Subject& subject) {
  constexpr Phrase kEntry("Entry points themselves ({kind}): {names}.\n",
                          "由外部直接进入（{kind}）：{names}。\n");
  std::map<std::string, std::vector<std::string>> by_kind;
  for (const ChangedSymbol* symbol : subject.functions) {
    if (symbol->status() == ChangedSymbol::STATUS_REMOVED) continue;
    const auto& paths = subject.index.PathsTo(IdOf(*symbol));
    if (paths.empty()) continue;  // Nobody asked; 7.2 lists them.
    bool is_reached = false;
    for (const CallPath* path : paths) is_reached = is_reached || IsShowable(*path);
    if (!is_reached) {
      by_kind[paths.front()->root_kind()].push_back(NameAndPlace(subject.language, *symbol));
    }
  }
  std::string text = Tables(subject);
  for (const auto& [kind, names] : by_kind) {
    // By their names alone: who calls them is not known.
    const bool is_guess = kind == "construction" || kind == "data-loading" || kind == "get-batch" ||
                          kind == "inference" || kind == "checkpoint" || kind == "property";
    if (kind.empty() || kind == "public" || is_guess) continue;
    absl::StrAppend(&text, "\n",
                    Say(subject.language, kEntry,
                        {{"names", JoinNames(subject.language, names, kMaxNames)},
                         {"kind", RootText(subject.language, kind)}}));
  }
  return text;
}

std::string NoPath(const Subject& subject) {
  constexpr Phrase kNotSearched(
      "The callers of the changed functions are not known: this review had no index of the "
      "repository. The changed functions are {names}.\n",
      "改动函数的调用方未知：本次评审没有仓库索引。改动的函数为 {names}。\n");
  constexpr Phrase kRemoved("the change only removes functions: {names}", "只删除了函数：{names}");
  constexpr Phrase kNoPath("no call path to the changed functions is known",
                           "没有已知的、到达改动函数的调用路径");
  std::vector<std::string> names, removed;
  bool is_searched = false;
  for (const ChangedSymbol* symbol : subject.functions) {
    // What only stands elsewhere nobody asked about.
    if (symbol->status() == ChangedSymbol::STATUS_MOVED && symbol->deltas().empty()) continue;
    is_searched = is_searched || !subject.index.PathsTo(IdOf(*symbol)).empty();
    const bool is_gone = symbol->status() == ChangedSymbol::STATUS_REMOVED;
    (is_gone ? removed : names).push_back(NameAndPlace(subject.language, *symbol));
  }
  if (is_searched)
    return NotApplicable(subject.language, std::string(kNoPath.In(subject.language)));
  if (!names.empty()) {
    return Say(subject.language, kNotSearched,
               {{"names", JoinNames(subject.language, names, kMaxNames)}});
  }
  if (!removed.empty()) {
    return NotApplicable(subject.language,
                         Say(subject.language, kRemoved,
                             {{"names", JoinNames(subject.language, removed, kMaxNames)}}));
  }
  constexpr Phrase kNothing("no function changes, so there is no entry point",
                            "没有函数改动，因此没有入口");
  return NothingHere(subject, kNothing);
}

}  // namespace

std::string EntryPoint(const Subject& subject) {
  const std::vector<const CallPath*> paths = BestPaths(subject);
  const std::string unreached = Unreached(subject);
  if (paths.empty()) return unreached.empty() ? NoPath(subject) : unreached.substr(1);
  std::string text;
  std::vector<std::string> others;
  std::set<std::string> told;  // Hops of the blocks: a path that is part of one tells nothing new.
  size_t blocks = 0;
  for (const CallPath* path : paths) {
    if (told.count(path->target()) > 0) continue;
    if (blocks < kMaxBlocks) {
      absl::StrAppend(&text, blocks == 0 ? "" : "\n", Intro(subject.language, *path),
                      PathBlock(subject.language, *path));
      ++blocks;
      for (const Hop& hop : path->hops()) told.insert(hop.symbol());
    } else {
      others.push_back(PathLine(subject.language, *path));
    }
  }
  if (!others.empty()) {
    constexpr Phrase kOthers("\nOther call paths to changed functions:\n\n",
                             "\n到达改动函数的其他调用路径：\n\n");
    absl::StrAppend(&text, kOthers.In(subject.language));
    for (size_t i = 0; i < others.size() && i < kMaxOthers; ++i) {
      absl::StrAppend(&text, "- ", others[i], "\n");
    }
    if (others.size() > kMaxOthers) {
      absl::StrAppend(&text, "- ", AndMore(subject.language, others.size() - kMaxOthers), "\n");
    }
  }
  return text + unreached;
}

}  // namespace allreview::report::deep_dive

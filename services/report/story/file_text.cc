#include "services/report/story/file_text.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "analyzers/paths/paths.h"
#include "base/languages.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "services/report/story/code_change.h"
#include "services/report/story/deltas_text.h"
#include "services/report/story/places.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using review::v1::FileSummary;

constexpr size_t kMaxNames = 3;

constexpr std::array<Noun, 12> kClassNouns = {{
    {"file", "files", "个文件"},
    {"source file", "source files", "个源文件"},
    {"test file", "test files", "个测试文件"},
    {"documentation file", "documentation files", "个文档"},
    {"configuration file", "configuration files", "个配置文件"},
    {"data file", "data files", "个数据文件"},
    {"generated file", "generated files", "个生成文件"},
    {"vendored file", "vendored files", "个第三方文件"},
    {"lock file", "lock files", "个 lock 文件"},
    {"binary file", "binary files", "个二进制文件"},
    {"submodule", "submodules", "个 submodule"},
    {"symbolic link", "symbolic links", "个符号链接"},
}};

// Symbols that tell something of their own: no members of what is new or gone as a whole.
std::vector<const ChangedSymbol*> Telling(const std::vector<const ChangedSymbol*>& symbols) {
  std::set<std::pair<std::string, int>> whole;
  for (const ChangedSymbol* symbol : symbols) {
    const bool is_whole = symbol->status() == ChangedSymbol::STATUS_ADDED ||
                          symbol->status() == ChangedSymbol::STATUS_REMOVED ||
                          symbol->status() == ChangedSymbol::STATUS_MOVED;
    if (is_whole && symbol->kind() == analysis::v1::SYMBOL_KIND_CLASS) {
      whole.emplace(symbol->name(), symbol->status());
    }
  }
  std::vector<const ChangedSymbol*> telling;
  for (const ChangedSymbol* symbol : symbols) {
    const std::string scope(ScopeOf(symbol->name()));
    const bool is_told = !scope.empty() && whole.count({scope, symbol->status()}) > 0;
    // A modified class without differences of its own is told by its members.
    const bool is_shell = symbol->kind() == analysis::v1::SYMBOL_KIND_CLASS &&
                          symbol->status() == ChangedSymbol::STATUS_MODIFIED &&
                          symbol->deltas().empty() && symbols.size() > 1;
    if (!is_told && !is_shell && !symbol->name().empty()) telling.push_back(symbol);
  }
  std::stable_sort(telling.begin(), telling.end(), [](const auto* a, const auto* b) {
    return a->added_lines() + a->removed_lines() > b->added_lines() + b->removed_lines();
  });
  return telling;
}

std::string Names(Language language, const std::vector<std::string>& names) {
  if (names.size() <= kMaxNames) return absl::StrJoin(names, Comma(language));
  constexpr Phrase kMore("{names} and {count} more", "{names} 及另外 {count} 项");
  return Say(language, kMore,
             {{"names", absl::StrJoin(names.begin(), names.begin() + kMaxNames, Comma(language))},
              {"count", absl::StrCat(names.size() - kMaxNames)}});
}

std::string NameOf(const ChangedSymbol& symbol) { return MarkdownCode(Shorten(symbol.name(), 80)); }

// " for `g`": what else changed calls the first new definition here that something calls.
std::string Users(Language language, const std::vector<const ChangedSymbol*>& added,
                  const ModelIndex& index) {
  constexpr Phrase kFor(" for {names}", "，供 {names} 使用");
  for (const ChangedSymbol* symbol : added) {
    std::vector<std::string> users;
    for (const analysis::v1::Edge* edge : index.EdgesTo(IdOf(*symbol))) {
      const ChangedSymbol* user = index.Symbol(edge->from());
      const bool is_use = edge->kind() == analysis::v1::Edge::KIND_CALLS && !edge->is_removed();
      const bool is_beside = user == nullptr || user->is_test() || paths::IsTestPath(user->path());
      if (is_use && !is_beside && user->path() != symbol->path()) {
        users.push_back(NameOf(*user));
      }
    }
    if (!users.empty()) return Say(language, kFor, {{"names", Names(language, users)}});
  }
  return "";
}

// Names that several definitions have, once.
std::vector<std::string> Once(const std::vector<std::string>& names) {
  std::vector<std::string> once;
  for (const std::string& name : names) {
    if (std::find(once.begin(), once.end(), name) == once.end()) once.push_back(name);
  }
  return once;
}

// " (now calls `g`)": the change that all of them share; empty: they change in different ways.
std::string SharedChange(Language language, const std::vector<const ChangedSymbol*>& symbols) {
  std::string shared;
  for (const ChangedSymbol* symbol : symbols) {
    const std::vector<std::string> clauses = DeltaClauses(language, *symbol, 1);
    if (clauses.empty() || (!shared.empty() && clauses[0] != shared)) return "";
    shared = clauses[0];
  }
  return InBrackets(language, shared);
}

std::vector<std::string> SymbolClauses(Language language,
                                       const std::vector<const ChangedSymbol*>& symbols,
                                       const ModelIndex& index) {
  constexpr Phrase kAdds("adds {names}", "新增 {names}");
  constexpr Phrase kRemoves("removes {names}", "删除 {names}");
  constexpr Phrase kMoves("moves {names} here", "从别处移入 {names}");
  constexpr Phrase kRenames("renames {names}", "重命名 {names}");
  constexpr Phrase kChanges("changes {names}", "修改 {names}");
  constexpr Phrase kLayout("changes only comments, docstrings or layout of {names}",
                           "只改动 {names} 的注释、docstring 或排版");
  const std::pair<ChangedSymbol::Status, const Phrase*> kOrder[] = {
      {ChangedSymbol::STATUS_ADDED, &kAdds},       {ChangedSymbol::STATUS_REMOVED, &kRemoves},
      {ChangedSymbol::STATUS_MOVED, &kMoves},      {ChangedSymbol::STATUS_RENAMED, &kRenames},
      {ChangedSymbol::STATUS_MODIFIED, &kChanges}, {ChangedSymbol::STATUS_REFORMATTED, &kLayout}};
  std::vector<std::string> clauses;
  for (const auto& [status, phrase] : kOrder) {
    std::vector<const ChangedSymbol*> of_status;
    std::vector<std::string> names;
    for (const ChangedSymbol* symbol : symbols) {
      if (symbol->status() != status) continue;
      of_status.push_back(symbol);
      const bool is_renamed =
          status == ChangedSymbol::STATUS_RENAMED && !symbol->old_name().empty();
      names.push_back(is_renamed ? absl::StrCat(MarkdownCode(Shorten(symbol->old_name(), 80)),
                                                " → ", NameOf(*symbol))
                                 : NameOf(*symbol));
    }
    if (names.empty()) continue;
    clauses.push_back(Say(language, *phrase, {{"names", Names(language, Once(names))}}));
    if (status == ChangedSymbol::STATUS_MODIFIED)
      clauses.back() += SharedChange(language, of_status);
    if (status == ChangedSymbol::STATUS_ADDED) clauses.back() += Users(language, of_status, index);
  }
  return clauses;
}

// "moves `f` to `b.py`": what the file no longer has because another one has it.
std::vector<std::string> MovedAway(Language language, const std::string& path,
                                   const ModelIndex& index) {
  constexpr Phrase kMoves("moves {names} to {path}", "将 {names} 移到 {path}");
  std::map<std::string, std::vector<std::string>> names;
  for (const ChangedSymbol& symbol : index.model().symbols()) {
    const bool is_gone = symbol.status() == ChangedSymbol::STATUS_MOVED && IsDefinition(symbol) &&
                         symbol.old_path() == path && symbol.path() != path &&
                         ScopeOf(symbol.name()).empty();
    if (is_gone) names[symbol.path()].push_back(NameOf(symbol));
  }
  std::vector<std::string> clauses;
  for (const auto& [to, moved] : names) {
    clauses.push_back(
        Say(language, kMoves,
            {{"names", Names(language, moved)}, {"path", MarkdownCode(Shorten(to, 160))}}));
  }
  return clauses;
}

// All lines of the edits begin with one of the words.
bool AllBegin(const analysis::v1::FileStory* story,
              std::initializer_list<absl::string_view> words) {
  if (story == nullptr || story->hunks().empty() || story->more_hunks() > 0) return false;
  for (const analysis::v1::FileHunk& hunk : story->hunks()) {
    for (const std::string* side : {&hunk.before(), &hunk.after()}) {
      for (absl::string_view line : absl::StrSplit(*side, '\n', absl::SkipWhitespace())) {
        line = absl::StripLeadingAsciiWhitespace(line);
        const bool begins = std::any_of(words.begin(), words.end(), [&](absl::string_view word) {
          return absl::StartsWith(line, word);
        });
        if (!begins) return false;
      }
    }
  }
  return true;
}

std::string Renamed(Language language, const FileSummary& file) {
  constexpr Phrase kMoved("renamed from {old}", "由 {old} 重命名");
  constexpr Phrase kCopied("copied from {old}", "复制自 {old}");
  constexpr Phrase kUnchanged("{text}, content unchanged", "{text}，内容不变");
  const change::v1::FileEntry& entry = file.entry();
  if (entry.old_path() == entry.new_path() || entry.old_path().empty()) return "";
  const bool is_copy = entry.status() == change::v1::FILE_STATUS_COPIED;
  std::string text = Say(language, is_copy ? kCopied : kMoved,
                         {{"old", MarkdownCode(Shorten(entry.old_path(), 160))}});
  if (file.additions() + file.deletions() > 0 || file.is_binary()) return text;
  return Say(language, kUnchanged, {{"text", text}});
}

// The line of a file that became another one; nullopt: more than one line changes.
std::optional<std::string> LineChange(Language language, const analysis::v1::FileStory& story) {
  if (story.hunks_size() != 1) return std::nullopt;
  const std::string before(absl::StripAsciiWhitespace(story.hunks(0).before()));
  const std::string after(absl::StripAsciiWhitespace(story.hunks(0).after()));
  const bool is_line = !before.empty() && !after.empty() && story.more_places() == 0 &&
                       before.find('\n') == std::string::npos &&
                       after.find('\n') == std::string::npos;
  if (!is_line) return std::nullopt;
  return CodeChange(language, before, after, 80);
}

// Of an edited Python file that holds no changed symbol; empty: it is none.
std::string ModuleText(Language language, const FileSummary& file, const ModelIndex& index) {
  constexpr Phrase kImports("changes imports", "改动 import");
  constexpr Phrase kComments("changes comments", "改动注释");
  constexpr Phrase kModule("changes lines outside of functions and classes",
                           "改动函数和类之外的行");
  const bool is_modified = file.entry().status() == change::v1::FILE_STATUS_MODIFIED;
  if (ReaderOf(file.language()) == Reader::kPython && is_modified &&
      !index.model().symbols().empty()) {
    const analysis::v1::FileStory* story = index.File(PathOf(file));
    const Phrase& phrase = AllBegin(story, {"import ", "from "}) ? kImports
                           : AllBegin(story, {"#"})              ? kComments
                                                                 : kModule;
    return std::string(phrase.In(language));
  }
  return "";
}

// What is known of a file that holds no changed symbol.
std::string OtherText(Language language, const FileSummary& file, const ModelIndex& index) {
  constexpr Phrase kPlaces("changes near {places}", "改动涉及 {places}");
  const analysis::v1::FileStory* story = index.File(PathOf(file));
  // What is new as a whole has no places that changed.
  const bool is_new = file.entry().status() == change::v1::FILE_STATUS_ADDED;
  if (story != nullptr && !story->places().empty() && !is_new) {
    std::vector<std::string> places;
    for (const std::string& place : story->places()) {
      places.push_back(MarkdownCode(Shorten(CleanLine(place), 60)));
    }
    for (int i = 0; i < story->more_places(); ++i) places.emplace_back();  // Counted, not shown.
    const bool is_line = file.additions() == 1 && file.deletions() == 1;
    const auto line = is_line ? LineChange(language, *story) : std::nullopt;
    if (line) {
      constexpr Phrase kLine("{line} (in {places})", "{line}（位于 {places}）");
      return Say(language, kLine, {{"line", *line}, {"places", Names(language, places)}});
    }
    return Say(language, kPlaces, {{"places", Names(language, places)}});
  }
  const ChangedSymbol* module = index.Symbol(absl::StrCat(PathOf(file), ":"));
  if (module != nullptr) {
    const std::vector<std::string> clauses = DeltaClauses(language, *module, 3);
    if (!clauses.empty()) return absl::StrJoin(clauses, Semicolon(language));
  }
  if (std::string text = ModuleText(language, file, index); !text.empty()) return text;
  // Without the number: "data file".
  const size_t known = static_cast<size_t>(file.file_class());
  const Noun& noun = kClassNouns[known < kClassNouns.size() ? known : 0];
  const absl::string_view word = language == Language::kChinese
                                     ? noun.chinese.substr(absl::string_view("个").size())
                                     : noun.singular;
  std::string text(absl::StripAsciiWhitespace(word));
  if (file.language().empty() || file.language() == "text") return text;
  constexpr Phrase kOf("{noun} ({language})", "{noun}（{language}）");
  return Say(language, kOf, {{"noun", text}, {"language", MarkdownText(file.language())}});
}

}  // namespace

std::string FileText(Language language, const FileSummary& file, const ModelIndex& index) {
  std::vector<std::string> clauses;
  if (std::string renamed = Renamed(language, file); !renamed.empty()) clauses.push_back(renamed);
  std::vector<const ChangedSymbol*> symbols = index.SymbolsIn(file.entry().new_path());
  if (file.entry().old_path() != file.entry().new_path()) {
    const auto& old = index.SymbolsIn(file.entry().old_path());
    symbols.insert(symbols.end(), old.begin(), old.end());
  }
  for (std::string& clause : SymbolClauses(language, Telling(symbols), index)) {
    clauses.push_back(std::move(clause));
  }
  if (file.entry().old_path() == file.entry().new_path()) {
    for (std::string& clause : MovedAway(language, file.entry().new_path(), index)) {
      clauses.push_back(std::move(clause));
    }
  }
  if (clauses.empty()) return OtherText(language, file, index);
  return absl::StrJoin(clauses, Semicolon(language));
}

std::string CountFiles(Language language, int64_t count, change::v1::FileClass file_class) {
  const size_t known = static_cast<size_t>(file_class);
  return Count(language, count, kClassNouns[known < kClassNouns.size() ? known : 0]);
}

const std::string& PathOf(const FileSummary& file) {
  return file.entry().new_path().empty() ? file.entry().old_path() : file.entry().new_path();
}

std::string WithoutMarks(absl::string_view markdown) {
  std::string text = absl::StrReplaceAll(markdown, {{"&#8203;", ""}});
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') continue;
    const bool is_escape = text[i] == '\\' && i + 1 < text.size() &&
                           absl::ascii_ispunct(static_cast<unsigned char>(text[i + 1]));
    if (is_escape) continue;
    result += text[i];
  }
  return result;
}

}  // namespace allreview::report

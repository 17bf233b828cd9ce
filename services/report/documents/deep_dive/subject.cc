#include "services/report/documents/deep_dive/subject.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/language/sentence_end.h"
#include "review/markdown.h"
#include "services/report/assembly/separators.h"
#include "services/report/story/file_text.h"
#include "services/report/story/places.h"

namespace allreview::report::deep_dive {

using analysis::v1::ChangedSymbol;
using analysis::v1::ChangeModel;

namespace {

// What carries the change first, then by size.
void SortByImportance(const CoreFunctions& core, std::vector<const ChangedSymbol*>& symbols) {
  const auto key = [&](const ChangedSymbol* symbol) {
    return std::make_pair(-core.WeightOf(IdOf(*symbol)),
                          -(symbol->added_lines() + symbol->removed_lines()));
  };
  std::stable_sort(symbols.begin(), symbols.end(),
                   [&](const auto* a, const auto* b) { return key(a) < key(b); });
}

// None of which only the layout changed, no members of what is gone as a whole, of what is
// new none but its functions, and no modified class whose changed members are there.
std::vector<const ChangedSymbol*> TellingSymbols(const ChangeModel& model) {
  std::set<std::pair<std::string, int>> whole;
  std::set<std::string> scopes;
  for (const ChangedSymbol& symbol : model.symbols()) {
    if (symbol.kind() == analysis::v1::SYMBOL_KIND_CLASS) {
      whole.emplace(IdOf(symbol), symbol.status());
    }
    if (const absl::string_view scope = ScopeOf(symbol.name()); !scope.empty()) {
      scopes.insert(absl::StrCat(symbol.path(), ":", scope));
    }
  }
  std::vector<const ChangedSymbol*> telling;
  for (const ChangedSymbol& symbol : model.symbols()) {
    const bool is_class = symbol.kind() == analysis::v1::SYMBOL_KIND_CLASS;
    const bool is_shell = is_class && symbol.status() == ChangedSymbol::STATUS_MODIFIED &&
                          symbol.deltas().empty() && scopes.count(IdOf(symbol)) > 0;
    const std::string scope = absl::StrCat(symbol.path(), ":", ScopeOf(symbol.name()));
    const bool is_gone = symbol.status() == ChangedSymbol::STATUS_REMOVED;
    const bool is_part = (!IsDefinition(symbol) || is_gone) &&
                         whole.count({scope, symbol.status()}) > 0 &&
                         symbol.status() != ChangedSymbol::STATUS_MODIFIED;
    const bool is_silent =
        symbol.status() == ChangedSymbol::STATUS_REFORMATTED || symbol.name().empty();
    if (!is_shell && !is_part && !is_silent) telling.push_back(&symbol);
  }
  return telling;
}

}  // namespace

Subject::Subject(const review::v1::Review& the_review, Language the_language)
    : review(the_review), language(the_language), index(the_review.model()), core(index) {
  for (const auto& file : review.files()) {
    if (file.file_class() == change::v1::FILE_CLASS_TEST) test_paths_.insert(PathOf(file));
  }
  const std::vector<const ChangedSymbol*> all = TellingSymbols(review.model());
  has_only_tests = !all.empty() && std::all_of(all.begin(), all.end(), [this](const auto* symbol) {
    return IsTest(*symbol);
  });
  for (const ChangedSymbol* symbol : all) {
    (IsTest(*symbol) && !has_only_tests ? tests : symbols).push_back(symbol);
  }
  SortByImportance(core, symbols);
  for (const ChangedSymbol* symbol : symbols) {
    if (IsFunction(*symbol)) functions.push_back(symbol);
  }
}

bool Subject::IsTest(const ChangedSymbol& symbol) const {
  return symbol.is_test() || test_paths_.count(symbol.path()) > 0;
}

std::string NotApplicable(Language language, const std::string& reason) {
  constexpr Phrase kReason("N/A - {reason}.", "N/A：{reason}。");
  return Say(language, kReason, {{"reason", reason}}) + "\n";
}

std::string FilesByClass(const Subject& subject) {
  constexpr Phrase kNone("no files", "没有文件");
  if (subject.review.files().empty()) return std::string(kNone.In(subject.language));
  std::map<int, int> counts;
  for (const auto& file : subject.review.files()) ++counts[file.file_class()];
  std::vector<std::string> parts;
  for (const auto& [file_class, count] : counts) {
    parts.push_back(
        CountFiles(subject.language, count, static_cast<change::v1::FileClass>(file_class)));
  }
  return absl::StrJoin(parts, Comma(subject.language));
}

std::string OnlyThis(const Subject& subject) {
  constexpr Phrase kEmpty("the diff has no files", "diff 中没有文件");
  constexpr Phrase kOnly("only {what}", "仅涉及 {what}");
  if (subject.review.files().empty()) return std::string(kEmpty.In(subject.language));
  std::vector<std::string> names;
  for (const ChangedSymbol* symbol : subject.symbols) names.push_back(CodeOf(symbol->name()));
  return Say(
      subject.language, kOnly,
      {{"what", names.empty() ? FilesByClass(subject) : JoinNames(subject.language, names, 4)}});
}

std::string NothingHere(const Subject& subject, const Phrase& reason) {
  return NotApplicable(
      subject.language,
      absl::StrCat(reason.In(subject.language), InBrackets(subject.language, OnlyThis(subject))));
}

std::string CodeOf(absl::string_view text, size_t max_bytes) {
  return MarkdownCode(Shorten(CleanLine(text), max_bytes));
}

std::string NameAndPlace(Language language, const ChangedSymbol& symbol) {
  constexpr Phrase kText("{name} ({place})", "{name}（{place}）");
  // A place before the change is none that a reader can open.
  const bool is_gone = symbol.status() == ChangedSymbol::STATUS_REMOVED;
  const std::string place = is_gone ? symbol.path() : StartPlace(symbol.after());
  if (place.empty()) return CodeOf(symbol.name());
  return Say(language, kText, {{"name", CodeOf(symbol.name())}, {"place", CodeOf(place, 200)}});
}

std::string JoinNames(Language language, const std::vector<std::string>& names, size_t limit) {
  if (names.size() <= limit) return absl::StrJoin(names, Comma(language));
  constexpr Phrase kMore("{names} and {count} more", "{names} 及另外 {count} 项");
  return Say(language, kMore,
             {{"names", absl::StrJoin(names.begin(), names.begin() + limit, Comma(language))},
              {"count", absl::StrCat(names.size() - limit)}});
}

std::string JoinClauses(Language language, const std::vector<std::string>& clauses, size_t limit) {
  if (clauses.size() <= limit) return absl::StrJoin(clauses, ClauseComma(language));
  constexpr Phrase kMore("{clauses} and {count} more", "{clauses}，另有 {count} 项");
  return Say(
      language, kMore,
      {{"clauses", absl::StrJoin(clauses.begin(), clauses.begin() + limit, ClauseComma(language))},
       {"count", absl::StrCat(clauses.size() - limit)}});
}

std::string MermaidBlock(const std::string& diagram) {
  return absl::StrCat("```mermaid\n", diagram, "```\n");
}

std::string AsSentence(Language language, std::string clause) {
  if (clause.empty()) return clause;
  clause[0] = absl::ascii_toupper(static_cast<unsigned char>(clause[0]));
  return WithEnd(language, clause);
}

}  // namespace allreview::report::deep_dive

// Documents for people and agents. They are matched against a fixed table of phrases; what they
// mean beyond that is not guessed.

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/house/commands.h"
#include "analyzers/house/reading.h"
#include "base/mutex.h"
#include "re2/re2.h"
#include "sentences/phrases/house.h"

namespace allreview::house {
namespace {

constexpr size_t kMaxBytes = 512 * 1024;
constexpr int kMaxMatches = 8;  // Of one phrase in one file.

struct Phrase {
  absl::string_view keyword;  // Part of every match: to search for it is cheaper.
  const char* expression;     // On lower-case text without emphasis, white space collapsed.
  absl::string_view topic;
  absl::string_view value = "";  // Empty: the expression's group, if it has one.
};

constexpr Phrase kPhrases[] = {
    {"line length", R"(\bline length:? ?(?:of |is )?(\d{2,3})\b)", "line-length"},
    {"line", R"(\bmax(?:imum)? line (?:length |width )?(?:of |is )?(\d{2,3})\b)", "line-length"},
    {"bare except", R"(\b(?:no|avoid) bare except\b)", "bare-except"},
    {"type hint", R"(\btype hints?:? (?:are )?required\b)", "type-hints"},
    {"proper typing", R"(\badded proper typing\b)", "type-hints"},
    {"| none", R"(\b(?:use|prefer) x ?\| ?none\b)", "optional-annotations", "X | None"},
    {"optional[", R"(\b(?:use|prefer) optional\[)", "optional-annotations", "Optional[X]"},
    {"google", R"(\bgoogle[- ]style\b)", "docstring-style", "google"},
    {"google style", R"(\bdocstrings google style\b)", "docstring-style", "google"},
    {"numpy", R"(\bnumpy[- ]style docstring)", "docstring-style", "numpy"},
    {"use print", R"(\b(?:don.{1,3}t|do not|never) use print\b)", "no-print"},
    {"avoid unittest", R"(\bavoid unittest\b)", "test-style"},
    {"avoid wildcard", R"(\bavoid wildcard\b)", "wildcard-import"},
    {"raise valueerror", R"(\braise valueerror\b)", "configuration-errors", "ValueError"},
    {"relative import", R"(\brelative imports? (?:are )?discouraged\b)", "relative-imports"},
    {"global process groups", R"(\bavoid adding new direct reads of global process groups\b)",
     "process-groups"},
    {"snake_case", R"(\bsnake_case\b)", "naming"},
    {"commented-out", R"(\binclude commented-out code\b)", "commented-out-code"},
    {"spelling of", R"(\bcheck the spelling of your code\b)", "spelling"},
    {"getlogger(__name__)", R"(\blogging\.getlogger\(__name__\))", "module-logger"},
    {"relevant unit tests", R"(\badded relevant unit tests\b)", "tests-for-new-code"},
    {"relevant documentation", R"(\badded relevant documentation\b)", "documentation"},
    {"enforced formatting",
     R"(\b(?:doesn.{1,3}t|does not) \(?(?:yet)?\)? ?have a? ?(?:style guide or )?enforced formatting)",
     "formatter", "nothing"},
    {"with ", R"(\bformat(?:ted)? (?:code )?with (black|ruff|yapf)\b)", "formatter"},
    {"target 3.", R"(\bpython:? target (3\.\d+)\b)", "python-version"},
};

// A text in the form that phrases are matched in.
struct Prose {
  std::string text;
  std::vector<std::pair<size_t, int>> lines;  // Where each line begins in it, and its number.

  int LineAt(size_t byte) const {
    const auto after = std::upper_bound(
        lines.begin(), lines.end(), byte,
        [](size_t value, const std::pair<size_t, int>& line) { return value < line.first; });
    return after == lines.begin() ? 1 : std::prev(after)->second;
  }
};

Prose ProseOf(absl::string_view content) {
  Prose prose;
  prose.text.reserve(content.size() + 1);
  bool is_fenced = false;
  int number = 0;
  for (absl::string_view line : absl::StrSplit(content, '\n')) {
    ++number;
    if (absl::StartsWith(absl::StripLeadingAsciiWhitespace(line), "```")) is_fenced = !is_fenced;
    if (is_fenced) continue;
    prose.lines.emplace_back(prose.text.size(), number);
    bool was_blank = prose.text.empty() || prose.text.back() == ' ';
    for (const char c : line) {
      if (c == '*' || c == '`' || c == '"') continue;
      const bool is_blank = c == ' ' || c == '\t' || c == '\r';
      if (is_blank && was_blank) continue;
      was_blank = is_blank;
      prose.text += is_blank ? ' ' : absl::ascii_tolower(static_cast<unsigned char>(c));
    }
    if (!was_blank) prose.text += ' ';
  }
  return prose;
}

// Compiles a constant. Repositories have many documents: each expression is compiled once.
const re2::RE2& Compiled(const char* expression) {
  static auto* const mutex = new Mutex;
  static auto* const all = new std::map<const char*, std::unique_ptr<re2::RE2>>;
  const MutexLock lock(*mutex);
  std::unique_ptr<re2::RE2>& compiled = (*all)[expression];
  if (compiled == nullptr) compiled = std::make_unique<re2::RE2>(expression);
  return *compiled;
}

// Line of the first match; 0: none.
int LineOf(const Prose& prose, absl::string_view keyword, const char* expression) {
  if (FindPart(prose.text, keyword) == absl::string_view::npos) return 0;
  re2::StringPiece match;
  if (!Compiled(expression)
           .Match(prose.text, 0, prose.text.size(), re2::RE2::UNANCHORED, &match, 1)) {
    return 0;
  }
  return prose.LineAt(match.data() - prose.text.data());
}

void AddClaims(const File& file, const Prose& prose, const PathFilter& files, Reading* reading) {
  for (const Phrase& phrase : kPhrases) {
    if (FindPart(prose.text, phrase.keyword) == absl::string_view::npos) continue;
    const re2::RE2& expression = Compiled(phrase.expression);
    size_t from = 0;
    re2::StringPiece groups[2];
    const int wanted = expression.NumberOfCapturingGroups() + 1;
    for (int count = 0; count < kMaxMatches; ++count) {
      if (!expression.Match(prose.text, from, prose.text.size(), re2::RE2::UNANCHORED, groups,
                            wanted)) {
        break;
      }
      const size_t at = groups[0].data() - prose.text.data();
      std::string value(phrase.value);
      if (value.empty() && wanted > 1) value.assign(groups[1].data(), groups[1].size());
      reading->claims.push_back({.id = std::string(phrase.topic),
                                 .value = value,
                                 .level = Level::kDeclared,
                                 .tool = "",
                                 .files = files,
                                 .source = {file.path, prose.LineAt(at)}});
      from = at + std::max<size_t>(groups[0].size(), 1);
    }
  }
}

void AddProcess(const File& file, const Prose& prose, Process* process) {
  const auto add = [&](absl::string_view keyword, const char* expression,
                       std::optional<Place>* place) {
    if (const int line = LineOf(prose, keyword, expression)) *place = Place{file.path, line};
  };
  add("draft", R"(\b(?:prs?|pull requests?)\b[^.]{0,40}\bas drafts?\b)", &process->draft);
  add("sign", R"(\bsigned?-off\b|--signoff)", &process->sign_off);
  add(" issue", R"(\blinked issue is required\b|\bmust (?:reference|link) an issue\b)",
      &process->linked_issue);
  process->wants_signature =
      absl::StrContains(file.content, "`-S`") || absl::StrContains(file.content, "-s -S");
}

// CLAUDE.md that only says which other file to read.
bool IsPointer(absl::string_view content) {
  content = absl::StripAsciiWhitespace(content);
  return content.size() < 120 && !absl::StrContains(content, "\n") &&
         absl::StrContains(content, ".md");
}

// A document in a folder that is no place for documents of the whole speaks of that folder.
PathFilter FilterOf(absl::string_view path) {
  const size_t slash = path.rfind('/');
  const absl::string_view name = slash == absl::string_view::npos ? path : path.substr(slash + 1);
  if (slash == absl::string_view::npos || (name != "AGENTS.md" && name != "CLAUDE.md")) return {};
  if (path[0] == '.') return {};
  return {.files = absl::StrCat("^", re2::RE2::QuoteMeta(re2::StringPiece(path.data(), slash + 1))),
          .exclude = ""};
}

}  // namespace

Reading ReadDocument(const File& file) {
  Reading reading;
  if (file.content.size() > kMaxBytes) {
    reading.diagnostics.push_back(
        {{file.path, 1}, Sentence(phrases::kFileOverKib, {{"limit", "512"}})});
    return reading;
  }
  if (IsPointer(file.content)) return reading;
  const Prose prose = ProseOf(file.content);
  AddClaims(file, prose, FilterOf(file.path), &reading);
  AddProcess(file, prose, &reading.process);
  reading.commands = CommandsInMarkdown(file.path, file.content);
  return reading;
}

Reading ReadOwners(const File& file) {
  Reading reading;
  int number = 0;
  constexpr size_t kMaxRules = 5000;
  for (absl::string_view line : absl::StrSplit(file.content, '\n')) {
    ++number;
    const std::vector<std::string> words =
        absl::StrSplit(absl::StripAsciiWhitespace(line), absl::ByAnyChar(" \t"), absl::SkipEmpty());
    if (words.empty() || words[0][0] == '#' || reading.owners.size() >= kMaxRules) continue;
    OwnerRule rule{.pattern = words[0], .owners = {}, .line = number};
    for (size_t i = 1; i < words.size() && words[i][0] != '#'; ++i) rule.owners.push_back(words[i]);
    reading.owners.push_back(std::move(rule));
  }
  return reading;
}

}  // namespace allreview::house

#include "gateway/document_check/check.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gateway/document_check/shapes.h"

namespace allreview::document_check {
namespace {

// What a reader can still take in; larger diagrams must be summarised.
constexpr int kMaxNodes = 60;
constexpr int kMinSummarySentences = 2, kMaxSummarySentences = 5;

absl::string_view Trim(absl::string_view text) { return absl::StripAsciiWhitespace(text); }

// What ends a code span or a quotation that begins here; empty: neither does.
absl::string_view EndOfQuote(absl::string_view line) {
  if (line[0] == '`') return line.substr(0, line.find_first_not_of('`'));
  for (const auto& [open, close] :
       {std::pair<absl::string_view, absl::string_view>("\"", "\""), {"“", "”"}, {"「", "」"}}) {
    if (absl::StartsWith(line, open)) return close;
  }
  return "";
}

// The line with an "x" for each code span and each quotation: what is left are words of ours.
std::string OwnWords(absl::string_view line) {
  std::string text;
  while (!line.empty()) {
    const absl::string_view end = EndOfQuote(line);
    if (end.empty()) {
      text += line[0];
      line.remove_prefix(1);
      continue;
    }
    text += 'x';
    const size_t close = line.find(end, end.size());
    line.remove_prefix(close == absl::string_view::npos ? line.size() : close + end.size());
  }
  return text;
}

// Docstrings write "{int}" for types.
bool IsTypeName(absl::string_view word) {
  for (absl::string_view name : {"int", "str", "float", "bool", "list", "dict", "tuple", "tensor",
                                 "array", "object", "callable", "none"}) {
    if (word == name) return true;
  }
  return false;
}

// {name} of lower-case letters: a placeholder that nobody filled.
bool HasPlaceholder(absl::string_view text) {
  for (size_t open = text.find('{'); open != absl::string_view::npos;
       open = text.find('{', open + 1)) {
    const size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", open + 1);
    if (end == absl::string_view::npos || end == open + 1 || text[end] != '}') continue;
    if (!IsTypeName(text.substr(open + 1, end - open - 1))) return true;
  }
  return false;
}

// "+12" or "-3".
std::optional<int> SignedCount(absl::string_view text, char sign) {
  int number = 0;
  if (text.empty() || text[0] != sign || !absl::SimpleAtoi(text.substr(1), &number)) return {};
  return number;
}

// "path  [+1, -2]", whatever follows.
struct FileNumbers {
  std::string path;
  int added = 0, removed = 0;
};

std::optional<FileNumbers> NumbersOf(absl::string_view line) {
  const size_t open = line.find("[+");
  if (open == absl::string_view::npos) return {};
  const size_t close = line.find(']', open);
  if (close == absl::string_view::npos) return {};
  const std::vector<absl::string_view> parts =
      absl::StrSplit(line.substr(open + 1, close - open - 1), ", ");
  if (parts.size() != 2) return {};
  const std::optional<int> added = SignedCount(parts[0], '+');
  const std::optional<int> removed = SignedCount(parts[1], '-');
  if (!added || !removed) return {};
  absl::string_view path = Trim(line.substr(0, open));
  // A renamed file: "old -> new".
  const size_t arrow = path.find(" -> ");
  if (arrow != absl::string_view::npos) path.remove_prefix(arrow + 4);
  return FileNumbers{std::string(Trim(path)), *added, *removed};
}

int CountSentences(absl::string_view text) {
  int sentences = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    for (absl::string_view end : {"。", "！", "？"}) {
      if (absl::StartsWith(text.substr(i), end)) ++sentences;
    }
    const bool is_end = text[i] == '.' || text[i] == '!' || text[i] == '?';
    const bool is_last = i + 1 == text.size() || absl::ascii_isspace(text[i + 1]);
    if (is_end && is_last && i > 0 && !absl::ascii_isspace(text[i - 1])) ++sentences;
  }
  return sentences;
}

int CountNodes(const Block& block) {
  int nodes = 0;
  for (absl::string_view line : absl::StrSplit(block.text, '\n')) {
    line = Trim(line);
    const bool is_group = absl::StartsWith(line, "subgraph ");
    const bool is_node = absl::StrContains(line, "[\"") || absl::StartsWith(line, "participant ") ||
                         absl::StartsWith(line, "class ");
    nodes += is_node && !is_group;
  }
  return nodes;
}

class Checker {
 public:
  Checker(absl::string_view markdown, const CheckOptions& options)
      : outline_(ReadOutline(markdown)), options_(options) {}

  std::vector<Fault> Check() {
    CheckSections();
    CheckBlocks();
    CheckTables();
    CheckWords();
    if (options_.document == report::v1::DOCUMENT_DEEP_DIVE) CheckSummary();
    if (options_.change != nullptr) {
      CheckPlaces();
      CheckNumbers();
    }
    std::stable_sort(faults_.begin(), faults_.end(),
                     [](const Fault& a, const Fault& b) { return a.line < b.line; });
    return std::move(faults_);
  }

 private:
  void Add(int line, std::string text) { faults_.push_back({line, std::move(text)}); }

  void CheckSections() {
    const std::vector<Heading>& headings = outline_.headings;
    auto next = headings.begin();
    for (const Section& section : SectionsOf(options_.document)) {
      const auto found = std::find_if(
          next, headings.end(), [&](const Heading& heading) { return IsOf(heading, section); });
      if (found == headings.end() &&
          std::any_of(outline_.lines.begin(), outline_.lines.end(),
                      [&](const TextLine& line) { return StandsFor(line.text, section); })) {
        continue;
      }
      if (found == headings.end()) {
        const bool is_earlier = std::any_of(
            headings.begin(), next, [&](const Heading& heading) { return IsOf(heading, section); });
        Add(0, absl::StrCat("section \"", section.english, "\" ",
                            is_earlier ? "is in the wrong place" : "is missing"));
        continue;
      }
      next = found + 1;
    }
    for (size_t i = 0; i < headings.size(); ++i) CheckSectionHasText(i);
  }

  void CheckSectionHasText(size_t index) {
    const Heading& heading = outline_.headings[index];
    const bool is_last = index + 1 == outline_.headings.size();
    if (!is_last && outline_.headings[index + 1].level > heading.level) return;
    const int end = is_last ? outline_.line_count + 1 : outline_.headings[index + 1].line;
    const bool has_block = std::any_of(
        outline_.blocks.begin(), outline_.blocks.end(),
        [&](const Block& block) { return block.line > heading.line && block.line < end; });
    const bool has_text =
        std::any_of(outline_.lines.begin(), outline_.lines.end(), [&](const TextLine& line) {
          return line.line > heading.line && line.line < end && !Trim(line.text).empty();
        });
    if (!has_block && !has_text) {
      Add(heading.line, absl::StrCat("section \"", heading.text, "\" is empty"));
    }
  }

  void CheckBlocks() {
    for (const Block& block : outline_.blocks) {
      if (!block.is_closed) Add(block.line, "the block is never closed");
      // An empty suggestion is one to delete lines.
      if (Trim(block.text).empty() && block.language != "suggestion") {
        Add(block.line, "the block is empty");
      }
      if (block.language != "mermaid") continue;
      const int nodes = CountNodes(block);
      if (nodes > kMaxNodes) {
        Add(block.line, absl::StrCat("the diagram has ", nodes, " nodes, more than ", kMaxNodes));
      }
    }
  }

  void CheckTables() {
    for (const Table& table : outline_.tables) {
      if (table.rows == 0) Add(table.line, "the table has no rows");
    }
  }

  void CheckWords() {
    for (const TextLine& line : outline_.lines) {
      const std::string text = OwnWords(line.text);
      if (HasPlaceholder(text)) Add(line.line, "a placeholder was not filled in");
      for (absl::string_view word : {"TBD", "lorem ipsum", "???"}) {
        if (absl::StrContains(text, word) && !absl::StartsWith(Trim(text), ">")) {
          Add(line.line, absl::StrCat("placeholder text \"", word, "\""));
        }
      }
      const size_t not_applicable = text.find("N/A");
      if (not_applicable == std::string::npos) continue;
      const absl::string_view rest = absl::string_view(text).substr(not_applicable + 3);
      if (!absl::StartsWith(rest, " - ") && !absl::StartsWith(rest, "：") &&
          !absl::StartsWith(rest, " — ")) {
        Add(line.line, "\"N/A\" without a reason");
      }
    }
  }

  // The first section: what, why and impact in two to five sentences; of little there is little to
  // say.
  void CheckSummary() {
    const auto first = std::find_if(outline_.headings.begin(), outline_.headings.end(),
                                    [](const Heading& heading) { return heading.number == "1"; });
    if (first == outline_.headings.end() || first + 1 == outline_.headings.end()) return;
    std::string text;
    for (const TextLine& line : outline_.lines) {
      if (line.line <= first->line || line.line >= (first + 1)->line) continue;
      absl::StrAppend(&text, OwnWords(line.text), "\n");
    }
    const int sentences = CountSentences(text);
    if (sentences < kMinSummarySentences || sentences > kMaxSummarySentences) {
      Add(first->line, absl::StrCat("the TL;DR has ", sentences, " sentences, wanted ",
                                    kMinSummarySentences, " to ", kMaxSummarySentences));
    }
  }

  void CheckPlaces() {
    for (const TextLine& line : outline_.lines) {
      // Which of the places is the old one, its line does not tell.
      const bool is_old = absl::StrContains(line.text, "before the change") ||
                          absl::StrContains(line.text, "变更前");
      for (absl::string_view span : CodeSpans(line.text)) CheckPlace(line.line, span, is_old);
    }
  }

  void CheckPlace(int line, absl::string_view span, bool is_old) {
    const std::optional<PlaceText> place = ParsePlace(span);
    if (!place) return;
    std::optional<int> lines = options_.change->count_lines(place->path);
    if (is_old) {
      const std::optional<int> before = options_.change->count_old_lines(place->path);
      if (before && (!lines || *before > *lines)) lines = before;
    }
    if (!lines) {
      Add(line, absl::StrCat("\"", span, "\": the repository has no such file"));
    } else if (place->first_line < 1 || place->last_line > *lines ||
               place->first_line > place->last_line) {
      Add(line, absl::StrCat("\"", span, "\": the file has ", *lines, " lines"));
    }
  }

  void CheckNumbers() {
    std::set<std::string> told;
    for (const Block& block : outline_.blocks) {
      int number = block.line;
      for (absl::string_view line : absl::StrSplit(block.text, '\n')) {
        ++number;
        if (!block.language.empty() && block.language != "text") continue;
        const std::optional<FileNumbers> found = NumbersOf(line);
        if (!found) continue;
        told.insert(found->path);
        CheckFile(number, *found);
      }
    }
    if (options_.document != report::v1::DOCUMENT_DEEP_DIVE) return;
    for (const auto& [path, counts] : options_.change->files) {
      if (told.count(path) == 0) {
        Add(0, absl::StrCat("the summary of files does not name \"", path, "\""));
      }
    }
  }

  void CheckFile(int number, const FileNumbers& found) {
    const auto file = options_.change->files.find(found.path);
    if (file == options_.change->files.end()) {
      Add(number, absl::StrCat("\"", found.path, "\" is not part of the change"));
      return;
    }
    const LineCounts& counts = file->second;
    if (counts.added != found.added || counts.removed != found.removed) {
      Add(number, absl::StrCat("\"", found.path, "\" has +", counts.added, ", -", counts.removed,
                               " by git, +", found.added, ", -", found.removed, " here"));
    }
  }

  const Outline outline_;
  const CheckOptions& options_;
  std::vector<Fault> faults_;
};

}  // namespace

std::optional<PlaceText> ParsePlace(absl::string_view text) {
  const size_t colon = text.rfind(':');
  if (colon == absl::string_view::npos || colon == 0) return {};
  const absl::string_view path = text.substr(0, colon);
  const bool is_path = absl::StrContains(path, '.') &&
                       path.find_first_of(" ()[]{}'\"<>*=,:") == absl::string_view::npos;
  if (!is_path) return {};
  const std::vector<absl::string_view> lines = absl::StrSplit(text.substr(colon + 1), '-');
  PlaceText place;
  place.path = std::string(path);
  if (lines.size() > 2 || !absl::SimpleAtoi(lines[0], &place.first_line)) return {};
  place.last_line = place.first_line;
  if (lines.size() == 2 && !absl::SimpleAtoi(lines[1], &place.last_line)) return {};
  return place;
}

std::vector<Fault> CheckDocument(absl::string_view markdown, const CheckOptions& options) {
  return Checker(markdown, options).Check();
}

}  // namespace allreview::document_check

// The same little word twice in a row.

#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/style/new_code.h"
#include "analyzers/rules/style/new_words.h"

namespace allreview::rules {
namespace {

// "that that" and "had had" can be right.
constexpr absl::string_view kWords[] = {"a",  "an", "and", "are", "be", "for", "in",
                                        "is", "of", "on",  "the", "to", "with"};

bool IsLittle(absl::string_view word) { return IsOneOf(word, kWords); }

bool IsLetter(absl::string_view line, size_t at) {
  return at < line.size() && absl::ascii_isalpha(static_cast<unsigned char>(line[at]));
}

bool IsBlank(absl::string_view line, size_t at) {
  return at < line.size() && absl::ascii_isspace(static_cast<unsigned char>(line[at]));
}

// Some short word stands twice with blanks between. Hardly any text has one, and this is cheap.
bool MayHaveDoubled(absl::string_view text) {
  constexpr size_t kLongest = 4;  // Length of the longest of kWords.
  for (size_t blank = 1; blank < text.size(); ++blank) {
    if (!IsBlank(text, blank)) continue;
    size_t next = blank + 1;
    while (IsBlank(text, next)) ++next;
    size_t size = 0;
    while (size <= kLongest && IsLetter(text, next + size)) ++size;
    const bool fits = size > 0 && size <= kLongest && size <= blank;
    if (fits && text.substr(blank - size, size) == text.substr(next, size)) return true;
    blank = next;
  }
  return false;
}

void CheckFile(ChangeContext& change, const AnalysedFile& file) {
  // Messages may be data.
  ForEachNewProse(file, {.may_concern = MayHaveDoubled}, [&](const Prose& prose) {
    absl::string_view last;
    size_t last_end = 0;
    bool is_reported = false;
    ForEachWord(prose.line, [&](absl::string_view word, size_t offset) {
      const bool is_next =
          offset > last_end && last_end > 0 &&
          absl::StripAsciiWhitespace(prose.line.substr(last_end, offset - last_end)).empty();
      const bool is_alone =
          offset + word.size() >= prose.line.size() || prose.line[offset + word.size()] != '-';
      if (is_next && is_alone && !is_reported && word == last && IsLittle(word)) {
        is_reported = true;
        // "the the the the" is data.
        const absl::string_view rest = prose.line.substr(offset + word.size());
        const std::string more = absl::StrCat(word, " ");
        if (absl::StartsWith(absl::StrCat(absl::StripAsciiWhitespace(rest), " "), more)) return;
        const int64_t first = prose.first_byte + static_cast<int64_t>(last_end);
        change.Report(
            file, {.at = prose.node,
                   .params = {{"word", std::string(word)}, {"line", absl::StrCat(prose.number)}},
                   .edits = {{.path = file.after->path(),
                              .first_byte = first,
                              .end_byte = prose.first_byte + static_cast<int64_t>(offset) +
                                          static_cast<int64_t>(word.size()),
                              .replacement = ""}}});
      }
      last = word;
      last_end = offset + word.size();
    });
  });
}

void Check(ChangeContext& change) {
  for (const AnalysedFile& file : change.python_files()) {
    if (file.lines.empty() || IsVendored(file.changed->path)) continue;
    CheckFile(change, file);
  }
}

}  // namespace

extern constinit const Rule kDoubledWord = {
    .info = {.id = "doubled-word",
             .title = {"Doubled word", "重复的单词"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kReadability,
             .message = {"\"{word} {word}\" on line {line} has one word too many",
                         "第 {line} 行的 \"{word} {word}\" 多了一个单词"},
             .consequence = {"Readers stumble", "影响阅读"},
             .advice = {"Remove one \"{word}\"", "删除一个 \"{word}\""},
             .why = "It is left over from editing.",
             .fix = "Remove one.",
             .bad = R"py(
# The size of the the buffer.
size = 4
)py",
             .good = R"py(
# The size of the buffer.
size = 4
)py"},
    .check_change = Check};

}  // namespace allreview::rules

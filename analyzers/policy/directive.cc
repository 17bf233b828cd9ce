// Reads the text of a suppression comment.

#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "analyzers/policy/suppression.h"
#include "base/utf8.h"

namespace allreview::policy {
namespace {

constexpr absl::string_view kMarker = "allreview:";
constexpr absl::string_view kForm = "`# allreview: ignore[rule-id] reason`";

// What comments of other languages begin with.
constexpr absl::string_view kCommentMarks[] = {"#", "//", "/*", "--", ";"};

// Where the '#' of "# allreview:" stands, or the mark of a comment in another language.
std::optional<size_t> FindMark(absl::string_view comment) {
  absl::Span<const absl::string_view> marks = kCommentMarks;
  if (absl::StartsWith(comment, "#")) marks = marks.subspan(0, 1);
  for (size_t at = comment.find(kMarker); at != absl::string_view::npos;
       at = comment.find(kMarker, at + 1)) {
    size_t before = at;
    while (before > 0 && (comment[before - 1] == ' ' || comment[before - 1] == '\t')) --before;
    for (absl::string_view mark : marks) {
      if (absl::EndsWith(comment.substr(0, before), mark)) return before - mark.size();
    }
  }
  return std::nullopt;
}

bool IsDate(absl::string_view text) {
  constexpr int kDays[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  for (size_t i : {0, 1, 2, 3, 5, 6, 8, 9}) {
    if (!absl::ascii_isdigit(text[i])) return false;
  }
  int year = 0, month = 0, day = 0;
  (void)absl::SimpleAtoi(text.substr(0, 4), &year);
  (void)absl::SimpleAtoi(text.substr(5, 2), &month);
  (void)absl::SimpleAtoi(text.substr(8, 2), &day);
  if (month < 1 || month > 12 || day < 1 || day > kDays[month - 1]) return false;
  const bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return month != 2 || day < 29 || is_leap;
}

Directive Malformed(int offset, std::string error) {
  Directive directive{.offset = offset};
  directive.error = std::move(error);
  return directive;
}

// What follows the brackets: the reason, with an optional `until=` somewhere in it.
std::string ReadRest(absl::string_view rest, Directive& directive) {
  std::vector<absl::string_view> words;
  for (absl::string_view word : absl::StrSplit(rest, absl::ByAnyChar(" \t\r"), absl::SkipEmpty())) {
    if (!absl::ConsumePrefix(&word, "until=")) {
      words.push_back(word);
    } else if (!directive.until.empty()) {
      return "it has two dates, wanted one";
    } else if (!IsDate(word)) {
      return absl::StrCat("its date is \"", ToDisplayText(word.substr(0, 40)),
                          "\", wanted until=YYYY-MM-DD");
    } else {
      directive.until = std::string(word);
    }
  }
  directive.reason = ToDisplayText(absl::StrJoin(words, " "));
  return "";
}

}  // namespace

std::optional<Directive> ParseDirective(absl::string_view comment) {
  const std::optional<size_t> mark = FindMark(comment);
  if (!mark) return std::nullopt;
  const int offset = static_cast<int>(*mark);
  absl::string_view rest = comment.substr(comment.find(kMarker, *mark) + kMarker.size());
  if (absl::StartsWith(comment.substr(*mark), "/*")) {
    rest = absl::StripSuffix(absl::StripTrailingAsciiWhitespace(rest), "*/");
  }
  rest = absl::StripLeadingAsciiWhitespace(rest);
  if (!absl::ConsumePrefix(&rest, "ignore")) {
    return Malformed(offset, absl::StrCat("only `ignore` is known, wanted ", kForm));
  }
  rest = absl::StripLeadingAsciiWhitespace(rest);
  if (!absl::ConsumePrefix(&rest, "[")) {
    return Malformed(offset, absl::StrCat("it names no rule, wanted ", kForm));
  }
  const size_t close = rest.find(']');
  if (close == absl::string_view::npos) {
    return Malformed(offset, absl::StrCat("its bracket is not closed, wanted ", kForm));
  }
  Directive directive{.offset = offset};
  std::set<std::string> known;
  for (absl::string_view id : absl::StrSplit(rest.substr(0, close), ',')) {
    id = absl::StripAsciiWhitespace(id);
    if (id.empty()) {
      return Malformed(offset, absl::StrCat("a rule id is empty, wanted ", kForm));
    }
    std::string text = ToDisplayText(id);
    if (known.insert(text).second) directive.rule_ids.push_back(std::move(text));
  }
  std::string error = ReadRest(rest.substr(close + 1), directive);
  return error.empty() ? directive : Malformed(offset, std::move(error));
}

}  // namespace allreview::policy

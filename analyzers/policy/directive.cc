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

// What begins a comment, and where.
struct Mark {
  size_t at = 0;
  absl::string_view text;
};

// That of "# allreview:", or of a comment in another language.
std::optional<Mark> FindMark(absl::string_view comment) {
  static constexpr absl::string_view kMarks[] = {"#", "//", "/*", "--", ";"};
  const size_t count = absl::StartsWith(comment, "#") ? 1 : std::size(kMarks);
  for (size_t at = comment.find(kMarker); at != absl::string_view::npos;
       at = comment.find(kMarker, at + 1)) {
    const absl::string_view before = absl::StripTrailingAsciiWhitespace(comment.substr(0, at));
    for (absl::string_view mark : absl::MakeConstSpan(kMarks).subspan(0, count)) {
      if (absl::EndsWith(before, mark)) return Mark{before.size() - mark.size(), mark};
    }
  }
  return std::nullopt;
}

std::string FormOf(const Mark& mark) {
  return absl::StrCat("`", mark.text, " allreview: ignore[rule-id] reason",
                      mark.text == "/*" ? " */`" : "`");
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
  const std::optional<Mark> mark = FindMark(comment);
  if (!mark) return std::nullopt;
  const int offset = static_cast<int>(mark->at);
  absl::string_view rest = comment.substr(comment.find(kMarker, mark->at) + kMarker.size());
  if (mark->text == "/*") rest = rest.substr(0, rest.find("*/"));
  rest = absl::StripLeadingAsciiWhitespace(rest);
  if (!absl::ConsumePrefix(&rest, "ignore")) {
    return Malformed(offset, absl::StrCat("only `ignore` is known, wanted ", FormOf(*mark)));
  }
  rest = absl::StripLeadingAsciiWhitespace(rest);
  if (!absl::ConsumePrefix(&rest, "[")) {
    return Malformed(offset, absl::StrCat("it names no rule, wanted ", FormOf(*mark)));
  }
  const size_t close = rest.find(']');
  if (close == absl::string_view::npos) {
    return Malformed(offset, absl::StrCat("its bracket is not closed, wanted ", FormOf(*mark)));
  }
  Directive directive{.offset = offset};
  std::set<std::string> known;
  for (absl::string_view id : absl::StrSplit(rest.substr(0, close), ',')) {
    id = absl::StripAsciiWhitespace(id);
    if (id.empty()) {
      return Malformed(offset, absl::StrCat("a rule id is empty, wanted ", FormOf(*mark)));
    }
    std::string text = ToDisplayText(id);
    if (known.insert(text).second) directive.rule_ids.push_back(std::move(text));
  }
  std::string error = ReadRest(rest.substr(close + 1), directive);
  return error.empty() ? directive : Malformed(offset, std::move(error));
}

}  // namespace allreview::policy

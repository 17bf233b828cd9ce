#include "services/report/description.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "services/report/display_text.h"

namespace allreview::report {
namespace {

enum class Section { kNone, kWhat, kWhy, kHow, kSkipped };

bool ContainsAny(absl::string_view text, std::initializer_list<absl::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](absl::string_view word) { return absl::StrContains(text, word); });
}

bool StartsWithAny(absl::string_view text, std::initializer_list<absl::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](absl::string_view word) { return absl::StartsWith(text, word); });
}

// What stands between `open` and `close`, the marks included, is taken out; to the end of the text
// when it is never closed.
std::string RemoveBetween(absl::string_view text, absl::string_view open, absl::string_view close) {
  std::string result;
  for (;;) {
    const size_t first = text.find(open);
    result.append(text.data(), std::min(first, text.size()));
    if (first == absl::string_view::npos) return result;
    const size_t end = text.find(close, first + open.size());
    if (end == absl::string_view::npos) return result;
    text.remove_prefix(end + close.size());
  }
}

// Like find, but does not look further than a tag or link is long, so that a body full of openings
// takes linear time.
size_t FindNear(absl::string_view text, absl::string_view mark, size_t from) {
  constexpr size_t kMaxBytes = 500;
  const size_t found = text.substr(from, kMaxBytes).find(mark);
  return found == absl::string_view::npos ? found : from + found;
}

// Tags as GitHub's templates use them; "a < b" is no tag.
std::string RemoveTags(absl::string_view line) {
  std::string result;
  for (size_t i = 0; i < line.size(); ++i) {
    const bool may_open = line[i] == '<' && i + 1 < line.size() &&
                          (absl::ascii_isalpha(line[i + 1]) || line[i + 1] == '/');
    const size_t end = may_open ? FindNear(line, ">", i) : absl::string_view::npos;
    if (end == absl::string_view::npos) {
      result += line[i];
    } else {
      i = end;
    }
  }
  return result;
}

// "[text](url)" becomes "text", "![text](url)" nothing, "**text**" becomes "text".
std::string RemoveMarkup(absl::string_view line) {
  std::string result;
  bool is_code = false;
  for (size_t i = 0; i < line.size(); ++i) {
    is_code ^= line[i] == '`';
    if (is_code) {
      result += line[i];
      continue;
    }
    const bool is_image = line[i] == '!' && i + 1 < line.size() && line[i + 1] == '[';
    if (line[i] == '[' || is_image) {
      const size_t open = i + is_image;
      const size_t middle = FindNear(line, "](", open);
      const size_t end = middle == absl::string_view::npos ? middle : FindNear(line, ")", middle);
      if (end != absl::string_view::npos) {
        if (!is_image) absl::StrAppend(&result, line.substr(open + 1, middle - open - 1));
        i = end;
        continue;
      }
    }
    const bool is_double = i + 1 < line.size() && line[i + 1] == line[i];
    if ((line[i] == '*' || line[i] == '_' || line[i] == '~') && is_double) {
      ++i;
      continue;
    }
    result += line[i];
  }
  return result;
}

// Quotes, tables, rules, check boxes, trailers, link definitions: nothing that speaks of this
// change in sentences.
bool IsNoise(absl::string_view line) {
  if (StartsWithAny(line, {">", "|", "---", "***", "===", "___", ":warning:", "⚠"})) return true;
  for (absl::string_view bullet : {"-", "*", "+"}) {
    if (absl::StartsWith(line, absl::StrCat(bullet, " ["))) {
      absl::string_view box = line.substr(3);
      if (box.size() >= 2 && box[1] == ']') return true;
    }
  }
  const std::string lower = absl::AsciiStrToLower(line);
  return StartsWithAny(lower,
                       {"signed-off-by:", "co-authored-by:", "co-developed-by:", "reviewed-by:",
                        "acked-by:", "tested-by:", "change-id:", "cherry-picked-from:",
                        "(cherry picked from", "see merge request ", "generated with",
                        "🤖 generated", "cc @", "cc: @", "/cc ", "http://", "https://"}) ||
         (absl::StartsWith(line, "[") && absl::StrContains(line, "]: "));
}

Section SectionOf(absl::string_view heading) {
  const std::string text = absl::AsciiStrToLower(heading);
  if (ContainsAny(text, {"checklist", "test", "screenshot", "review", "reviewer", "before your",
                         "pre-check", "contribution", "release note", "changelog", "for mrs",
                         "how to use", "usage", "issue tracking", "verification", "additional"})) {
    return Section::kSkipped;
  }
  if (ContainsAny(text, {"why", "motivation", "background", "context", "problem", "rationale",
                         "reason", "purpose", "goal", "root cause", "原因", "背景", "动机"})) {
    return Section::kWhy;
  }
  if (ContainsAny(text, {"how", "implementation", "approach", "design", "detail", "solution", "fix",
                         "实现", "方案"})) {
    return Section::kHow;
  }
  if (ContainsAny(text, {"what", "summary", "description", "overview", "change", "feature", "内容",
                         "概述"})) {
    return Section::kWhat;
  }
  return Section::kNone;
}

// The heading that `line` is; empty: it is none. "# Why", "**Why**", "Why:".
std::string HeadingOf(absl::string_view line) {
  if (absl::StartsWith(line, "#")) {
    const size_t text = line.find_first_not_of('#');
    if (text == absl::string_view::npos || text > 6 || line[text] != ' ') return "";
    return RemoveMarkup(absl::StripAsciiWhitespace(line.substr(text)));
  }
  const std::string bare = RemoveMarkup(line);
  const bool is_bold = bare.size() + 4 == line.size() && absl::StartsWith(line, "**");
  const bool is_title = bare.size() < 40 && absl::EndsWith(bare, ":") &&
                        !StartsWithAny(bare, {"-", "*", "+"}) && SectionOf(bare) != Section::kNone;
  return is_bold || is_title ? bare : "";
}

bool GivesReason(absl::string_view sentence) {
  const std::string text = absl::StrCat(" ", absl::AsciiStrToLower(sentence), " ");
  return ContainsAny(
      text,
      {" because ",   " so that ",    " in order to ", " otherwise ",  " to avoid ",  " avoids ",
       " avoiding ",  " currently ",  " previously ",  " due to ",     " causes ",    " caused ",
       " causing ",   " fails ",      " failed ",      " failing ",    " crashes",    " crashed",
       " hangs",      " deadlock",    " regression",   " is broken",   " was broken", " incorrect",
       " is wrong",   " was wrong",   " is missing",   " was missing", " prevents ",  " is needed",
       " are needed", " is required", " to support ",  " enables ",    " to allow ",  " allows ",
       " to fix ",    " unable to ",  " not able to ", " cannot ",     "因为",        "由于",
       "以便",        "避免"});
}

// "closes #12", "fixes owner/name#12".
void FindIssues(absl::string_view sentence, std::vector<std::string>& issues) {
  std::string previous;
  for (absl::string_view word : absl::StrSplit(sentence, ' ', absl::SkipEmpty())) {
    const std::string keyword = absl::AsciiStrToLower(previous);
    const bool closes = StartsWithAny(keyword, {"close", "fix", "resolve"});
    while (!word.empty() && absl::ascii_ispunct(word.back())) word.remove_suffix(1);
    const size_t hash = word.find('#');
    if (closes && hash != absl::string_view::npos && hash + 1 < word.size() &&
        std::all_of(word.begin() + hash + 1, word.end(), absl::ascii_isdigit)) {
      issues.push_back(std::string(word));
    }
    previous = std::string(word);
  }
}

// "Fixes #12" and nothing else.
bool IsOnlyIssue(absl::string_view sentence) {
  return absl::StrContains(sentence, "#") && std::count(sentence.begin(), sentence.end(), ' ') <= 1;
}

class Reader {
 public:
  void AddLine(absl::string_view raw) {
    const std::string text = RemoveTags(raw);
    absl::string_view line = absl::StripAsciiWhitespace(text);
    if (line.empty()) return EndParagraph();
    if (const std::string heading = HeadingOf(line); !heading.empty()) {
      EndParagraph();
      section_ = SectionOf(heading);
      return;
    }
    if (IsNoise(line)) return EndParagraph();
    const size_t bullet = BulletLength(line);
    if (bullet > 0) EndParagraph();
    line.remove_prefix(bullet);
    absl::StrAppend(&paragraph_, paragraph_.empty() ? "" : " ", RemoveMarkup(line));
  }

  Description Finish() {
    EndParagraph();
    return std::move(description_);
  }

 private:
  static size_t BulletLength(absl::string_view line) {
    if (StartsWithAny(line, {"- ", "* ", "+ "})) return 2;
    size_t digits = 0;
    while (digits < line.size() && absl::ascii_isdigit(line[digits])) ++digits;
    const bool is_numbered = digits > 0 && digits + 1 < line.size() && line[digits + 1] == ' ' &&
                             (line[digits] == '.' || line[digits] == ')');
    return is_numbered ? digits + 2 : 0;
  }

  void EndParagraph() {
    const std::string paragraph = std::exchange(paragraph_, "");
    if (section_ == Section::kSkipped) return;
    for (std::string& sentence : SplitSentences(paragraph)) {
      FindIssues(sentence, description_.issues);
      const bool has_words = sentence.size() >= 8 && absl::StrContains(sentence, " ");
      const bool is_cjk = static_cast<unsigned char>(sentence.front()) >= 0xE3;
      if ((!has_words && !is_cjk) || IsOnlyIssue(sentence)) continue;
      ListFor(sentence).push_back(std::move(sentence));
    }
  }

  std::vector<std::string>& ListFor(absl::string_view sentence) {
    if (section_ == Section::kWhy) return description_.why;
    if (section_ == Section::kHow) return description_.how;
    return GivesReason(sentence) ? description_.why : description_.what;
  }

  Section section_ = Section::kNone;
  std::string paragraph_;
  Description description_;
};

}  // namespace

std::vector<std::string> SplitSentences(absl::string_view paragraph) {
  const std::string text = CleanLine(paragraph);
  std::vector<std::string> sentences;
  size_t begin = 0;
  bool is_code = false;
  const auto cut = [&](size_t end) {
    const std::string sentence(
        absl::StripAsciiWhitespace(absl::string_view(text).substr(begin, end - begin)));
    if (!sentence.empty()) sentences.push_back(sentence);
    begin = end;
  };
  for (size_t i = 0; i < text.size(); ++i) {
    is_code ^= text[i] == '`';
    if (is_code) continue;
    const absl::string_view rest = absl::string_view(text).substr(i);
    if (StartsWithAny(rest, {"。", "！", "？"})) {
      cut(i + 3);
      i += 2;
      continue;
    }
    const bool is_end = text[i] == '.' || text[i] == '!' || text[i] == '?';
    // A new sentence begins with a blank and then no small letter.
    if (is_end && rest.size() > 2 && rest[1] == ' ' && !absl::ascii_islower(rest[2]) &&
        !ContainsAny(absl::string_view(text).substr(i < 4 ? 0 : i - 4, 5),
                     {"e.g.", "i.e.", " vs.", " cf."})) {
      cut(i + 1);
    }
  }
  cut(text.size());
  return sentences;
}

Description ReadDescription(absl::string_view body) {
  // Larger bodies are logs that somebody pasted.
  constexpr size_t kMaxBytes = 64 << 10;
  std::string text = RemoveBetween(body.substr(0, kMaxBytes), "<!--", "-->");
  text = RemoveBetween(text, "```", "```");
  Reader reader;
  for (absl::string_view line : absl::StrSplit(text, '\n')) reader.AddLine(line);
  return reader.Finish();
}

}  // namespace allreview::report

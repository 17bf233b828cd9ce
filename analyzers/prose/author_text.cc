#include "analyzers/prose/author_text.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/prose/words.h"
#include "base/utf8.h"

namespace allreview::prose {
namespace {

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

// White space collapsed, valid UTF-8.
std::string OneLine(absl::string_view text) {
  return ToDisplayText(
      absl::StrJoin(absl::StrSplit(text, absl::ByAnyChar(" \t\r\n\f\v"), absl::SkipEmpty()), " "));
}

// The heading that `line` is; empty: it is none. "# Why", "**Why**", "Why:".
std::string HeadingOf(absl::string_view line) {
  if (absl::StartsWith(line, "#")) {
    const size_t text = line.find_first_not_of('#');
    if (text > 6 || line[text] != ' ') return "";
    return RemoveMarkup(absl::StripAsciiWhitespace(line.substr(text)));
  }
  const std::string bare = RemoveMarkup(line);
  const bool is_bold = bare.size() + 4 == line.size() && absl::StartsWith(line, "**");
  const bool is_title = bare.size() < 40 && absl::EndsWith(bare, ":") &&
                        !StartsWithAny(bare, {"-", "*", "+"}) && SectionOf(bare).is_known;
  return is_bold || is_title ? bare : "";
}

bool IsClosingWord(absl::string_view word) {
  absl::ConsumeSuffix(&word, ":");
  const std::string lower = absl::AsciiStrToLower(word);
  constexpr absl::string_view kWords[] = {"close", "closes",  "closed",   "fix",     "fixes",
                                          "fixed", "resolve", "resolves", "resolved"};
  return std::find(std::begin(kWords), std::end(kWords), lower) != std::end(kWords);
}

bool IsNumber(absl::string_view text) {
  return !text.empty() && text.size() < 12 &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return absl::ascii_isdigit(c); });
}

// "#12", "owner/name#12", "https://github.com/owner/name/issues/12"; empty: another word.
std::string IssueOf(absl::string_view word) {
  while (!word.empty() && absl::ascii_ispunct(static_cast<unsigned char>(word.back()))) {
    word.remove_suffix(1);
  }
  const size_t hash = word.find('#');
  if (hash != absl::string_view::npos) {
    return IsNumber(word.substr(hash + 1)) ? std::string(word) : "";
  }
  if (!absl::ConsumePrefix(&word, "https://github.com/")) return "";
  const std::vector<absl::string_view> parts = absl::StrSplit(word, '/');
  if (parts.size() != 4 || parts[2] != "issues" || !IsNumber(parts[3])) return "";
  return absl::StrCat(parts[0], "/", parts[1], "#", parts[3]);
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
      SetSection(heading);
      return;
    }
    if (IsNoise(line)) return EndParagraph();
    const size_t bullet = BulletLength(line);
    if (bullet > 0) EndParagraph();
    line.remove_prefix(bullet);
    absl::StrAppend(&paragraph_, paragraph_.empty() ? "" : " ", RemoveMarkup(line));
  }

  std::vector<AuthorSentence> Finish() {
    EndParagraph();
    return std::move(sentences_);
  }

 private:
  void SetSection(absl::string_view heading) {
    section_ = SectionOf(heading);
    absl::ConsumeSuffix(&heading, ":");
    heading_ = OneLine(heading);
  }

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
    if (section_.is_skipped) return;
    for (std::string& sentence : SplitSentences(paragraph)) {
      const bool has_words = sentence.size() >= 8 && absl::StrContains(sentence, " ");
      const bool is_cjk = static_cast<unsigned char>(sentence.front()) >= 0xE3;
      if ((!has_words && !is_cjk) || IsOnlyIssue(sentence)) continue;
      const Role role = section_.role ? *section_.role : RoleOf(sentence);
      sentences_.push_back({std::move(sentence), heading_, role});
    }
  }

  Section section_;
  std::string heading_;
  std::string paragraph_;
  std::vector<AuthorSentence> sentences_;
};

// Without what only GitHub reads.
std::string WithoutCode(absl::string_view body) {
  // Larger bodies are logs that somebody pasted.
  constexpr size_t kMaxBytes = 64 << 10;
  return RemoveBetween(RemoveBetween(body.substr(0, kMaxBytes), "<!--", "-->"), "```", "```");
}

}  // namespace

std::vector<std::string> SplitSentences(absl::string_view paragraph) {
  const std::string text = OneLine(paragraph);
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

std::vector<std::string> ClosedIssues(absl::string_view text) {
  std::vector<std::string> issues;
  absl::string_view previous;
  for (absl::string_view word :
       absl::StrSplit(text, absl::ByAnyChar(" \t\r\n,;"), absl::SkipEmpty())) {
    std::string issue = IsClosingWord(previous) ? IssueOf(word) : "";
    if (!issue.empty() && std::find(issues.begin(), issues.end(), issue) == issues.end()) {
      issues.push_back(std::move(issue));
    }
    previous = word;
  }
  return issues;
}

AuthorText ReadAuthorText(absl::string_view body) {
  const std::string text = WithoutCode(body);
  Reader reader;
  for (absl::string_view line : absl::StrSplit(text, '\n')) reader.AddLine(line);
  return {.sentences = reader.Finish(), .issues = ClosedIssues(text)};
}

}  // namespace allreview::prose

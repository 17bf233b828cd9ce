#include "analyzers/intent/author_text.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/intent/markup.h"
#include "analyzers/intent/sections.h"
#include "analyzers/intent/sentences.h"
#include "analyzers/intent/squash.h"
#include "analyzers/intent/words.h"
#include "base/utf8.h"

namespace allreview::intent {
namespace {

// What stands between `open` and `close`, the marks included, is taken out but for its line ends;
// to the end of the text when it is never closed.
std::string RemoveBetween(absl::string_view text, absl::string_view open, absl::string_view close) {
  std::string result;
  for (;;) {
    const size_t first = text.find(open);
    result.append(text.data(), std::min(first, text.size()));
    if (first == absl::string_view::npos) return result;
    const size_t end = text.find(close, first + open.size());
    if (end == absl::string_view::npos) return result;
    const absl::string_view removed = text.substr(first, end - first);
    result.append(static_cast<size_t>(std::count(removed.begin(), removed.end(), '\n')), '\n');
    text.remove_prefix(end + close.size());
  }
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
  // "**identical loss** before and after" only begins with bold words.
  const bool is_bold = bare.size() + 4 == line.size() && absl::StartsWith(line, "**") &&
                       (absl::EndsWith(line, "**") || absl::EndsWith(line, "**:"));
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

bool HasOneOf(const Words& words, std::initializer_list<absl::string_view> wanted, size_t first) {
  for (size_t i = 0; i < std::min(words.size(), first); ++i) {
    if (std::find(wanted.begin(), wanted.end(), words[i]) != wanted.end()) return true;
  }
  return false;
}

// "The loss was summed." tells no problem by itself, but it does when the next sentence says what
// was wrong with it.
bool IsSubjectOf(const AuthorSentence& sentence, const AuthorSentence& next) {
  if (next.part != Part::kWhy || sentence.part != Part::kWhat || !sentence.roles.empty()) {
    return false;
  }
  return HasOneOf(Words(sentence.text), {"was", "were", "had", "did", "used", "could"},
                  kMaxWords) &&
         HasOneOf(Words(next.text), {"it", "this", "that", "these", "they", "its", "so"}, 6);
}

class Reader {
 public:
  // Borrows the squash.
  Reader(Voice voice, const Squash& squash) : voice_(voice), squash_(squash) {}

  void AddLine(absl::string_view raw, int number) {
    const std::string text = RemoveTags(raw);
    absl::string_view line = absl::StripAsciiWhitespace(text);
    if (line.empty()) return EndParagraph();
    if (const std::string heading = HeadingOf(line); !heading.empty()) {
      EndParagraph();
      SetSection(heading);
      return;
    }
    // "Summary: it is …" in one line.
    const bool is_titled =
        absl::ConsumePrefix(&line, "Summary: ") || absl::ConsumePrefix(&line, "Description: ");
    if (IsNoise(line)) return EndParagraph();
    const size_t bullet = BulletLength(line);
    if (bullet > 0) EndParagraph();
    line.remove_prefix(bullet);
    std::string said = RemoveMarkup(line);
    if (is_titled && !said.empty()) said[0] = absl::ascii_toupper(said[0]);
    paragraph_.Append(said, number);
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

  void EndParagraph() {
    const size_t first = sentences_.size();
    for (PlacedText& sentence : paragraph_.TakeSentences()) {
      if (section_.is_skipped && voice_ == Voice::kChange) continue;
      const bool has_words = sentence.text.size() >= 8 && absl::StrContains(sentence.text, " ");
      const bool is_cjk = static_cast<unsigned char>(sentence.text.front()) >= 0xE3;
      if ((!has_words && !is_cjk) || IsOnlyIssue(sentence.text)) continue;
      if (IsUndone(sentence.text, squash_)) continue;
      const Roles roles = RolesAt(sentence);
      const Part part = section_.part ? *section_.part : PartOf(sentence.text, roles);
      sentences_.push_back({.text = std::move(sentence.text),
                            .section = heading_,
                            .part = part,
                            .roles = roles,
                            .line = sentence.first_line});
    }
    for (size_t i = sentences_.size(); i > first + 1; --i) {
      if (IsSubjectOf(sentences_[i - 2], sentences_[i - 1])) sentences_[i - 2].part = Part::kWhy;
    }
  }

  // The title of one commit of many names no problem of the whole: at most it gives a reason.
  Roles RolesAt(const PlacedText& sentence) const {
    const Roles roles = RolesOf(sentence.text, voice_);
    if (squash_.titles.count(sentence.first_line) == 0) return roles;
    return roles.Has(Role::kReason) ? Roles({Role::kReason}) : Roles();
  }

  const Voice voice_;
  const Squash& squash_;
  Section section_;
  std::string heading_;
  Paragraph paragraph_;
  std::vector<AuthorSentence> sentences_;
};

// Without what only GitHub reads.
std::string WithoutCode(absl::string_view body) {
  // Larger bodies are logs that somebody pasted.
  constexpr size_t kMaxBytes = 64 << 10;
  return RemoveLongTags(
      RemoveBetween(RemoveBetween(body.substr(0, kMaxBytes), "<!--", "-->"), "```", "```"));
}

}  // namespace

Part PartOf(absl::string_view sentence, Roles roles) {
  const bool is_fix = absl::StartsWithIgnoreCase(sentence, "fix") ||
                      absl::StartsWithIgnoreCase(sentence, "bugfix") ||
                      absl::StartsWith(sentence, "修复");
  if (is_fix && roles == Roles({Role::kProblem})) return Part::kWhat;
  if (roles.Has(Role::kTrial)) return Part::kTest;
  if (roles.Has(Role::kProblem)) return Part::kWhy;
  if (roles.Has(Role::kAlternative) && !roles.Has(Role::kDecision)) return Part::kAlternative;
  if (roles.Has(Role::kLimit)) return Part::kRisk;
  if (roles.Has(Role::kReason)) return Part::kWhy;
  return roles.Has(Role::kDecision) ? Part::kHow : Part::kWhat;
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

AuthorText ReadAuthorText(absl::string_view body, Voice voice) {
  const std::string text = WithoutCode(body);
  Squash squash;
  if (voice == Voice::kChange) squash = ReadSquash(text);
  const absl::string_view read = voice == Voice::kChange ? squash.body : text;
  Reader reader(voice, squash);
  int number = 0;
  for (absl::string_view line : absl::StrSplit(read, '\n')) reader.AddLine(line, ++number);
  return {.sentences = reader.Finish(), .issues = ClosedIssues(text)};
}

}  // namespace allreview::intent

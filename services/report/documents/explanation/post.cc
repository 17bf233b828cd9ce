#include "services/report/documents/explanation/post.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/story/intent_sentences.h"
#include "services/report/story/places.h"

namespace allreview::report::explanation {
namespace {

using analysis::v1::Sentence;

constexpr size_t kMaxSaid = 3;

// Of the change as it is now; a comment speaks of the code beside it.
std::vector<std::string> TextsWith(const review::v1::Review& review,
                                   std::initializer_list<Sentence::Role> roles) {
  std::vector<std::string> texts;
  for (const Sentence* sentence : SentencesWith(review.model(), roles)) {
    const bool is_told = sentence->state() == Sentence::STATE_NEW && !sentence->has_range() &&
                         texts.size() < kMaxSaid;
    if (is_told) texts.push_back(CodeAsMarkdown(sentence->text()));
  }
  return texts;
}

}  // namespace

AuthorWords ReadAuthor(const review::v1::Review& review) {
  return {.tests = TextsWith(review, {Sentence::ROLE_TEST}),
          .risks = TextsWith(review, {Sentence::ROLE_RISK, Sentence::ROLE_LIMIT})};
}

bool GoesWithItsClass(const Post& post, const analysis::v1::ChangedSymbol& symbol) {
  const absl::string_view scope = ScopeOf(symbol.name());
  if (scope.empty()) return false;
  const auto* owner = post.index.Symbol(absl::StrCat(symbol.path(), ":", scope));
  return owner != nullptr && owner->status() == analysis::v1::ChangedSymbol::STATUS_REMOVED;
}

std::string CodeOf(absl::string_view text, size_t max_bytes) {
  return MarkdownCode(Shorten(CleanLine(text), max_bytes));
}

std::string Quoted(absl::string_view text) {
  // The sentence around it has a period of its own.
  std::string line = Shorten(CleanLine(text), 400);
  if (absl::EndsWith(line, ".") && !absl::EndsWith(line, "..")) line.pop_back();
  absl::string_view rest = line;
  absl::ConsumeSuffix(&rest, "。");
  return absl::StrCat("“", MarkdownProse(rest), "”");
}

std::string Enumerated(Language language, const std::vector<std::string>& items) {
  if (items.size() < 2) return absl::StrJoin(items, "");
  const std::string first = absl::StrJoin(items.begin(), items.end() - 1, Comma(language));
  const std::string& last = items.back();
  if (language == Language::kEnglish) return absl::StrCat(first, " and ", last);
  // Chinese sets a blank beside Latin text and code only.
  const auto is_latin = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  return absl::StrCat(first, !first.empty() && is_latin(first.back()) ? " " : "", "和",
                      !last.empty() && is_latin(last.front()) ? " " : "", last);
}

std::string Capitalised(absl::string_view sentence) {
  std::string result(sentence);
  if (!result.empty()) result[0] = absl::ascii_toupper(result[0]);
  return result;
}

std::string CodeList(Language language, const std::vector<std::string>& names, size_t limit) {
  constexpr Phrase kMore("{count} more", "另外 {count} 个");
  std::vector<std::string> items;
  for (size_t i = 0; i < std::min(limit, names.size()); ++i) items.push_back(CodeOf(names[i], 80));
  if (names.size() > limit) {
    items.push_back(Say(language, kMore, {{"count", absl::StrCat(names.size() - limit)}}));
  }
  return Enumerated(language, items);
}

}  // namespace allreview::report::explanation

#include "services/report/story/intent_sentences.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "review/display_text.h"
#include "services/report/assembly/description.h"
#include "services/report/assembly/finding_text.h"

namespace allreview::report {
namespace {

using analysis::v1::Sentence;

constexpr size_t kMaxSentenceBytes = 500;

}  // namespace

std::vector<std::string> SentencesOf(const review::v1::Review& review, Sentence::Role role) {
  const analysis::v1::Intent& intent = review.model().intent();
  std::vector<std::string> sentences;
  for (const Sentence& sentence : intent.sentences()) {
    if (sentence.role() == role) sentences.push_back(sentence.text());
  }
  if (!intent.sentences().empty()) return sentences;
  Description description = DescriptionOf(review.change());
  if (role == Sentence::ROLE_WHAT) return std::move(description.what);
  if (role == Sentence::ROLE_WHY) return std::move(description.why);
  if (role == Sentence::ROLE_HOW) return std::move(description.how);
  return {};
}

absl::string_view SourceOfSentences(Language language, const change::v1::ChangeInfo& change) {
  constexpr Phrase kPullRequest("the description of the pull request", "PR 描述");
  constexpr Phrase kCommit("the commit message", "提交信息");
  return (change.number() > 0 ? kPullRequest : kCommit).In(language);
}

std::string QuotesMarkdown(Language language, const std::vector<std::string>& sentences,
                           size_t limit) {
  std::string text;
  for (size_t i = 0; i < sentences.size() && i < limit; ++i) {
    absl::StrAppend(&text, text.empty() ? "" : ">\n", "> ",
                    SentenceMarkdown(language, Shorten(CleanLine(sentences[i]), kMaxSentenceBytes)),
                    "\n");
  }
  if (sentences.size() > limit) {
    constexpr Phrase kMore("… ({count} more of the author's sentences)",
                           "……（作者另有 {count} 句说明）");
    absl::StrAppend(&text, ">\n> ",
                    Say(language, kMore, {{"count", absl::StrCat(sentences.size() - limit)}}),
                    "\n");
  }
  return text;
}

}  // namespace allreview::report

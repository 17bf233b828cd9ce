#include "services/report/story/code_comments.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzers/intent/roles.h"
#include "analyzers/intent/sentences.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "services/report/story/place_code.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::ChangeModel;
using analysis::v1::FunctionStory;
using analysis::v1::Step;

constexpr size_t kMinBytes = 50;  // Shorter ones name what the code does.

struct Candidate {
  CodeComment comment;
  bool is_gone = false;
  bool has_reason = false;
};

bool IsTelling(absl::string_view sentence) {
  const intent::Roles roles = intent::RolesOf(sentence, intent::Voice::kCode);
  for (const intent::Role role :
       {intent::Role::kProblem, intent::Role::kReason, intent::Role::kDecision,
        intent::Role::kAlternative, intent::Role::kLimit, intent::Role::kInvariant}) {
    if (roles.Has(role)) return true;
  }
  return false;
}

// The sentences of a comment that tell more than what the code does; empty: none does.
std::string TellingPartOf(const std::string& comment) {
  std::vector<std::string> sentences = intent::SplitSentences(comment);
  std::erase_if(sentences, [](const std::string& sentence) { return !IsTelling(sentence); });
  return absl::StrJoin(sentences, " ");
}

std::set<std::string> WordsOf(const std::string& text) {
  std::set<std::string> words;
  for (absl::string_view word :
       absl::StrSplit(text, absl::ByAnyChar(" ,.;:()`'\""), absl::SkipEmpty())) {
    words.insert(absl::AsciiStrToLower(word));
  }
  return words;
}

// Mostly the same words: it was moved or touched up.
bool Resemble(const std::string& a, const std::string& b) {
  const std::set<std::string> x = WordsOf(a), y = WordsOf(b);
  const auto shared = static_cast<size_t>(std::count_if(
      x.begin(), x.end(), [&](const std::string& word) { return y.count(word) > 0; }));
  return shared * 10 >= std::min(x.size(), y.size()) * 6;
}

// All that is said beside the code as it is now.
std::vector<std::string> CommentsAfter(const ChangeModel& model) {
  std::vector<std::string> comments;
  for (const FunctionStory& story : model.functions()) {
    for (const Step& step : story.steps()) {
      if (step.status() != Step::STATUS_REMOVED && !step.comment().empty()) {
        comments.push_back(step.comment());
      }
    }
  }
  return comments;
}

std::vector<Candidate> CandidatesOf(const ChangeModel& model) {
  std::set<std::string> tests;
  for (const ChangedSymbol& symbol : model.symbols()) {
    if (symbol.is_test()) tests.insert(absl::StrCat(symbol.path(), ":", symbol.name()));
  }
  std::vector<Candidate> candidates;
  for (const FunctionStory& story : model.functions()) {
    if (tests.count(story.symbol()) > 0) continue;
    for (const Step& step : story.steps()) {
      const bool is_gone = step.status() == Step::STATUS_REMOVED;
      const bool is_new =
          step.status() == Step::STATUS_ADDED || step.status() == Step::STATUS_CHANGED;
      if ((!is_gone && !is_new) || step.comment().size() < kMinBytes) continue;
      const std::string telling = TellingPartOf(step.comment());
      Candidate candidate{
          .comment = {CleanLine(telling.empty() ? step.comment() : telling), step.range()},
          .is_gone = is_gone,
          .has_reason = !telling.empty()};
      // On a changed statement a comment may be an old one.
      if (step.status() == Step::STATUS_CHANGED && !candidate.has_reason) continue;
      candidates.push_back(std::move(candidate));
    }
  }
  std::stable_partition(candidates.begin(), candidates.end(),
                        [](const Candidate& one) { return one.has_reason; });
  return candidates;
}

}  // namespace

CodeComments TellingComments(const ChangeModel& model, size_t limit) {
  const std::vector<std::string> after = CommentsAfter(model);
  CodeComments comments;
  for (const Candidate& candidate : CandidatesOf(model)) {
    const bool is_still_said =
        candidate.is_gone && std::any_of(after.begin(), after.end(), [&](const std::string& other) {
          return Resemble(candidate.comment.text, other);
        });
    std::vector<CodeComment>& side = candidate.is_gone ? comments.gone : comments.added;
    const bool is_told = std::any_of(side.begin(), side.end(), [&](const CodeComment& other) {
      return Resemble(candidate.comment.text, other.text);
    });
    if (!is_still_said && !is_told && side.size() < limit) side.push_back(candidate.comment);
  }
  return comments;
}

std::vector<std::string> CommentSentences(Language language, const CodeComments& comments) {
  constexpr Phrase kNew("A comment in the new code ({place}) says: {text}.",
                        "新代码中的注释（{place}）写道：{text}。");
  constexpr Phrase kGone("A comment in the removed code ({place}) said: {text}.",
                         "被删除的代码中有注释（{place}）：{text}。");
  std::vector<std::string> sentences;
  const auto add = [&](const Phrase& phrase, const CodeComment& comment) {
    std::string text = Shorten(comment.text, 400);
    if (absl::EndsWith(text, ".") && !absl::EndsWith(text, "..")) text.pop_back();
    sentences.push_back(Say(language, phrase,
                            {{"place", PlaceCode(language, comment.range)},
                             {"text", absl::StrCat("“", MarkdownProse(text), "”")}}));
  };
  for (const CodeComment& comment : comments.gone) add(kGone, comment);
  for (const CodeComment& comment : comments.added) add(kNew, comment);
  return sentences;
}

}  // namespace allreview::report

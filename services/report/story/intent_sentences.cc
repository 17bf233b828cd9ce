#include "services/report/story/intent_sentences.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzers/intent/author_text.h"
#include "analyzers/intent/roles.h"
#include "review/display_text.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/story/place_code.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangeModel;
using analysis::v1::Sentence;

constexpr size_t kMaxBytes = 700;

bool HasOneOf(const Sentence& sentence, std::initializer_list<Sentence::Role> roles) {
  // Reviews that were kept by an earlier version know one role.
  if (sentence.roles().empty()) {
    return std::find(roles.begin(), roles.end(), sentence.role()) != roles.end();
  }
  return std::any_of(roles.begin(), roles.end(), [&](Sentence::Role role) {
    return std::find(sentence.roles().begin(), sentence.roles().end(), role) !=
           sentence.roles().end();
  });
}

bool IsOfAuthor(const Sentence* sentence) {
  return !sentence->has_range() && (sentence->source() == Sentence::SOURCE_DESCRIPTION ||
                                    sentence->source() == Sentence::SOURCE_COMMIT);
}

// Of a new module, or of nothing that the change defines.
bool IsOfModule(const Sentence* sentence) {
  return sentence->source() == Sentence::SOURCE_DOCSTRING && sentence->about().empty();
}

bool TellsOfMechanism(const Sentence* sentence) {
  return sentence->source() == Sentence::SOURCE_COMMENT &&
         !HasOneOf(*sentence, {Sentence::ROLE_PROBLEM, Sentence::ROLE_WHY});
}

bool IsProse(const Sentence& sentence) {
  switch (sentence.source()) {
    case Sentence::SOURCE_DESCRIPTION:
    case Sentence::SOURCE_COMMIT:
    case Sentence::SOURCE_COMMENT:
    case Sentence::SOURCE_DOCSTRING:
    case Sentence::SOURCE_TEST:
      return sentence.state() != Sentence::STATE_GONE;
    default:
      return false;
  }
}

// Somebody says something of the change beside its title.
bool HasProse(const ChangeModel& model) {
  using analysis::v1::ChangedSymbol;
  using analysis::v1::Step;
  const auto is_told = [](const ChangedSymbol& symbol) {
    return symbol.status() == ChangedSymbol::STATUS_ADDED && !symbol.doc().empty();
  };
  const auto is_commented = [](const Step& step) {
    return step.status() == Step::STATUS_ADDED && !step.comment().empty();
  };
  const auto& said = model.intent().sentences();
  return std::any_of(said.begin(), said.end(), IsProse) ||
         std::any_of(model.symbols().begin(), model.symbols().end(), is_told) ||
         std::any_of(model.functions().begin(), model.functions().end(), [&](const auto& story) {
           return std::any_of(story.steps().begin(), story.steps().end(), is_commented);
         });
}

}  // namespace

SaidSentences SentencesWith(const ChangeModel& model, std::initializer_list<Sentence::Role> roles) {
  SaidSentences found;
  for (const Sentence& sentence : model.intent().sentences()) {
    const bool is_blank = CleanLine(sentence.text()).empty();
    if (!is_blank && HasOneOf(sentence, roles)) found.push_back(&sentence);
  }
  // A test says what the code says, unless nobody else does.
  const auto is_of_tests = [](const Sentence* sentence) {
    return sentence->source() == Sentence::SOURCE_TEST;
  };
  if (!std::all_of(found.begin(), found.end(), is_of_tests)) std::erase_if(found, is_of_tests);
  return found;
}

SaidSentences ReasonsIn(const ChangeModel& model) {
  SaidSentences reasons =
      SentencesWith(model, {Sentence::ROLE_PROBLEM, Sentence::ROLE_REASON, Sentence::ROLE_WHY});
  if (reasons.empty()) reasons = SentencesWith(model, {Sentence::ROLE_DECISION});
  // What a comment says of a mechanism is a reason only where the author gives none.
  if (std::any_of(reasons.begin(), reasons.end(), IsOfAuthor)) {
    std::erase_if(reasons, TellsOfMechanism);
  }
  const auto rest = std::stable_partition(reasons.begin(), reasons.end(), IsOfAuthor);
  std::stable_partition(rest, reasons.end(), IsOfModule);
  return reasons;
}

SaidSentences DecisionsIn(const ChangeModel& model) {
  return SentencesWith(model, {Sentence::ROLE_DECISION, Sentence::ROLE_HOW});
}

SaidSentences AlternativesIn(const ChangeModel& model) {
  constexpr size_t kMaxReasons = 4;
  SaidSentences reasons = ReasonsIn(model);
  reasons.resize(std::min(reasons.size(), kMaxReasons));
  SaidSentences alternatives = SentencesWith(model, {Sentence::ROLE_ALTERNATIVE});
  std::erase_if(alternatives, [&](const Sentence* sentence) {
    return std::find(reasons.begin(), reasons.end(), sentence) != reasons.end();
  });
  return alternatives;
}

bool LacksReason(const review::v1::Review& review) {
  const change::v1::ChangeInfo& change = review.change();
  const bool has_author =
      change.number() > 0 || !change.title().empty() || !change.commits().empty();
  if (!has_author || !review.model().intent().linked_issues().empty()) return false;
  const intent::Roles of_title = intent::RolesOf(CleanLine(change.title()), intent::Voice::kChange);
  return !of_title.Has(intent::Role::kProblem) && !of_title.Has(intent::Role::kReason) &&
         ReasonsIn(review.model()).empty() && !HasProse(review.model()) &&
         DocumentedMarkdown(Language::kEnglish, review.model()).empty();
}

SaidSentences AccountsIn(const ChangeModel& model) {
  SaidSentences accounts;
  for (const Sentence& sentence : model.intent().sentences()) {
    const bool is_account =
        HasOneOf(sentence, {Sentence::ROLE_WHAT, Sentence::ROLE_HOW}) ||
        (sentence.roles().empty() && sentence.source() == Sentence::SOURCE_DOCSTRING);
    if (is_account && IsProse(sentence)) accounts.push_back(&sentence);
  }
  const auto rest = std::stable_partition(accounts.begin(), accounts.end(), IsOfAuthor);
  std::stable_partition(rest, accounts.end(), IsOfModule);
  return accounts;
}

std::string DocumentedMarkdown(Language language, const ChangeModel& model) {
  constexpr size_t kFewBytes = 60;
  constexpr size_t kMaxSentences = 2;
  for (const analysis::v1::FileStory& file : model.files()) {
    const std::string path = absl::AsciiStrToLower(file.path());
    const bool lists_changes =
        absl::StrContains(path, "change") || absl::StrContains(path, "release");
    if (file.language() != "markdown" || lists_changes) continue;
    for (const analysis::v1::FileHunk& hunk : file.hunks()) {
      if (!hunk.before().empty()) continue;
      const intent::AuthorText text = intent::ReadAuthorText(hunk.after(), intent::Voice::kGuide);
      Sentence said;
      for (size_t i = 0; i < std::min(text.sentences.size(), kMaxSentences); ++i) {
        said.set_text(absl::StrCat(said.text(), i == 0 ? "" : " ", text.sentences[i].text));
      }
      if (said.text().size() < kFewBytes) continue;
      *said.mutable_range() = hunk.range();
      return SaidMarkdown(language, said);
    }
  }
  return "";
}

std::string CodeAsMarkdown(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"``", "`"},
                                    {":class:`~", "`"},
                                    {":class:`", "`"},
                                    {":meth:`", "`"},
                                    {":func:`", "`"},
                                    {":attr:`", "`"},
                                    {":mod:`", "`"}});
}

std::string SaidMarkdown(Language language, const Sentence& sentence) {
  constexpr Phrase kGone("The old code said: {text}", "旧代码中写道：{text}");
  std::string text =
      SentenceMarkdown(language, Shorten(CodeAsMarkdown(CleanLine(sentence.text())), kMaxBytes));
  if (sentence.state() == Sentence::STATE_GONE) text = Say(language, kGone, {{"text", text}});
  const std::string place = StartCode(language, sentence.range());
  if (place.empty()) return text;
  // The place belongs to the sentence: before its end.
  for (absl::string_view end : {".", "。"}) {
    if (!absl::EndsWith(text, end) || absl::EndsWith(text, "..")) continue;
    text.resize(text.size() - end.size());
    return absl::StrCat(text, InBrackets(language, place), end);
  }
  return absl::StrCat(text, InBrackets(language, place));
}

}  // namespace allreview::report

#include "services/report/story/intent_sentences.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "analyzers/intent/author_text.h"
#include "analyzers/intent/roles.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/story/place_code.h"
#include "services/report/story/places.h"

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

// The subject of an earlier commit.
bool IsOfPast(const Sentence& sentence) {
  return sentence.source() == Sentence::SOURCE_COMMIT &&
         (sentence.state() == Sentence::STATE_GONE || sentence.state() == Sentence::STATE_KEPT);
}

bool IsOfAuthor(const Sentence* sentence) {
  return !sentence->has_range() && !IsOfPast(*sentence) &&
         (sentence->source() == Sentence::SOURCE_DESCRIPTION ||
          sentence->source() == Sentence::SOURCE_COMMIT);
}

// "passes.py: fix …": what one file of many gets.
bool IsOfOneFile(const Sentence* sentence) {
  const std::string& text = sentence->text();
  const size_t colon = text.find(": ");
  return colon != std::string::npos && text.find(' ') > colon &&
         absl::StrContains(text.substr(0, colon), ".");
}

// "fix the test": the title of a commit, which names no problem.
bool IsOnlyFix(const Sentence* sentence) {
  constexpr size_t kMaxBytesOfTitle = 100;
  return absl::StartsWithIgnoreCase(sentence->text(), "fix") &&
         sentence->text().size() < kMaxBytesOfTitle && sentence->section().empty();
}

bool TellsProblem(const Sentence* sentence) {
  return HasOneOf(*sentence, {Sentence::ROLE_PROBLEM, Sentence::ROLE_WHY});
}

// Who says it, the most telling first. Comments of new functions tell how these are written.
enum class Voice { kAuthor, kHistory, kModule, kCode, kOneFile, kGone, kTest, kMechanism };

Voice VoiceOf(const Sentence* sentence, const std::set<absl::string_view>& added) {
  if (IsOfAuthor(sentence)) {
    if (IsOnlyFix(sentence)) return Voice::kMechanism;
    return IsOfOneFile(sentence) ? Voice::kOneFile : Voice::kAuthor;
  }
  if (IsOfPast(*sentence)) return Voice::kHistory;
  if (sentence->state() == Sentence::STATE_GONE) {
    return TellsProblem(sentence) ? Voice::kGone : Voice::kMechanism;
  }
  switch (sentence->source()) {
    case Sentence::SOURCE_TEST:
      return TellsProblem(sentence) ? Voice::kTest : Voice::kMechanism;
    case Sentence::SOURCE_DOCSTRING:
      return sentence->about().empty() ? Voice::kModule : Voice::kCode;
    case Sentence::SOURCE_COMMENT:
      return added.count(sentence->about()) > 0 ? Voice::kMechanism : Voice::kCode;
    default:
      return Voice::kCode;
  }
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
  std::set<std::string> ids;
  for (const auto& symbol : model.symbols()) {
    if (symbol.status() == analysis::v1::ChangedSymbol::STATUS_ADDED) ids.insert(IdOf(symbol));
  }
  const std::set<absl::string_view> added(ids.begin(), ids.end());
  std::erase_if(reasons, [&](const Sentence* sentence) {
    return VoiceOf(sentence, added) == Voice::kMechanism;
  });
  std::stable_sort(reasons.begin(), reasons.end(), [&](const Sentence* a, const Sentence* b) {
    return VoiceOf(a, added) < VoiceOf(b, added);
  });
  // What the code says of its details is a reason only where the author gives none.
  if (!reasons.empty() && VoiceOf(reasons.front(), added) == Voice::kAuthor) {
    std::erase_if(reasons, [&](const Sentence* sentence) {
      const Voice voice = VoiceOf(sentence, added);
      return voice > Voice::kCode || (voice == Voice::kCode && !TellsProblem(sentence));
    });
  }
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
  // What the old code said of itself is over.
  std::erase_if(alternatives, [&](const Sentence* sentence) {
    return sentence->state() == Sentence::STATE_GONE ||
           std::find(reasons.begin(), reasons.end(), sentence) != reasons.end();
  });
  return alternatives;
}

namespace {

// "Reduce the queue fetching": what it is for.
bool HasAim(absl::string_view title) {
  const std::string lower = absl::AsciiStrToLower(title);
  for (absl::string_view word :
       absl::StrSplit(lower, absl::ByAnyChar(" :[]()"), absl::SkipEmpty())) {
    for (absl::string_view stem :
         {"reduc", "improv", "avoid", "speed",   "optimi",    "simplif", "prevent",
          "allow", "enabl",  "fix",   "faster",  "lower",     "save",    "decreas",
          "unify", "dedup",  "limit", "support", "accelerat", "throttl", "harden"}) {
      if (absl::StartsWith(word, stem)) return true;
    }
  }
  return false;
}

}  // namespace

bool LacksReason(const review::v1::Review& review) {
  const change::v1::ChangeInfo& change = review.change();
  const bool has_author =
      change.number() > 0 || !change.title().empty() || !change.commits().empty();
  if (!has_author || !review.model().intent().linked_issues().empty()) return false;
  const std::string title = CleanLine(change.title());
  const intent::Roles of_title = intent::RolesOf(title, intent::Voice::kChange);
  // A title of a whole sentence tells what was missing.
  constexpr int kTellingWords = 5;
  if (std::count(title.begin(), title.end(), ' ') >= kTellingWords - 1) return false;
  return !HasAim(title) && !of_title.Has(intent::Role::kProblem) &&
         !of_title.Has(intent::Role::kReason) && ReasonsIn(review.model()).empty() &&
         !HasProse(review.model()) &&
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
  std::stable_partition(rest, accounts.end(), [](const Sentence* sentence) {
    return sentence->source() == Sentence::SOURCE_DOCSTRING && sentence->about().empty();
  });
  return accounts;
}

bool IsWhole(const Sentence& sentence) {
  for (absl::string_view end : {".", "!", "。", "！", ".)"}) {
    if (absl::EndsWith(sentence.text(), end)) return true;
  }
  return false;
}

std::string DocumentedMarkdown(Language language, const ChangeModel& model) {
  constexpr size_t kFewBytes = 60;
  constexpr size_t kMaxSentences = 2;
  for (const analysis::v1::FileStory& file : model.files()) {
    const std::string path = absl::AsciiStrToLower(file.path());
    const bool lists_changes =
        absl::StrContains(path, "change") || absl::StrContains(path, "release");
    // The first page tells everybody how to begin.
    const bool is_front = path == "readme.md";
    if (file.language() != "markdown" || lists_changes || is_front) continue;
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

namespace {

// What an earlier commit of the same lines was for.
std::string PastMarkdown(Language language, const Sentence& sentence) {
  constexpr Phrase kReplaced("The replaced code came with {commit}: “{text}”.",
                             "被替换的代码来自 {commit}：“{text}”。");
  constexpr Phrase kSameEdit("{commit} made the same edit elsewhere in the file: “{text}”.",
                             "{commit} 已在同一文件的其他位置作过同样的修改：“{text}”。");
  const Phrase& phrase = sentence.state() == Sentence::STATE_GONE ? kReplaced : kSameEdit;
  return Say(language, phrase,
             {{"commit", MarkdownCode(CleanLine(sentence.section()))},
              {"text", MarkdownProse(Shorten(CleanLine(sentence.text()), kMaxBytes))}});
}

}  // namespace

std::string SaidMarkdown(Language language, const Sentence& sentence) {
  if (IsOfPast(sentence)) return PastMarkdown(language, sentence);
  constexpr Phrase kGone("The old code said: {text}", "旧代码中写道：{text}");
  std::string text =
      QuotedMarkdown(language, Shorten(CodeAsMarkdown(CleanLine(sentence.text())), kMaxBytes));
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

#include "services/analysis/change_model/intent/said.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/intent/author_sentences.h"
#include "analyzers/intent/author_text.h"
#include "base/poll.h"
#include "services/analysis/change_model/intent/chatter.h"
#include "services/analysis/change_model/intent/mentions.h"
#include "services/analysis/change_model/intent/weights.h"

namespace allreview::analysis {
namespace {

using Said = intent::Sentence;
using v1::Sentence;

// That are compared with each other; the rest stands behind them in weight.
constexpr size_t kMaxCompared = 400;
constexpr size_t kMaxPassageBytes = 480;
constexpr size_t kMaxJoinedBytes = 640;
constexpr size_t kMaxInPassage = 4;

struct Candidate {
  std::vector<const Said*> said;  // The sentence, and before it those that it leans on.
  int weight = 0;
};

bool IsText(const Said& said) { return said.path.empty(); }

// Of the description, whose sentences know only the line where they begin.
class Paragraphs {
 public:
  explicit Paragraphs(absl::string_view body) {
    int paragraph = 0;
    for (absl::string_view line : absl::StrSplit(body, '\n')) {
      paragraph += absl::StripAsciiWhitespace(line).empty();
      of_line_.push_back(paragraph);
    }
  }
  bool AreOne(int first_line, int other_line) const {
    const auto at = [&](int line) {
      return line < 1 || line > static_cast<int>(of_line_.size()) ? -1 : of_line_[line - 1];
    };
    return at(first_line) == at(other_line);
  }

 private:
  std::vector<int> of_line_;
};

// One goes on where the other ends, in the same text.
bool Follows(const Said& next, const Said& said, const Paragraphs& paragraphs) {
  // Of a description only the line is known where a sentence begins.
  constexpr size_t kBytesOfLine = 60;
  const int lines = IsText(said) ? static_cast<int>(said.text.size() / kBytesOfLine) : 0;
  if (said.source == intent::Source::kDescription &&
      !paragraphs.AreOne(said.first_line, next.first_line)) {
    return false;
  }
  // Both are elements of the list of all sentences, in their order.
  return &next > &said && next.path == said.path && next.source == said.source &&
         next.commit == said.commit && next.presence == said.presence && next.owner == said.owner &&
         next.subject.first_line == said.subject.first_line && next.section == said.section &&
         next.first_line >= said.first_line && next.first_line <= said.last_line + 1 + lines;
}

Candidate Passage(const std::vector<Said>& all, size_t at, const Paragraphs& paragraphs) {
  Candidate candidate{.said = {&all[at]}};
  size_t bytes = all[at].text.size();
  // A comment is one text: its last sentence alone says something else.
  const bool is_comment = all[at].source == intent::Source::kComment;
  while (at > 0 && (is_comment || Leans(candidate.said.front()->text)) &&
         candidate.said.size() < kMaxInPassage && Follows(all[at], all[at - 1], paragraphs)) {
    bytes += all[--at].text.size();
    if (bytes > kMaxPassageBytes) break;
    candidate.said.insert(candidate.said.begin(), &all[at]);
  }
  return candidate;
}

std::set<std::string> WordsOf(absl::string_view text) {
  std::set<std::string> words;
  for (absl::string_view word :
       absl::StrSplit(text, absl::ByAnyChar(" ,.;:()`'\"*"), absl::SkipEmpty())) {
    words.insert(absl::AsciiStrToLower(word));
  }
  return words;
}

// Mostly the same words: it was touched up, or is said at two places.
bool Resemble(const std::set<std::string>& a, const std::set<std::string>& b) {
  constexpr size_t kFewWords = 4;
  if (std::min(a.size(), b.size()) < kFewWords) return a == b;
  const auto shared = static_cast<size_t>(std::count_if(
      a.begin(), a.end(), [&](const std::string& word) { return b.count(word) > 0; }));
  return shared * 4 >= std::min(a.size(), b.size()) * 3 &&
         std::max(a.size(), b.size()) <= 2 * std::min(a.size(), b.size()) + 4;
}

// Candidates as sentences of the model.
class Written {
 public:
  explicit Written(const IntentInput& input) : input_(input) {
    if (input.symbols == nullptr) return;
    mentions_.emplace(*input.symbols);
    for (const v1::ChangedSymbol& symbol : *input.symbols) {
      ids_.insert(absl::StrCat(symbol.path(), ":", symbol.name()));
    }
    for (absl::string_view body : Bodies()) {
      for (intent::AuthorSentence& sentence : intent::ReadAuthorText(body).sentences) {
        parts_.emplace(std::move(sentence.text), sentence.part);
      }
    }
  }

  void Write(const Candidate& candidate, Sentence& to) const {
    const Said& last = *candidate.said.back();
    std::string text;
    intent::Roles roles;
    for (const Said* said : candidate.said) {
      absl::StrAppend(&text, text.empty() ? "" : " ", said->text);
      roles.Add(said->roles);
    }
    to.set_section(last.section);
    for (const Sentence::Role role : RolesOf(roles, PartOf(last))) to.add_roles(role);
    to.set_role(to.roles().empty() ? Sentence::ROLE_UNSPECIFIED : to.roles(0));
    to.set_source(SourceOf(last));
    to.set_state(StateOf(last));
    to.set_about(AboutOf(last));
    if (mentions_) {
      for (std::string& id : mentions_->In(text)) to.add_symbols(std::move(id));
    }
    to.set_text(std::move(text));
    if (IsText(last)) return;
    auto& range = *to.mutable_range();
    range.set_path(last.path);
    range.set_side(to.state() == Sentence::STATE_GONE ? change::v1::SIDE_LEFT
                                                      : change::v1::SIDE_RIGHT);
    range.set_first_line(candidate.said.front()->first_line);
    range.set_end_line(last.last_line + 1);
  }

  std::optional<intent::Part> PartOf(const Said& said) const {
    if (!IsText(said)) return std::nullopt;
    const auto found = parts_.find(said.text);
    return found == parts_.end() ? intent::PartOf(said.text, said.roles) : found->second;
  }

  // Id of the innermost changed symbol that it stands at or in; empty: none.
  std::string AboutOf(const Said& said) const {
    if (IsText(said)) return "";
    for (std::string name :
         {said.owner.empty() ? said.subject.name : absl::StrCat(said.owner, ".", said.subject.name),
          said.subject.name, said.owner}) {
      std::string id = absl::StrCat(said.path, ":", name);
      if (!name.empty() && ids_.count(id) > 0) return id;
    }
    return "";
  }

 private:
  std::vector<absl::string_view> Bodies() const {
    std::vector<absl::string_view> bodies = {input_.description.body};
    for (absl::string_view message : input_.description.commit_messages) {
      bodies.push_back(message.substr(std::min(message.find('\n'), message.size())));
    }
    return bodies;
  }

  const IntentInput& input_;
  std::optional<Mentions> mentions_;
  std::set<std::string> ids_;
  std::map<std::string, intent::Part> parts_;
};

bool IsToldAtAll(const Said& said, const change::Description& description) {
  if (said.source == intent::Source::kTitle || said.source == intent::Source::kTestName)
    return false;
  // What somebody reads who does it wrong.
  if (said.source == intent::Source::kMessage) return false;
  if (!said.is_touched) return false;
  if (!IsText(said)) return true;
  return !IsChatter(said.text) && !Resemble(WordsOf(said.text), WordsOf(description.title));
}

std::vector<Candidate> CandidatesOf(const IntentInput& input, const std::vector<Said>& all,
                                    const Written& written, const Paragraphs& paragraphs) {
  const Weights weights(input);
  std::vector<Candidate> candidates;
  for (size_t i = 0; i < all.size(); ++i) {
    Poll(20);
    if (!IsToldAtAll(all[i], input.description)) continue;
    const int weight = weights.Of(all[i], written.PartOf(all[i]), written.AboutOf(all[i]));
    if (weight == 0) continue;
    candidates.push_back(Passage(all, i, paragraphs));
    candidates.back().weight = weight;
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.weight > b.weight; });
  if (candidates.size() > kMaxCompared) candidates.resize(kMaxCompared);
  return candidates;
}

bool TellsWhy(const Said& said) {
  return said.roles.Has(intent::Role::kProblem) || said.roles.Has(intent::Role::kReason);
}

size_t BytesOf(const Candidate& candidate) {
  size_t bytes = 0;
  for (const Said* said : candidate.said) bytes += said->text.size() + 1;
  return bytes;
}

using ToldIn = std::map<const Said*, size_t>;  // Index of the passage that tells it.

// A sentence that goes on where a passage ends, or ends where it begins, becomes a part of it when
// it leans on it, or when both tell why.
bool Joins(const Candidate& candidate, const Paragraphs& paragraphs, std::vector<Candidate>& told,
           ToldIn& told_in) {
  const Said& own = *candidate.said.back();
  for (size_t i = 0; i < told.size(); ++i) {
    Candidate& passage = told[i];
    const bool fits = passage.said.size() < kMaxInPassage &&
                      BytesOf(passage) + own.text.size() <= kMaxJoinedBytes;
    if (!fits) continue;
    const bool is_why = TellsWhy(own) && TellsWhy(*passage.said.back());
    if ((is_why || Leans(own.text)) && Follows(own, *passage.said.back(), paragraphs)) {
      passage.said.push_back(&own);
    } else if (is_why && candidate.said.size() == 1 &&
               Follows(*passage.said.front(), own, paragraphs)) {
      passage.said.insert(passage.said.begin(), &own);
    } else {
      continue;
    }
    told_in.emplace(&own, i);
    return true;
  }
  return false;
}

// Drops what is said twice, and what stands in a passage that is told.
std::vector<Candidate> Distinct(std::vector<Candidate> candidates, const Paragraphs& paragraphs) {
  std::vector<Candidate> told;
  std::vector<std::set<std::string>> words;
  ToldIn told_in;
  for (Candidate& candidate : candidates) {
    if (told.size() == kMaxSaid) break;
    if (told_in.count(candidate.said.back()) > 0) continue;
    if (Joins(candidate, paragraphs, told, told_in)) continue;
    std::set<std::string> own = WordsOf(candidate.said.back()->text);
    PollBytes(candidate.said.back()->text.size() * (1 + words.size()));
    if (std::any_of(words.begin(), words.end(),
                    [&](const auto& other) { return Resemble(own, other); })) {
      continue;
    }
    words.push_back(std::move(own));
    for (const Said* said : candidate.said) told_in.emplace(said, told.size());
    told.push_back(std::move(candidate));
  }
  return told;
}

}  // namespace

void AddSaid(const IntentInput& input, v1::Intent& intent) {
  std::vector<Said> own;
  if (input.said == nullptr) own = intent::SentencesOf(input.description);
  const std::vector<Said>& all = input.said == nullptr ? own : *input.said;
  const Written written(input);
  const Paragraphs paragraphs(input.description.body);
  for (const Candidate& candidate :
       Distinct(CandidatesOf(input, all, written, paragraphs), paragraphs)) {
    written.Write(candidate, *intent.add_sentences());
  }
}

}  // namespace allreview::analysis

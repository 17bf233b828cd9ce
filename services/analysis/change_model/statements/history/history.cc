#include "services/analysis/change_model/statements/history/history.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/intent/roles.h"
#include "sentences/statements/history.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/consequences/make_statement.h"
#include "services/analysis/change_model/statements/effects/title_words.h"
#include "services/analysis/change_model/statements/history/edits.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"

namespace allreview::analysis {
namespace {

using change::v1::LineCommit;
using change::v1::LineEdit;

constexpr size_t kShownId = 8;
constexpr size_t kMaxSubject = 120;

std::string ShownId(const LineCommit& commit) {
  return absl::StrCat("`", absl::string_view(commit.id()).substr(0, kShownId), "`");
}

EditLines LinesOf(const google::protobuf::RepeatedPtrField<std::string>& lines) {
  return SignificantOf(std::vector<std::string>(lines.begin(), lines.end()));
}

// The author knows that something earlier goes.
bool SpeaksOfPast(const change::Description& description, const LineCommit& commit) {
  std::string said = absl::StrCat(description.title, "\n", description.body);
  for (const std::string& message : description.commit_messages)
    absl::StrAppend(&said, "\n", message);
  absl::AsciiStrToLower(&said);
  for (absl::string_view word : {"revert", "reland", "re-land", "undo", "back out", "roll back",
                                 "rollback", "restore", "no longer need", "workaround"}) {
    if (absl::StrContains(said, word)) return true;
  }
  if (absl::StrContains(said, absl::string_view(commit.id()).substr(0, 7))) return true;
  // "(#123)" of the subject.
  const size_t number = commit.subject().rfind("(#");
  return number != std::string::npos &&
         absl::StrContains(said, absl::AsciiStrToLower(commit.subject().substr(
                                     number + 1, commit.subject().find(')', number) - number - 1)));
}

bool IsFix(absl::string_view subject) {
  const std::string lower = absl::AsciiStrToLower(subject);
  for (absl::string_view word : {"fix", "bug", "hang", "crash", "deadlock", "regression"}) {
    if (absl::StrContains(lower, word)) return true;
  }
  return false;
}

// Of layout, types and names: there is nothing in them to take back.
bool IsHousekeeping(absl::string_view subject) {
  const std::string lower = absl::AsciiStrToLower(subject);
  for (absl::string_view word : {"format", "lint", "typing", "typo", "rename", "docstring", "style",
                                 "pre-commit", "merge branch", "cleanup", "clean up"}) {
    if (absl::StrContains(lower, word)) return true;
  }
  return false;
}

struct TakenBack {
  const ChangedEdit* edit = nullptr;
  const EditLine* at = nullptr;  // The first removed line.
  std::string before, after;     // As the earlier commit found and left it; `before` may be empty.
  std::string dropped;           // All that `before` lacks of `after`, where that is one passage.
  int words = 0;
  size_t lines = 0;  // Of the longer side.
};

// All that the change adds.
std::set<std::string> AddedBy(const change::AnalysedChange& change) {
  std::set<std::string> added;
  for (const change::AnalysedFile& file : change.files()) {
    if (file.after == nullptr) continue;
    for (const change::ChangedHunk& hunk : file.changed->hunks) {
      for (const auto* lines : {&hunk.added, &hunk.moved}) {
        for (int line : *lines) added.insert(WithoutBlanks(file.after->tree().LineText(line)));
      }
    }
  }
  return added;
}

// Larger ones are seldom taken back by another edit that is about something else.
bool IsSmall(const LineEdit& edit) {
  constexpr int kMaxLines = 12;
  return edit.removed_size() <= kMaxLines && edit.added_size() <= kMaxLines;
}

class Search {
 public:
  explicit Search(const change::AnalysedChange& change)
      : edits_(EditsOf(change)), added_(AddedBy(change)) {}

  // The edit of a commit that this change takes back; of several the longest.
  std::optional<TakenBack> Find(const LineCommit& commit) const {
    std::optional<TakenBack> best;
    const bool is_fix = IsFix(commit.subject());
    for (const LineEdit& past : commit.edits()) {
      const EditLines old_lines = LinesOf(past.removed()), new_lines = LinesOf(past.added());
      if (!IsSmall(past) || new_lines.empty() || !IsOwn(new_lines)) continue;
      for (const ChangedEdit& edit : edits_) {
        if (edit.file->changed->old_path != past.path()) continue;
        std::optional<TakenBack> found = old_lines.empty() ? Removed(new_lines, edit, is_fix)
                                                           : Replaced(old_lines, new_lines, edit);
        if (found && (!best || found->words > best->words)) best = std::move(found);
      }
    }
    return best;
  }

 private:
  static constexpr int kMinWords = 6, kMinOldWords = 4;

  // Something of it is nowhere else in what the change adds.
  bool IsOwn(const EditLines& lines) const {
    return std::any_of(lines.begin(), lines.end(),
                       [&](const EditLine& line) { return added_.count(line.text) == 0; });
  }

  static std::optional<TakenBack> Replaced(const EditLines& old_lines, const EditLines& new_lines,
                                           const ChangedEdit& edit) {
    const int at = IndexOf(new_lines, edit.removed);
    if (at < 0 || IndexOf(old_lines, edit.added) < 0) return std::nullopt;
    const int words = WordsOf(new_lines);
    if (words < kMinWords || WordsOf(old_lines) < kMinOldWords) return std::nullopt;
    TakenBack taken{&edit, &edit.removed[static_cast<size_t>(at)],      "", "", "",
                    words, std::max(old_lines.size(), new_lines.size())};
    const EditDifference difference = Compare(old_lines, new_lines);
    if (difference.before.empty() || difference.after.empty()) return std::nullopt;
    taken.before = difference.before;
    taken.after = difference.after;
    taken.dropped = difference.dropped;
    return taken;
  }

  static std::optional<TakenBack> Removed(const EditLines& new_lines, const ChangedEdit& edit,
                                          bool is_fix) {
    const bool is_all = is_fix && edit.added.empty() && !edit.has_more &&
                        edit.removed.size() == new_lines.size() &&
                        IndexOf(new_lines, edit.removed) == 0;
    if (!is_all || WordsOf(new_lines) < kMinWords) return std::nullopt;
    return TakenBack{
        &edit, &edit.removed[0], "", new_lines[0].code, "", WordsOf(new_lines), new_lines.size()};
  }

  const std::vector<ChangedEdit> edits_;
  const std::set<std::string> added_;
};

const Phrase& PhraseOf(const TakenBack& taken) {
  constexpr size_t kFewLines = 2;  // Of more, no two stand for each other.
  if (taken.before.empty()) return phrases::kHistoryFixRemoved;
  if (!taken.dropped.empty()) return phrases::kHistoryDropped;
  return taken.lines > kFewLines ? phrases::kHistoryUndone : phrases::kHistoryTakenBack;
}

v1::ChangeStatement Ask(const LineCommit& commit, const TakenBack& taken) {
  const change::AnalysedFile& file = *taken.edit->file;
  const python::Definition* around = nullptr;
  for (const python::Definition& definition : file.before->definitions()) {
    const bool holds =
        definition.first_line <= taken.at->line && taken.at->line < definition.end_line;
    if (holds && (around == nullptr || definition.first_line >= around->first_line)) {
      around = &definition;
    }
  }
  const Params params = {{"before", Shown(taken.before)},
                         {"after", Shown(taken.after)},
                         {"dropped", Shown(taken.dropped)},
                         {"count", absl::StrCat(taken.lines)},
                         {"commit", ShownId(commit)},
                         {"subject", Shown(commit.subject(), kMaxSubject)},
                         {"date", commit.date()}};
  return ToProto({.kind = v1::ChangeStatement::KIND_QUESTION,
                  .subject = IdOf(file.before->path(), around == nullptr ? "" : around->name),
                  .predicate = "earlier-edit-taken-back",
                  .object = taken.after,
                  .weight = 95,
                  .text = Sentence(PhraseOf(taken), params),
                  .places = {{.path = std::string(file.before->path()),
                              .side = rules::Side::kLeft,
                              .first_line = taken.at->line,
                              .end_line = taken.at->line + 1}}});
}

bool HasReason(absl::string_view subject) {
  const intent::Roles roles = intent::RolesOf(subject, intent::Voice::kChange);
  return roles.Has(intent::Role::kProblem) || roles.Has(intent::Role::kReason);
}

bool TellsReason(const change::Description& description, const v1::Intent& intent) {
  using v1::Sentence;
  if (HasReason(description.title)) return true;
  for (const Sentence& sentence : intent.sentences()) {
    if (sentence.source() != Sentence::SOURCE_DESCRIPTION &&
        sentence.source() != Sentence::SOURCE_COMMIT) {
      continue;
    }
    for (int role : sentence.roles()) {
      if (role == Sentence::ROLE_PROBLEM || role == Sentence::ROLE_REASON ||
          role == Sentence::ROLE_WHY) {
        return true;
      }
    }
  }
  return false;
}

// Lines of the change that the commit added, and lines that both add.
struct Shared {
  int replaced = 0, repeated = 0;
  int removed = 0;  // All that the change removes.
};

Shared SharedWith(const LineCommit& commit, const std::vector<ChangedEdit>& edits) {
  constexpr int kMinWordsOfReplaced = 5, kMinWordsOfRepeated = 4;
  std::set<std::pair<std::string, std::string>> added;
  for (const LineEdit& past : commit.edits()) {
    if (!IsSmall(past)) continue;
    for (EditLine& line : LinesOf(past.added())) added.emplace(past.path(), std::move(line.text));
  }
  Shared shared;
  for (const ChangedEdit& edit : edits) {
    const std::string& path = edit.file->changed->old_path;
    for (const EditLine& line : edit.removed) {
      if (line.words < kMinWordsOfReplaced) continue;
      ++shared.removed;
      shared.replaced += added.count({path, line.text}) > 0;
    }
    for (const EditLine& line : edit.added) {
      shared.repeated += line.words >= kMinWordsOfRepeated && added.count({path, line.text}) > 0;
    }
  }
  return shared;
}

}  // namespace

void AddHistory(const change::AnalysedChange& change, const LineCommits& past,
                v1::ChangeModel* model) {
  constexpr int kMost = 2;
  if (past.empty()) return;
  AddCompanions(change, past, model);
  const std::string reverted = AddReverted(change, past, model);
  constexpr int kSameWork = 2;  // Words of the title: its author knows what the fix was for.
  const Search search(change);
  const TitleWords title(change.description().title);
  int told = 0;
  for (const LineCommit& commit : past) {
    if (told == kMost) return;
    if (commit.id() == reverted) continue;
    if (IsHousekeeping(commit.subject()) || SpeaksOfPast(change.description(), commit)) continue;
    const std::optional<TakenBack> taken = search.Find(commit);
    if (!taken || (taken->before.empty() && title.In(commit.subject()) >= kSameWork)) continue;
    *model->add_statements() = Ask(commit, *taken);
    ++told;
  }
}

void AddBackgroundOf(const change::AnalysedChange& change, const LineCommits& past,
                     v1::Intent* intent) {
  constexpr int kMaxDays = 120, kMinWords = 2;
  if (past.empty() || TellsReason(change.description(), *intent)) return;
  const TitleWords title(change.description().title);
  const std::vector<ChangedEdit> edits = EditsOf(change);
  const LineCommit* best = nullptr;
  std::pair<int, int> best_rank = {};
  bool is_replaced = false;
  for (const LineCommit& commit : past) {
    const int words = title.In(commit.subject());
    if (commit.days() > kMaxDays || words < kMinWords || !HasReason(commit.subject())) continue;
    const Shared shared = SharedWith(commit, edits);
    // Most of what goes came with it: the change is about the same thing.
    const bool is_same_work = shared.replaced > 0 && shared.replaced * 2 >= shared.removed;
    if (!is_same_work && (shared.repeated == 0 || shared.replaced > 0)) continue;
    const std::pair<int, int> rank = {words, shared.replaced + shared.repeated};
    if (best != nullptr && rank <= best_rank) continue;
    best = &commit;
    best_rank = rank;
    is_replaced = shared.replaced > 0;
  }
  if (best == nullptr) return;
  v1::Sentence& sentence = *intent->add_sentences();
  sentence.set_text(best->subject());
  sentence.set_section(absl::StrCat(ShownId(*best), ", ", best->date()));
  sentence.set_source(v1::Sentence::SOURCE_COMMIT);
  sentence.set_state(is_replaced ? v1::Sentence::STATE_GONE : v1::Sentence::STATE_KEPT);
  sentence.set_role(v1::Sentence::ROLE_WHY);
  sentence.add_roles(v1::Sentence::ROLE_WHY);
}

}  // namespace allreview::analysis

#include "analyzers/intent/intent_of_change.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "absl/strings/string_view.h"
#include "analyzers/change/changed_texts.h"
#include "analyzers/intent/author_sentences.h"
#include "analyzers/intent/code_sentences.h"
#include "analyzers/intent/guide_sentences.h"
#include "analyzers/intent/pairing.h"
#include "analyzers/intent/plain_comments.h"
#include "analyzers/moves/moves.h"

namespace allreview::intent {
namespace {

using change::AnalysedFile;
using change::Side;
using python::Definition;
using python::Module;

constexpr size_t kMaxSentences = 200'000;  // Of the files of a side.

bool HasOneOf(Roles roles, Roles wanted) {
  for (int i = 0; i < kRoleCount; ++i) {
    const Role role = static_cast<Role>(i);
    if (wanted.Has(role) && roles.Has(role)) return true;
  }
  return false;
}

void Append(std::vector<Sentence> more, std::vector<Sentence>& sentences) {
  for (Sentence& sentence : more) {
    if (sentences.size() >= kMaxSentences) return;
    sentences.push_back(std::move(sentence));
  }
}

std::vector<Sentence> SentencesOfSide(const change::AnalysedChange& change,
                                      const std::vector<change::ChangedText>& texts, Side side) {
  std::vector<Sentence> sentences;
  for (const AnalysedFile& file : change.files()) {
    const Module* module = side == Side::kLeft ? file.before : file.after;
    if (module != nullptr) Append(SentencesOf(*module), sentences);
  }
  for (const change::ChangedText& text : texts) {
    const std::string* content = side == Side::kLeft ? text.before : text.after;
    if (content == nullptr) continue;
    // A renamed file has its new name on both sides, so that its sentences find each other.
    Append(SentencesOfComments(text.file->path, text.language, *content), sentences);
  }
  return sentences;
}

// Where definitions of the old side are on the new one.
FollowPlace Following(const change::AnalysedChange& change) {
  std::map<std::string, const AnalysedFile*> by_old_path;
  std::map<const python::SyntaxTree*, std::string> paths_after;
  for (const AnalysedFile& file : change.files()) {
    if (file.before != nullptr) by_old_path.emplace(file.before->path(), &file);
    if (file.after != nullptr) paths_after.emplace(&file.after->tree(), file.after->path());
  }
  return [&change, by_old_path, paths_after](const Sentence& before) -> PlaceAfter {
    const auto found = by_old_path.find(before.path);
    if (found == by_old_path.end()) return {before.path, before.owner};
    const AnalysedFile& file = *found->second;
    PlaceAfter place{file.after == nullptr ? before.path : file.after->path(), before.owner};
    const Definition* old = file.before->FindDefinition(before.owner);
    if (old == nullptr) return place;
    const Definition* now = change.moves().WhereTo(*old);
    if (now == nullptr) return place;
    const auto path = paths_after.find(now->node.tree());
    if (path != paths_after.end()) place.path = path->second;
    place.owner = now->name;
    return place;
  };
}

// The change deletes or adds lines of what the sentence is about.
bool TouchesSubject(const change::ChangedLines& lines, const Subject& subject) {
  return subject.first_line > 0 && lines.TouchesDefinition(subject.first_line, subject.last_line);
}

void MarkTouched(const change::AnalysedChange& change, std::vector<Sentence>& sentences) {
  std::map<absl::string_view, const AnalysedFile*> by_path;
  for (const AnalysedFile& file : change.files()) {
    if (file.after != nullptr) by_path.emplace(file.after->path(), &file);
  }
  for (Sentence& sentence : sentences) {
    const auto file = by_path.find(sentence.path);
    const bool is_new_or_gone = sentence.presence != Presence::kBoth || sentence.is_moved;
    sentence.is_touched = is_new_or_gone || (file != by_path.end() &&
                                             TouchesSubject(file->second->lines, sentence.subject));
  }
}

std::vector<Sentence> Gather(const change::AnalysedChange& change) {
  // A tree that nobody changed is asked for its code.
  const std::vector<change::ChangedText> texts =
      change.is_scan() ? std::vector<change::ChangedText>() : change::ChangedTexts(change);
  std::vector<Sentence> code =
      Paired(SentencesOfSide(change, texts, Side::kLeft),
             SentencesOfSide(change, texts, Side::kRight), Following(change));
  MarkTouched(change, code);
  std::stable_sort(code.begin(), code.end(), [](const Sentence& a, const Sentence& b) {
    const auto key = [](const Sentence& one) {
      return std::tuple(absl::string_view(one.path), one.presence == Presence::kBefore,
                        one.first_line);
    };
    return key(a) < key(b);
  });
  std::vector<Sentence> all = SentencesOf(change.description());
  std::move(code.begin(), code.end(), std::back_inserter(all));
  return all;
}

}  // namespace

const std::vector<Sentence>& IntentOfChange::all() {
  std::call_once(has_all_, [this] {
    all_ = Gather(change_);
    for (const Sentence& sentence : all_) {
      if (sentence.path.empty()) continue;
      by_subject_.emplace(std::pair(sentence.path, sentence.subject.first_line), &sentence);
    }
  });
  return all_;
}

std::vector<const Sentence*> IntentOfChange::Touched(Roles roles) {
  std::vector<const Sentence*> found;
  for (const Sentence& sentence : all()) {
    if (sentence.is_touched && HasOneOf(sentence.roles, roles)) found.push_back(&sentence);
  }
  return found;
}

std::vector<const Sentence*> IntentOfChange::About(const Module& module, python::Node node) {
  all();
  const bool is_before = std::any_of(
      change_.files().begin(), change_.files().end(),
      [&](const AnalysedFile& file) { return file.before == &module && file.after != &module; });
  const python::Node statement = python::StatementOf(node);
  const int line = (statement ? statement : node).first_line();
  std::vector<const Sentence*> found;
  const auto [first, last] = by_subject_.equal_range({module.path(), line});
  for (auto it = first; it != last; ++it) {
    if ((it->second->presence == Presence::kBefore) == is_before) found.push_back(it->second);
  }
  return found;
}

const std::vector<Sentence>& IntentOfChange::guides() {
  std::call_once(has_guides_, [this] { guides_ = SentencesOfGuides(change_); });
  return guides_;
}

}  // namespace allreview::intent

#include "analyzers/intent/print_intent.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/intent/code_sentences.h"
#include "base/outline.h"
#include "base/poll.h"

namespace allreview::intent {
namespace {

constexpr size_t kMaxTextBytes = 300;

std::string PlaceOf(const Sentence& sentence) {
  if (!sentence.path.empty()) {
    return absl::StrCat(Excerpt(sentence.path, 200), ":", sentence.first_line, " ",
                        NameOf(sentence.source));
  }
  const std::string commit = sentence.commit < 0 ? "" : absl::StrCat(" ", sentence.commit);
  return absl::StrCat(NameOf(sentence.source), commit, ":", sentence.first_line);
}

std::string Describe(const Sentence& sentence) {
  const Subject& subject = sentence.subject;
  return absl::StrCat(
      PlaceOf(sentence), " ", NameOf(subject.kind),
      subject.name.empty() ? "" : absl::StrCat(" ", Excerpt(subject.name)),
      sentence.section.empty() ? "" : absl::StrCat(" under ", Excerpt(sentence.section)), " [",
      ToString(sentence.roles), "] ", sentence.is_todo ? "todo " : "",
      Excerpt(sentence.text, kMaxTextBytes));
}

absl::string_view PresenceOf(const Sentence& sentence) {
  if (sentence.path.empty()) return "";
  if (sentence.presence == Presence::kBefore) return "gone ";
  if (sentence.presence == Presence::kAfter) return "new ";
  return sentence.is_moved ? "moved " : "kept ";
}

}  // namespace

std::string PrintIntent(IntentOfChange& intent) {
  Outline outline;
  for (const Sentence& sentence : intent.all()) {
    Poll();
    if (!sentence.is_touched) continue;
    outline.Add(0, absl::StrCat(PresenceOf(sentence), Describe(sentence)));
  }
  for (const Sentence& sentence : intent.guides()) outline.Add(0, Describe(sentence));
  std::string text = std::move(outline).Finish();
  return text.empty() ? "nobody says anything\n" : text;
}

std::string PrintIntent(const python::Module& module) {
  Outline outline;
  for (const Sentence& sentence : SentencesOf(module)) {
    Poll();
    outline.Add(0, Describe(sentence));
  }
  std::string text = std::move(outline).Finish();
  return text.empty() ? "nobody says anything\n" : text;
}

}  // namespace allreview::intent

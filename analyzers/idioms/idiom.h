#ifndef ANALYZERS_IDIOMS_IDIOM_H_
#define ANALYZERS_IDIOMS_IDIOM_H_

// One idiom: how it is written, and what it is in words of the domain. To add one: its phrase in
// sentences/phrases/idioms/, a row in the table of its area, a hit and a silent twin in
// testdata.

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzers/idioms/pattern.h"
#include "sentences/phrase.h"

namespace allreview::idioms {

struct Idiom;

struct Match {
  const Idiom* idiom = nullptr;
  python::Node node;  // The expression, statement or decorator.
  Bindings bindings;
  python::Node target;  // What the expression is assigned to, as it is or converted. Null: nothing.
};

enum class Weight {
  kPlumbing,  // Ordinary code that a reader may skip.
  kNotable,
  kHeart,  // What the function is for.
};

struct Idiom {
  static constexpr int kMaxPatterns = 6;

  // Its id is that of the idiom. Placeholders are letters of the pattern in lower case, and `it`:
  // the target, or the code itself.
  Phrase sentence;
  Weight weight = Weight::kNotable;
  absl::string_view patterns[kMaxPatterns] = {};
  // Must stand in the same function, too, with the same code for the same letters. Empty: nothing.
  absl::string_view also = {};
  // What else must hold. Null: nothing.
  bool (*holds)(const python::Module& module, const Match& match) = nullptr;
};

// The tables, each in a file of its own.
absl::Span<const Idiom> SelectionIdioms();
absl::Span<const Idiom> SequenceIdioms();
absl::Span<const Idiom> NumberIdioms();
absl::Span<const Idiom> TrainingIdioms();
absl::Span<const Idiom> DistributedIdioms();
absl::Span<const Idiom> DeviceIdioms();
absl::Span<const Idiom> ProgramIdioms();

// For conditions of rows.

// The code that a letter stands for names one of the words, whatever the case.
bool Names(const Match& match, char letter, std::initializer_list<absl::string_view> words);
// The target does.
bool IsCalled(const Match& match, std::initializer_list<absl::string_view> words);

}  // namespace allreview::idioms

#endif  // ANALYZERS_IDIOMS_IDIOM_H_

#ifndef ANALYZERS_SPELLING_DICTIONARY_H_
#define ANALYZERS_SPELLING_DICTIONARY_H_

// Common misspellings and their corrections, and which words are English.
//
//   Dictionary dictionary({.misspellings = ReadSomehow, .words = ReadSomehowElse});
//   dictionary.CorrectionOf("recieve")  ->  "receive"
//   dictionary.IsEnglish("harness")     ->  true
//
// The lists are those of Debian packages (codespell, wamerican); they are opened at the first
// question and stay where they are: no copy of them is part of this project, nor of its memory.
// Safe from any thread.

#include <functional>
#include <mutex>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/mapped_file.h"

namespace allreview::spelling {

class Dictionary {
 public:
  using Load = std::function<absl::StatusOr<MappedFile>()>;
  struct Sources {
    Load misspellings;  // Lines "wrong->right", sorted without regard to case.
    Load words;         // One a line.
  };
  explicit Dictionary(Sources sources) : sources_(std::move(sources)) {}

  // The correction of a word in lower case. Empty: not a known misspelling, or several corrections.
  absl::string_view CorrectionOf(absl::string_view word) const;
  // The word is English in lower case, or with a capital, or corrects a misspelling.
  bool IsEnglish(absl::string_view word) const;
  // Why there are no corrections; OK: there are.
  absl::Status status() const;

 private:
  void EnsureLoaded() const;

  Sources sources_;
  mutable std::once_flag once_;
  mutable MappedFile misspellings_, words_;
  mutable absl::Status status_;
};

}  // namespace allreview::spelling

#endif  // ANALYZERS_SPELLING_DICTIONARY_H_

#ifndef BASE_LANGUAGES_H_
#define BASE_LANGUAGES_H_

// The table of programming languages: a language is a row, whoever asks about it.
//
//   ReaderOfPath("csrc/scale.cu")   ->  Reader::kCpp
//   FindLanguage("cuda")->fence     ->  "cuda"
//
// Languages of settings, documents and data have rows, too, for the sake of their comments; which
// file names they go by stands in analyzers/diff/file_kinds.cc.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview {

// Who reads files of a language. Rules see files of all but the first.
enum class Reader : uint8_t {
  kNobody,
  kPython,
  kCpp,
  kNotebook,  // Its cells are Python.
  kText,      // No trees: rules that look at the whole change read them: shell, YAML, CMake.
};

// Rules see trees of its files.
constexpr bool IsParsed(Reader reader) {
  return reader != Reader::kNobody && reader != Reader::kText;
}

enum class CommentMark : uint8_t { kNone, kHash, kSlashes, kDashes };

struct ProgrammingLanguage {
  absl::string_view name;      // As the ledger says it: "c++".
  absl::string_view suffixes;  // Of program text, in lower case, blanks between: ".cu .cuh".
  CommentMark comment = CommentMark::kNone;
  Reader reader = Reader::kNobody;
  absl::string_view fence = {};  // Of a code block in Markdown; empty: the name.
};

// Null: not in the table.
const ProgrammingLanguage* FindLanguage(absl::string_view name);
// By the last suffix of a path, whatever its case. Null: no program text.
const ProgrammingLanguage* LanguageOfPath(absl::string_view path);

Reader ReaderOf(absl::string_view language);
Reader ReaderOfPath(absl::string_view path);
// The mark of a code block of a language, or for what stands in a file of that path; empty: none is
// known.
absl::string_view FenceOf(absl::string_view language);
absl::string_view FenceOfPath(absl::string_view path);

// Of all files that a reader reads, or that are parsed, in the order of the table.
std::vector<std::string> SuffixesOf(Reader reader);
std::vector<std::string> SuffixesOfParsedFiles();

}  // namespace allreview

#endif  // BASE_LANGUAGES_H_

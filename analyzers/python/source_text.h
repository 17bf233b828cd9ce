#ifndef ANALYZERS_PYTHON_SOURCE_TEXT_H_
#define ANALYZERS_PYTHON_SOURCE_TEXT_H_

// What CPython makes of the bytes of a file before it looks at the grammar: line ends, the declared
// encoding (PEP 263), and names in their normal form (PEP 3131).
//
//   if (std::optional<SourceProblem> problem = FindSourceProblem(bytes)) {
//     Unread(problem->line, problem->what);   // 1, "it is in the encoding `utf-7`, which ..."
//   }
//
// Who writes a change chooses these bytes, so that each difference between CPython's reading and
// ours would be a place to hide code. All functions are pure and take time linear in the text.

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "sentences/sentence.h"

namespace allreview::python {

struct SourceProblem {
  enum class Kind {
    kBytes,     // NUL, UTF-16, bytes that are not UTF-8: CPython refuses the file or part of it.
    kEncoding,  // CPython may run the file, and reads other code in it than we would.
  };
  Kind kind = Kind::kBytes;
  Words what;         // "it is in the encoding `utf-7`, …": a sentence about the file, no period.
  uint32_t byte = 0;  // Where.
  int line = 1;       // 1-based, as git counts lines.
};

// Why the text of a file cannot be read as CPython reads it. Nothing: it can.
//
// Encodings are read that keep every ASCII byte ASCII, without state: UTF-8, the Latin, Windows and
// KOI8 families, and those of the EUC family. In Shift JIS, Big5, GBK and GB 18030 a quote or a
// backslash can be the second half of a character; UTF-7, UTF-16 and the escape codecs make code
// out of what looks like a comment.
std::optional<SourceProblem> FindSourceProblem(absl::string_view bytes);

// The encoding that the first two lines declare, as CPython finds it; a view into `bytes`. Empty:
// none.
absl::string_view DeclaredEncoding(absl::string_view bytes);

// The bytes that the parser is to read instead, of the same length: a carriage return alone is a
// line end, and what is not ASCII in an encoding other than UTF-8 is a character that no name may
// hold. Nothing: the bytes as they are.
std::optional<std::string> TextForParser(absl::string_view bytes);

// The first carriage return without a line feed after it; npos: there is none.
size_t FindLoneCarriageReturn(absl::string_view bytes, size_t from = 0);

bool IsAscii(absl::string_view bytes);

// An identifier in normal form (NFKC), when that is all ASCII and the identifier is not:
// "ａll_reduce" names `all_reduce`. Nothing: no ASCII name is meant, or a keyword would be, which
// is one only in ASCII.
std::optional<std::string> AsciiNameOf(absl::string_view identifier);

}  // namespace allreview::python

#endif  // ANALYZERS_PYTHON_SOURCE_TEXT_H_

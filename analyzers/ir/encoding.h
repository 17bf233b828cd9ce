#ifndef ANALYZERS_IR_ENCODING_H_
#define ANALYZERS_IR_ENCODING_H_

// A lowered file as bytes, to be kept by the content of the file: about six bytes an instruction.
//
//   const std::string bytes = Encode(Lower(*module));
//   if (const std::optional<File> file = Decode(bytes)) ...
//
// What other files want to know of a file first, its outline, is in front: it is read without the
// rest. Bytes may be of anybody's making: Decode refuses what is not a sound file, in time and
// memory proportional to their number. Pure.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/ir/code.h"

namespace allreview::ir {

struct Outline {
  std::vector<absl::string_view> names;  // File::names.
  // Attributes that are assigned, `x.name = ...`, each with the code that does it. In the order of
  // codes, those of a code once.
  std::vector<std::pair<NameId, uint32_t>> stores;
  std::vector<NameId> class_names;  // Bound in the body of a class; once for each such class.
  std::vector<NameId> texts;        // Constants that could be names.
};

// Its views are into the file.
Outline OutlineOf(const File& file);

std::string Encode(const File& file);
// nullopt: the bytes are none of Encode.
std::optional<File> Decode(absl::string_view bytes);
// Likewise; the views are into the bytes.
std::optional<Outline> DecodeOutline(absl::string_view bytes);

// Every number in the file leads to something that is there, blocks have instructions that exist,
// and codes and types are trees.
bool IsSound(const File& file);

}  // namespace allreview::ir

#endif  // ANALYZERS_IR_ENCODING_H_

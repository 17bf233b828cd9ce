#ifndef ANALYZERS_RULES_STYLE_DOCSTRING_ARGUMENTS_H_
#define ANALYZERS_RULES_STYLE_DOCSTRING_ARGUMENTS_H_

// The section of a docstring that lists arguments, in Google's style.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::rules {

struct DocumentedArgument {
  absl::string_view name;   // Without stars and type.
  uint32_t first_byte = 0;  // Of the name, in the file.
  int line = 0;
  absl::string_view type = {};  // "int, optional" of "name (int, optional): ..."
  uint32_t type_byte = 0;       // Of the type, likewise.
};

struct DocstringArguments {
  bool has_section = false;
  std::vector<DocumentedArgument> arguments;
  int last_line = 0;  // Last line of the section's entries.
};

// Entries of "Args:", "Arguments:" or "Parameters:"; "Attributes:" and the like do not count.
DocstringArguments ArgumentsIn(const python::Module& module, python::Node docstring);

// The docstring has a section of that name ("Returns").
bool HasSection(absl::string_view docstring, absl::string_view name);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_STYLE_DOCSTRING_ARGUMENTS_H_

#ifndef ANALYZERS_UNDERSTANDING_STAR_IMPORTS_H_
#define ANALYZERS_UNDERSTANDING_STAR_IMPORTS_H_

// Which modules give another one a name by `from module import *`. Private to this folder.
//
//   StarSourcesOf(program, file, "Router")
//     ->  {.files = {pkg/router.py}, .seen = {pkg/__init__.py, pkg/router.py}}
//
// Without __all__ a module hands on what it binds, but for names with an underscore in front; with
// a list or tuple of texts, what is in it. Pure.

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/understanding/program.h"

namespace allreview::understanding {

struct StarSources {
  std::vector<uint32_t> files = {};  // Modules of the program whose own name it is.
  std::vector<uint32_t> seen = {};   // All that were asked, the importing one first.
  // No other project's module may give such a name, nor one that computes what it hands on.
  bool is_certain = true;
};
// The module itself binds no such name.
StarSources StarSourcesOf(const Program& program, uint32_t file, absl::string_view name);

// Another file in the folder of the importing one may be meant, as when it runs as a script.
bool MayBeNeighbour(const Program& program, uint32_t importing, absl::string_view name);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_STAR_IMPORTS_H_

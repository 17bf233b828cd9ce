#include "analyzers/reach/imports.h"

#include <string>

#include "absl/strings/match.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/facts.h"

namespace allreview::reach {
namespace {

using repository::IndexedFile;
using repository::LastPart;

// The import leads to the module, or to something in it.
bool LeadsTo(absl::string_view target, absl::string_view module) {
  return absl::StartsWith(target, module) &&
         (target.size() == module.size() || target[module.size()] == '.');
}

}  // namespace

bool Imports(const IndexedFile& importer, absl::string_view module) {
  if (module.empty() || !importer.Mentions(LastPart(module))) return false;
  for (const repository::ImportFacts& import : importer.facts().imports) {
    if (LeadsTo(importer.Absolute(import.target), module)) return true;
  }
  for (const std::string& star : importer.facts().star_imports) {
    if (importer.Absolute(star) == module) return true;
  }
  return false;
}

}  // namespace allreview::reach

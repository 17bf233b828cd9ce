#ifndef ANALYZERS_REPOSITORY_NAMES_H_
#define ANALYZERS_REPOSITORY_NAMES_H_

// What absolute names mean. Part of Project; one thread at a time.

#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/node_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzers/repository/answers.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/repository_index.h"
#include "base/name_hash.h"

namespace allreview::repository {

class Names {
 public:
  explicit Names(RepositoryIndex& index) : index_(index) {}

  RepositoryIndex& index() { return index_; }
  // See Project.
  const std::string& Canonical(absl::string_view absolute_name);
  Found FindDefinition(absl::string_view absolute_name);
  Found FindUnique(absl::string_view simple_name);
  const ModuleFacts* FindModule(absl::string_view module);

  // All definitions of a canonical name; conditional ones may be several.
  std::vector<Found> AllDefinitions(absl::string_view canonical);
  // All definitions of that simple name in a file, in their order.
  const std::vector<const DefinitionFacts*>& DefinitionsNamed(const IndexedFile& file,
                                                              absl::string_view simple_name);
  // The longest prefix that is a module of the repository, and what follows it. Null: none.
  struct Split {
    const IndexedFile* file = nullptr;
    absl::string_view rest;
  };
  Split SplitModule(absl::string_view absolute_name);

 private:
  // What was found out about an absolute name.
  struct Known {
    std::string canonical;
    bool is_looked_up = false;  // The definition; null: there is none.
    const IndexedFile* file = nullptr;
    const DefinitionFacts* definition = nullptr;
  };
  Known& Know(absl::string_view absolute_name);
  std::string Follow(absl::string_view absolute_name);
  // Module from which `file` gets the name by `from x import *`. Null: none.
  const IndexedFile* StarSource(const IndexedFile& file, absl::string_view name, int depth);

  RepositoryIndex& index_;
  absl::node_hash_map<std::string, Known, NameHash, std::equal_to<>> known_;
  std::unordered_map<std::string, Found> unique_;
  using BySimpleName = absl::flat_hash_map<absl::string_view, std::vector<const DefinitionFacts*>>;
  absl::node_hash_map<const IndexedFile*, BySimpleName> definitions_;  // Of files asked about.
  absl::node_hash_map<std::string, ModuleFacts> modules_;
};

// "c" and "b.c" of "a.b.c" or "a:b.c", but not "bc".
bool EndsWithPart(absl::string_view name, absl::string_view part);
// Absolute name of what is called `symbol` within the file; the module for "".
std::string SymbolIn(const IndexedFile& file, absl::string_view symbol);

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_NAMES_H_

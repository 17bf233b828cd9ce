#ifndef ANALYZERS_TEST_PLAN_REACHABILITY_H_
#define ANALYZERS_TEST_PLAN_REACHABILITY_H_

// Whether tests reach a definition: by its name, or through those who use it, by three steps at
// most.
//
//   Reachability reachability(change.index(), change.project(), change.reach());
//   if (!reachability.Of({"pkg/moe/router.py", "Router.route"}).is_reached) ...
//
// Errs on the side of "reached": what cannot be told counts as such. Loads the index. One thread.

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::reach {
class Reach;  // analyzers/reach/reach.h
}  // namespace allreview::reach

namespace allreview::test_plan {

struct SymbolId {
  std::string path;
  std::string name;  // Qualified within the file.
  friend bool operator<(const SymbolId& a, const SymbolId& b) {
    return std::tie(a.path, a.name) < std::tie(b.path, b.name);
  }
};

struct Reach {
  bool is_reached = false;
  int hops = 0;  // Users between the tests and the definition.
  // Files of tests that name it or, with `via`, one of those who use it. Sorted by path. Empty
  // when it runs as soon as tests import its module.
  std::vector<const repository::IndexedFile*> tests = {};
  std::string via =
      {};  // Simple name that the tests use: of the definition, its class or its user.
};

class Reachability {
 public:
  // All borrowed.
  Reachability(repository::RepositoryIndex& index, repository::Project& project, reach::Reach& who);

  Reach Of(const SymbolId& symbol);
  // The same, looking no further than `max_hops`.
  Reach Of(const SymbolId& symbol, int max_hops);

  bool TestsImport(const std::string& path);
  // Or something else of its package.
  bool TestsImportPackageOf(const std::string& path);
  // A method of that name in a base class.
  bool IsOverride(const SymbolId& method);

  // Files under tests, sorted by path.
  const std::vector<const repository::IndexedFile*>& test_files() const { return tests_; }
  const std::vector<const repository::IndexedFile*>& source_files() const { return sources_; }
  const repository::IndexedFile* FindFile(const std::string& path) const;
  // Definitions of that name outside tests; beyond a few the number is not exact.
  int CountDefinitions(const std::string& simple_name);
  static bool Imports(const repository::IndexedFile& importer, absl::string_view module);

 private:
  struct Target;  // A symbol, resolved.
  Target Resolve(const SymbolId& symbol) const;
  std::vector<const repository::IndexedFile*> DirectTests(const Target& target);
  bool ImportsTarget(const repository::IndexedFile& file, const Target& target);
  // Users of the target, and whether it runs when tests import a module.
  struct Users {
    std::vector<SymbolId> symbols;
    bool is_run_by_import = false;
  };
  Users FindUsers(const Target& target);

  repository::Project& project_;
  reach::Reach& who_;
  std::map<std::string, const repository::IndexedFile*, std::less<>> by_path_;
  std::vector<const repository::IndexedFile*> tests_, sources_;
  std::map<std::string, bool> is_imported_;
  std::map<std::string, int> definition_counts_;
  std::map<SymbolId, std::vector<const repository::IndexedFile*>> direct_;
};

}  // namespace allreview::test_plan

#endif  // ANALYZERS_TEST_PLAN_REACHABILITY_H_

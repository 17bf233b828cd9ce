#ifndef ANALYZERS_REACH_TEST_NAMES_H_
#define ANALYZERS_REACH_TEST_NAMES_H_

// Whether tests may run a symbol, by names: they name it or, by five steps at most, one of those
// who use it; or calls lead there, however far. Part of Reach.
//
//   TestNames names(project, index, codes, stand_ins);
//   if (!names.MayReach("pkg.moe.router.Router.route")) ...  // Only that is a proof.
//
// Errs on the side of "may": what cannot be told counts. A test that names it only to put something
// else in its place does not. Loads the index. One thread.

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/reach/code_view.h"
#include "analyzers/reach/stand_ins.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::reach {

class TestNames {
 public:
  // All borrowed.
  TestNames(repository::Project& project, repository::RepositoryIndex& index, Codes& codes,
            StandIns& stand_ins)
      : project_(project), index_(index), codes_(codes), stand_ins_(stand_ins) {}

  bool MayReach(absl::string_view absolute_name);
  // Some test imports the module, or something in it or below it.
  bool TestsImport(const std::string& module);

 private:
  struct Symbol {
    const repository::IndexedFile* file = nullptr;
    std::string name;  // Qualified within the file.
    std::string Absolute() const;
  };
  struct Target;  // A symbol, resolved.
  struct Users {
    std::vector<Symbol> symbols;
    bool is_run_by_import = false;  // When tests import a module.
  };
  void Load();
  bool Search(const Symbol& symbol);
  bool IsCalledByTests(const std::string& absolute_name);
  Target Resolve(const Symbol& symbol) const;
  bool IsNamedByTests(const Target& target);
  bool ImportsTarget(const repository::IndexedFile& file, const Target& target);
  Users FindUsers(const Target& target);
  // A method of that name in a base class.
  bool IsOverride(const Target& target);
  // A method that code outside the repository may call.
  bool IsForOthers(const Target& target);
  // Definitions of that name outside tests; beyond a few the number is not exact.
  int CountDefinitions(const std::string& simple_name);

  repository::Project& project_;
  repository::RepositoryIndex& index_;
  Codes& codes_;
  StandIns& stand_ins_;
  bool is_loaded_ = false;
  std::vector<const repository::IndexedFile*> tests_, sources_;
  std::map<std::string, bool> is_imported_, is_named_, may_reach_;
  std::map<std::string, int> definition_counts_;
};

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_TEST_NAMES_H_

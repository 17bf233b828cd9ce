#ifndef ANALYZERS_RULES_CONFIGURATION_IMPORT_GRAPH_H_
#define ANALYZERS_RULES_CONFIGURATION_IMPORT_GRAPH_H_

// Which modules of a library run when others are imported: by imports at module level that nothing
// guards, and because the packages around a module run before it. As after the change.
//
//   ImportGraph graph(change.index(), "pkg");
//   graph.ShareThatRuns("pkg.config")        // 0.8: most of the library cannot do without it
//   graph.RunBefore("pkg.config")            // pkg, and what that imports

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::rules::configuration {

class ImportGraph {
 public:
  // Of the files below the top-level package that are no tests. Reads the facts of all of them: ask
  // last. Borrows the index.
  ImportGraph(repository::RepositoryIndex& index, absl::string_view top);

  // Of the modules of the library, the share that imports the module, itself among them; 0 to 1.
  double ShareThatRuns(const std::string& module) const;
  // What the packages around the module run before it does. Sorted by path.
  std::vector<const repository::IndexedFile*> RunBefore(const std::string& module) const;
  // All of its files, sorted by path.
  const std::vector<const repository::IndexedFile*>& files() const { return files_; }

 private:
  using Edges =
      std::map<const repository::IndexedFile*, std::vector<const repository::IndexedFile*>>;

  void AddEdges(const repository::IndexedFile& file);
  // The module, or the module that has the name, and the packages around it.
  std::vector<const repository::IndexedFile*> RunByImportOf(absl::string_view name) const;
  static std::vector<const repository::IndexedFile*> Closure(
      std::vector<const repository::IndexedFile*> from, const Edges& edges);

  repository::RepositoryIndex& index_;
  std::vector<const repository::IndexedFile*> files_;
  Edges runs_, run_by_;
};

// What imports that certainly run when the file is imported name at the top: "torch".
bool ImportsForCertain(const repository::IndexedFile& file, absl::string_view package);

}  // namespace allreview::rules::configuration

#endif  // ANALYZERS_RULES_CONFIGURATION_IMPORT_GRAPH_H_

#include "tools/debug/phases_of_file.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzers/ir/lower.h"
#include "analyzers/python/print.h"
#include "analyzers/reach/print_reach.h"
#include "analyzers/reach/reach.h"
#include "analyzers/repository/print_facts.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/tensor_expressions/print_expressions.h"
#include "analyzers/understanding/knowledge.h"
#include "analyzers/understanding/print.h"
#include "analyzers/understanding/program.h"
#include "tools/debug/tree_on_disk.h"

namespace allreview::debug {
namespace {

// The file within the repository around it, as that lies on the disk.
std::string PrintReachOf(const python::Module& module) {
  const std::string root = RootAround(module.path());
  repository::Source source;
  if (!root.empty()) source = SourceOfTree(root);
  repository::RepositoryIndex index(std::move(source), [&] {
    std::vector<std::unique_ptr<repository::IndexedFile>> files;
    files.push_back(std::make_unique<repository::IndexedFile>(
        root.empty() ? std::string(module.path()) : PathBelow(root, module.path()),
        repository::FactsOf(module)));
    return files;
  });
  repository::Project project(&index);
  const std::optional<RecipesOfTree> recipes =
      root.empty() ? std::nullopt : std::make_optional<RecipesOfTree>(root);
  reach::Reach reach(project, index,
                     [&] { return recipes ? recipes->all() : std::vector<reach::Recipe>(); });
  for (const repository::IndexedFile* file : index.AllFiles()) {
    const bool is_it = root.empty() || file->path() == PathBelow(root, module.path());
    if (is_it) return reach::PrintReach(reach, *file);
  }
  return "";
}

}  // namespace

const std::vector<PhaseOfFile>& PhasesOfFile() {
  static const std::vector<PhaseOfFile>& phases = *new std::vector<PhaseOfFile>{
      {"tree", "the syntax tree, with the parser's errors",
       [](const python::Module& module) { return python::PrintTree(module.tree()); }},
      {"scopes", "scopes, and what binds names in them", python::PrintScopes},
      {"names", "what each name resolves to", python::PrintNames},
      {"flow", "the control-flow graph of the module and of each function", python::PrintFlow},
      {"values", "what the evaluator knows of expressions", python::PrintValues},
      {"understanding", "what names may be and functions return, and what certainly fails",
       [](const python::Module& module) {
         understanding::Program program;
         const uint32_t file = program.Add(module.path(), ir::Lower(module));
         understanding::Knowledge knowledge(program);
         return understanding::Print(knowledge, file);
       }},
      {"facts", "what the index of the repository keeps of the file",
       [](const python::Module& module) {
         return repository::PrintFacts(repository::FactsOf(module));
       }},
      {"reach", "who gets to its functions, in the repository around it", PrintReachOf},
      {"expressions", "tensor expressions as graphs, and what is not measured",
       tensor_expressions::PrintExpressions}};
  return phases;
}

}  // namespace allreview::debug

#include "tools/debug/phases_of_file.h"

#include "analyzers/ir/lower.h"
#include "analyzers/python/print.h"
#include "analyzers/repository/print_facts.h"
#include "analyzers/tensor_expressions/print_expressions.h"
#include "analyzers/understanding/knowledge.h"
#include "analyzers/understanding/print.h"
#include "analyzers/understanding/program.h"

namespace allreview::debug {

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
      {"expressions", "tensor expressions as graphs, and what is not measured",
       tensor_expressions::PrintExpressions}};
  return phases;
}

}  // namespace allreview::debug

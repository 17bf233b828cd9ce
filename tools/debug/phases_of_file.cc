#include "tools/debug/phases_of_file.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/intent/print_intent.h"
#include "analyzers/python/print.h"
#include "analyzers/reach/print_reach.h"
#include "analyzers/repository/print_facts.h"
#include "analyzers/tensor_expressions/print_expressions.h"
#include "analyzers/understanding/print.h"
#include "analyzers/values/print_values.h"

namespace allreview::debug {
namespace {

using Module = const python::Module&;

// A phase that looks at the file alone.
template <auto kPrint>
std::string OfModule(FileInRepository& file) {
  return kPrint(file.module());
}

std::string PrintTreeOf(Module module) { return python::PrintTree(module.tree()); }

std::string PrintFactsOf(Module module) {
  return repository::PrintFacts(repository::FactsOf(module));
}

std::string PrintIntentOf(Module module) { return intent::PrintIntent(module); }

// A phase that looks at the file within its repository.
template <auto kPrint>
std::string OfReach(FileInRepository& file) {
  for (const repository::IndexedFile* indexed : file.change().index().AllFiles()) {
    if (indexed->path() != file.module().path()) continue;
    return kPrint(file.change().reach(), *indexed);
  }
  return "";
}

std::string PrintUnderstandingOf(FileInRepository& file) {
  values::UnderstoodRepository& repository = file.values().side(change::Side::kRight);
  const std::optional<uint32_t> number = repository.FileOf(file.module().path());
  std::string text;
  repository.Ask([&](understanding::Knowledge& knowledge) {
    if (!number) return;
    for (const values::AskedLines& lines : file.lines()) {
      absl::StrAppend(&text, understanding::Print(knowledge, *number, lines.first, lines.last));
    }
  });
  return text;
}

std::string PrintValuesOf(FileInRepository& file) {
  std::string text;
  for (const values::AskedLines& lines : file.lines()) {
    absl::StrAppend(&text, values::PrintValues(file.values(), file.module(), lines));
  }
  return text;
}

}  // namespace

const std::vector<PhaseOfFile>& PhasesOfFile() {
  static const std::vector<PhaseOfFile>& phases = *new std::vector<PhaseOfFile>{
      {"tree", "the syntax tree, with the parser's errors", OfModule<PrintTreeOf>},
      {"scopes", "scopes, and what binds names in them", OfModule<python::PrintScopes>},
      {"names", "what each name resolves to", OfModule<python::PrintNames>},
      {"flow", "the control-flow graph of the module and of each function",
       OfModule<python::PrintFlow>},
      {"values", "what expressions may be and why, what is returned, raised and never true *",
       PrintValuesOf},
      {"understanding", "what names may be and functions return, and what certainly fails *",
       PrintUnderstandingOf},
      {"facts", "what the index of the repository keeps of the file", OfModule<PrintFactsOf>},
      {"reach", "who gets to its functions *", OfReach<reach::PrintReach>},
      {"branches", "what tests make of its conditions *", OfReach<reach::PrintBranches>},
      {"intent", "what authors say in it, and what for", OfModule<PrintIntentOf>},
      {"expressions", "tensor expressions as graphs, and what is not measured",
       OfModule<tensor_expressions::PrintExpressions>}};
  return phases;
}

}  // namespace allreview::debug

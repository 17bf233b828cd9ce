#ifndef ANALYZERS_RULES_CONTRACTS_CALL_EDITS_H_
#define ANALYZERS_RULES_CONTRACTS_CALL_EDITS_H_

// The syntax of a call that facts speak of, and small changes of it.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/repository/facts.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules::contracts {

// The call at that place of the file. Null: there is none.
Node CallAt(const python::Module& module, const repository::Place& place);
// The file in the index, when new code in it calls something that a file of the repository may
// define. Null otherwise, without a question.
const repository::IndexedFile* IndexedWithNewCalls(ChangeContext& change, const AnalysedFile& file);

// Calls visit(file, indexed, call) for each call of a function or method in the changed files that
// have new ones.
template <typename Visit>
void ForEachCallBesideNewOnes(ChangeContext& change, const Visit& visit) {
  for (const AnalysedFile& file : change.python_files()) {
    const repository::IndexedFile* const indexed = IndexedWithNewCalls(change, file);
    if (indexed == nullptr) continue;
    for (const auto& call : indexed->facts().calls) visit(file, *indexed, call);
    for (const auto& call : indexed->facts().method_calls) visit(file, *indexed, call);
  }
}

// keyword_argument of that name. Null: none.
Node KeywordNode(Node call, absl::string_view name);
// A number, string, True, False or None.
bool IsLiteralArgument(Node expression);

std::vector<std::string> NamesOf(const std::vector<repository::ParameterFacts>& parameters);

}  // namespace allreview::rules::contracts

#endif  // ANALYZERS_RULES_CONTRACTS_CALL_EDITS_H_

#ifndef ANALYZERS_RULES_CONTRACTS_CALL_EDITS_H_
#define ANALYZERS_RULES_CONTRACTS_CALL_EDITS_H_

// The syntax of a call that facts speak of, and small changes of it.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/repository/facts.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules::contracts {

// The call at that place of the file. Null: there is none.
Node CallAt(const python::Module& module, const repository::Place& place);
// New code calls something that a file of the repository may define. Costs no question.
bool HasNewCalls(const AnalysedFile& file);
// keyword_argument of that name. Null: none.
Node KeywordNode(Node call, absl::string_view name);
// A number, string, True, False or None.
bool IsLiteralArgument(Node expression);

std::vector<std::string> NamesOf(const std::vector<repository::ParameterFacts>& parameters);

}  // namespace allreview::rules::contracts

#endif  // ANALYZERS_RULES_CONTRACTS_CALL_EDITS_H_

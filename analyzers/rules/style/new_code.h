#ifndef ANALYZERS_RULES_STYLE_NEW_CODE_H_
#define ANALYZERS_RULES_STYLE_NEW_CODE_H_

// The new code of a change, as rules on style look at it.

#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

// The library itself, not tests, tools, examples, or what others wrote.
bool IsLibraryPath(absl::string_view path);
// Written by others, or by a program.
bool IsVendored(absl::string_view path);

// Calls visit(file, node) for the nodes of these kinds whose first line is new, in source order.
// Tests and vendored files are left out unless asked for.
void ForEachNewNode(const std::vector<AnalysedFile>& files, std::initializer_list<NodeKind> kinds,
                    const std::function<void(const AnalysedFile&, Node)>& visit,
                    bool with_tests = false);

// The same for calls of what ends in one of the names; see Module::CallsOf.
void ForEachNewCall(const std::vector<AnalysedFile>& files,
                    std::initializer_list<absl::string_view> names,
                    const std::function<void(const AnalysedFile&, Node)>& visit);

// Calls visit(file, definition) for definitions that are new, not only moved or renamed.
using VisitDefinition = std::function<void(const AnalysedFile&, const python::Definition&)>;
void ForEachNewDefinition(const std::vector<AnalysedFile>& files, const moves::Moves& moves,
                          const VisitDefinition& visit);

// No part of its name is private, and it is not local to a function.
bool IsPublic(const python::Module& module, const python::Definition& definition);
// The definition redefines something that a base has, or says so.
bool IsOverride(const AnalysedFile& file, const python::Definition& method);
bool HasDecorator(const python::Definition& definition,
                  std::initializer_list<absl::string_view> last_names);

// The docstring; null: none.
Node DocstringOf(const python::Definition& definition);

// Statements of a function, nested ones too.
int CountStatements(const python::Definition& function);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_STYLE_NEW_CODE_H_

#ifndef ANALYZERS_RULES_CPP_STATEMENTS_H_
#define ANALYZERS_RULES_CPP_STATEMENTS_H_

// Statements of C++ as findings and comments speak of them.
//
//   const cpp::Node statement = StatementAround(node);   // `if (x) {`, `int n = f();`, a member
//   Quote(tree.LineStart(statement.first_line()), HeaderLastLine(statement));

#include <string>

#include "analyzers/cpp/unit.h"

namespace allreview::rules {

// The nearest node around a node, or itself, that stands in a block, a class, a namespace, a file
// or alone below an `if` or a loop. A template is one with what it declares. Null: the file itself.
cpp::Node StatementAround(cpp::Node node);

// Braces of a function, a class, a namespace or a statement.
bool IsBlock(cpp::Kind kind);

// The last line of what stands before the first block of a statement; without a block, its own.
int HeaderLastLine(cpp::Node statement);

// Tokens of a statement for its fingerprint, without those of its blocks.
std::string StatementTokens(cpp::Node statement);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_CPP_STATEMENTS_H_

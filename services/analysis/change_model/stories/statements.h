#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_STATEMENTS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_STATEMENTS_H_

// The code of one function as a list: each simple statement, and each header of one that holds
// others, in source order.
//
//   const Statements statements(module, definition);
//   for (const Statement& statement : statements.all()) Use(statements.CodeOf(statement));
//
// Docstrings are no statements. Functions and classes inside of the function are statements that
// hold others. Nodes point into the module, which must outlive the list.

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/rules/finding.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

struct Statement {
  python::Node node;  // Statement, or clause of one: elif_clause, except_clause, case_clause...
  v1::Step::Kind kind = v1::Step::KIND_OTHER;
  int depth = 0;
  int parent = -1;  // The header that holds it; -1: directly in the body.
  int head = 0;     // The statement of which it is a clause: of an `elif` its `if`. Else itself.
  int end = 0;      // Index after the last statement that it holds.
  python::ByteRange header;          // Up to the colon; of a simple statement all of it.
  std::vector<uint64_t> words = {};  // Hashes of its names, literals and keywords, sorted.
  uint64_t hash = 0;  // Of its tokens; quotes, comments and line breaks do not count.
};

class Statements {
 public:
  Statements(const python::Module& module, const python::Definition& definition);

  const python::Module& module() const { return module_; }
  const python::Definition& definition() const { return definition_; }
  const std::vector<Statement>& all() const { return all_; }
  int size() const { return static_cast<int>(all_.size()); }
  const Statement& operator[](int i) const { return all_[i]; }

  // Dedented; of a statement of very many lines the first ones, and how many more there are.
  std::string CodeOf(const Statement& statement) const;
  rules::Range RangeOf(const Statement& statement, change::Side side) const;
  // What the author wrote on lines of its own directly before it and behind its header, without
  // '#', on one line, but for the lines in `but`. Marks for tools do not count.
  std::string CommentOf(const Statement& statement,
                        const std::set<absl::string_view>& but = {}) const;
  // All comments of the function, line by line.
  std::set<absl::string_view> Comments() const;
  // The part of it that stands behind the header, on its last line.
  std::string CommentBehind(const Statement& statement) const;

 private:
  void AddBlock(python::Node block, int depth, int parent);
  void AddStatement(python::Node node, int depth, int parent);
  int Add(python::Node node, int depth, int parent, int head);

  const python::Module& module_;
  const python::Definition& definition_;
  std::vector<Statement> all_;
};

// The block that a statement or clause holds. Null: none.
python::Node BlockOf(python::Node statement);
// elif, else, except, finally: a clause that hangs on another statement.
bool IsClause(python::Node node);

// Calls visit(node) for the nodes of a statement's own code in source order: without what its
// blocks and clauses hold.
template <typename Visit>
void ForEachHeaderNode(const Statement& statement, const Visit& visit) {
  const python::Node top = statement.node;
  for (uint32_t i = top.index(); i < top.subtree_end();) {
    const python::Node node = top.tree()->node(i);
    if (i != top.index() && (node.Is(python::Kind::kBlock) || IsClause(node))) {
      i = node.subtree_end();
      continue;
    }
    visit(node);
    ++i;
  }
}

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_STATEMENTS_H_

#ifndef ANALYZERS_RULES_SHARED_FUNCTION_BODY_H_
#define ANALYZERS_RULES_SHARED_FUNCTION_BODY_H_

// Small questions about the code of one function.
//
//   ForEachOwnNode(function->body, NodeKind::kCall, [&](Node call) {
//     if (CalleeName(call) == "barrier") ...
//   });

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::rules {

// The nodes of some kinds below `body` and all that is inside of them. To be asked in source order.
class NestedCode {
 public:
  NestedCode(python::Node body, std::initializer_list<python::Kind> kinds) {
    for (python::Kind kind : kinds) {
      if (const python::NodesOfKind nodes = body.descendants(kind); !nodes.empty()) {
        unseen_.push_back({nodes.begin(), nodes.end()});
      }
    }
  }
  bool Holds(python::Node node) {
    for (Run& run : unseen_) {
      for (; run.next != run.end && (*run.next).index() <= node.index(); ++run.next) {
        end_ = std::max(end_, (*run.next).subtree_end());
      }
    }
    return node.index() < end_;
  }

 private:
  struct Run {
    python::NodesOfKind::Iterator next, end;
  };
  std::vector<Run> unseen_;
  uint32_t end_ = 0;
};

// Calls visit(node) for every node below `body`, in source order, but not for those of functions,
// classes and lambdas inside of it, which run at another time.
template <typename Visit>
void ForEachOwnNode(python::Node body, const Visit& visit) {
  if (!body) return;
  for (uint32_t i = body.index() + 1; i < body.subtree_end();) {
    const python::Node node = body.tree()->node(i);
    if (node.Is(python::Kind::kFunctionDefinition) || node.Is(python::Kind::kClassDefinition) ||
        node.Is(python::Kind::kLambda)) {
      i = node.subtree_end();
      continue;
    }
    visit(node);
    ++i;
  }
}

// "rank" of `rank`, `self.rank` and `rank()`; "" for other expressions.
absl::string_view LastName(python::Node expression);
// "get_rank" of `dist.get_rank(group)`; "" when the callee has no name.
absl::string_view CalleeName(python::Node call);

// The statement behind it in its block, comments left out; null: it is the last.
python::Node NextStatement(python::Node statement);
// Last statement of a block without comments; null: empty.
python::Node LastStatement(python::Node block);

// Visits only the nodes of one kind, which costs no walk over the others.
template <typename Visit>
void ForEachOwnNode(python::Node body, python::Kind kind, const Visit& visit) {
  NestedCode nested(body, {python::Kind::kFunctionDefinition, python::Kind::kClassDefinition,
                           python::Kind::kLambda});
  for (python::Node node : body.descendants(kind)) {
    if (!nested.Holds(node)) visit(node);
  }
}

// The first of those nodes for which matches(node) holds; null: none. Walks no further.
template <typename Matches>
python::Node FindOwnNode(python::Node body, python::Kind kind, const Matches& matches) {
  NestedCode nested(body, {python::Kind::kFunctionDefinition, python::Kind::kClassDefinition,
                           python::Kind::kLambda});
  for (python::Node node : body.descendants(kind)) {
    if (!nested.Holds(node) && matches(node)) return node;
  }
  return {};
}

template <typename Matches>
bool AnyOwnNode(python::Node body, python::Kind kind, const Matches& matches) {
  return static_cast<bool>(FindOwnNode(body, kind, matches));
}

// Nearest node of that kind around `node` (itself included) within the function; null: none.
python::Node Around(python::Node node, python::Kind kind);

// An `if`, `elif`, `while` or conditional expression whose condition mentions `word` decides, in
// this function, whether the node runs.
bool IsUnderConditionOn(python::Node node, absl::string_view word);

// Code of the node on one line, cut after some characters: for messages.
std::string OneLine(python::Node node);

// The text has `word` as a whole name.
bool MentionsName(absl::string_view text, absl::string_view word);

// The definition whose `def` the node is; null: not a function.
const python::Definition* DefinitionOf(const python::Module& module, python::Node function);
// Null: there is no parameter of that name.
const python::Parameter* FindParameter(const python::Definition& function, absl::string_view name);

// Where a further argument goes: before the closing parenthesis of the call's arguments, and with
// which text before it ("", ", " or " ", after what stands there).
struct ArgumentSlot {
  uint32_t byte = 0;
  absl::string_view separator;
};
ArgumentSlot EndOfArguments(python::Node call);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_SHARED_FUNCTION_BODY_H_

#ifndef ANALYZERS_RULES_LOGIC_BRANCH_EFFECTS_H_
#define ANALYZERS_RULES_LOGIC_BRANCH_EFFECTS_H_

// What branches do with one local name: which arms of an `if` or `try` give it a value.
//
//   EffectOf({"state", bindings}, try_statement)   kMaybe: a handler goes on without a value
//
// By the nesting of statements alone. Loops and `match` count as giving a value when anything in
// them does. Pure.

#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::rules::logic {

struct BoundName {
  absl::string_view text;
  std::vector<const python::Binding*> bindings;  // All of its scope, in source order.
};

bool HasBinding(const BoundName& name, python::Node node);

// On every normal way through a statement or block. kLeaves: there is none.
enum class Effect { kNothing, kMaybe, kBinds, kLeaves };
Effect EffectOf(const BoundName& name, python::Node statement);
Effect EffectOfBlock(const BoundName& name, python::Node block);

// Jumps, raises, or calls what does not come back: parser.error(), pytest.fail().
bool IsLeaving(python::Node statement);

struct Arm {
  python::Node node;  // if_statement, try_statement, elif_clause, else_clause, except_clause.
  Effect effect = Effect::kNothing;
};
std::vector<Arm> ArmsOfIf(const BoundName& name, python::Node statement);
// First the body with its `else`, then each handler.
std::vector<Arm> ArmsOfTry(const BoundName& name, python::Node statement);

}  // namespace allreview::rules::logic

#endif  // ANALYZERS_RULES_LOGIC_BRANCH_EFFECTS_H_

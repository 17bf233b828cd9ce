#include "analyzers/rules/distributed/rank_branches.h"

#include <iterator>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Field;
using python::Kind;
using python::Module;
using python::Node;

bool IsLoop(Node node) { return node.Is(Kind::kForStatement) || node.Is(Kind::kWhileStatement); }

bool EndsFunction(Node node) {
  return node.Is(Kind::kFunctionDefinition) || node.Is(Kind::kClassDefinition) ||
         node.Is(Kind::kLambda) || node.Is(Kind::kModule);
}

// What leaves the block at its end: a return, continue or break statement. Null: none.
Node Leave(Node block) {
  const Node last = LastStatement(block);
  const bool leaves = last.Is(Kind::kReturnStatement) || last.Is(Kind::kContinueStatement) ||
                      last.Is(Kind::kBreakStatement);
  return leaves ? last : Node();
}

// Blocks of an if statement in order, and where each condition stands.
struct Chain {
  std::vector<Node> conditions;
  std::vector<Node> blocks;  // One more than conditions when there is an else.
};

Chain ChainOf(Node statement) {
  Chain chain{{statement.child(Field::kCondition)}, {statement.child(Field::kConsequence)}};
  for (Node child : statement.children()) {
    if (child.Is(Kind::kElifClause)) {
      chain.conditions.push_back(child.child(Field::kCondition));
      chain.blocks.push_back(child.child(Field::kConsequence));
    } else if (child.Is(Kind::kElseClause)) {
      chain.blocks.push_back(child.child(Field::kBody));
    }
  }
  return chain;
}

// The block and, when it does not leave but the other side does, what follows the statement.
BranchSide SideOf(Node statement, const std::vector<Node>& blocks, Node other_leave) {
  BranchSide side;
  for (Node block : blocks) {
    std::vector<Node> code;
    if (block) code.push_back(block);
    if (block && GivesUp(LastStatement(block))) side.gives_up = true;
    if (other_leave && !(block && Leave(block))) {
      const bool within_loop = !other_leave.Is(Kind::kReturnStatement);
      for (Node next : StatementsAfter(statement, within_loop)) code.push_back(next);
    }
    side.alternatives.push_back(std::move(code));
  }
  return side;
}

// Each branch knows all that come after it: of a longer chain only the first is told.
constexpr size_t kMaxConditions = 200;

size_t CountOfBranches(const Chain& chain) {
  return chain.conditions.size() > kMaxConditions ? 1 : chain.conditions.size();
}

std::vector<RankBranch> BranchesOfIf(Node statement) {
  const Chain chain = ChainOf(statement);
  const size_t count = CountOfBranches(chain);
  std::vector<RankBranch> branches;
  for (size_t i = 0; i < count; ++i) {
    std::vector<Node> others(chain.blocks.begin() + static_cast<int>(i) + 1, chain.blocks.end());
    if (chain.blocks.size() == chain.conditions.size()) others.emplace_back();  // No else.
    Node other_leave;
    for (Node other : others) {
      if (other && !other_leave) other_leave = Leave(other);
    }
    const Node leave = Leave(chain.blocks[i]);
    branches.push_back({.statement = statement,
                        .test = chain.conditions[i],
                        .when_true = SideOf(statement, {chain.blocks[i]}, other_leave),
                        .when_false = SideOf(statement, others, leave)});
  }
  return branches;
}

}  // namespace

std::vector<Node> TestsOf(Node node) {
  if (node.Is(Kind::kIfStatement)) {
    Chain chain = ChainOf(node);
    chain.conditions.resize(CountOfBranches(chain));
    return std::move(chain.conditions);
  }
  std::vector<Node> tests;
  for (const RankBranch& branch : BranchesOf(node)) tests.push_back(branch.test);
  return tests;
}

std::vector<RankBranch> BranchesOf(Node node) {
  switch (node.kind()) {
    case Kind::kIfStatement:
      return BranchesOfIf(node);
    case Kind::kWhileStatement:
      return {{.statement = node,
               .test = node.child(Field::kCondition),
               .when_true = {{{node.child(Field::kBody)}}},
               .when_false = {}}};
    case Kind::kConditionalExpression:
      return {{.statement = node,
               .test = node.named_child(1),
               .when_true = {{{node.named_child(0)}}},
               .when_false = {{{node.named_child(2)}}}}};
    case Kind::kBooleanOperator:
      return {{.statement = node,
               .test = node.child(Field::kLeft),
               .when_true = {{{node.child(Field::kRight)}}},
               .when_false = {}}};
    default:
      return {};
  }
}

std::vector<IssuedCollective> CollectivesOfSide(const Module& module, const BranchSide& side) {
  std::vector<IssuedCollective> most;
  for (const std::vector<Node>& alternative : side.alternatives) {
    std::vector<IssuedCollective> issued;
    for (Node code : alternative) {
      std::vector<IssuedCollective> more = CollectivesIn(module, code);
      issued.insert(issued.end(), std::make_move_iterator(more.begin()),
                    std::make_move_iterator(more.end()));
    }
    if (issued.size() > most.size()) most = std::move(issued);
  }
  return most;
}

bool MayReceiveElsewhere(const Module& module, const BranchSide& side) {
  for (const std::vector<Node>& alternative : side.alternatives) {
    for (Node code : alternative) {
      for (Node node : code.descendants(Kind::kCall)) {
        const absl::string_view name = CalleeName(node);
        bool is_like = false;
        for (absl::string_view part : {"broadcast", "recv", "receive", "gather", "scatter",
                                       "reduce", "sync", "barrier", "collective"}) {
          is_like = is_like || absl::StrContains(name, part);
        }
        if (!is_like || FindCollective(module, node) != nullptr) continue;
        // Tensor methods and streams have such names, too, but take no part in communication.
        if (name == "synchronize" || name == "scatter_" || name == "scatter_add_") continue;
        if (!absl::StartsWith(module.ResolveAsWritten(node.child(Field::kFunction)), ":")) {
          return true;
        }
      }
    }
  }
  return false;
}

bool GivesUp(Node statement) {
  if (statement.Is(Kind::kRaiseStatement)) return true;
  if (!statement.Is(Kind::kExpressionStatement)) return false;
  const Node call = statement.named_child(0);
  if (!call.Is(Kind::kCall)) return false;
  const absl::string_view name = call.child(Field::kFunction).text();
  for (absl::string_view exit : {"sys.exit", "exit", "quit", "os._exit", "os.abort", "pytest.skip",
                                 "pytest.fail", "self.skipTest"}) {
    if (name == exit) return true;
  }
  return false;
}

std::vector<Node> StatementsAfter(Node statement, bool within_loop) {
  std::vector<Node> after;
  for (Node node = statement; node && !EndsFunction(node); node = node.parent()) {
    if (within_loop && IsLoop(node)) break;
    const Node around = node.parent();
    if (!around.Is(Kind::kBlock) && !around.Is(Kind::kModule)) continue;
    for (Node next = node.next_sibling(); next; next = next.next_sibling()) {
      if (next.IsNamed() && !next.Is(Kind::kComment)) after.push_back(next);
    }
  }
  return after;
}

}  // namespace allreview::rules

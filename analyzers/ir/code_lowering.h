#ifndef ANALYZERS_IR_CODE_LOWERING_H_
#define ANALYZERS_IR_CODE_LOWERING_H_

// Makes one Code: a block or more for each point of the control flow. Private to this folder.
//
// Blocks are written one after another; one that others lead to has a number before it is written.
// Nothing recurses: expressions wait in frames (expressions.cc), targets of assignments in a list.

#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzers/ir/code.h"
#include "analyzers/ir/file_lowering.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/python/module.h"

namespace allreview::ir {

class CodeLowering {
 public:
  // The code of `scope`, which is no comprehension.
  CodeLowering(FileLowering& file, uint32_t scope);
  Code Lower();

 private:
  using Node = python::Node;
  using Point = python::ControlFlow::Point;
  using EdgeKind = python::ControlFlow::EdgeKind;

  // An expression that is evaluated, or waits for its parts.
  struct Frame {
    Node node;
    // Where a condition leads; kNone: the value is wanted.
    BlockId if_true = kNone, if_false = kNone;
    bool has_begun = false;
    std::vector<Node> parts = {};
    std::vector<Register> values = {};     // Of the first parts.
    std::vector<Operator> operators = {};  // Of a comparison.
    std::vector<Node> clauses = {};        // Of a comprehension.
    Register result = kNone;               // Of a call that registers something: the module.
    BlockId after = kNone;                 // Where the ways of the expression meet.
    std::vector<std::pair<BlockId, BlockId>> loops = {};  // Headers of a comprehension, and ends.
    bool is_condition() const { return if_true != kNone; }
  };

  // ---- code_lowering.cc
  void LowerLambda();
  void LowerBody();
  void AddLocals();
  void AddParameters();
  void StartBlock(BlockId block);
  BlockId NewBlock();
  Register NewRegister() { return code_.register_count++; }
  Instruction& Emit(Op op, Node node, std::initializer_list<Register> operands);
  // With a new register for the result.
  Register EmitValue(Op op, Node node, std::initializer_list<Register> operands);
  void AddOperand(const Operand& operand);
  void EmitJump(Node node, BlockId target);
  void EmitBranch(Node node, Register condition, BlockId if_true, BlockId if_false);
  Register EmitConstant(Node node, uint32_t constant);
  Register EmitNone(Node node);
  // The register of a name that belongs to this code; kNone: it does not.
  Register RegisterOf(uint32_t scope, absl::string_view name);
  Register Read(Node identifier);
  void Bind(Node identifier, Register value);
  void Unbind(Node identifier);

  // ---- statements.cc
  void LowerPoint(Point point);
  BlockId TargetOf(Point point, EdgeKind kind) const;
  void JumpToNext(Point point, Node node);
  void LowerHeader(Node node, Node statement, Point point);
  void LowerStatement(Node statement, Point point);
  void LowerForItem(Node target, Node statement, Point point);
  void LowerWith(Node items);
  void LowerHandler(Node clause, Point point);
  void LowerCase(Node clause, Point point);
  void LowerAssert(Node statement, Point point);
  void LowerRaise(Node statement);
  void LowerExpressionStatement(Node statement);
  void LowerAssignment(Node assignment);
  void LowerAugmented(Node assignment);
  void LowerDelete(Node statement);
  void LowerImport(Node statement);
  void LowerDefinition(Node definition);
  Register LowerClass(Node node);
  Register LowerFunction(Node node);
  // `is_inner`: in the midst of an expression; attributes and items are left out then.
  void Assign(Node assigned, Register assigned_value, bool is_inner = false);
  void Unpack(Node pattern, Register value, std::vector<std::pair<Node, Register>>& targets);
  void ForgetNamesIn(Node node);

  // ---- expressions.cc
  Register Evaluate(Node expression);
  void EvaluateCondition(Node condition, BlockId if_true, BlockId if_false);
  Register Run(Frame first);
  void Begin(Frame& frame);
  Frame Next(Frame& frame);
  Frame NextOfBoolean(Frame& frame);
  Frame NextOfConditional(Frame& frame);
  Frame NextOfComparison(Frame& frame);
  Register Finish(Frame& frame);
  Register Meet(Frame& frame, Register value);

  // ---- operations.cc
  Operand EvaluateArgument(Node argument);
  Register EvaluateIndex(Node subscript);
  Register EmitComparison(Frame& frame, size_t right);
  Register FinishLeaf(Frame& frame);
  Register FinishOperation(Frame& frame);
  Register FinishSeveral(Frame& frame);
  Register FinishSubscript(Frame& frame);
  Register FinishComparison(Frame& frame);
  void NoteRegistration(Frame& call);
  void StoreRegistered(Register module, Node call);
  Register FinishCall(Frame& frame);
  Register FinishDisplay(Frame& frame);
  Register FinishDictionary(Frame& frame);
  Register FinishSlice(Frame& frame);

  // ---- comprehensions.cc
  void BeginComprehension(Frame& frame);
  Frame NextOfComprehension(Frame& frame);
  void EnterClause(Frame& frame, Node clause);
  Register FinishComprehension(Frame& frame);

  FileLowering& file_;
  const python::Module& module_;
  const uint32_t scope_;
  const uint32_t code_index_;
  const Node owner_;
  std::optional<python::ControlFlow> flow_;  // A lambda has none: its body is an expression.
  Code code_;
  bool has_walrus_ = false;  // A name may get another value in the midst of an expression.
  absl::flat_hash_map<std::pair<uint32_t, NameId>, Register> registers_;
  std::vector<BlockId> blocks_of_points_;
  std::vector<BlockId> handlers_;                     // Of the point that is being written.
  absl::flat_hash_map<uint32_t, Register> subjects_;  // Iterators and subjects, by statement.
  BlockId current_ = kNone;
};

}  // namespace allreview::ir

#endif  // ANALYZERS_IR_CODE_LOWERING_H_

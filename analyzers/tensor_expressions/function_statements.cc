// Statements: what each does to the names of the function.

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/tensor_expressions/function_reader.h"

namespace allreview::tensor_expressions {
namespace {

using python::Field;
using python::Kind;
using python::Node;

// Calls that change their tensor argument in the light of other ranks.
bool IsCollective(absl::string_view callee) {
  for (const absl::string_view name :
       {"all_reduce", "all_gather", "reduce_scatter", "broadcast", "all_to_all", "dist.reduce",
        "distributed.reduce", "gather_from", "scatter_to", "reduce_from", "copy_to"}) {
    if (absl::StrContains(callee, name)) return true;
  }
  return false;
}

}  // namespace

bool FunctionReader::ReadBlock(Node block) {
  for (Node child : block.named_children()) {
    if (!ReadStatement(child)) return false;
  }
  return true;
}

bool FunctionReader::ReadStatement(Node statement) {
  switch (statement.kind()) {
    case Kind::kExpressionStatement:
      ReadExpressionStatement(statement);
      return true;
    case Kind::kReturnStatement:
      ReadReturn(statement);
      return false;
    case Kind::kRaiseStatement:
    case Kind::kContinueStatement:
    case Kind::kBreakStatement:
      return false;
    case Kind::kIfStatement:
      return ReadIf(statement);
    case Kind::kForStatement:
    case Kind::kWhileStatement:
      ReadLoop(statement);
      return true;
    case Kind::kTryStatement:
      return ReadTry(statement);
    case Kind::kWithStatement:
      return ReadWith(statement);
    case Kind::kFunctionDefinition:
    case Kind::kClassDefinition:
      variables_.erase(std::string(statement.child(Field::kName).text()));
      return true;
    case Kind::kMatchStatement:
      ForgetBindings(statement);
      return true;
    default:
      return true;
  }
}

void FunctionReader::ReadExpressionStatement(Node statement) {
  const Node expression = statement.named_child(0);
  if (expression.Is(Kind::kAssignment)) return ReadAssignment(expression);
  if (expression.Is(Kind::kAugmentedAssignment)) return ReadAugmented(expression);
  if (expression.Is(Kind::kCall)) return ReadBareCall(expression);
  evaluator_.Evaluate(expression);
}

void FunctionReader::ReadAssignment(Node assignment) {
  const Node right = assignment.child(Field::kRight);
  if (!right) return;
  // a = b = value.
  if (right.Is(Kind::kAssignment)) {
    ReadAssignment(right);
    return Assign(assignment.child(Field::kLeft), evaluator_.Evaluate(right.child(Field::kLeft)),
                  right);
  }
  Assign(assignment.child(Field::kLeft), evaluator_.Evaluate(right), right);
}

void FunctionReader::ReadAugmented(Node assignment) {
  const Node left = assignment.child(Field::kLeft);
  absl::string_view operation = assignment.child(Field::kOperator).text();
  if (!operation.empty() && operation.back() == '=') operation.remove_suffix(1);
  const Value old = evaluator_.Evaluate(left);
  const Value by = evaluator_.Evaluate(assignment.child(Field::kRight));
  Value result = evaluator_.Binary(operation, old, by, assignment);
  if (result.As<Unknown>() != nullptr && !left.Is(Kind::kSubscript)) {
    return Forget(std::string(left.text()), assignment);
  }
  Assign(left, std::move(result), Node());
}

void FunctionReader::ReadBareCall(Node call) {
  const Node callee = call.child(Field::kFunction);
  const Value result = evaluator_.Evaluate(call);
  if (IsCollective(callee.text())) {
    const Node tensor = python::Argument(call, 0, "tensor");
    if (tensor) Forget(std::string(tensor.text()), call);
    return;
  }
  if (!callee.Is(Kind::kAttribute) || !IsInPlace(callee.child(Field::kAttribute).text())) return;
  Node object = callee.child(Field::kObject);
  // x.mul_(2).add_(y) writes to x.
  while (object.Is(Kind::kCall) && object.child(Field::kFunction).Is(Kind::kAttribute) &&
         IsInPlace(object.child(Field::kFunction).child(Field::kAttribute).text())) {
    object = object.child(Field::kFunction).child(Field::kObject);
  }
  if (result.As<TermRef>() != nullptr) return Assign(object, result, Node());
  Forget(std::string(object.text()), call);
}

void FunctionReader::ReadReturn(Node statement) {
  ++return_count_;
  const Node value = statement.named_child(0);
  if (!value) return;
  Value result = evaluator_.Evaluate(value);
  if (const TermRef* ref = result.As<TermRef>()) assigned_.push_back({ref->term, "return"});
  if (const Tuple* tuple = result.As<Tuple>()) {
    for (const Value& item : tuple->items) {
      if (const TermRef* ref = item.As<TermRef>()) assigned_.push_back({ref->term, "return"});
    }
  }
  returned_ = std::move(result);
}

bool FunctionReader::ReadIf(Node statement) {
  const Value condition = evaluator_.Evaluate(statement.child(Field::kCondition));
  std::optional<double> known = condition.AsNumber();
  if (condition.As<None>() != nullptr) known = 0;
  if (known.has_value() && *known != 0) return ReadBlock(statement.child(Field::kConsequence));
  std::vector<Node> branches = {statement.child(Field::kConsequence)};
  if (known.has_value()) branches.clear();
  bool has_else = false;
  for (const Node child : statement.children()) {
    if (child.field() != Field::kAlternative) continue;
    if (child.Is(Kind::kElifClause)) {
      branches.push_back(child.child(Field::kConsequence));
    } else {
      branches.push_back(child.child(Field::kBody));
      has_else = true;
    }
  }
  if (branches.empty()) return true;
  // `if False: … else: …`.
  if (branches.size() == 1 && has_else) return ReadBlock(branches[0]);
  const bool has_elif = branches.size() > (has_else ? 2u : 1u) || known.has_value();
  const std::string text = has_elif ? "" : KeyOf(statement.child(Field::kCondition));
  return ReadBranches(branches, !has_else, text);
}

// Each branch from the same start; afterwards, names on which those that go on differ are new.
bool FunctionReader::ReadBranches(const std::vector<Node>& branches, bool may_skip,
                                  const std::string& condition) {
  const uint32_t place = branches[0].first_byte();
  const auto choice = context_.choices.find(place);
  if (choice != context_.choices.end()) {
    return choice->second >= static_cast<int>(branches.size()) ||
           ReadBlock(branches[choice->second]);
  }
  const Variables start = variables_;
  std::vector<Variables> ends;
  if (may_skip) ends.push_back(start);
  for (const Node branch : branches) {
    variables_ = start;
    const int returns = return_count_;
    if (ReadBlock(branch)) ends.push_back(variables_);
    has_open_branch_ = has_open_branch_ || return_count_ != returns;
  }
  if (ends.empty()) return false;
  variables_ = ends[0];
  bool is_lost = false;
  for (size_t i = 1; i < ends.size(); ++i) {
    const Variables one = variables_;
    is_lost = Merge(one, ends[i], branches[0].parent()) || is_lost;
  }
  const int ways = static_cast<int>(branches.size()) + (may_skip ? 1 : 0);
  if (is_lost) forks_.push_back({place, ways, condition});
  return true;
}

bool FunctionReader::ReadTry(Node statement) {
  std::vector<Node> branches = {statement.child(Field::kBody)};
  Node last;
  for (const Node child : statement.children()) {
    if (child.Is(Kind::kExceptClause)) branches.push_back(child.child(Kind::kBlock));
    if (child.Is(Kind::kFinallyClause)) last = child.child(Kind::kBlock);
  }
  const bool goes_on = ReadBranches(branches, false, "");
  return last ? ReadBlock(last) && goes_on : goes_on;
}

bool FunctionReader::ReadWith(Node statement) {
  const std::optional<numerics::Format> outer = autocast_;
  for (const Node node : statement.child(Kind::kWithClause).descendants()) {
    if (node.Is(Kind::kCall)) EnterAutocast(node);
  }
  const bool goes_on = ReadBlock(statement.child(Field::kBody));
  autocast_ = outer;
  return goes_on;
}

void FunctionReader::EnterAutocast(Node call) {
  const std::string callee = module_.Resolve(call.child(Field::kFunction));
  if (!absl::EndsWith(callee, ".autocast")) return;
  const Value enabled = evaluator_.Evaluate(python::KeywordArgument(call, "enabled"));
  if (enabled.AsNumber() == 0.0) {
    autocast_.reset();
    return;
  }
  Node dtype = python::KeywordArgument(call, "dtype");
  if (!dtype) dtype = python::Argument(call, 1, "dtype");
  const Value value = evaluator_.Evaluate(dtype);
  const numerics::Format* format = value.As<numerics::Format>();
  autocast_ = format != nullptr ? *format : numerics::Format::kFp16;
}

}  // namespace allreview::tensor_expressions

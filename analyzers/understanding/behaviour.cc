#include "analyzers/understanding/behaviour.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/understanding/builtin_attributes.h"
#include "analyzers/understanding/conditions.h"
#include "analyzers/understanding/operations.h"
#include "analyzers/understanding/print.h"
#include "base/poll.h"

namespace allreview::understanding {
namespace {

using ir::Instruction;
using ir::Op;
using Kind = Atom::Kind;
using Event = Behaviour::Event;

// What one alternative of the object makes of the instruction, when that is certain to raise; "":
// it may go well. `other` is the second operand.
std::string WhyItFails(const Instruction& instruction, absl::string_view name, const Atom& atom,
                       const Value& other) {
  const bool is_plain = atom.kind == Kind::kNone || !BuiltinTypeName(atom.kind).empty();
  if (!is_plain) return "";
  const bool is_none = atom.kind == Kind::kNone;
  switch (instruction.op) {
    case Op::kAttribute:
      if (is_none ? name.substr(0, 2) == "__" : MayHaveAttribute(atom.kind, name)) return "";
      return absl::StrCat("it has no `", name, "`");
    case Op::kCall:
      return "it cannot be called";
    case Op::kItem:
      return ItemOf(Value(atom), other, {}).is_impossible() ? "it has no such item" : "";
    case Op::kSetItem:
      return is_none ? "it has no items" : "";
    case Op::kUnpack:
      return Unpacked(Value(atom), instruction.index, instruction.detail == ir::Operator::kStar)
                     .is_impossible()
                 ? "it cannot be unpacked so"
                 : "";
    case Op::kIterate:
      return CanBeGoneThrough(Value(atom)) ? "" : "it cannot be iterated over";
    case Op::kOperate:
    case Op::kCompare: {
      const auto apply = instruction.op == Op::kCompare ? Compare : Operate;
      return apply(instruction.detail, Value(atom), other, {}).is_impossible()
                 ? absl::StrCat("the operator refuses it and ", other.ToText())
                 : "";
    }
    default:
      return "";
  }
}

class Collector {
 public:
  Collector(Knowledge& knowledge, CodeRef ref)
      : knowledge_(knowledge),
        program_(knowledge.program()),
        ref_(ref),
        code_(program_.code(ref)),
        run_(knowledge.Observe(ref)) {}

  Behaviour Collect() && {
    if (run_.is_partial || run_.operands.empty()) {
      if (run_.is_partial) behaviour_.summary.push_back("given up: over its budget");
      return std::move(behaviour_);
    }
    if (run_.is_cut) behaviour_.summary.push_back("cut short: something that it calls");
    for (const ir::Block& block : code_.blocks) AddBlock(block);
    AddBranches();
    AddUnreached();
    AddFailures();
    if (code_.kind == ir::Code::Kind::kFunction || code_.kind == ir::Code::Kind::kLambda) {
      SumUp();
    }
    std::stable_sort(behaviour_.events.begin(), behaviour_.events.end(),
                     [](const Event& a, const Event& b) { return a.line < b.line; });
    return std::move(behaviour_);
  }

 private:
  const Value& Operand(const Instruction& instruction, uint32_t i) const {
    return run_.operands[instruction.first_operand + i];
  }

  void Add(const Instruction& instruction, std::string text) {
    behaviour_.events.push_back({instruction.line, instruction.node, std::move(text)});
  }

  // Comparisons that are never equal for one of the alternatives on the left.
  void AddUnequal(const Instruction& compare) {
    const bool asks = compare.op == Op::kCompare && (compare.detail == ir::Operator::kEqual ||
                                                     compare.detail == ir::Operator::kNotEqual);
    if (!asks) return;
    const Value &left = Operand(compare, 0), &right = Operand(compare, 1);
    if (left.atoms().size() < 2 || right.only() == nullptr) return;
    for (const Atom& atom : left.atoms()) {
      if (atom.kind == Kind::kNone || !knowledge_.AreNeverEqual(atom, *right.only())) continue;
      Add(compare, absl::StrCat("is never equal for ", Value(atom).ToText()));
    }
  }

  // Tensors among what is asked for its truth, beside None or with dimensions.
  void AddTruth(const Instruction& asking) {
    const bool asks = asking.op == Op::kBranch ||
                      (asking.op == Op::kUnary && asking.detail == ir::Operator::kNot);
    if (!asks) return;
    const Value& value = Operand(asking, 0);
    for (const Atom& atom : value.atoms()) {
      if (atom.kind != Kind::kTensor || atom.tensor == nullptr) continue;
      const Tensor& tensor = *atom.tensor;
      const bool is_one = (tensor.has_rank && tensor.sizes.empty()) ||
                          tensor.count().constant() == std::optional<int64_t>(1);
      const bool is_suspect = value.CanBe(Kind::kNone) || !tensor.sizes.empty();
      if (is_one || !is_suspect) continue;
      Add(asking, absl::StrCat("fails for ", Value(atom).ToText(), ", unless it has one element"));
    }
  }

  // A generator turns StopIteration into RuntimeError (PEP 479).
  std::string Raised(const Instruction& raise) {
    if (!code_.is_generator || raise.operand_count == 0) return "raises";
    for (const Atom& atom : Operand(raise, 0).atoms()) {
      const bool is_known = atom.kind == Kind::kInstance || atom.kind == Kind::kClass;
      if (!is_known || !atom.code) continue;
      const std::vector<std::string> bases = knowledge_.ClassOf(atom.code).external;
      if (std::find(bases.begin(), bases.end(), "builtins.StopIteration") != bases.end()) {
        return "raises a StopIteration, which leaves this generator as RuntimeError";
      }
    }
    return "raises";
  }

  // What single instructions say.
  void AddBlock(const ir::Block& block) {
    if (!run_.is_reached[static_cast<size_t>(&block - code_.blocks.data())]) return;
    for (uint32_t i = block.first; i < block.end; ++i) {
      Poll();
      const Instruction& instruction = code_.instructions[i];
      if (instruction.operand_count > 0 && Operand(instruction, 0).is_impossible()) continue;
      if (instruction.op == Op::kRaise) Add(instruction, Raised(instruction));
      const bool is_return = instruction.op == Op::kCopy && instruction.result == code_.result &&
                             code_.kind == ir::Code::Kind::kFunction;
      if (is_return) Add(instruction, absl::StrCat("returns ", run_.values[i].ToText()));
      if (instruction.op == Op::kYield && instruction.operand_count > 0) {
        Add(instruction, absl::StrCat("yields ", Operand(instruction, 0).ToText()));
      }
      AddAlternatives(instruction);
      AddUnequal(instruction);
      AddTruth(instruction);
    }
  }

  // Alternatives of an operand that the instruction refuses, beside others that it may take.
  void AddAlternatives(const Instruction& instruction) {
    if (instruction.operand_count == 0) return;
    const Value& object = Operand(instruction, 0);
    if (!object.is_open() && object.atoms().size() < 2) return;
    const absl::string_view name = instruction.name == ir::kNone
                                       ? absl::string_view()
                                       : program_.name(ref_.file, instruction.name);
    const Value other = instruction.operand_count > 1 ? Operand(instruction, 1) : Value();
    for (const Atom& atom : object.atoms()) {
      const std::string why = WhyItFails(instruction, name, atom, other);
      if (why.empty()) continue;
      Add(instruction, absl::StrCat("fails for ", Value(atom).ToText(),
                                    atom.is_exact ? "" : " (if it is that at all)", ": ", why));
    }
  }

  void AddBranches() {
    for (const DecidedCondition& condition : DecidedConditions(code_, run_)) {
      if (condition.is_promised) promise_ = ", if annotations hold";
      Add(*condition.at, absl::StrCat(condition.truth ? "is always true" : "is never true",
                                      condition.is_promised ? promise_ : absl::string_view()));
    }
  }

  // Lines none of whose instructions runs.
  void AddUnreached() {
    std::set<int> reached;
    std::map<int, uint32_t> unreached;  // A node of the line.
    for (size_t block = 0; block < code_.blocks.size(); ++block) {
      for (uint32_t i = code_.blocks[block].first; i < code_.blocks[block].end; ++i) {
        const Instruction& instruction = code_.instructions[i];
        if (run_.is_reached[block]) {
          reached.insert(instruction.line);
        } else {
          unreached.try_emplace(instruction.line, instruction.node);
        }
      }
    }
    for (const auto& [line, node] : unreached) {
      if (line > 0 && !reached.contains(line)) {
        behaviour_.events.push_back({line, node, absl::StrCat("is not reached", promise_)});
      }
    }
  }

  void AddFailures() {
    for (const Failure& failure : run_.failures) {
      Add(code_.instructions[failure.instruction],
          absl::StrCat(failure.is_guarded ? "fails inside a try: " : "fails: ", Describe(failure)));
    }
  }

  void SumUp() {
    std::vector<std::string>& summary = behaviour_.summary;
    const Value returned =
        code_.is_generator ? Value::Collection(Kind::kIterator, run_.yielded) : run_.returned;
    summary.push_back(absl::StrCat("returns ", returned.ToText()));
    for (const Atom& atom : run_.returned.atoms()) {
      const bool has_none = atom.kind == Kind::kNone && atom.origin.line == code_.line;
      const bool has_others = run_.returned.only() == nullptr;
      if (has_none && has_others && !code_.is_generator)
        summary.push_back("returns None where it just ends");
    }
    const Communication& communication = run_.communication;
    if (communication.is_silent()) summary.push_back("communicates with nobody");
    for (const Collective& collective : communication.collectives) {
      summary.push_back(absl::StrCat("runs ", Describe(collective)));
    }
    if (communication.is_open && !communication.collectives.empty()) {
      summary.push_back("may communicate more");
    }
  }

  Knowledge& knowledge_;
  const Program& program_;
  const CodeRef ref_;
  const ir::Code& code_;
  const Run run_;
  absl::string_view promise_ = "";  // What is said of lines that a promise cuts off.
  Behaviour behaviour_;
};

}  // namespace

Behaviour BehaviourOf(Knowledge& knowledge, CodeRef code) {
  return Collector(knowledge, code).Collect();
}

std::vector<StoredAt> StoresOf(Knowledge& knowledge, absl::string_view attribute,
                               size_t max_codes) {
  std::vector<StoredAt> stores;
  std::vector<CodeRef> codes = knowledge.program().StoresOf(attribute);
  if (codes.size() > max_codes) codes.resize(max_codes);
  for (CodeRef ref : codes) {
    const ir::Code& code = knowledge.program().code(ref);
    const Run run = knowledge.Observe(ref);
    for (const Instruction& instruction : code.instructions) {
      const bool is_store = instruction.op == Op::kSetAttribute &&
                            knowledge.program().name(ref.file, instruction.name) == attribute;
      if (!is_store) continue;
      const Value& stored =
          run.operands.empty() ? Value::Unknown() : run.operands[instruction.first_operand + 1];
      const bool is_open = run.is_partial && stored.is_impossible();
      stores.push_back({ref, instruction.line, is_open ? Value::Unknown() : stored});
    }
  }
  return stores;
}

}  // namespace allreview::understanding

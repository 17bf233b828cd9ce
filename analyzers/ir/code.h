#ifndef ANALYZERS_IR_CODE_H_
#define ANALYZERS_IR_CODE_H_

// A Python file as instructions over registers: what analyzers/understanding interprets.
//
//   const File file = Lower(*module);
//   std::cout << Print(file);
//
//   code 1 function f(x)
//     b0:
//       %2 = copy %0 ...
//
// There is a Code for the module's body and for the body of each def, lambda and class, in source
// order. A code is a graph of blocks. Registers are its local names, parameters first, and then
// temporaries. `and`, `or`, `a if b else c`, chained comparisons and comprehensions are blocks,
// too, so one who walks the blocks sees every decision. Comprehensions have no code of their own:
// their names are registers that nothing else can see.
//
// Instructions say what Python does, not what it means: `x.y` is one instruction whether x is a
// module or an object. A file's path is not known here, so a File can be kept by its content; names
// that imports bind are as written ("torch.nn", "..utils.f").
//
// Plain data. Linear in the size of the file, but for copies of `finally` blocks
// (analyzers/python/control_flow.h).

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace allreview::ir {

using Register = uint32_t;
using BlockId = uint32_t;
using NameId = uint32_t;  // In File::names.
using TypeId = uint32_t;  // In File::types.
inline constexpr uint32_t kNone = 0xffffffff;

enum class Op : uint8_t {
  kConstant,   // result = constants[index]
  kUnknown,    // result = something that this representation cannot say
  kCopy,       // result = a. `result` is a local name, or what several blocks give a value.
  kDelete,     // `result` is unbound from here on.
  kGlobal,     // result = the name of the module
  kEnclosing,  // result = the name that belongs to codes[index], a function around this one
  kBuiltin,    // result = the name, which nothing in the file binds (a star import may)
  kSetGlobal,  // the name of the module = a; without operand it is unbound
  kSetEnclosing,
  kImport,           // result = the module of that name, as written
  kImportFrom,       // result = "module.name", as written
  kImportAll,        // from name import *
  kAttribute,        // result = a.name
  kSetAttribute,     // a.name = b; also behind a.register_buffer("name", b) and its like
  kDeleteAttribute,  // del a.name
  kItem,             // result = a[b]
  kSetItem,          // a[b] = c
  kDeleteItem,       // del a[b]
  kSlice,            // result = slice(a, b, c); kNone for what is left out
  kCall,             // result = a(the other operands)
  kOperate,          // result = a op b
  kOperateInPlace,   // result = a op= b
  kUnary,            // result = op a
  kCompare,          // result = a op b
  kTuple,            // result = (operands)
  kList,
  kSet,
  kDict,         // result = {a: b, c: d}; a pair with the key kNone is **b
  kAppend,       // a comprehension: adds b to the list or set a
  kFormat,       // result = text made of the operands
  kFunction,     // result = the function codes[index]; operands: its defaults, in order
  kClass,        // result = the class codes[index]; operands: bases and keywords
  kDeclare,      // `name: type`, or `name: type = a`: the annotation of a name
  kIterate,      // result = iter(a)
  kUnpack,       // result = a, taken apart into `index` values; Operator::kStar: one is starred
  kElement,      // result = value `index` of an unpacked a; behind a star, counted from the end
  kStarElement,  // result = list of all but `index` values of an unpacked a
  kYield,        // result = what is sent in; a: what is handed out
  kYieldFrom,
  kAwait,
  kEnter,    // result = a.__enter__(), for all up to the node `index` of the syntax tree
  kCaught,   // result = the exception in flight, for `except a`; without operand for any
  kMatches,  // result = whether the subject a fits the pattern at `node`
  // Ends of blocks.
  kJump,    // to targets[0]
  kBranch,  // to targets[0] when a is true, else to targets[1]
  kNext,    // to targets[0] with result = the next item of a, else to targets[1]
  kChoose,  // to any of the targets: what decides is not known here
  kRaise,   // raises a, or what is in flight; leaves by the block's handlers
};

enum class Operator : uint8_t {
  kNone,
  kAdd,
  kSubtract,
  kMultiply,
  kMatrixMultiply,
  kDivide,
  kFloorDivide,
  kModulo,
  kPower,
  kLeftShift,
  kRightShift,
  kAnd,
  kOr,
  kXor,
  kNot,
  kNegative,
  kPositive,
  kInvert,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kIs,
  kIsNot,
  kIn,
  kNotIn,
  kStar,
};

struct Constant {
  enum class Kind : uint8_t {
    kNone,
    kEllipsis,
    kFalse,
    kTrue,
    kInteger,   // `integer`; kNumber when it does not fit.
    kReal,      // `real`
    kNumber,    // Some number: 10**30, 2j.
    kText,      // names[text]
    kSomeText,  // With escapes, or longer than kMaxText: docstrings.
    kBytes,
  };
  static constexpr size_t kMaxText = 200;  // Bytes.
  Kind kind = Kind::kNone;
  int64_t integer = 0;
  double real = 0;
  NameId text = kNone;
  friend bool operator==(const Constant&, const Constant&) = default;
};

// An operand, or an argument of a call or element of a display.
struct Operand {
  enum class Kind : uint8_t { kPlain, kKeyword, kStar, kDoubleStar };
  Register value = kNone;
  NameId keyword = kNone;
  Kind kind = Kind::kPlain;
};

struct Instruction {
  Op op = Op::kUnknown;
  Operator detail = Operator::kNone;
  Register result = kNone;
  uint32_t index = 0;  // See Op.
  NameId name = kNone;
  TypeId type = kNone;                            // Of kDeclare.
  uint32_t first_operand = 0, operand_count = 0;  // In Code::operands.
  BlockId targets[2] = {kNone, kNone};
  uint32_t node = 0;  // Of the syntax tree.
  int line = 0;
};

// A block's last instruction is an end, and none before it is.
struct Block {
  uint32_t first = 0, end = 0;    // In Code::instructions.
  std::vector<BlockId> handlers;  // Where an exception in it may lead.
};

// An annotation: a tree in preorder.
struct Type {
  enum class Kind : uint8_t {
    kName,     // names[name], as written: "torch.Tensor", ":Router"; builtins: "builtins.int"
    kNone,     // None
    kGeneric,  // The first child with the others as arguments: Optional[Tensor]
    kUnion,    // Of its children: a | b
    kList,     // [a, b], in Callable[[a, b], c]
    kEllipsis,
    kLiteral,  // Text in quotes or a number, in Literal["a"]: names[name]
    kUnknown,
  };
  Kind kind = Kind::kUnknown;
  NameId name = kNone;
  TypeId end = 0;  // After its last descendant.
};

struct Parameter {
  enum class Kind : uint8_t {
    kPositionalOnly,
    kPositional,
    kVarPositional,
    kKeywordOnly,
    kVarKeyword
  };
  NameId name = kNone;
  Kind kind = Kind::kPositional;
  TypeId annotation = kNone;
  bool has_default = false;

  bool is_positional() const { return kind == Kind::kPositional || kind == Kind::kPositionalOnly; }
};

struct Local {
  NameId name = kNone;
  bool is_set_elsewhere = false;  // An inner function rebinds it with `nonlocal`.
};

struct Code {
  enum class Kind : uint8_t { kModule, kFunction, kLambda, kClass };
  Kind kind = Kind::kModule;
  NameId name = kNone;  // Qualified within the file: "Router.forward", "f.<lambda>"; module: kNone.
  uint32_t parent = kNone;  // In File::codes.
  uint32_t node = 0;
  int line = 0;
  bool is_async = false, is_generator = false;
  std::vector<Parameter> parameters;  // Registers 0, 1, ….
  TypeId return_type = kNone;
  std::vector<Local> locals;  // By register, parameters included.
  uint32_t register_count = 0;
  Register result = kNone;  // What a function returns; None at the start.
  // blocks[0] is the entry; the exits are empty.
  BlockId exit = kNone, raised = kNone;
  std::vector<Block> blocks;
  std::vector<Instruction> instructions;
  std::vector<Operand> operands;
};

struct File {
  std::vector<std::string> names;
  std::vector<Constant> constants;
  std::vector<Type> types;
  std::vector<Code> codes;
  friend bool operator==(const File&, const File&) = delete;
};

}  // namespace allreview::ir

#endif  // ANALYZERS_IR_CODE_H_

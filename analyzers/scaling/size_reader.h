#ifndef ANALYZERS_SCALING_SIZE_READER_H_
#define ANALYZERS_SCALING_SIZE_READER_H_

// What numbers, iterables and tensors of one function measure, in the names that its code uses.
//
//   // B, T = x.shape; for t in range(1, T): ...; edge = x.new_zeros(B, T - 1, K)
//   SizeReader reader(module, function, values);
//   reader.CountOf(range)   ->  T - 1
//   reader.ShapeOf(edge)    ->  [B, T - 1, K]
//
// `x.size(1)`, `x.shape[1]` and the name that either is bound to are one dimension. A name that is
// computed of others stands for its formula; what cannot be understood is a dimension named as it
// is written. Loop variables count as their greatest value.
//
// Pure. Belongs to one thread; module and values must outlive it.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/python/values.h"
#include "analyzers/scaling/size.h"

namespace allreview::scaling {

// Dimensions of a tensor, as far as they are known.
struct Shape {
  enum class Kind {
    kUnknown,    // Perhaps no tensor.
    kClosed,     // `dims` are all.
    kOpenBack,   // More may follow `dims`: those of `base` from `next` on.
    kOpenFront,  // More may stand before `dims`: those of `base` down from `next`, which is
                 // negative.
  };
  Kind kind = Kind::kUnknown;
  std::vector<Size> dims = {};
  std::string base = {};  // Name of a tensor; empty: nothing is known of the rest.
  int next = 0;

  bool is_known() const { return kind != Kind::kUnknown; }
  bool is_closed() const { return kind == Kind::kClosed; }
  int rank() const { return static_cast<int>(dims.size()); }
  // Product of `dims`.
  Size Elements() const;
};

class SizeReader {
 public:
  // `aliases`: formulas of names, see AliasesOf(); they outlive the reader. May be null.
  SizeReader(const python::Module& module, const python::Definition& function,
             const python::Values& values, const std::map<std::string, Size>* aliases = nullptr);

  // The size that an expression of a number stands for.
  Size SizeOf(python::Node expression) const { return Bound(Read(expression, 0)); }
  // How many items a loop over it has.
  Size CountOf(python::Node iterable) const { return Bound(Count(iterable, 0)); }
  Shape ShapeOf(python::Node expression) const;
  // One dimension, counted from the end when negative. Nothing: not known at all.
  std::optional<Size> DimensionOf(const Shape& shape, int index) const;
  // Shape of what an operation between both gives. Unknown when they do not fit.
  Shape Broadcast(const Shape& a, const Shape& b) const;
  // A call of matmul, einsum…: `time` is the product of all dimensions that take part. Nothing: not
  // known.
  struct Contraction {
    Size time;
    Shape result = {};
  };
  std::optional<Contraction> MatrixProduct(const Shape& a, const Shape& b) const;
  std::optional<Contraction> Einsum(absl::string_view equation,
                                    const std::vector<python::Node>& operands) const;

  // "torch.zeros", "tensor.new_zeros", "numpy.zeros", "builtins.sorted"; empty: not known.
  struct Callee {
    std::string name;   // Last part: "zeros".
    std::string full;   // "torch.zeros"; of a method its name behind a dot: ".view".
    python::Node self;  // Object of a method.
    std::vector<python::Node> arguments;  // By position, without `self`.
  };
  Callee CalleeOf(python::Node call) const;

  const python::Module& module() const { return module_; }
  const python::Values& values() const { return values_; }

 private:
  // size_reader.cc
  Size Read(python::Node expression, int depth) const;
  Size ReadName(python::Node identifier, int depth) const;
  Size ReadCall(python::Node call, int depth) const;
  Size ReadOperator(python::Node expression, int depth) const;
  std::optional<Size> ReadDimension(python::Node expression) const;
  Size Opaque(python::Node expression) const;
  Size Named(const std::string& id) const;
  // What the file knows of the name; else a dimension of that name.
  Size SymbolOf(const std::string& name) const;
  // What gives the name its value where it stands: the nearest place above. Null: not known.
  const python::Binding* BindingOf(python::Node identifier) const;
  // Text of a name or attribute, with a mark of its binding: after `x = f(x)` its dimensions are
  // others.
  std::string IdOf(python::Node name) const;
  std::optional<Size> LoopVariable(const python::Binding& binding) const;
  // Without loop variables: each at its greatest value.
  Size Bound(const Size& size) const;
  // names.cc
  void CollectNames();
  void NameAll(python::Node target, python::Node value);
  void NameUnpacked(const std::vector<python::Node>& targets, python::Node value);
  void NameOne(python::Node target, python::Node value);
  // iterables.cc
  Size Count(python::Node iterable, int depth) const;
  Size CountOfCall(python::Node call, int depth) const;
  Size CountOfRange(const std::vector<python::Node>& arguments, int depth) const;
  std::vector<Size> Alternatives(python::Node expression, absl::string_view function,
                                 int depth) const;
  Size CountOfObject(python::Node object) const;
  // Greatest value of the counter of a loop over a range or an enumeration.
  Size LastOf(python::Node iterable) const;
  // shapes.cc
  Shape ShapeOf(python::Node expression, int depth) const;
  Shape ShapeOfName(python::Node identifier, int depth) const;
  Shape ShapeOfSubscript(python::Node subscript, int depth) const;
  // A call whose callee is of torch or numpy, or a method.
  struct Parts {
    python::Node call;
    const Callee& callee;
    python::Node tensor;             // The first one, however it is called.
    std::vector<python::Node> rest;  // What follows it.
    int depth = 0;

    // An argument behind the tensor.
    std::optional<int> Integer(size_t position, absl::string_view keyword) const;
  };
  using ShapeRule = Shape (SizeReader::*)(const Parts&) const;
  struct NamedRule;
  static const NamedRule kShapeRules[];
  // shape_calls.cc
  Shape ShapeOfCall(python::Node call, int depth) const;
  Shape ShapeOfArguments(const std::vector<python::Node>& sizes, int depth) const;
  Shape OfFactory(const Parts& parts) const;
  Shape OfFilled(const Parts& parts) const;
  Shape OfRandomIntegers(const Parts& parts) const;
  Shape OfSteps(const Parts& parts) const;
  Shape OfIdentity(const Parts& parts) const;
  Shape OfTensor(const Parts& parts) const;
  Shape OfBoth(const Parts& parts) const;
  Shape OfWhere(const Parts& parts) const;
  Shape OfMatrixProduct(const Parts& parts) const;
  Shape OfPairs(const Parts& parts) const;
  Shape OfEinsum(const Parts& parts) const;
  Shape OfReduction(const Parts& parts) const;
  Shape OfJoin(const Parts& parts) const;
  // rearrangements.cc
  Shape Transposed(const Shape& shape, int i, int j) const;
  Shape Expanded(const Parts& parts, bool is_repeat) const;
  Shape OfTranspose(const Parts& parts) const;
  Shape OfPermutation(const Parts& parts) const;
  Shape OfUnsqueeze(const Parts& parts) const;
  Shape OfView(const Parts& parts) const;
  Shape OfExpand(const Parts& parts) const;
  Shape OfRepeat(const Parts& parts) const;
  Shape OfLike(const Parts& parts) const;
  Shape OfOneHot(const Parts& parts) const;
  Shape OfDiagonal(const Parts& parts) const;

  const python::Module& module_;
  const python::Definition& function_;
  const python::Values& values_;
  const std::map<std::string, Size>* const aliases_;
  std::map<std::string, std::string> names_;        // "x.size(1)" -> "T", see IdOf().
  std::map<std::string, std::vector<Size>> ranks_;  // All dimensions of what IdOf() names.
};

// The formula depends on a counter that SizeReader has not yet put to its greatest value.
bool HasLoopVariable(const Size& size);
// An integer literal, perhaps with a minus.
std::optional<int> IntegerOf(python::Node expression);

}  // namespace allreview::scaling

#endif  // ANALYZERS_SCALING_SIZE_READER_H_

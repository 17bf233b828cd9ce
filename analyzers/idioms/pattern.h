#ifndef ANALYZERS_IDIOMS_PATTERN_H_
#define ANALYZERS_IDIOMS_PATTERN_H_

// Code as a pattern: Python in which a capital letter stands for any expression.
//
//   const Pattern pattern("torch.topk(X, K + 1, dim=0).values[-1]");
//   Bindings bindings;
//   if (pattern.Matches(module, node, bindings)) Use(bindings.Find('K'));
//
// - A letter that occurs twice stands for the same code at both places; `_` is any expression.
// - `torch.f(X)` is the function and the method `X.f()`. Arguments count by the names that torch
//   declares, given or not: `dim=-1` matches a call that leaves out what defaults to it. `x=_`
//   matches anything and nothing. Arguments that the pattern does not name may only be such as do
//   not change what is computed (dtype=, device=, group=…), unless it ends in `...`.
// - `dist.f`, `tl.f` are functions of torch.distributed and Triton; `any.f` is whatever is called
// f.
// - Code that is a name counts as what the name certainly is; conversions such as `.contiguous()`
//   and `.float()` are looked through. `+` and `*` commute; `.values` is also `[0]`.
// - Of a statement with a block, the block must hold the statements of the pattern's block in their
//   order; `...` is any block.
// - "@any.f" is a decorator.
//
// Immutable; any thread may use it. The time of a match is bounded by the pattern's size and the
// statements of one block.

#include <array>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::idioms {

// What the letters of a pattern stand for.
class Bindings {
 public:
  python::Node Find(char letter) const { return nodes_[letter - 'A']; }
  void Set(char letter, python::Node node) { nodes_[letter - 'A'] = node; }

 private:
  std::array<python::Node, 26> nodes_ = {};
};

class Pattern {
 public:
  // A constant of ours: CHECK-fails for what is no Python. The text must outlive it.
  explicit Pattern(absl::string_view text);

  // Of all nodes that it can match.
  python::Kind kind() const { return kind_; }
  // Adds to the bindings; leaves them as they are when it does not match.
  bool Matches(const python::Module& module, python::Node node, Bindings& bindings) const;

 private:
  python::SyntaxTree tree_;
  python::Kind kind_ = python::Kind::kNull;
  uint32_t root_ = 0;  // Index of its node. The tree may be moved.
};

// The same tokens.
bool IsSameCode(python::Node a, python::Node b);

// The method only changes layout, dtype or device, or cuts off autograd: `.contiguous()`, `.to()`.
bool IsConversion(absl::string_view method);

}  // namespace allreview::idioms

#endif  // ANALYZERS_IDIOMS_PATTERN_H_

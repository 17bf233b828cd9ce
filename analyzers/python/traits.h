#ifndef ANALYZERS_PYTHON_TRAITS_H_
#define ANALYZERS_PYTHON_TRAITS_H_

// What decorators, comments and contexts say of code.

#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::python {

struct FunctionTraits {
  bool is_static = false;
  bool is_class_method = false;
  bool is_property = false;  // Cached ones and setters, too.
  bool is_compiled = false;  // torch.compile, torch.jit.script, jit_fuser.
  bool is_triton = false;    // triton.jit
  bool is_no_grad = false;   // torch.no_grad, torch.inference_mode
  Node autotune;             // Call of triton.autotune. Null: none.
};

// Each decorator that compiles a function holds one of them.
inline constexpr absl::string_view kCompilingDecorators = "compile jit_fuser script";

FunctionTraits TraitsOf(const Module& module, const Definition& definition);

// The comment that ends the line; null: none does.
Node CommentEnding(const SyntaxTree& tree, int line);

// Comments on the lines of a statement's header and on lines of their own among the `lines_above`
// before it, down from the last blank line; without '#' and the blanks around, in source order.
std::vector<absl::string_view> CommentsOn(const Module& module, Node statement,
                                          int lines_above = 4);

// The file is a template, `{{ name }}`: as Python that would be a set of a set, which cannot be.
bool IsTemplate(const Module& module);

// Autograd records nothing where the node runs: `with torch.no_grad()`, a decorator of its
// function, a method of an autograd function.
bool IsUnderNoGrad(const Module& module, Node node);

}  // namespace allreview::python

#endif  // ANALYZERS_PYTHON_TRAITS_H_

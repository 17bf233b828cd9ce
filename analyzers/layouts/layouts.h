#ifndef ANALYZERS_LAYOUTS_LAYOUTS_H_
#define ANALYZERS_LAYOUTS_LAYOUTS_H_

// What the dimensions of a tensor are called by those who wrote the code.
//
//   x: torch.Tensor of shape [s, b, h]          a parameter in a docstring, or its comment
//   q = q.transpose(0, 1)  # [b, s, h]          a comment behind the statement
//   q_BLND, x_bshd                              the end of a name
//   x = rearrange(x, "b s h -> s b h")          a pattern; so of einsum
//
//   Layouts layouts(module);
//   if (std::optional<Layout> layout = layouts.Of(expression, flow)) Use(layout->axes);
//
// From there it is followed through what changes the order of dimensions by numbers that stand in
// the code. Whatever else changes a shape makes it unknown, and so do two bindings. What authors
// say may be wrong: it is evidence of what they mean, not of what the tensor is.
//
// Pure; borrows the module. Bounded in depth and in questions.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/python/module.h"

namespace allreview::layouts {

enum class Axis { kUnknown, kBatch, kSequence, kHeads };

// By the name of a size or dimension: "b", "micro_batch_size"; "sq", "seq_len // cp".
Axis AxisNamed(absl::string_view name);

struct Layout {
  std::vector<std::string> axes = {};  // In lower case, in order.
  python::Node told = {};              // The comment, string or name that says so.

  Axis At(int64_t dimension) const;  // Counts from the back when negative.
  // The only dimension of that kind; -1: there is none, or there are several.
  int Find(Axis axis) const;
  // "[s, b, h]"
  std::string ToText() const;
};

class Layouts {
 public:
  explicit Layouts(const python::Module& module) : module_(module) {}

  // Of the expression where it stands. `flow`: of the function around it.
  std::optional<Layout> Of(python::Node expression, const python::ControlFlow& flow, int depth = 0);

 private:
  std::optional<Layout> OfName(python::Node name, const python::ControlFlow& flow, int depth);
  std::optional<Layout> OfCall(python::Node call, const python::ControlFlow& flow, int depth);
  std::optional<Layout> OfParameter(python::Node name);

  const python::Module& module_;
  int questions_ = 0;
  // Told by the docstring of a function, by its index.
  std::map<uint32_t, std::map<std::string, Layout, std::less<>>> told_;
};

// The number that stands there, as in `-1`. None: it is no number.
std::optional<int64_t> NumberAt(python::Node node);

}  // namespace allreview::layouts

#endif  // ANALYZERS_LAYOUTS_LAYOUTS_H_

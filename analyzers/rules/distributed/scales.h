#ifndef ANALYZERS_RULES_DISTRIBUTED_SCALES_H_
#define ANALYZERS_RULES_DISTRIBUTED_SCALES_H_

// By which sizes of groups and by which counts a value is multiplied and divided, along the names
// that certainly stand for a product.
//
//   // cp = cp_size if cp_size is not None else 1; scale = loss_scale * cp / num_microbatches
//   const Scale scale = ScaleOf(module, expression);
//   scale.powers[axis of CP] == 1, scale.counts == {{"num_microbatches", -1}}, scale.base:
//   loss_scale
//
// The size of a group over several axes is the product of their sizes. Pure; bounded.

#include <array>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/rules/distributed/axes.h"

namespace allreview::rules {

struct Scale {
  static constexpr int kAxes = 16;  // Bits of Axes.

  std::array<int, kAxes> powers = {};
  // By the text of the last name: "num_microbatches" of `self.num_microbatches`. No power is 0.
  std::map<std::string, int> counts = {};
  python::Node base;     // What is scaled. Null: nothing but sizes and counts.
  bool is_known = true;  // False: a group that nobody knows, or too long a product.

  void Add(const Scale& other);
  void AddCount(const std::string& name, int power);
  // A factor that is no product: the size of a group, a count, or what is scaled.
  void AddFactor(const python::Module& module, python::Node factor, int sign);
  // Axes whose size has another power there. Both must be known.
  Axes AxesThatDifferFrom(const Scale& other) const;
  // Sum of the differences of their powers, each counted as positive.
  int DistanceFrom(const Scale& other) const;
};

// `sign` -1: of what something is divided by.
Scale ScaleOf(const python::Module& module, python::Node expression, int sign = 1);

// `x *= a` and `x /= b` that follow each other: one scaling of `x`.
struct Scaling {
  python::Node at;      // The last of its statements, or the call that gets the scaled value.
  python::Node target;  // What is scaled.
  Scale scale;
};
// Those among the statements of a block, in order.
std::vector<Scaling> ScalingsIn(const python::Module& module, python::Node block);

// Micro-batches of a step, however they are called.
bool IsMicrobatchCount(absl::string_view name);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DISTRIBUTED_SCALES_H_

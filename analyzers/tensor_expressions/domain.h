#ifndef ANALYZERS_TENSOR_EXPRESSIONS_DOMAIN_H_
#define ANALYZERS_TENSOR_EXPRESSIONS_DOMAIN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzers/numerics/graph/graph.h"

namespace allreview::tensor_expressions {

// The numbers that one input of an expression takes, and how many of them there are.
struct Domain {
  std::string name = {};
  numerics::Distribution distribution = {};
  // As written in brackets; 0 where it is left to the sampler ("[T=1024]" is {0, 1024}). Empty: all
  // is.
  std::vector<int64_t> sizes = {};

  // The last size: elements of a row, where the expression has rows. 0: left open.
  int64_t row_length() const { return sizes.empty() ? 0 : sizes.back(); }
  // The product of the others. 0: left open.
  int64_t rows() const;
  // What the sizes say of a tensor: one number for all ([1]), for each row ([256,1]), or elements.
  numerics::Extent extent() const;
};

// Reads domains separated by blanks:
//
//   x~N(0,4)[256,1024] t~U(0.01,0.99)[65536] s~C(2)[1]
//
//   N(mean, standard deviation)   normal
//   U(low, high)                  uniform
//   logU(low, high)               +-2^u with u uniform; logU+ the positive half
//   C(value)                      one number
//   arange(start)                 start, start + 1… along the row
//   mask(p)                       1 with probability p, else 0
//   integer(low, high)            whole numbers, both ends possible
//
// [rows, T], [n] for n elements, [1] for one number that all share, [T=1024] for rows of that
// length. Brackets may be left out.
//
// Fails with kInvalidArgument, naming the domain and what is known.
absl::StatusOr<std::vector<Domain>> ReadDomains(absl::string_view text);

// The domain of that name, or nullptr.
const Domain* FindDomain(absl::Span<const Domain> domains, absl::string_view name);

}  // namespace allreview::tensor_expressions

#endif  // ANALYZERS_TENSOR_EXPRESSIONS_DOMAIN_H_

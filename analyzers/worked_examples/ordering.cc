#include <algorithm>
#include <limits>
#include <utility>

#include "analyzers/worked_examples/operations.h"

namespace allreview::worked_examples {
namespace {

struct Ranked {
  double value = 0;
  double index = 0;
};

struct Ranking {
  size_t dim = 0;
  int64_t count = 0;  // How many of each line are taken.
  bool descends = true;
  bool is_stable = false;
};

const std::vector<std::string>& ValuesAndIndices() {
  static const auto& parts = *new std::vector<std::string>{"values", "indices"};
  return parts;
}

// Which of equal elements comes first is open, also where the line between taken and not taken
// lies: their indices are not known, their values are. False: rounding decides.
bool ForgetTies(std::vector<Ranked>& line, const Ranking& ranking) {
  std::vector<bool> is_tied(line.size());
  for (size_t i = 0; i + 1 < line.size(); ++i) {
    if (AreTooClose(line[i].value, line[i + 1].value)) return false;
    if (line[i].value == line[i + 1].value) is_tied[i] = is_tied[i + 1] = true;
  }
  for (size_t i = 0; i < line.size() && !ranking.is_stable; ++i) {
    if (is_tied[i]) line[i].index = std::numeric_limits<double>::quiet_NaN();
  }
  return true;
}

Value Rank(Call& call, const Tensor& x, const Ranking& ranking) {
  const std::vector<double> elements = call.Elements(x);
  if (call.halt.stops()) return {};
  Sizes shape = x.shape;
  shape[ranking.dim] = ranking.count;
  const Lines from(x.shape, ranking.dim), to(shape, ranking.dim);
  const size_t size = static_cast<size_t>(to.count() * ranking.count);
  std::vector<double> values(size), indices(size);
  for (int64_t line = 0; line < from.count(); ++line) {
    std::vector<Ranked> ranked;
    for (int64_t j = 0; j < from.length; ++j) {
      ranked.push_back({elements[static_cast<size_t>(from.At(line, j))], static_cast<double>(j)});
    }
    std::stable_sort(ranked.begin(), ranked.end(), [&](const Ranked& a, const Ranked& b) {
      return ranking.descends ? a.value > b.value : a.value < b.value;
    });
    if (!ForgetTies(ranked, ranking)) return call.Fail("nearly a tie");
    for (int64_t j = 0; j < ranking.count; ++j) {
      values[static_cast<size_t>(to.At(line, j))] = ranked[static_cast<size_t>(j)].value;
      indices[static_cast<size_t>(to.At(line, j))] = ranked[static_cast<size_t>(j)].index;
    }
  }
  Value both = Value::Tuple({Value::Of(NewTensor(shape, std::move(values), x.dtype)),
                             Value::Of(NewTensor(shape, std::move(indices), Dtype::kInt64))});
  both.parts = &ValuesAndIndices();
  return both;
}

Value TopK(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const int64_t k = call.Integer(1, "k");
  const std::optional<size_t> dim = DimOf(call.MaybeInteger(2, "dim").value_or(-1), x.rank());
  const bool descends = call.Flag(3, "largest", true);
  // Unsorted, any order of the taken ones will do.
  if (!call.Flag(4, "sorted", true)) return call.Fail("an order that is open");
  if (call.halt.stops() || !dim) return call.halt.Raise("a dimension that there is not");
  if (k < 0 || k > x.shape[*dim]) return call.halt.Raise("k is out of range");
  return Rank(call, x, {.dim = *dim, .count = k, .descends = descends});
}

Value Sort(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const std::optional<size_t> dim = DimOf(call.MaybeInteger(1, "dim").value_or(-1), x.rank());
  const bool descends = call.Flag(2, "descending", false);
  const bool is_stable = call.Flag(3, "stable", false);
  if (call.halt.stops() || !dim) return call.halt.Raise("a dimension that there is not");
  return Rank(call, x,
              {.dim = *dim, .count = x.shape[*dim], .descends = descends, .is_stable = is_stable});
}

Value ArgSort(Call& call) {
  const Value both = Sort(call);
  return call.halt.stops() ? both : (*both.items)[1];
}

}  // namespace

const Operations& OrderOperations() {
  static const Operations& all = *new Operations{
      {"topk", TopK},
      {"sort", Sort},
      {"argsort", ArgSort},
  };
  return all;
}

}  // namespace allreview::worked_examples

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "analyzers/worked_examples/operations.h"

namespace allreview::worked_examples {
namespace {

using Numbers = std::vector<double>;

// The dimensions that a call reduces; all of them when it names none.
std::optional<std::vector<size_t>> DimsOf(Call& call, size_t rank, size_t position) {
  const Value* given = call.Get(position, "dim");
  if (given == nullptr) given = call.Keyword("axis");
  std::vector<size_t> dims;
  if (given == nullptr || given->Is(Type::kNone)) {
    for (size_t i = 0; i < rank; ++i) dims.push_back(i);
    return dims;
  }
  const std::optional<Sizes> wanted = IntegersOf(*given);
  if (!wanted || wanted->empty()) {
    call.Fail("a dimension that is no integer");
    return std::nullopt;
  }
  for (const int64_t dim : *wanted) {
    const std::optional<size_t> index = DimOf(dim, rank);
    if (!index) {
      call.halt.Raise("a dimension that there is not");
      return std::nullopt;
    }
    dims.push_back(*index);
  }
  return dims;
}

// A tensor's elements in groups: those that come together when the dimensions are reduced.
struct Groups {
  Sizes shape = {};
  std::vector<Numbers> groups = {};
};

Groups GroupsOf(const Tensor& x, const Numbers& elements, const std::vector<size_t>& dims,
                bool keeps) {
  const auto is_reduced = [&](size_t dim) {
    return std::find(dims.begin(), dims.end(), dim) != dims.end();
  };
  Groups result;
  Sizes strides(x.rank(), 0);
  int64_t count = 1;
  for (size_t dim = x.rank(); dim-- > 0;) {
    if (is_reduced(dim)) continue;
    strides[dim] = count;
    count *= x.shape[dim];
  }
  for (size_t dim = 0; dim < x.rank(); ++dim) {
    if (!is_reduced(dim)) result.shape.push_back(x.shape[dim]);
    if (is_reduced(dim) && keeps) result.shape.push_back(1);
  }
  result.groups.resize(static_cast<size_t>(count));
  for (size_t i = 0; i < elements.size(); ++i) {
    int64_t rest = static_cast<int64_t>(i), group = 0;
    for (size_t dim = x.rank(); dim-- > 0;) {
      group += (rest % x.shape[dim]) * strides[dim];
      rest /= x.shape[dim];
    }
    result.groups[static_cast<size_t>(group)].push_back(elements[i]);
  }
  return result;
}

double Sum(const Numbers& numbers) {
  double sum = 0;
  for (const double number : numbers) sum += number;
  return sum;
}
double Mean(const Numbers& numbers) { return Sum(numbers) / static_cast<double>(numbers.size()); }
double Product(const Numbers& numbers) {
  double product = 1;
  for (const double number : numbers) product *= number;
  return product;
}
double Greatest(const Numbers& numbers) {
  return *std::max_element(numbers.begin(), numbers.end());
}
double Least(const Numbers& numbers) { return *std::min_element(numbers.begin(), numbers.end()); }
double AnyOf(const Numbers& numbers) { return Sum(numbers) != 0; }
double AllOf(const Numbers& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double n) { return n != 0; });
}
double CountNonZero(const Numbers& numbers) {
  return static_cast<double>(
      std::count_if(numbers.begin(), numbers.end(), [](double n) { return n != 0; }));
}
double Norm(const Numbers& numbers) {
  double sum = 0;
  for (const double number : numbers) sum += number * number;
  return std::sqrt(sum);
}
double LogSumExp(const Numbers& numbers) {
  const double greatest = Greatest(numbers);
  double sum = 0;
  for (const double number : numbers) sum += std::exp(number - greatest);
  return greatest + std::log(sum);
}

// kSum: integers stay integers, bools become some. kFloat: only floats. kSame; kBool; kCount.
enum class Result { kSum, kFloat, kSame, kBool, kCount };

using Reducer = double (*)(const Numbers&);

Value Reduce(Call& call, Reducer reducer, Result result, size_t position) {
  Tensor x = call.AsTensor(0, "input");
  if (const std::optional<Dtype> dtype = call.DtypeArgument()) {
    x = Converted(x, *dtype, call.halt);
  }
  const std::optional<std::vector<size_t>> dims = DimsOf(call, x.rank(), position);
  const bool keeps = call.Flag(position + 1, "keepdim", false);
  Numbers elements = call.Elements(x);
  if (!dims || call.halt.stops()) return {};
  if (result == Result::kFloat && !IsFloating(x.dtype))
    return call.halt.Raise("a mean of integers");
  const bool is_any = result == Result::kBool || result == Result::kCount;
  if (is_any || result == Result::kSum) {
    // These know what an empty group comes to.
  } else if (elements.empty()) {
    return call.halt.Raise("nothing to reduce");
  }
  if (result == Result::kBool) {
    for (double& element : elements) element = element != 0;
  }
  const Groups groups = GroupsOf(x, elements, *dims, keeps);
  Numbers values;
  for (const Numbers& group : groups.groups) {
    if (group.empty() && !is_any && result != Result::kSum) return call.Fail("an empty group");
    values.push_back(reducer(group));
  }
  Dtype dtype = x.dtype;
  if (result == Result::kSum && !IsFloating(dtype)) dtype = Dtype::kInt64;
  if (result == Result::kBool) dtype = Dtype::kBool;
  if (result == Result::kCount) dtype = Dtype::kInt64;
  return Value::Of(NewTensor(groups.shape, std::move(values), dtype));
}

template <Reducer kReducer, Result kResult>
Value Reduction(Call& call) {
  return Reduce(call, kReducer, kResult, 1);
}

const std::vector<std::string>& ValuesAndIndices() {
  static const auto& parts = *new std::vector<std::string>{"values", "indices"};
  return parts;
}

// x.max(): the greatest; x.max(dim): with its index; x.max(y): elementwise.
template <bool kIsMax>
Value Extreme(Call& call) {
  const Value* const second = call.Get(1, "");
  if (second != nullptr && second->Is(Type::kTensor)) {
    return FindOperation(kIsMax ? "maximum" : "minimum")(call);
  }
  const Reducer reducer = kIsMax ? Greatest : Least;
  if (second == nullptr && call.Keyword("dim") == nullptr) {
    return Reduce(call, reducer, Result::kSame, 1);
  }
  const Tensor x = call.AsTensor(0, "input");
  const std::optional<size_t> dim = DimOf(call.Integer(1, "dim"), x.rank());
  const bool keeps = call.Flag(2, "keepdim", false);
  const Numbers elements = call.Elements(x);
  if (!dim) return call.halt.Raise("a dimension that there is not");
  if (call.halt.stops() || x.shape[*dim] == 0) return call.Fail("nothing to reduce");
  const Groups groups = GroupsOf(x, elements, {*dim}, keeps);
  Numbers values, indices;
  for (const Numbers& group : groups.groups) {
    const double best = reducer(group);
    values.push_back(best);
    indices.push_back(
        static_cast<double>(std::find(group.begin(), group.end(), best) - group.begin()));
    // Which of several is named is left open.
    const auto rivals = std::count_if(group.begin(), group.end(), [&](double other) {
      return other == best || AreTooClose(other, best);
    });
    if (rivals > 1) indices.back() = std::numeric_limits<double>::quiet_NaN();
  }
  Value both =
      Value::Tuple({Value::Of(NewTensor(groups.shape, std::move(values), x.dtype)),
                    Value::Of(NewTensor(groups.shape, std::move(indices), Dtype::kInt64))});
  both.parts = &ValuesAndIndices();
  return both;
}

template <bool kIsMax>
Value ExtremeIndex(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const std::optional<std::vector<size_t>> dims = DimsOf(call, x.rank(), 1);
  const bool keeps = call.Flag(2, "keepdim", false);
  const Numbers elements = call.Elements(x);
  if (!dims || call.halt.stops() || elements.empty()) return call.Fail("nothing to reduce");
  const Groups groups = GroupsOf(x, elements, *dims, keeps);
  Numbers indices;
  for (const Numbers& group : groups.groups) {
    const double best = kIsMax ? Greatest(group) : Least(group);
    if (std::count(group.begin(), group.end(), best) > 1) return call.Fail("a tie");
    for (const double other : group) {
      if (AreTooClose(best, other)) return call.Fail("nearly a tie");
    }
    indices.push_back(
        static_cast<double>(std::find(group.begin(), group.end(), best) - group.begin()));
  }
  return Value::Of(NewTensor(groups.shape, std::move(indices), Dtype::kInt64));
}

Value NormOf(Call& call) {
  const Value* const order = call.Get(1, "p");
  if (order != nullptr && !(order->IsNumber() && order->AsNumber() == 2)) {
    return call.Fail("another norm");
  }
  return Reduce(call, Norm, Result::kFloat, 2);
}

// One line after the other: what `step` makes of the elements so far.
template <bool kIsSum>
Value Cumulative(Call& call) {
  Tensor x = call.AsTensor(0, "input");
  const std::optional<size_t> dim = DimOf(call.Integer(1, "dim"), x.rank());
  const std::optional<Dtype> dtype = call.DtypeArgument();
  if (!dim || call.halt.stops()) return call.halt.Raise("a dimension that there is not");
  if (dtype) x = Converted(x, *dtype, call.halt);
  if (!dtype && !IsFloating(x.dtype)) x = Converted(x, Dtype::kInt64, call.halt);
  Numbers elements = call.Elements(x);
  const Lines lines(x.shape, *dim);
  for (int64_t line = 0; line < lines.count(); ++line) {
    for (int64_t j = 1; j < lines.length; ++j) {
      double& here = elements[static_cast<size_t>(lines.At(line, j))];
      const double before = elements[static_cast<size_t>(lines.At(line, j - 1))];
      here = kIsSum ? here + before : here * before;
    }
  }
  return Value::Of(NewTensor(x.shape, std::move(elements), x.dtype));
}

template <bool kIsLog>
Value Softmax(Call& call) {
  Tensor x = call.AsTensor(0, "input");
  const std::optional<size_t> dim = DimOf(call.Integer(1, "dim"), x.rank());
  if (const std::optional<Dtype> dtype = call.DtypeArgument()) x = Converted(x, *dtype, call.halt);
  Numbers elements = call.Elements(x);
  if (!dim || call.halt.stops()) return call.halt.Raise("a dimension that there is not");
  if (!IsFloating(x.dtype)) return call.halt.Raise("softmax of integers");
  const Lines lines(x.shape, *dim);
  for (int64_t line = 0; line < lines.count(); ++line) {
    Numbers along;
    for (int64_t j = 0; j < lines.length; ++j) {
      along.push_back(elements[static_cast<size_t>(lines.At(line, j))]);
    }
    if (along.empty() || std::isinf(Greatest(along))) return call.Fail("softmax of nothing");
    const double total = LogSumExp(along);
    for (int64_t j = 0; j < lines.length; ++j) {
      const double log = along[static_cast<size_t>(j)] - total;
      elements[static_cast<size_t>(lines.At(line, j))] = kIsLog ? log : std::exp(log);
    }
  }
  return Value::Of(NewTensor(x.shape, std::move(elements), x.dtype));
}

}  // namespace

const Operations& ReductionOperations() {
  static const Operations& all = *new Operations{
      {"sum", Reduction<Sum, Result::kSum>},
      {"mean", Reduction<Mean, Result::kFloat>},
      {"prod", Reduction<Product, Result::kSum>},
      {"amax", Reduction<Greatest, Result::kSame>},
      {"amin", Reduction<Least, Result::kSame>},
      {"any", Reduction<AnyOf, Result::kBool>},
      {"all", Reduction<AllOf, Result::kBool>},
      {"count_nonzero", Reduction<CountNonZero, Result::kCount>},
      {"logsumexp", Reduction<LogSumExp, Result::kFloat>},
      {"max", Extreme<true>},
      {"min", Extreme<false>},
      {"argmax", ExtremeIndex<true>},
      {"argmin", ExtremeIndex<false>},
      {"norm", NormOf},
      {"cumsum", Cumulative<true>},
      {"cumprod", Cumulative<false>},
      {"softmax", Softmax<false>},
      {"log_softmax", Softmax<true>},
  };
  return all;
}

}  // namespace allreview::worked_examples

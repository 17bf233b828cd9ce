#include "analyzers/understanding/tensor_shapes.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace allreview::understanding {
namespace {

Shaped OfSizes(std::vector<Size> sizes) {
  return {.tensor = {.has_rank = true, .sizes = std::move(sizes)}};
}

Shaped Impossible(std::string why) { return {.why = std::move(why)}; }

bool IsOne(const Size& size) { return size.constant() == 1; }

// A size that fits both; none: there is none.
std::optional<Size> BroadcastSize(const Size& a, const Size& b) {
  if (IsOne(a)) return b;
  if (IsOne(b) || a == b) return a;
  // What nobody knows fits, so it is 1 or the same.
  if (a.constant() && b.constant()) return std::nullopt;
  return a.constant() ? a : b.constant() ? b : Size();
}

std::string TextOf(const std::vector<Size>& sizes) {
  return absl::StrCat("[",
                      absl::StrJoin(sizes, ", ",
                                    [](std::string* out, const Size& size) {
                                      absl::StrAppend(out, size.ToText());
                                    }),
                      "]");
}

}  // namespace

std::string ShapeText(const Tensor& tensor) {
  if (tensor.has_rank) return TextOf(tensor.sizes);
  return tensor.sizes.empty() ? "[...]" : absl::StrCat("[..., ", TextOf(tensor.sizes).substr(1));
}

std::optional<size_t> DimensionOf(const Tensor& tensor, int64_t dim, std::string& why,
                                  int64_t extra) {
  if (!tensor.has_rank) return std::nullopt;
  const int64_t rank = static_cast<int64_t>(tensor.sizes.size()) + extra;
  // A scalar has the dimensions 0 and -1, too.
  const int64_t range = std::max<int64_t>(rank, 1);
  if (dim < -range || dim >= range) {
    why = absl::StrCat("dimension ", dim, " is out of range for ", ShapeText(tensor));
    return std::nullopt;
  }
  if (rank == 0) return std::nullopt;
  return static_cast<size_t>(dim < 0 ? dim + rank : dim);
}

Shaped Broadcast(const Tensor& a, const Tensor& b) {
  const auto size_of = [](const Tensor& tensor, size_t from_the_end) {
    const size_t rank = tensor.sizes.size();
    if (from_the_end <= rank) return tensor.sizes[rank - from_the_end];
    return tensor.has_rank ? Size::Constant(1) : Size();
  };
  std::vector<Size> sizes;  // From the last one.
  for (size_t i = 1; i <= std::max(a.sizes.size(), b.sizes.size()); ++i) {
    const Size x = size_of(a, i), y = size_of(b, i);
    const std::optional<Size> size = BroadcastSize(x, y);
    if (!size) {
      return Impossible(absl::StrCat("cannot broadcast ", ShapeText(a), " and ", ShapeText(b), ": ",
                                     x.ToText(), " and ", y.ToText()));
    }
    sizes.push_back(*size);
  }
  std::reverse(sizes.begin(), sizes.end());
  return {.tensor = {.has_rank = a.has_rank && b.has_rank, .sizes = std::move(sizes)}};
}

Shaped Multiplied(const Tensor& a, const Tensor& b) {
  if (a.has_rank && b.has_rank && (a.sizes.empty() || b.sizes.empty())) {
    return Impossible(absl::StrCat("cannot multiply ", ShapeText(a), " and ", ShapeText(b),
                                   ": a scalar is no matrix"));
  }
  const bool is_vector = b.has_rank && b.sizes.size() == 1;
  const Size inner = a.at(-1), other = b.at(is_vector ? -1 : -2);
  if (Size::CertainlyDiffer(inner, other)) {
    return Impossible(absl::StrCat("cannot multiply ", ShapeText(a), " and ", ShapeText(b), ": ",
                                   inner.ToText(), " and ", other.ToText()));
  }
  if (!a.has_rank && b.has_rank && b.sizes.size() == 2) return Projected(a, inner, b.at(-1));
  if (!a.has_rank || !b.has_rank) return {};
  const bool is_row = a.sizes.size() == 1;
  Tensor left = {.has_rank = true, .sizes = {a.sizes.begin(), a.sizes.end() - (is_row ? 1 : 2)}};
  const Tensor right = {.has_rank = true,
                        .sizes = {b.sizes.begin(), b.sizes.end() - (is_vector ? 1 : 2)}};
  Shaped batch = Broadcast(left, right);
  if (!batch.why.empty()) return batch;
  if (!is_row) batch.tensor.sizes.push_back(a.at(-2));
  if (!is_vector) batch.tensor.sizes.push_back(b.at(-1));
  return batch;
}

Shaped Reshaped(const Tensor& tensor, std::vector<Size> wanted) {
  const Size count = tensor.count();
  const auto why = [&] {
    return absl::StrCat("cannot view ", ShapeText(tensor), ", which has ", count.ToText(),
                        " elements, as ", TextOf(wanted));
  };
  size_t guesses = 0;
  Size product = Size::Constant(1);
  for (const Size& size : wanted) {
    const bool is_guess = size.constant() == -1;
    guesses += is_guess;
    if (!is_guess) product = product * size;
    if (size.constant().value_or(0) < -1) {
      return Impossible(absl::StrCat("no size is ", size.ToText()));
    }
  }
  if (guesses > 1) return Impossible(absl::StrCat("-1 stands twice in ", TextOf(wanted)));
  if (guesses == 0) {
    return Size::CertainlyDiffer(count, product) ? Impossible(why()) : OfSizes(std::move(wanted));
  }
  const std::optional<int64_t> all = count.constant(), rest = product.constant();
  if (all && rest && (*rest == 0 || *all % *rest != 0)) return Impossible(why());
  for (Size& size : wanted) {
    if (size.constant() == -1) size = count.DividedBy(product);
  }
  return OfSizes(std::move(wanted));
}

Shaped Expanded(const Tensor& tensor, const std::vector<Size>& wanted) {
  std::vector<Size> sizes = wanted;
  const size_t rank = tensor.sizes.size();
  if (tensor.has_rank && rank > sizes.size()) {
    return Impossible(absl::StrCat("cannot expand ", ShapeText(tensor), " to ", TextOf(wanted)));
  }
  for (size_t i = 1; i <= sizes.size(); ++i) {
    Size& size = sizes[sizes.size() - i];
    const Size from = i <= rank ? tensor.sizes[rank - i] : Size();
    if (size.constant() == -1) {
      if (tensor.has_rank && i > rank) {
        return Impossible(absl::StrCat("-1 is no size for a new dimension: ", ShapeText(tensor),
                                       " to ", TextOf(wanted)));
      }
      size = from;
    } else if (from.constant() && !IsOne(from) && size.constant() && !(from == size)) {
      return Impossible(absl::StrCat("cannot expand ", ShapeText(tensor), " to ", TextOf(wanted),
                                     ": ", from.ToText(), " and ", size.ToText()));
    }
  }
  return OfSizes(std::move(sizes));
}

Shaped Flattened(const Tensor& tensor, int64_t first, int64_t last) {
  if (tensor.has_rank && tensor.sizes.empty()) return OfSizes({Size::Constant(1)});
  std::string why;
  const std::optional<size_t> from = DimensionOf(tensor, first, why);
  const std::optional<size_t> to = DimensionOf(tensor, last, why);
  if (!why.empty()) return Impossible(std::move(why));
  if (!from || !to) return {};
  if (*from > *to) return Impossible(absl::StrCat("cannot flatten from ", first, " to ", last));
  std::vector<Size> sizes(tensor.sizes.begin(), tensor.sizes.begin() + static_cast<int64_t>(*from));
  Size product = Size::Constant(1);
  for (size_t i = *from; i <= *to; ++i) product = product * tensor.sizes[i];
  sizes.push_back(product);
  sizes.insert(sizes.end(), tensor.sizes.begin() + static_cast<int64_t>(*to) + 1,
               tensor.sizes.end());
  return OfSizes(std::move(sizes));
}

Shaped Permuted(const Tensor& tensor, const std::vector<int64_t>& dims) {
  if (!tensor.has_rank) {
    return {.tensor = {.has_rank = true, .sizes = std::vector<Size>(dims.size())}};
  }
  if (dims.size() != tensor.sizes.size()) {
    return Impossible(
        absl::StrCat("cannot permute ", ShapeText(tensor), " with ", dims.size(), " dimensions"));
  }
  std::vector<Size> sizes;
  std::vector<bool> is_taken(dims.size());
  for (const int64_t dim : dims) {
    std::string why;
    const std::optional<size_t> place = DimensionOf(tensor, dim, why);
    if (!why.empty()) return Impossible(std::move(why));
    if (!place) return {};
    if (is_taken[*place]) return Impossible(absl::StrCat("dimension ", dim, " stands twice"));
    is_taken[*place] = true;
    sizes.push_back(tensor.sizes[*place]);
  }
  return OfSizes(std::move(sizes));
}

Shaped Transposed(const Tensor& tensor, int64_t first, int64_t second) {
  std::string why;
  const std::optional<size_t> a = DimensionOf(tensor, first, why);
  const std::optional<size_t> b = DimensionOf(tensor, second, why);
  if (!why.empty()) return Impossible(std::move(why));
  if (!tensor.has_rank) {
    // Both count from the end.
    const int64_t known = static_cast<int64_t>(tensor.sizes.size());
    if (first >= 0 || second >= 0 || first < -known || second < -known) return {};
    std::vector<Size> sizes = tensor.sizes;
    std::swap(sizes[static_cast<size_t>(known + first)],
              sizes[static_cast<size_t>(known + second)]);
    return {.tensor = {.sizes = std::move(sizes)}};
  }
  if (!a || !b) return OfSizes(tensor.sizes);
  std::vector<Size> sizes = tensor.sizes;
  std::swap(sizes[*a], sizes[*b]);
  return OfSizes(std::move(sizes));
}

Shaped Reduced(const Tensor& tensor, const std::vector<int64_t>& dims, bool keeps) {
  std::vector<bool> is_reduced(tensor.sizes.size());
  for (const int64_t dim : dims) {
    std::string why;
    const std::optional<size_t> place = DimensionOf(tensor, dim, why);
    if (!why.empty()) return Impossible(std::move(why));
    if (!tensor.has_rank) return {};
    if (place) is_reduced[*place] = true;
  }
  std::vector<Size> sizes;
  for (size_t i = 0; i < tensor.sizes.size(); ++i) {
    if (!is_reduced[i]) sizes.push_back(tensor.sizes[i]);
    if (is_reduced[i] && keeps) sizes.push_back(Size::Constant(1));
  }
  return tensor.has_rank ? OfSizes(std::move(sizes)) : Shaped();
}

Shaped Squeezed(const Tensor& tensor, int64_t dim) {
  std::string why;
  const std::optional<size_t> place = DimensionOf(tensor, dim, why);
  if (!why.empty()) return Impossible(std::move(why));
  if (!place) return tensor.has_rank ? OfSizes(tensor.sizes) : Shaped();
  const std::optional<int64_t> size = tensor.sizes[*place].constant();
  if (!size) return {};  // It may be 1.
  return *size == 1 ? Reduced(tensor, {dim}, false) : OfSizes(tensor.sizes);
}

Shaped Unsqueezed(const Tensor& tensor, int64_t dim) {
  std::string why;
  const std::optional<size_t> place = DimensionOf(tensor, dim, why, 1);
  if (!why.empty()) return Impossible(std::move(why));
  std::vector<Size> sizes = tensor.sizes;
  if (dim == -1) {
    sizes.push_back(Size::Constant(1));
    return {.tensor = {.has_rank = tensor.has_rank, .sizes = std::move(sizes)}};
  }
  if (!place) return {};
  sizes.insert(sizes.begin() + static_cast<int64_t>(*place), Size::Constant(1));
  return OfSizes(std::move(sizes));
}

Shaped Resized(const Tensor& tensor, int64_t dim, const Size& size) {
  std::string why;
  const std::optional<size_t> place = DimensionOf(tensor, dim, why);
  if (!why.empty()) return Impossible(std::move(why));
  if (!place) return {};
  std::vector<Size> sizes = tensor.sizes;
  sizes[*place] = size;
  return OfSizes(std::move(sizes));
}

Shaped Projected(const Tensor& tensor, const Size& in, const Size& out) {
  if (tensor.has_rank && tensor.sizes.empty()) return {};
  if (Size::CertainlyDiffer(tensor.at(-1), in)) {
    return Impossible(absl::StrCat("the last size of ", ShapeText(tensor), " is ",
                                   tensor.at(-1).ToText(), ", not ", in.ToText()));
  }
  std::vector<Size> sizes = tensor.sizes;
  if (!sizes.empty()) sizes.pop_back();
  sizes.push_back(out);
  return {.tensor = {.has_rank = tensor.has_rank, .sizes = std::move(sizes)}};
}

}  // namespace allreview::understanding

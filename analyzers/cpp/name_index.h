#ifndef ANALYZERS_CPP_NAME_INDEX_H_
#define ANALYZERS_CPP_NAME_INDEX_H_

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "base/poll.h"

namespace allreview::cpp {

// Positions in a list by name, those of one name in their order. Names must outlive it.
class NameIndex {
 public:
  // `name_of` of each element.
  template <typename List, typename NameOf>
  static NameIndex Of(const List& list, NameOf name_of) {
    NameIndex result;
    for (uint32_t i = 0; i < list.size(); ++i) {
      Poll();
      result.entries_.emplace_back(name_of(list[i]), i);
    }
    std::sort(result.entries_.begin(), result.entries_.end());
    return result;
  }

  using Entry = std::pair<absl::string_view, uint32_t>;
  absl::Span<const Entry> Named(absl::string_view name) const {
    const auto [first, last] =
        std::equal_range(entries_.begin(), entries_.end(), Entry(name, 0),
                         [](const Entry& a, const Entry& b) { return a.first < b.first; });
    return absl::MakeConstSpan(entries_.data() + (first - entries_.begin()),
                               static_cast<size_t>(last - first));
  }

 private:
  std::vector<Entry> entries_;
};

}  // namespace allreview::cpp

#endif  // ANALYZERS_CPP_NAME_INDEX_H_

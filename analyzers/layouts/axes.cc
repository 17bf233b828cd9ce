// Names of dimensions.

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "analyzers/layouts/layouts.h"

namespace allreview::layouts {
namespace {

bool IsAnyOf(absl::string_view name, std::initializer_list<absl::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

Axis AxisNamed(absl::string_view name) {
  // Of a part its whole: "s / tp", "seq_len // cp".
  name = absl::StripAsciiWhitespace(name.substr(0, name.find('/')));
  std::string plain = absl::AsciiStrToLower(name);
  std::replace(plain.begin(), plain.end(), ' ', '_');
  absl::string_view rest = plain;
  for (absl::string_view prefix : {"local_", "max_", "micro_", "num_", "full_", "total_"}) {
    absl::ConsumePrefix(&rest, prefix);
  }
  if (IsAnyOf(rest, {"b", "batch", "batch_dim", "batch_size", "batchsize", "bs", "bsz", "mbs"})) {
    return Axis::kBatch;
  }
  if (IsAnyOf(rest, {"len_q", "q_len", "s", "seq", "seq_dim", "seq_len", "seq_length", "seqlen",
                     "seqlen_q", "sequence", "sequence_length", "sk", "slen", "sq", "src_len",
                     "tgt_len"})) {
    return Axis::kSequence;
  }
  if (IsAnyOf(rest, {"attention_heads", "heads", "n_heads", "nheads", "np"})) return Axis::kHeads;
  return Axis::kUnknown;
}

Axis Layout::At(int64_t dimension) const {
  const auto rank = static_cast<int64_t>(axes.size());
  if (dimension < -rank || dimension >= rank) return Axis::kUnknown;
  return AxisNamed(axes[static_cast<size_t>(dimension < 0 ? dimension + rank : dimension)]);
}

int Layout::Find(Axis axis) const {
  int found = -1;
  for (size_t i = 0; i < axes.size(); ++i) {
    if (AxisNamed(axes[i]) != axis) continue;
    if (found >= 0) return -1;
    found = static_cast<int>(i);
  }
  return found;
}

std::string Layout::ToText() const { return absl::StrCat("[", absl::StrJoin(axes, ", "), "]"); }

}  // namespace allreview::layouts

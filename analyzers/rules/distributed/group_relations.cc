#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/distributed/axes.h"
#include "analyzers/rules/distributed/phrases.h"

namespace allreview::rules {
namespace {

struct Entry {
  absl::string_view name;
  Axes axes;
};

// Each axis, as messages name it.
constexpr Entry kLabels[] = {
    {"TP", kTensorAxis},
    {"expert TP", kExpertTensorAxis},
    {"EP", kExpertAxis},
    {"DP", kDataAxis},
    {"expert DP", kExpertDataAxis},
    {"CP", kContextAxis},
    {"PP", kPipelineAxis},
    {"GTP", kRematAxis},
    {"expert GTP", kExpertRematAxis},
    {"embedding", kEmbeddingAxis},
    {"position embedding", kPositionEmbeddingAxis},
};

constexpr Axes kExpertAxes = kExpertAxis | kExpertTensorAxis | kExpertDataAxis | kExpertRematAxis;
constexpr Axes kDenseAxes = kTensorAxis | kDataAxis | kContextAxis | kRematAxis;

// What a name may hide: experts' groups under dense names, context parallelism under data.
Axes AsNamed(Axes axes) {
  if (axes & kExpertTensorAxis) axes = (axes & ~kExpertTensorAxis) | kTensorAxis;
  if (axes & kExpertDataAxis) axes = (axes & ~kExpertDataAxis) | kDataAxis;
  if (axes & kDataAxis) axes |= kContextAxis;
  return axes;
}

}  // namespace

bool IsGroupName(absl::string_view name) {
  while (absl::ConsumePrefix(&name, "_")) {
  }
  if (name == "group" || name == "process_group" || name == "pg") return true;
  const bool has_suffix = absl::EndsWith(name, "_group") || absl::EndsWith(name, "_pg") ||
                          absl::EndsWith(name, "_group_gloo");
  return has_suffix && !absl::StartsWith(name, "num_") && !absl::StartsWith(name, "samples_per") &&
         !absl::StrContains(name, "param_group");
}

bool AreSame(const Group& a, const Group& b) {
  if (a.kind != b.kind || !a) return false;
  switch (a.kind) {
    case Group::Kind::kWorld:
      return true;
    case Group::Kind::kKnown:
      return a.axes == b.axes;
    default:
      return a.text == b.text;
  }
}

// `get_gloo_group()`: named for its backend or for everybody, as all ranks often have one.
bool MayHoldAllRanks(const Group& group) {
  for (absl::string_view word : absl::StrSplit(group.text, absl::ByAnyChar("_.()= "))) {
    for (absl::string_view one :
         {"all", "backend", "cpu", "default", "global", "gloo", "mpi", "nccl", "world"}) {
      if (absl::EqualsIgnoreCase(word, one)) return true;
    }
  }
  return false;
}

bool AreDifferent(const Group& a, const Group& b) {
  if (a.is_known() && b.is_known()) {
    if (a.axes == b.axes || a.text == b.text) return false;
    return !(a.is_by_name || b.is_by_name) || AsNamed(a.axes) != AsNamed(b.axes);
  }
  const auto is_other_than_world = [](const Group& group) {
    return group.is_known() ||
           (group.kind == Group::Kind::kOpaque && group.is_group_name && !MayHoldAllRanks(group));
  };
  return (a.is_world() && is_other_than_world(b)) || (b.is_world() && is_other_than_world(a));
}

bool Overlap(const Group& a, const Group& b) {
  if (!a || !b || a.kind == Group::Kind::kUnknown || b.kind == Group::Kind::kUnknown) return false;
  if (a.is_world() || b.is_world()) return true;
  if (a.is_known() && b.is_known()) return (a.axes & b.axes) != 0;
  return a.kind == b.kind && a.text == b.text;
}

bool AreOrthogonal(const Group& a, const Group& b) {
  if (!a.is_known() || !b.is_known() || (a.axes & b.axes) != 0) return false;
  const Axes both = a.axes | b.axes;
  constexpr Axes kPartial = kEmbeddingAxis | kPositionEmbeddingAxis;
  return (both & kPartial) == 0 && ((both & kExpertAxes) == 0 || (both & kDenseAxes) == 0);
}

Words Describe(const Group& group) {
  switch (group.kind) {
    case Group::Kind::kWorld:
      return phrases::kDefaultGroup;
    case Group::Kind::kKnown: {
      std::vector<absl::string_view> labels;
      for (const Entry& label : kLabels) {
        if (group.axes & label.axes) labels.push_back(label.name);
      }
      return Sentence(phrases::kGroupOverAxes, {{"axes", absl::StrJoin(labels, " x ")}});
    }
    default:
      if (group.text.empty()) return phrases::kSomeGroup;
      return absl::StrCat("`", group.text, "`");
  }
}

}  // namespace allreview::rules

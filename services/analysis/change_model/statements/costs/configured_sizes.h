#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_COSTS_CONFIGURED_SIZES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_COSTS_CONFIGURED_SIZES_H_

// How large a tensor is by the repository's own defaults.
//
//   ConfiguredSizes sizes(change);
//   sizes.Of(tensor).size   // numbers {8192, 128}, bytes 4194304, where the defaults stand

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/change/analysed_change.h"
#include "proto/analysis/v1/statement.pb.h"
#include "services/analysis/change_model/stories/tensor_sizes.h"

namespace allreview::analysis {

struct SizedTensor {
  TensorFound found;
  v1::TensorSize size;       // Of what it is after the change; for what is gone only its sources.
  int64_t bytes_before = 0;  // 0: not known.
};

class ConfiguredSizes {
 public:
  explicit ConfiguredSizes(const change::AnalysedChange& change);

  // Without numbers where the defaults leave one dimension open, or say different things.
  SizedTensor Of(TensorFound found);

 private:
  struct Default {
    int64_t value = 0;
    change::v1::SourceRange place;
  };
  struct Scope {
    const python::Module* module = nullptr;
    const python::Definition* function = nullptr;
  };

  Scope ScopeOf(absl::string_view symbol) const;
  // The setting that the name of a dimension stands for in the function.
  std::string SettingOf(const Scope& scope, absl::string_view name) const;
  std::optional<Default> DefaultOf(absl::string_view path, const std::string& setting);
  std::optional<int64_t> NumberOf(const Scope& scope, absl::string_view dim, v1::TensorSize* size);
  // Of all dimensions; empty: one is not known.
  std::vector<int64_t> NumbersOf(const Scope& scope, absl::string_view shape, v1::TensorSize* size);

  const change::AnalysedChange& change_;
  std::map<std::string, const change::AnalysedFile*> files_;
  std::map<std::pair<std::string, std::string>, std::optional<Default>> known_;
};

// Of one element; 0: the type is not known.
int BytesOfType(absl::string_view dtype);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_COSTS_CONFIGURED_SIZES_H_

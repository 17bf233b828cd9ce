#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_SUPPOSITIONS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_SUPPOSITIONS_H_

// Values for what a function reads and does not compute: fields of a configuration, ranks, sizes.
// An example states each, so both versions of the function get the same.
//
//   Suppositions suppositions(facts, sizes, variant);
//   suppositions.ValueOf("config.num_experts")      ->  4
//   suppositions.Decide("config.is_fused", true)    ->  true, from now on

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/repository/project.h"
#include "analyzers/worked_examples/value.h"

namespace allreview::analysis {

// What settings of a name are in the repository. Asks once for each name.
class SettingFacts {
 public:
  explicit SettingFacts(repository::Project& project) : project_(project) {}
  struct Fact {
    bool is_known = false;
    std::string type = {};                                // As written; empty: unknown.
    std::optional<worked_examples::Value> fallback = {};  // Its default.
  };
  const Fact& Of(absl::string_view name);

 private:
  repository::Project& project_;
  std::map<std::string, Fact, std::less<>> facts_;
};

class Suppositions {
 public:
  // `sizes` are those of named dimensions.
  Suppositions(SettingFacts& facts, const std::map<std::string, int64_t>& sizes, int variant)
      : facts_(facts), sizes_(sizes), variant_(variant) {}

  // kOpaque: nothing says that it is a number.
  worked_examples::Value ValueOf(absl::string_view written);
  std::optional<bool> Decide(absl::string_view condition, bool likely);

  // In the order in which they were asked for.
  const std::vector<std::pair<std::string, worked_examples::Value>>& inputs() const {
    return inputs_;
  }
  const std::vector<std::pair<std::string, bool>>& assumptions() const { return assumptions_; }

 private:
  worked_examples::Value Find(absl::string_view written);

  SettingFacts& facts_;
  const std::map<std::string, int64_t>& sizes_;
  int variant_;
  std::map<std::string, worked_examples::Value, std::less<>> known_;
  std::vector<std::pair<std::string, worked_examples::Value>> inputs_;
  std::vector<std::pair<std::string, bool>> assumptions_;
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_SUPPOSITIONS_H_

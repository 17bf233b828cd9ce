#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_MENTIONS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_MENTIONS_H_

// Which changed symbols a sentence speaks of.
//
//   Mentions mentions(model.symbols());
//   mentions.In("Makes `Router.route` skip empty batches, see top_k.")
//   // {"pkg/router.py:Router.route", "pkg/router.py:Config.top_k"}
//
// By simple or qualified name, by the name of a file, by the option of a flag: in code spans, or as
// a word that only code has ("top_k", "TopKRouter", "route()"). Everyday words name nothing, nor do
// names that many symbols share.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

class Mentions {
 public:
  // Borrowed; must outlive it.
  using Symbols = google::protobuf::RepeatedPtrField<v1::ChangedSymbol>;
  explicit Mentions(const Symbols& symbols);

  // Ids, each once, in the order of the sentence.
  std::vector<std::string> In(absl::string_view sentence) const;

 private:
  void Index(absl::string_view name, int symbol);
  void AddMatches(absl::string_view name, std::vector<std::string>& ids) const;

  const Symbols& symbols_;
  std::map<std::string, std::vector<int>, std::less<>> by_name_;
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_MENTIONS_H_

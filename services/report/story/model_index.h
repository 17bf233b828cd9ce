#ifndef SERVICES_REPORT_STORY_MODEL_INDEX_H_
#define SERVICES_REPORT_STORY_MODEL_INDEX_H_

// Finds things in a change model by the id of a symbol.
//
//   const ModelIndex index(review.model());
//   const FunctionStory* story = index.Story("moe/router.py:Router.forward");
//
// Borrows the model, which must outlive it. Nullptr and empty lists: the model holds none. Lists
// have the order of the model.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "proto/analysis/v1/scaling.pb.h"

namespace allreview::report {

class ModelIndex {
 public:
  explicit ModelIndex(const analysis::v1::ChangeModel& model);

  const analysis::v1::ChangeModel& model() const { return model_; }

  const analysis::v1::ChangedSymbol* Symbol(absl::string_view id) const;
  const analysis::v1::FunctionStory* Story(absl::string_view id) const;
  const analysis::v1::DataFlow* Flow(absl::string_view id) const;
  const analysis::v1::Scaling* ScalingOf(absl::string_view id) const;
  const analysis::v1::ClassShape* Class(absl::string_view id) const;
  const analysis::v1::FileStory* File(absl::string_view path) const;
  const std::vector<const analysis::v1::ChangedSymbol*>& SymbolsIn(absl::string_view path) const;
  const std::vector<const analysis::v1::CallPath*>& PathsTo(absl::string_view id) const;
  const std::vector<const analysis::v1::Edge*>& EdgesFrom(absl::string_view id) const;
  const std::vector<const analysis::v1::Edge*>& EdgesTo(absl::string_view id) const;

 private:
  template <typename T>
  using ById = std::map<std::string, T, std::less<>>;

  const analysis::v1::ChangeModel& model_;
  ById<const analysis::v1::ChangedSymbol*> symbols_;
  ById<const analysis::v1::FunctionStory*> stories_;
  ById<const analysis::v1::DataFlow*> flows_;
  ById<const analysis::v1::Scaling*> scaling_;
  ById<const analysis::v1::ClassShape*> classes_;
  ById<const analysis::v1::FileStory*> files_;                        // By path.
  ById<std::vector<const analysis::v1::ChangedSymbol*>> symbols_in_;  // By path.
  ById<std::vector<const analysis::v1::CallPath*>> paths_;
  ById<std::vector<const analysis::v1::Edge*>> from_, to_;
};

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_MODEL_INDEX_H_
